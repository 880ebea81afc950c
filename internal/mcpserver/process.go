package mcpserver

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"noclobber/internal/build"
	"noclobber/internal/guard"
	"noclobber/policy"
)

// Process is what a run of the program reads, writes and knows.
type Process struct {
	In       io.Reader
	Out, Err io.Writer
	Lookup   func(name string) (string, bool) // environment
	Dir      string                           // working directory
}

// System is this process.
func System() Process {
	dir, err := os.Getwd()
	if err != nil {
		dir = string(filepath.Separator)
	}
	return Process{In: os.Stdin, Out: os.Stdout, Err: os.Stderr, Lookup: os.LookupEnv, Dir: dir}
}

// The exit codes; those of noclobber.
const (
	exitOK       = 0
	exitUsage    = 2
	exitInternal = 3
)

const usage = `usage: noclobber mcp [--root DIR]...

Serves the protected documents of this directory over the Model Context Protocol, on standard input and output.
`

// Main runs the program until its input ends or it is told to stop, and returns its exit code.
func Main(args []string, p Process) int {
	var (
		roots list
		of    string
		tell  bool
	)
	flags := flag.NewFlagSet("noclobber-mcp", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Var(&roots, "root", "")
	flags.StringVar(&of, "of", "", "")
	flags.BoolVar(&tell, "version", false, "")
	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		_, _ = io.WriteString(p.Out, usage)
		return exitOK
	case err != nil:
		return p.fail(exitUsage, err.Error(), "noclobber mcp -h")
	case flags.NArg() > 0:
		return p.fail(exitUsage, fmt.Sprintf("unexpected argument %q", flags.Arg(0)), "noclobber mcp -h")
	case tell:
		_, _ = fmt.Fprintln(p.Out, build.This().Line("noclobber-mcp"))
		return exitOK
	case of != "" && of != build.This().ID():
		return p.fail(exitInternal, fmt.Sprintf("noclobber-mcp is %s, and the noclobber that started it is %s", build.This().ID(), of),
			"install both from one release or build: ./install.sh")
	}
	return p.serve(roots)
}

// list is a flag that may be given more than once.
type list []string

func (l *list) String() string     { return fmt.Sprint(*l) }
func (l *list) Set(s string) error { *l = append(*l, s); return nil }

func (p Process) fail(code int, what, next string) int {
	_, _ = fmt.Fprintf(p.Err, "error: %s\nhint: %s\n", what, next)
	return code
}

func (p Process) serve(roots []string) int {
	signal.Ignore(syscall.SIGPIPE) // a client that is gone ends the connection, not a write under way
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	c := Config{Guard: p.guard(), Version: build.This().Version, Log: p.Err}
	for _, dir := range roots {
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(p.Dir, dir)
		}
		c.Roots = append(c.Roots, filepath.Clean(dir))
	}
	if err := Serve(p.In, p.Out, ctx.Done(), c); err != nil {
		return p.fail(exitInternal, "the connection broke: "+err.Error(), "the client's log tells what it sent")
	}
	return exitOK
}

// guard is the configuration of the guard, the same as that of the verbs.
func (p Process) guard() guard.Config {
	home := p.env("HOME")
	if home == "" {
		home = p.env("USERPROFILE")
	}
	return guard.Config{
		Home: home, StateHome: p.env("XDG_STATE_HOME"), Policy: policy.UserFile(home, p.env("XDG_CONFIG_HOME")),
		Lookup: p.Lookup, From: p.Dir,
	}
}

func (p Process) env(name string) string {
	value, _ := p.Lookup(name)
	return value
}
