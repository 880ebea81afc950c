//go:build unix

package shell

import (
	"bytes"
	"context"
	"flag"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec" //nolint:depguard // the oracle of these tests is a real bash; the package itself runs nothing
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var (
	oracleRuns = flag.Int("oracle", 25, "how many generated commands TestOracle runs in bash")
	oracleSeed = flag.Uint64("oracle.seed", 0, "seed of TestOracle; 0: the clock's")
)

// A tree is the files below a directory: what os.Lstat and the bytes say.
type tree map[string]string

func readTree(t *testing.T, dir string) tree {
	t.Helper()
	seen := tree{}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || p == dir {
			return err
		}
		switch {
		case d.IsDir():
			seen[p] = "directory"
		case d.Type().IsRegular():
			text, err := os.ReadFile(p)
			if err != nil {
				return err
			}
			seen[p] = "file " + string(text)
		default:
			target, _ := os.Readlink(p)
			seen[p] = d.Type().String() + target
		}
		return nil
	})
	require.NoError(t, err)
	return seen
}

// changed lists the paths that differ. A new directory holds no text that could be lost.
func (t tree) changed(after tree) []string {
	var paths []string
	for p, was := range t {
		if after[p] != was {
			paths = append(paths, p)
		}
	}
	for p, is := range after {
		if _, ok := t[p]; !ok && is != "directory" {
			paths = append(paths, p)
		}
	}
	return paths
}

// covers reports whether one of the operations speaks of a path.
func covers(ops []Op, p string) bool {
	for _, op := range ops {
		if op.Kind == Read {
			continue
		}
		if op.Path == p || op.To == p || op.Tree && (within(p, op.Path) || op.To != "" && within(p, op.To)) {
			return true
		}
	}
	return false
}

// onDisk is the Env of a real directory.
func onDisk(dir string) Env {
	return Env{
		CWD: dir, Home: filepath.Join(dir, "home"),
		Lookup: func(name string) (string, bool) {
			return filepath.Join(dir, "home"), name == "HOME"
		},
		Stat: func(p string) (bool, bool) {
			info, err := os.Stat(p)
			return err == nil && info.IsDir(), err == nil
		},
		Link: func(p string) (string, bool) {
			target, err := os.Readlink(p)
			return target, err == nil
		},
		List: func(p string) ([]string, error) {
			entries, err := os.ReadDir(p)
			var names []string
			for _, e := range entries {
				names = append(names, e.Name())
			}
			return names, err
		},
		ReadFile: os.ReadFile,
	}
}

// plant writes a world into a directory.
func (w world) plant(t *testing.T, dir string) {
	t.Helper()
	for name, text := range w {
		p := filepath.Join(dir, name)
		if strings.HasSuffix(name, "/") {
			require.NoError(t, os.MkdirAll(p, 0o755))
			continue
		}
		require.NoError(t, os.MkdirAll(filepath.Dir(p), 0o755))
		require.NoError(t, os.WriteFile(p, []byte(text), 0o644))
	}
}

// inBash runs a command the way hosts do, and returns its standard output.
func inBash(t *testing.T, dir, command string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", "-c", command)
	cmd.Dir = dir
	cmd.Env = []string{"HOME=" + filepath.Join(dir, "home"), "PATH=" + os.Getenv("PATH"), "TMPDIR=" + t.TempDir()}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	var out bytes.Buffer
	cmd.Stdout = &out
	err := cmd.Run()
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) // what it left behind
	return out.String(), err
}

const notPredicted = "changed but not predicted: "

// verdict compares what a command did with what was predicted, and says what is wrong.
func verdict(t *testing.T, w world, command string, exact bool) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	w.plant(t, dir)
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "home"), 0o755))
	predicted := Analyze(command, onDisk(dir))
	before := readTree(t, dir)
	out, failed := inBash(t, dir, command)
	after := readTree(t, dir)
	if problem := wrongRead(predicted, before, out); problem != "" && failed == nil {
		return problem
	}
	if len(predicted.Opaque) > 0 {
		return ""
	}
	for _, p := range before.changed(after) {
		if strings.ContainsAny(p, "*?[") {
			continue // a pattern that no longer matches anything is a name
		}
		if !covers(predicted.Ops, p) {
			return notPredicted + strings.TrimPrefix(p, dir+"/")
		}
	}
	if exact {
		return wrongContent(predicted.Ops, before, after)
	}
	return ""
}

