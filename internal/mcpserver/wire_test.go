package mcpserver_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"noclobber/internal/mcpserver"
)

// raw is a connection on which a test writes and reads the lines itself.
type raw struct {
	t    *testing.T
	in   *io.PipeWriter
	out  *bufio.Scanner
	stop chan struct{}
	done chan error
}

func (w *world) dial() *raw {
	w.t.Helper()
	toServer, in := io.Pipe()
	out, fromServer := io.Pipe()
	r := &raw{t: w.t, in: in, out: bufio.NewScanner(out), stop: make(chan struct{}), done: make(chan error, 1)}
	r.out.Buffer(nil, 64<<20)
	go func() {
		err := mcpserver.Serve(toServer, fromServer, r.stop, w.config())
		_ = fromServer.Close()
		r.done <- err
	}()
	go r.send(hello)
	require.Contains(w.t, r.line(), `"serverInfo"`)
	return r
}

const hello = `{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`

func (r *raw) send(text string) {
	_, _ = io.WriteString(r.in, text) // a server that is gone reads nothing; the test looks at its answers
}

// line is the next line of the server's output; empty at its end.
func (r *raw) line() string {
	r.t.Helper()
	got := make(chan string, 1)
	go func() {
		if !r.out.Scan() {
			close(got)
			return
		}
		got <- r.out.Text()
	}()
	return within(r.t, got)
}

