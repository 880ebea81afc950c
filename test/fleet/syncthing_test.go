//go:build !windows

package fleet

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSyncthingFleet(t *testing.T) {
	mustHave(t, "syncthing", "apt-get install syncthing")
	bare, gated := tell(t, "Syncthing", newSyncthing)
	assert.Positive(t, bare.lost+bare.copies, "the script shows the loss")
	assert.Equal(t, gated.written, gated.document, "every line is in the document of every machine")
	assert.Zero(t, gated.lost)
	assert.Zero(t, gated.conflicts)
}

// syncthing is a chain of nodes: the second one is the hub between the others.
type syncthing struct {
	t     *testing.T
	nodes []*stNode
}

type stNode struct {
	home, data, id, key string
	port, gui           int
	cmd                 *exec.Cmd
}

func newSyncthing(t *testing.T, gated bool) carrier {
	c := &syncthing{t: t}
	root := t.TempDir()
	ports := freePorts(t, 2*nodes)
	for i := range nodes {
		n := &stNode{
			home: filepath.Join(root, fmt.Sprintf("home%d", i+1)), data: filepath.Join(root, fmt.Sprintf("n%d", i+1)),
			key: fmt.Sprintf("key-%d", i+1), port: ports[2*i], gui: ports[2*i+1],
		}
		c.nodes = append(c.nodes, n)
		put(t, filepath.Join(n.data, journal), header)
		ignore := ".noclobber-*.tmp\n"
		if gated {
			put(t, filepath.Join(n.data, ".noclobber.toml"), shardPolicy)
			ignore += "/" + journal + "\n" // every machine renders its own
		}
		put(t, filepath.Join(n.data, ".stignore"), ignore)
		// The same file from the beginning, so that only what agents write is in conflict.
		old := time.Now().Add(-time.Hour).Truncate(time.Second)
		require.NoError(t, os.Chtimes(filepath.Join(n.data, journal), old, old))
	}
	return c
}

func freePorts(t *testing.T, n int) []int {
	t.Helper()
	var out []int
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		require.NoError(t, err)
		defer func() { _ = l.Close() }() // after all are chosen, so that none is chosen twice
		out = append(out, l.Addr().(*net.TCPAddr).Port)
	}
	return out
}

func (c *syncthing) folder(n int) string { return c.nodes[n-1].data }

// peers are the neighbours in the chain.
func (c *syncthing) peers(i int) []int {
	var out []int
	for j := range c.nodes {
		if j == i-1 || j == i+1 {
			out = append(out, j)
		}
	}
	return out
}

func (c *syncthing) start() {
	for _, n := range c.nodes {
		out, err := n.command("generate", "--home", n.home, "--no-default-folder", "--skip-port-probing").CombinedOutput()
		require.NoError(c.t, err, string(out))
		id, err := n.command("serve", "--home", n.home, "--device-id").Output()
		require.NoError(c.t, err)
		n.id = strings.TrimSpace(string(id))
	}
	for i, n := range c.nodes {
		put(c.t, filepath.Join(n.home, "config.xml"), c.config(i))
	}
	for i, n := range c.nodes {
		c.run(n)
		c.t.Cleanup(func() { c.kill(i + 1) })
	}
	c.connected()
	c.sync()
}

// command is syncthing with nothing of this machine's settings, and with no way out.
func (n *stNode) command(args ...string) *exec.Cmd {
	cmd := exec.Command("syncthing", args...)
	for _, v := range os.Environ() {
		if name, _, _ := strings.Cut(v, "="); !strings.HasSuffix(strings.ToLower(name), "_proxy") && name != "STTRACE" {
			cmd.Env = append(cmd.Env, v)
		}
	}
	cmd.Env = append(cmd.Env, "HOME="+n.home, "STNOUPGRADE=1", "STNORESTART=1", "STNODEFAULTFOLDER=1")
	return cmd
}

