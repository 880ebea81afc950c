package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"noclobber/internal/cli/player"
)

// hookcall plays one tool call of a Claude-like host through the hook of the noclobber on PATH:
//
//	hookcall SESSION read FILE
//	hookcall SESSION write FILE          the content on standard input
//	hookcall SESSION edit FILE OLD NEW   \n is a line feed
//	hookcall SESSION bash COMMAND
//	hookcall SESSION event NAME [SOURCE]
//
// A SESSION may be SESSION/AGENT. It prints pass, rewritten, refused or failed, then what the gate told the
// model. Before SESSION, -only before stops after PreToolUse, as if the client had died; -meanwhile COMMAND is
// what somebody else does between PreToolUse and the tool. It exits 1 for a refusal, 2 when it cannot play.
func hookcall(args []string) int {
	o, args := callOptions(args)
	if len(args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: hookcall [-only before] [-meanwhile COMMAND] SESSION read|write|edit|bash|event ARGS")
		return 2
	}
	dir, err := os.Getwd()
	if err != nil {
		return hookcallFailed(err)
	}
	h := &player.Host{Dir: dir, Env: os.Environ(), Hook: []string{"noclobber", "hook", "claude"}}
	if args[1] == "event" {
		told, err := h.Event(args[0], args[2], strings.Join(args[3:], ""))
		if err != nil {
			return hookcallFailed(err)
		}
		fmt.Print(told)
		return 0
	}
	call, err := parseCall(dir, args)
	if err != nil {
		return hookcallFailed(err)
	}
	r, err := playCall(h, call, o)
	if err != nil {
		return hookcallFailed(err)
	}
	return printResult(r)
}

// options are what may happen to a call besides.
type options struct {
	onlyBefore bool
	meanwhile  string
}

func callOptions(args []string) (o options, rest []string) {
	for len(args) > 1 {
		switch args[0] {
		case "-only":
			o.onlyBefore = args[1] == "before"
		case "-meanwhile":
			o.meanwhile = args[1]
		default:
			return o, args
		}
		args = args[2:]
	}
	return o, args
}

func hookcallFailed(err error) int {
	fmt.Fprintln(os.Stderr, "hookcall:", err)
	return 2
}

func parseCall(dir string, args []string) (player.Call, error) {
	session, agent, _ := strings.Cut(args[0], "/")
	path := args[2]
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	var c player.Call
	switch {
	case args[1] == "read":
		c = player.Read(session, path)
	case args[1] == "write":
		text, err := io.ReadAll(os.Stdin)
		if err != nil {
			return c, err
		}
		c = player.Write(session, path, string(text))
	case args[1] == "edit" && len(args) == 5:
		unescape := strings.NewReplacer(`\n`, "\n")
		c = player.Edit(session, path, unescape.Replace(args[3]), unescape.Replace(args[4]))
	case args[1] == "bash":
		c = player.Bash(session, args[2])
	default:
		return c, fmt.Errorf("no such call: %q", args[1:])
	}
	c.Agent = agent
	c.ID = fmt.Sprintf("toolu_%s_%d", session, os.Getpid())
	return c, nil
}

func playCall(h *player.Host, c player.Call, o options) (player.Result, error) {
	p, err := h.Begin(c)
	if err != nil || o.onlyBefore {
		return p.Result, err
	}
	if o.meanwhile != "" {
		other := player.Host{Dir: h.Dir, Env: h.Env}
		r, err := other.Do(player.Bash("", o.meanwhile))
		if err == nil && r.Failed {
			err = errors.New(r.Shown)
		}
		if err != nil {
			return p.Result, fmt.Errorf("%s: %w", o.meanwhile, err)
		}
	}
	if err := p.Run(); err != nil {
		return p.Result, err
	}
	return p.Result, p.End()
}

func printResult(r player.Result) int {
	word, code := "pass", 0
	switch {
	case r.Refused:
		word, code = "refused", 1
	case r.Failed:
		word = "failed: " + r.Shown
	case r.Rewritten:
		word = "rewritten"
	}
	fmt.Println(word)
	if len(r.Told) > 0 {
		fmt.Println(r.Text())
	}
	return code
}