// answer is a message of the server.
type answer struct {
	ID     any             `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

func (r *raw) answers(n int) []answer {
	r.t.Helper()
	var all []answer
	for range n {
		var a answer
		line := r.line()
		require.NoError(r.t, json.Unmarshal([]byte(line), &a), line)
		all = append(all, a)
	}
	return all
}

func call(id int, tool string, args map[string]any) string {
	text, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": map[string]any{"name": tool, "arguments": args}})
	if err != nil {
		panic(err)
	}
	return string(text) + "\n"
}

// TestPipelinedEditsAreMadeInTheirOrder: forty edits of one document, sent without waiting for an answer, and then the end
// of the input.
func TestPipelinedEditsAreMadeInTheirOrder(t *testing.T) {
	w := newWorld(t, map[string]string{"JOURNAL.md": "# Journal\n", "HANDOVER.md": handover})
	r := w.dial()
	var sent, want strings.Builder
	for i := range 40 {
		sent.WriteString(call(i, "doc_append", args{"path": "JOURNAL.md", "content": fmt.Sprintf("- %d\n", i)}))
		sent.WriteString(call(100+i, "doc_splice", args{"path": "HANDOVER.md", "anchor": "next", "content": fmt.Sprintf("- step %d\n", i)}))
		fmt.Fprintf(&want, "- %d\n", i)
	}
	go func() {
		r.send(sent.String())
		_ = r.in.Close()
	}()
	all := r.answers(80)
	assert.Empty(t, r.line(), "the output ends")
	require.NoError(t, <-r.done)
	for i, a := range all {
		require.Nil(t, a.Error)
		require.NotContains(t, string(a.Result), `"isError":true`)
		require.EqualValues(t, i%2*100+i/2, a.ID, "answers come in the order of the calls")
	}
	assert.Equal(t, "# Journal\n"+want.String(), w.text("JOURNAL.md"))
	assert.Equal(t, strings.Replace(handover, "- ship", "- step 39", 1), w.text("HANDOVER.md"))
}

// TestPipelinedWritesFromOneVersionAreMerged: forty whole texts made from one version, each with a line of its own.
func TestPipelinedWritesFromOneVersionAreMerged(t *testing.T) {
	files := map[string]string{"JOURNAL.md": "# Journal\n- base\n", "MEMORY.md": "# Memory\n- base\n", "HANDOVER.md": handover + "\n# Log\n"}
	w := newWorld(t, files)
	r := w.dial()
	var sent strings.Builder
	id := 0
	for name, text := range files {
		version := w.version(name)
		sent.WriteString(call(1000+id, "doc_read", args{"path": name})) // the version becomes known
		for i := range 40 {
			sent.WriteString(call(id, "doc_write", args{"path": name, "content": text + fmt.Sprintf("- entry %d.\n", i), "if_version": version}))
			id++
		}
	}
	go r.send(sent.String())
	for _, a := range r.answers(len(files) * 41) {
		require.NotContains(t, string(a.Result), `"isError":true`)
	}
	for name, text := range files {
		after := w.text(name)
		assert.True(t, strings.HasPrefix(after, text), name)
		for i := range 40 {
			assert.Equal(t, 1, strings.Count(after, fmt.Sprintf("- entry %d.\n", i)), "%s, entry %d", name, i)
		}
	}
}

func TestWhatIsNoMessageIsAnsweredAndPassedOver(t *testing.T) {
	w := newWorld(t, map[string]string{"JOURNAL.md": "- one\n"})
	r := w.dial()
	go r.send("{bad\n\n[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}]\n{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"nope\"}\n" +
		call(3, "doc_nope", nil) + call(4, "doc_append", args{"path": "JOURNAL.md", "text": "x"}) + call(5, "doc_append", args{"path": "JOURNAL.md", "content": "- two\n"}))
	var codes []int
	for _, a := range r.answers(5) {
		if a.Error != nil {
			codes = append(codes, a.Error.Code)
		} else {
			assert.Contains(t, string(a.Result), "text")
		}
	}
	assert.ElementsMatch(t, []int{-32700, -32600, -32601, -32602}, codes)
	assert.NotContains(t, r.line(), "isError")
	assert.Equal(t, "- one\n- two\n", w.text("JOURNAL.md"))
}

// held makes the journal busy: a call of a host holds its lease, so that a call of ours waits.
func (w *world) held(wait string) {
	w.t.Helper()
	w.put(".noclobber.toml", strings.Replace(policyText, "[defaults]\n", "[defaults]\nlease = \"10m\"\nwait = \""+wait+"\"\n", 1))
	leaseOf(w)
}

func TestACancelledCallIsNotMade(t *testing.T) {
	w := newWorld(t, map[string]string{"JOURNAL.md": "- one\n"})
	w.held("5m")
	r := w.dial()
	go r.send(call(1, "doc_append", args{"path": "JOURNAL.md", "content": "- waits for the lease\n"}) +
		call(2, "doc_append", args{"path": "MEMORY.md", "content": "- waits for its turn\n"}) +
		call(3, "doc_append", args{"path": "MEMORY.md", "content": "- third\n"}) +
		`{"jsonrpc":"2.0","id":4,"method":"ping"}` + "\n" +
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}` + "\n" +
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}` + "\n")
	for _, a := range r.answers(4) {
		switch a.ID {
		case 2.0:
			require.NotNil(t, a.Error)
			assert.Contains(t, a.Error.Message, "nothing was written")
		case 1.0:
			if a.Error == nil {
				assert.Contains(t, string(a.Result), "cancelled")
			}
		default:
			require.Nil(t, a.Error)
		}
	}
	assert.Equal(t, "- one\n", w.text("JOURNAL.md"))
	assert.Equal(t, "- third\n", w.text("MEMORY.md"))
}

func TestALeaseHeldTooLongIsARefusalThatSaysSendAgain(t *testing.T) {
	w := newWorld(t, map[string]string{"JOURNAL.md": "- one\n"})
	w.held("50ms")
	r := w.connect(nil).call("doc_append", args{"path": "JOURNAL.md", "content": "- two\n"})
	require.True(t, r.failed)
	assert.Equal(t, "send the same call again.", r.out["next"])
	assert.Equal(t, "- one\n", w.text("JOURNAL.md"))
}

// TestAServerToldToStopFinishesTheCallUnderWay: it is answered, those behind it are refused, and the output ends.
func TestAServerToldToStopFinishesTheCallUnderWay(t *testing.T) {
	w := newWorld(t, map[string]string{"JOURNAL.md": "- one\n"})
	w.held("2s")
	r := w.dial()
	go r.send(call(1, "doc_append", args{"path": "JOURNAL.md", "content": "- two\n"}) + call(2, "doc_append", args{"path": "MEMORY.md", "content": "x\n"}) +
		`{"jsonrpc":"2.0","id":3,"method":"ping"}` + "\n")
	require.EqualValues(t, 3, r.answers(1)[0].ID, "what is no call does not wait")
	close(r.stop)
	all := r.answers(2)
	require.EqualValues(t, 2, all[0].ID)
	assert.Contains(t, all[0].Error.Message, "told to stop")
	require.EqualValues(t, 1, all[1].ID)
	require.Nil(t, all[1].Error)
	assert.Empty(t, r.line())
	require.NoError(t, <-r.done)
	_, err := os.Stat(filepath.Join(w.dir, "MEMORY.md"))
	require.ErrorIs(t, err, os.ErrNotExist)
}

func TestTheLastLineNeedsNoNewline(t *testing.T) {
	w := newWorld(t, map[string]string{"JOURNAL.md": "- one\n"})
	r := w.dial()
	go func() {
		r.send(strings.TrimSuffix(call(1, "doc_append", args{"path": "JOURNAL.md", "content": "- two\n"}), "\n"))
		_ = r.in.Close()
	}()
	require.EqualValues(t, 1, r.answers(1)[0].ID)
	require.NoError(t, <-r.done)
	assert.Equal(t, "- one\n- two\n", w.text("JOURNAL.md"))
}
