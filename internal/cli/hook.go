package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"noclobber/gate"
	"noclobber/internal/guard"
	"noclobber/internal/host"
	"noclobber/internal/host/registry"
)

// newHook is in the command tree for its help alone: Main answers `hook HOST` without the tree.
func newHook(s Streams) *cobra.Command {
	return &cobra.Command{
		Use:     "hook HOST",
		Short:   "answer one event of an agent host (the hosts start this)",
		Example: "  noclobber hook claude < payload.json",
		Long: "Reads the host's payload on standard input and answers on standard output: one JSON object or nothing.\n" +
			"Exit code 0, or 2 with a reason on standard error. Hosts: " + strings.Join(registry.Names(), ", ") + ".",
		Args: takes(1, 1, "one HOST"),
		RunE: func(_ *cobra.Command, args []string) error {
			if code := hook(args[0], s); code != exitOK {
				return exited(code)
			}
			return nil
		},
	}
}

// hook answers one event of a host: the payload on standard input, at most one JSON object on
// standard output. It exits with 0, or with 2 and a reason on standard error.
func hook(name string, s Streams) int {
	adapter, ok := registry.Lookup(name, s.home())
	if !ok {
		s.remark("noclobber: unknown host %q; known are %s", name, strings.Join(registry.Names(), ", "))
		return exitUsage
	}
	return deliver(answer(adapter, s), s)
}

// answer decodes the event, lets the guard act and encodes what it says. Whatever goes wrong inside
// becomes the host's own form of a refusal, where the event can still be refused.
func answer(adapter host.Adapter, s Streams) (a host.Answer) {
	event := gate.Before
	defer func() {
		if r := recover(); r != nil {
			a = adapter.Failure(event, fmt.Errorf("internal error: %v", r))
		}
	}()
	payload, err := host.ReadPayload(s.In)
	if err != nil {
		return adapter.Failure(event, err)
	}
	call, err := adapter.Decode(payload)
	event = call.Event
	if err != nil {
		return adapter.Failure(event, err)
	}
	g := s.guard(call.CWD)
	if event == gate.Before {
		return adapter.Before(call, g.Before(call))
	}
	return adapter.After(call, after(g, call))
}

// after hands every event but Before to the guard.
func after(g *guard.Guard, call gate.Call) gate.Report {
	switch call.Event {
	case gate.After, gate.Failed:
		return g.After(call)
	case gate.Batch:
		return g.Batch(call)
	default:
		return g.Session(call)
	}
}

func deliver(a host.Answer, s Streams) int {
	if len(a.Stdout) > 0 {
		if _, err := s.Out.Write(a.Stdout); err != nil {
			return exitUsage // the host hears nothing: it must not take that for a pass
		}
	}
	if a.Stderr != "" {
		s.remark("%s", strings.TrimRight(a.Stderr, "\n"))
	}
	return a.Exit
}
