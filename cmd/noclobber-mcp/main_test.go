package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"noclobber/ledger"
)

// asServer has the test binary be the program, in a process of its own.
const asServer = "NOCLOBBER_MCP_TEST_SERVER"

func TestMain(m *testing.M) {
	if os.Getenv(asServer) != "" {
		main()
	}
	os.Exit(m.Run())
}

// project is a directory with a policy, and a home.
type project struct {
	t    *testing.T
	dir  string
	home string
}

func newProject(t *testing.T) *project {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	p := &project{t, filepath.Join(root, "project"), filepath.Join(root, "home")}
	require.NoError(t, os.Mkdir(p.dir, 0o777))
	require.NoError(t, os.Mkdir(p.home, 0o700))
	p.put(".noclobber.toml", `version = 1
[defaults]
lease = "1s"
wait  = "2m"
[[protect]]
name  = "journal"
paths = ["JOURNAL.md"]
mode  = "append"
[[protect]]
name  = "memory"
paths = ["MEMORY.md"]
mode  = "merge"
`)
	return p
}

func (p *project) put(name, text string) {
	p.t.Helper()
	require.NoError(p.t, os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o666))
}

func (p *project) text(name string) string {
	p.t.Helper()
	text, err := os.ReadFile(filepath.Join(p.dir, name))
	require.NoError(p.t, err)
	return string(text)
}

// server is the program as a host starts it.
func (p *project) server(args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Dir = p.dir
	cmd.Env = []string{asServer + "=1", "HOME=" + p.home, "PATH=" + os.Getenv("PATH"), "SYSTEMROOT=" + os.Getenv("SYSTEMROOT")}
	return cmd
}

func (p *project) connect() *mcp.ClientSession {
	p.t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "v1"}, nil)
	session, err := client.Connect(p.t.Context(), &mcp.CommandTransport{Command: p.server()}, nil)
	require.NoError(p.t, err)
	p.t.Cleanup(func() { require.NoError(p.t, session.Close()) })
	return session
}

// call makes a call that must not be refused and gives what it answered.
func call(ctx context.Context, c *mcp.ClientSession, tool string, args map[string]any) (map[string]any, error) {
	res, err := c.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		return nil, err
	}
	if res.IsError {
		return nil, fmt.Errorf("%s: %s", tool, res.Content[0].(*mcp.TextContent).Text)
	}
	out, ok := res.StructuredContent.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("%s: no structured answer", tool)
	}
	return out, nil
}

// edits is how many edits each of two processes makes.
const edits = 20

// TestTwoProcessesLoseNothing: two servers on one document each, twenty edits at once through each of them.
func TestTwoProcessesLoseNothing(t *testing.T) {
	p := newProject(t)
	p.put("MEMORY.md", "# Memory\n")
	var wg sync.WaitGroup
	errs := make(chan error, 2*edits)
	for _, name := range []string{"A", "B"} {
		c := p.connect()
		for i := range edits {
			wg.Go(func() { errs <- edit(t.Context(), c, fmt.Sprintf("- %s %d\n", name, i)) })
		}
	}
	wg.Wait()
	close(errs)
	for err := range errs {
		require.NoError(t, err)
	}
	for _, name := range []string{"JOURNAL.md", "MEMORY.md"} {
		text := p.text(name)
		for i := range edits {
			require.Equal(t, 1, strings.Count(text, fmt.Sprintf("- A %d\n", i)), text)
			require.Equal(t, 1, strings.Count(text, fmt.Sprintf("- B %d\n", i)), text)
		}
	}
	p.requireSound()
}

// edit adds a line to the journal by an append, and to the memory as a model does: by a read and a whole write.
func edit(ctx context.Context, c *mcp.ClientSession, line string) error {
	if _, err := call(ctx, c, "doc_append", map[string]any{"path": "JOURNAL.md", "content": line}); err != nil {
		return err
	}
	r, err := call(ctx, c, "doc_read", map[string]any{"path": "MEMORY.md"})
	if err != nil {
		return err
	}
	_, err = call(ctx, c, "doc_write", map[string]any{"path": "MEMORY.md", "content": r["content"].(string) + line, "if_version": r["version"]})
	return err
}

