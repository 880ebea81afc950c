package mcpserver_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"noclobber/internal/guard"
	"noclobber/internal/mcpserver"
)

// FuzzWhatComes: whatever comes before it, the last call is answered and every
// line of the output is one message.
func FuzzWhatComes(f *testing.F) {
	f.Add(hello)
	f.Add(hello + call(1, "doc_append", args{"path": "JOURNAL.md", "content": "- x\n"}) + "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}\n")
	f.Add("{bad\n[]\nnull\n{}\n\x00\n")
	f.Add(hello + "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"}\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":[]}\n")
	f.Add("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"subscriptions/listen\",\"params\":{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}}}\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n")
	f.Add("{\"jsonrpc\":\"2.0\",\"id\":\"last\",\"method\":\"ping\"}\n")
	dir := f.TempDir()
	if err := os.WriteFile(filepath.Join(dir, ".noclobber.toml"), []byte(policyText), 0o666); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, before string) {
		const last = "the last call"
		if strings.Contains(before, last) || strings.Contains(before, "initialize") && !strings.HasPrefix(before, hello) {
			return
		}
		if !strings.HasPrefix(before, hello) {
			before = hello + before
		}
		var out bytes.Buffer
		in := before + "\n" + `{"jsonrpc":"2.0","id":"` + last + `","method":"tools/call","params":{"name":"doc_read","arguments":{"path":"JOURNAL.md"}}}`
		c := mcpserver.Config{Guard: guard.Config{Home: t.TempDir(), From: dir}, Log: &bytes.Buffer{}}
		if err := mcpserver.Serve(strings.NewReader(in), &out, nil, c); err != nil {
			t.Fatal(err)
		}
		answered := false
		for line := range strings.Lines(out.String()) {
			var a struct {
				ID     any
				Result any
			}
			if err := json.Unmarshal([]byte(line), &a); err != nil {
				t.Fatalf("%v: %s", err, line)
			}
			answered = answered || a.ID == last && a.Result != nil
		}
		if !answered {
			t.Fatalf("not answered:\n%s", out.String())
		}
	})
}
