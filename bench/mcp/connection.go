package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// connection is a running server.
type connection struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

// start runs a server and shakes hands with it.
func (s subject) start(dir string) (*connection, error) {
	command := s.command
	if s.tool == "edit_file" {
		command = append(append([]string{}, command...), dir)
	}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOME="+filepath.Dir(dir), "XDG_STATE_HOME=")
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	c := &connection{cmd, in, bufio.NewScanner(out)}
	c.out.Buffer(nil, 1<<20)
	const hello = `{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}`
	if _, err := io.WriteString(in, hello+"\n"); err != nil {
		return nil, err
	}
	if _, err := c.answers(0); err != nil {
		return nil, err
	}
	_, err = io.WriteString(in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n")
	return c, err
}

// send sends the edits of some places, without waiting for answers.
func (c *connection) send(s subject, doc string, from, to int) {
	var b strings.Builder
	for i := from; i < to; i++ {
		text, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": i, "method": "tools/call", "params": map[string]any{"name": s.tool, "arguments": s.args(doc, i)}})
		if err != nil {
			return
		}
		b.Write(append(text, '\n'))
	}
	_, _ = io.WriteString(c.in, b.String()) // answers that do not come tell
}

// answers reads so many answers to calls; with none, the one to the greeting.
func (c *connection) answers(n int) (tally, error) {
	var t tally
	for greeted := false; t.answered < n || n == 0 && !greeted; {
		if !c.out.Scan() {
			return t, fmt.Errorf("the server ended after %d answers", t.answered)
		}
		var a struct {
			ID     any
			Error  *struct{}
			Result struct{ IsError bool }
		}
		if err := json.Unmarshal(c.out.Bytes(), &a); err != nil {
			return t, err
		}
		switch a.ID.(type) {
		case string:
			greeted = true
		case float64:
			if t.answered++; a.Error != nil || a.Result.IsError {
				t.failed++
			}
		}
	}
	return t, nil
}

func (c *connection) end() {
	_ = c.in.Close()
	_ = c.cmd.Wait()
}