// requireSound proves that the logs and snapshots of the documents that are there can be read back.
func (p *project) requireSound() {
	p.t.Helper()
	store := ledger.New(p.home, "", nil)
	for _, name := range []string{"JOURNAL.md", "MEMORY.md"} {
		real := filepath.Join(p.dir, name)
		if _, err := os.Stat(real); err != nil {
			continue
		}
		ctx, cancel := context.WithTimeout(p.t.Context(), time.Minute)
		doc, err := store.Lock(ctx, real)
		cancel()
		require.NoError(p.t, err)
		problems, err := doc.Verify()
		require.NoError(p.t, err)
		require.Empty(p.t, problems)
		require.NoError(p.t, doc.Unlock())
	}
}

const hello = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`

// started is a server that runs, and its pipes.
func (p *project) started() (cmd *exec.Cmd, in io.WriteCloser, out io.ReadCloser) {
	p.t.Helper()
	cmd = p.server()
	in, err := cmd.StdinPipe()
	require.NoError(p.t, err)
	out, err = cmd.StdoutPipe()
	require.NoError(p.t, err)
	require.NoError(p.t, cmd.Start())
	return cmd, in, out
}

func appending(id int) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"doc_append","arguments":{"path":"JOURNAL.md","content":"- entry %d"}}}`+"\n", id, id)
}

// TestKilledInTheMiddle: a server that is killed while forty appends are on their way leaves whole lines, keeps what it
// answered, and is in nobody's way.
func TestKilledInTheMiddle(t *testing.T) {
	for _, answers := range []int{1, 7, 20} {
		t.Run(fmt.Sprint(answers), func(t *testing.T) {
			p := newProject(t)
			cmd, in, out := p.started()
			go func() {
				text := hello
				for i := range 40 {
					text += appending(i + 1)
				}
				_, _ = io.WriteString(in, text)
			}()
			lines := bufio.NewScanner(out)
			lines.Buffer(nil, 1<<20)
			var answered []int
			for lines.Scan() {
				var a struct{ ID int }
				require.NoError(t, json.Unmarshal(lines.Bytes(), &a))
				if answered = append(answered, a.ID); len(answered) == 1+answers {
					require.NoError(t, cmd.Process.Kill())
				}
			}
			require.Error(t, cmd.Wait())
			text := p.text("JOURNAL.md")
			for _, id := range answered[1:] {
				require.Equal(t, 1, strings.Count(text, fmt.Sprintf("- entry %d\n", id)), "entry %d was answered", id)
			}
			for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
				require.Equal(t, fmt.Sprintf("- entry %d", i+1), line, "each line is whole, and in its order")
			}
			p.requireSound()
			_, err := call(t.Context(), p.connect(), "doc_append", map[string]any{"path": "JOURNAL.md", "content": "- after it"})
			require.NoError(t, err)
			assert.Equal(t, text+"- after it\n", p.text("JOURNAL.md"))
			p.requireSound()
		})
	}
}

func TestTheEndOfTheInputIsTheEnd(t *testing.T) {
	p := newProject(t)
	cmd := p.server()
	cmd.Stdin = strings.NewReader(hello + appending(1) + appending(2))
	out, err := cmd.Output()
	require.NoError(t, err)
	assert.Equal(t, 3, strings.Count(string(out), "\n"), "all that came before is answered: %s", out)
	assert.Equal(t, "- entry 1\n- entry 2\n", p.text("JOURNAL.md"))
}

func TestAnotherBuildIsNotServed(t *testing.T) {
	p := newProject(t)
	cmd := p.server("--of", "v0.0.1")
	out, err := cmd.CombinedOutput()
	require.Error(t, err)
	assert.Equal(t, 3, cmd.ProcessState.ExitCode())
	assert.Contains(t, string(out), "hint: install both")
}
