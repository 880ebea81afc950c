package guard

import (
	"fmt"
	"slices"

	"noclobber/gate"
	"noclobber/ledger"
)

// maxCommand bounds the command text that is kept of a call under way, in bytes.
const maxCommand = 200

// takeOff remembers a call that is under way, with the documents it touches: its working directory
// may be another one when its end is reported.
func (g *Guard) takeOff(call gate.Call, w work) {
	f := ledger.Flight{
		Writer: g.writerOf(call.Context), Call: callID(call), Tool: call.Tool, CWD: call.CWD,
		Started: g.now(), Opaque: w.opaque, Command: call.Command,
	}
	if len(f.Command) > maxCommand {
		f.Command = f.Command[:maxCommand]
	}
	for _, t := range w.writes {
		f.Docs = append(f.Docs, t.Real)
	}
	for _, real := range w.foretold {
		if !slices.Contains(f.Docs, real) {
			f.Docs = append(f.Docs, real)
		}
	}
	if w.opaque {
		f.Policies = g.policyTexts(call.CWD)
	}
	_ = g.store.Begin(f) // a name in later messages, and a short cut for After: nothing rests on it
}

// flight finds a call that took off.
func (g *Guard) flight(call gate.Call) (ledger.Flight, bool) {
	return g.store.Flight(g.writerOf(call.Context), callID(call))
}

// arrive marks a call as over: its batch event may still ask for it, and a task of its may run on.
func (g *Guard) arrive(f ledger.Flight, call gate.Call) {
	if r := call.Response; r != nil && r.Background != "" {
		f.Task = r.Background
	}
	f.Done = f.Task == ""
	if f.Done && !call.Host.Batch {
		_ = g.store.End(f.Writer, f.Call)
		return
	}
	_ = g.store.Begin(f)
}

// inFlight names the calls under way, for records of external changes: never "by" them.
func (g *Guard) inFlight() []string {
	flights, err := g.store.InFlight()
	if err != nil {
		return nil
	}
	var names []string
	for _, f := range flights {
		if f.Done {
			continue
		}
		name := fmt.Sprintf("%s of session %s", f.Tool, short(f.Writer.Session))
		if f.Command != "" {
			name += ": " + f.Command
		}
		names = append(names, name)
		if len(names) == gate.MaxLines {
			break
		}
	}
	return names
}