// config turns everything off that would leave the loopback interface, before the first start.
func (c *syncthing) config(i int) string {
	n := c.nodes[i]
	var devices, shared strings.Builder
	fmt.Fprintf(&shared, `<device id="%s" introducedBy=""/>`, n.id)
	fmt.Fprintf(&devices, `<device id="%s" name="n%d" compression="metadata"><address>tcp://127.0.0.1:%d</address></device>`, n.id, i+1, n.port)
	for _, j := range c.peers(i) {
		p := c.nodes[j]
		fmt.Fprintf(&shared, `<device id="%s" introducedBy=""/>`, p.id)
		fmt.Fprintf(&devices, `<device id="%s" name="n%d" compression="metadata"><address>tcp://127.0.0.1:%d</address></device>`, p.id, j+1, p.port)
	}
	return fmt.Sprintf(`<configuration version="36">
<folder id="lab" label="lab" path="%s" type="sendreceive" rescanIntervalS="5" fsWatcherEnabled="true" fsWatcherDelayS="1" ignorePerms="false" autoNormalize="true">
<filesystemType>basic</filesystemType>%s<minDiskFree unit="%%">0</minDiskFree><maxConflicts>10</maxConflicts><markerName>.stfolder</markerName></folder>
%s
<gui enabled="true" tls="false"><address>127.0.0.1:%d</address><apikey>%s</apikey></gui>
<options><listenAddress>tcp://127.0.0.1:%d</listenAddress><globalAnnounceEnabled>false</globalAnnounceEnabled>
<localAnnounceEnabled>false</localAnnounceEnabled><relaysEnabled>false</relaysEnabled><natEnabled>false</natEnabled>
<urAccepted>-1</urAccepted><urSeen>3</urSeen><urURL></urURL><crashReportingEnabled>false</crashReportingEnabled><crashReportingURL></crashReportingURL>
<autoUpgradeIntervalH>0</autoUpgradeIntervalH><releasesURL></releasesURL><startBrowser>false</startBrowser><stunKeepaliveStartS>0</stunKeepaliveStartS>
<announceLANAddresses>false</announceLANAddresses><reconnectionIntervalS>2</reconnectionIntervalS><setLowPriority>false</setLowPriority>
<minHomeDiskFree unit="%%">0</minHomeDiskFree></options></configuration>
`, n.data, shared.String(), devices.String(), n.gui, n.key, n.port)
}

