// Package player plays a Claude-like agent host: it runs tools the way that client does and asks a
// real noclobber process at each of its hook events.
//
// `noclobber demo` uses it to show what the gate does, and the tests to tell stories in a short
// notation. What it imitates was measured on the client 2.1.332: whole writes go through a temp file
// and a rename and drop CR, an edit replaces a text that is there once, a refused call gets no
// PostToolUse, and PostToolBatch comes last.
//
//	h := player.Host{Dir: project, Hook: []string{"noclobber", "hook", "claude"}}
//	r, err := h.Do(player.Write("session-1", "/project/JOURNAL.md", "text\n"))
package player