// wrongRead checks the claim that the output is the whole file.
func wrongRead(r Result, before tree, out string) string {
	for _, op := range r.Ops {
		if op.Whole && strings.HasPrefix(before[op.Path], "file ") && before[op.Path] != "file "+out {
			return "output is not the whole of " + op.Path
		}
	}
	return ""
}

// wrongContent replays the operations on each file whose contents are all known.
func wrongContent(ops []Op, before, after tree) string {
	want := map[string]string{}
	lost := map[string]bool{}
	for _, op := range ops {
		_, started := want[op.Path]
		switch {
		case op.Kind == Read || op.Kind == Touch:
		case op.Known && op.Kind == Write:
			want[op.Path] = string(op.Content)
		case op.Known && op.Kind == Append:
			if !started {
				want[op.Path] = strings.TrimPrefix(before[op.Path], "file ")
			}
			want[op.Path] += string(op.Content)
		default:
			lost[op.Path], lost[op.To] = true, true
		}
		if op.Tree {
			return ""
		}
	}
	for p, text := range want {
		_, there := after[p]
		if _, was := before[p]; !was && !there {
			continue // a directory is missing, so it could not be opened
		}
		if !lost[p] && after[p] != "file "+text && after[p] != "directory" {
			return "content of " + p + ": predicted " + text + " found " + after[p]
		}
	}
	return ""
}

// TestOracle runs commands from a grammar in a real bash and demands that every file which changed was predicted,
// unless the command is opaque; and that contents predicted for certain are those found.
func TestOracle(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("no bash to compare with")
	}
	seed := *oracleSeed
	if seed == 0 {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 1))
	opaque := 0
	for range *oracleRuns {
		g := &generator{rand: r, exact: true}
		command := g.script()
		if problem := verdict(t, generatorWorld(), command, g.exact); problem != "" {
			t.Errorf("%s\n%s\n--- predicted:\n%s", problem, command, render(Analyze(command, generatorWorld().env()), true))
		}
		if len(Analyze(command, generatorWorld().env()).Opaque) > 0 {
			opaque++
		}
	}
	if opaque > *oracleRuns/2 {
		t.Errorf("%d of %d commands are opaque: the oracle proves too little", opaque, *oracleRuns)
	}
}

var oracleFixtures = flag.Bool("oracle.fixtures", false, "also run the fixtures in bash")

// TestFixturesInBash runs the fixtures' own commands in bash and holds them to the same demands.
func TestFixturesInBash(t *testing.T) {
	if !*oracleFixtures {
		t.Skip("takes a minute; -oracle.fixtures runs it")
	}
	for _, family := range []string{"shell", "coreutils", "text", "search", "archive", "editors", "wrappers", "interpreters", "git", "system"} {
		for _, f := range readFixtures(t, "testdata/commands/"+family+".txt") {
			if leavesTheTree(f.command) {
				continue
			}
			t.Run(family, func(t *testing.T) {
				w := sample()
				w["home/"] = ""
				problem := verdict(t, w, "export DOCS=notes\n"+f.command, false)
				if name, ok := strings.CutPrefix(problem, notPredicted); ok {
					if _, exists := w[name]; !exists {
						return // a new file, whose name only the program knows
					}
				}
				if problem != "" {
					t.Errorf("%d: %s\n%s", f.line, f.command, problem)
				}
			})
		}
	}
}

// leavesTheTree reports whether a fixture's command reaches for what a test should leave alone.
func leavesTheTree(command string) bool {
	for _, word := range []string{"sudo", "doas", "su ", "ssh", "curl", "/tmp/", "nohup", "setsid", "watch", "sleep", "brew", "rm -rf -- ", "chown", "chattr", "docker", "/w/", "claude", "npm", "push", "clone", "exit", "emacs", "vim", "nano", "entr", "trash"} {
		if strings.Contains(command, word) {
			return true
		}
	}
	return false
}