// run starts a node, in a process group of its own, and waits until it answers.
func (c *syncthing) run(n *stNode) {
	log, err := os.OpenFile(filepath.Join(n.home, "log.txt"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	require.NoError(c.t, err)
	defer func() { _ = log.Close() }()
	n.cmd = n.command("serve", "--home", n.home, "--no-browser", "--no-restart", "--no-upgrade", "--no-default-folder", "--skip-port-probing")
	n.cmd.Stdout, n.cmd.Stderr = log, log
	n.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	require.NoError(c.t, n.cmd.Start())
	c.eventually(time.Minute, func() bool {
		_, err := n.rest("GET", "/rest/system/ping")
		return err == nil
	}, func() string {
		return "no answer; see " + n.home + "/log.txt: " + tail(filepath.Join(n.home, "log.txt"))
	})
}

// logs are the ends of all nodes' logs.
func (c *syncthing) logs() string {
	var b strings.Builder
	for i, n := range c.nodes {
		fmt.Fprintf(&b, "== n%d\n%s\n", i+1, tail(filepath.Join(n.home, "log.txt")))
	}
	return b.String()
}

func tail(path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return err.Error()
	}
	return string(text[max(0, len(text)-2000):])
}

// rest asks a node.
func (n *stNode) rest(method, path string) (map[string]any, error) {
	req, err := http.NewRequest(method, fmt.Sprintf("http://127.0.0.1:%d%s", n.gui, path), nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("X-API-Key", n.key)
	client := http.Client{Timeout: 30 * time.Second, Transport: &http.Transport{Proxy: nil, DisableKeepAlives: true}}
	resp, err := client.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s %s: %s %w", method, path, resp.Status, err)
	}
	var out map[string]any
	_ = json.Unmarshal(body, &out) // some answers are empty
	return out, nil
}

func (c *syncthing) eventually(most time.Duration, done func() bool, why func() string) {
	c.t.Helper()
	for giveUp := time.Now().Add(most); !done(); time.Sleep(100 * time.Millisecond) {
		if time.Now().After(giveUp) {
			c.t.Fatal(why())
		}
	}
}

func (c *syncthing) live() (out []int) {
	for i, n := range c.nodes {
		if n.cmd != nil {
			out = append(out, i)
		}
	}
	return out
}

// connected waits until all neighbours that run see each other.
func (c *syncthing) connected() {
	c.eventually(4*time.Minute, func() bool {
		for _, i := range c.live() {
			got, err := c.nodes[i].rest("GET", "/rest/system/connections")
			if err != nil {
				return false
			}
			all, _ := got["connections"].(map[string]any)
			for _, j := range c.peers(i) {
				peer, _ := all[c.nodes[j].id].(map[string]any)
				if c.nodes[j].cmd != nil && peer["connected"] != true {
					return false
				}
			}
		}
		return true
	}, func() string { return "the nodes do not connect:\n" + c.logs() })
}

// sync scans everywhere and waits until every node is idle, needs nothing and has the same files, three times in a row.
func (c *syncthing) sync() {
	c.t.Helper()
	calm, scanned := 0, time.Time{}
	c.eventually(6*time.Minute, func() bool {
		if time.Since(scanned) > 3*time.Second {
			for _, i := range c.live() {
				if _, err := c.nodes[i].rest("POST", "/rest/db/scan?folder=lab"); err != nil {
					return false
				}
			}
			scanned = time.Now()
		}
		if calm++; !c.agree() {
			calm = 0
		}
		return calm >= 3
	}, func() string { return "the nodes do not agree:\n" + c.logs() })
}

func (c *syncthing) agree() bool {
	var first string
	for k, i := range c.live() {
		s, err := c.nodes[i].rest("GET", "/rest/db/status?folder=lab")
		if err != nil || s["state"] != "idle" || s["needTotalItems"] != 0.0 {
			return false
		}
		mine := fmt.Sprint(s["globalFiles"], s["globalDeleted"], s["globalBytes"]) + c.files(i)
		if k > 0 && mine != first {
			return false
		}
		first = mine
	}
	return true
}

// files is all that a node's folder holds and that is synced.
func (c *syncthing) files(i int) string {
	ignored, _ := os.ReadFile(filepath.Join(c.nodes[i].data, ".stignore"))
	var b strings.Builder
	_ = filepath.WalkDir(c.nodes[i].data, func(path string, e os.DirEntry, err error) error {
		name := strings.TrimPrefix(path, c.nodes[i].data)
		switch {
		case err != nil:
			return nil // it is gone again
		case e.IsDir() && strings.HasPrefix(e.Name(), ".st"):
			return filepath.SkipDir
		case e.IsDir() || strings.HasPrefix(e.Name(), ".st") || strings.HasPrefix(e.Name(), ".syncthing.") || strings.Contains(string(ignored), name+"\n"):
			return nil
		}
		text, _ := os.ReadFile(path)
		fmt.Fprintf(&b, "%s %q\n", name, text)
		return nil
	})
	return b.String()
}

func (c *syncthing) cut() {
	for _, i := range c.live() {
		_, err := c.nodes[i].rest("POST", "/rest/system/pause")
		require.NoError(c.t, err)
	}
	time.Sleep(500 * time.Millisecond)
}

func (c *syncthing) heal() {
	for _, i := range c.live() {
		_, err := c.nodes[i].rest("POST", "/rest/db/scan?folder=lab") // what was written apart is known before they meet
		require.NoError(c.t, err)
	}
	for _, i := range c.live() {
		_, err := c.nodes[i].rest("POST", "/rest/system/resume")
		require.NoError(c.t, err)
	}
	c.connected()
}

// kill kills a node as a power cut would, its worker included.
func (c *syncthing) kill(n int) {
	node := c.nodes[n-1]
	if node.cmd == nil {
		return
	}
	_ = syscall.Kill(-node.cmd.Process.Pid, syscall.SIGKILL)
	_ = node.cmd.Wait() // it was killed
	node.cmd = nil
}

// revive starts a node again. It was killed before it had noted that the partition is over, so it is told once more.
func (c *syncthing) revive(n int) {
	c.run(c.nodes[n-1])
	_, err := c.nodes[n-1].rest("POST", "/rest/system/resume")
	require.NoError(c.t, err)
	c.connected()
}
