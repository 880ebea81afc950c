package cli

import (
	"io"
	"os"
	"path/filepath"

	"noclobber/gate"
	"noclobber/internal/guard"
	"noclobber/internal/host/registry"
	"noclobber/policy"
)

// Streams are what a run of the command reads, writes and knows of its process.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	Lookup   func(name string) (string, bool) // environment
	Dir      string                           // working directory
	Terminal bool                             // Out is a terminal
	Keyboard bool                             // In is a terminal: nothing is piped
}

// System are the streams of this process.
func System() Streams {
	dir, err := os.Getwd()
	if err != nil {
		dir = string(filepath.Separator)
	}
	return Streams{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Lookup: os.LookupEnv, Dir: dir,
		Terminal: isTerminal(os.Stdout), Keyboard: isTerminal(os.Stdin),
	}
}

// isTerminal takes every character device for a terminal but the null device.
func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}

func (s Streams) env(name string) string {
	value, _ := s.Lookup(name)
	return value
}

// home is the user's home directory; empty where there is none.
func (s Streams) home() string {
	if home := s.env("HOME"); home != "" {
		return home
	}
	return s.env("USERPROFILE")
}

// stateRoot is where this machine's state is kept; empty where nothing names a place.
func (s Streams) stateRoot() string {
	if dir := s.env("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "noclobber")
	}
	if home := s.home(); filepath.IsAbs(home) {
		return filepath.Join(home, ".local", "state", "noclobber")
	}
	return ""
}

// guard makes the guard of this process for calls made in dir.
func (s Streams) guard(dir string) *guard.Guard { return guard.New(s.config(dir)) }

func (s Streams) config(dir string) guard.Config {
	home := s.home()
	return guard.Config{
		Home: home, StateHome: s.env("XDG_STATE_HOME"), Lookup: s.Lookup, From: dir, Project: s.project(),
		Policy:   policy.UserFile(home, s.env("XDG_CONFIG_HOME")),
		Settings: registry.Settings(),
	}
}

// path makes an argument an absolute and lexically clean path.
func (s Streams) path(arg string) string {
	if filepath.IsAbs(arg) {
		return filepath.Clean(arg)
	}
	return filepath.Join(s.Dir, arg)
}

func (s Streams) paths(args []string) []string {
	out := make([]string, len(args))
	for i, arg := range args {
		out[i] = s.path(arg)
	}
	return out
}

// document is the document that an argument names: a path, or a remote one, "project:claude/tasks.md". A file that is
// there under such a name goes first.
func (s Streams) document(arg string) string {
	path := s.path(arg)
	if _, _, remote := policy.SplitRemote(arg); remote {
		if _, err := os.Lstat(path); err != nil {
			return arg
		}
	}
	return path
}

func (s Streams) named(args []string) []string {
	out := make([]string, len(args))
	for i, arg := range args {
		out[i] = s.document(arg)
	}
	return out
}

// isRemote reports whether a document is one of a store.
func isRemote(document string) bool {
	_, _, ok := policy.SplitRemote(document)
	return ok
}

// project is the directory of the project that an agent's host works on, as hosts tell their hooks and shells.
func (s Streams) project() string {
	for _, name := range []string{"CLAUDE", "GEMINI", "QWEN", "FACTORY", "COPILOT", "CRUSH"} {
		if dir := s.env(name + "_PROJECT_DIR"); filepath.IsAbs(dir) {
			return dir
		}
	}
	return ""
}

// who is the context that a verb writes for: inside Claude Code the session that runs the shell, so
// that its own appends are known as its own.
func (s Streams) who() gate.Context {
	if session := s.env("CLAUDE_CODE_SESSION_ID"); session != "" {
		return gate.Context{Host: "claude", Session: session}
	}
	return gate.Context{Host: "cli"}
}
