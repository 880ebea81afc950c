package clients

import (
	"testing"

	"noclobber/test/modelapi"
	"noclobber/test/realclient"
)

// client is one host's command-line client and how it is driven.
type client struct {
	host    string // the HOST of `noclobber init HOST`
	pkg     string // its npm package
	program string

	// settings prepares the client's own configuration, before the gate is wired.
	settings func(p *project, api string)
	// args and env start a session on a prompt.
	args func(prompt string) []string
	env  func(api string) []string

	// The calls of its tools.
	read  func(path string) modelapi.Call
	write func(path, content string) modelapi.Call
	edit  func(path, old, replacement string) modelapi.Call
	shell func(command string) modelapi.Call

	rewrites bool // a whole write on an old base is merged on the way; else it is refused
	guards   bool // the client itself refuses a write to a file that changed since its model read it
}

// all are the clients, each in a file of its own.
func all() []client {
	return []client{codex(), gemini(), qwen(), opencode(), copilot()}
}

// path is the client, or an error that says how to install it.
func (c client) path() (string, error) {
	return realclient.Client{Dir: c.host, Package: c.pkg, Program: c.program}.Path()
}

// need gives the client, or skips the test, which fails in CI.
func (c client) need(t *testing.T) string {
	t.Helper()
	path, err := c.path()
	return realclient.Need(t, path, err)
}
