package mcpserver_test

import (
	"path/filepath"

	"github.com/stretchr/testify/require"

	"noclobber/gate"
	"noclobber/internal/guard"
)

// leaseOf lets a host's call on the journal begin, and never end.
func leaseOf(w *world) {
	w.t.Helper()
	path := filepath.Join(w.dir, "JOURNAL.md")
	v := guard.New(w.config().Guard).Before(gate.Call{
		Event: gate.Before, Context: gate.Context{Host: "claude", Session: "s1"}, ID: "call-1", CWD: w.dir, Tool: "Edit", Known: true,
		Ops: []gate.Op{{Kind: gate.Write, Path: path, Content: []byte("- one\n- of the host\n"), HasContent: true}},
	})
	require.Equal(w.t, gate.Pass, v.Action, v.Text)
}
