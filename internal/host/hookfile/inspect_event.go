package hookfile

import (
	"fmt"
	"slices"
	"strings"

	"noclobber/internal/host"
)

// event checks the entries of one event.
func (in *inspection) event(event Event) {
	ours := in.ours(event.Name)
	if len(ours) == 0 {
		if event.Without != "" && !in.toldBy(event) {
			in.add("missing-event", event.Severity, "", event.Name+" does not start noclobber: "+event.Without, in.rewire())
		}
		return
	}
	if event.Tools {
		in.gaps(event.Name, ours)
	}
	for _, e := range ours {
		in.weak(event, e)
	}
	if event.Before && !same(ours) {
		mend := ""
		if slices.ContainsFunc(ours, func(e seen) bool { return e.Scope == host.Plugin }) {
			mend = "the plugin or the settings are enough: `noclobber uninstall " + in.Host + "` takes the settings' entries out"
		}
		in.add("doubled", host.Note, "", fmt.Sprintf("each event starts noclobber %d times, from %s: it answers alike, and costs a process each time", len(ours), paths(ours)), mend)
	}
}

// toldBy reports whether another event that is wired tells the same as one that is missing.
func (in *inspection) toldBy(event Event) bool {
	for _, e := range in.Events() {
		if e.Without == "" && len(in.ours(e.Name)) > 0 && event.Name != e.Name && event.Twin == e.Name {
			return true
		}
	}
	return false
}

// same reports whether all entries have one command line, which the client runs once; but for that of a plugin, which it
// runs beside those of the settings.
func same(all []seen) bool {
	return !slices.ContainsFunc(all, func(e seen) bool {
		return e.command != all[0].command || !slices.Equal(e.args, all[0].args) || (e.Scope == host.Plugin) != (all[0].Scope == host.Plugin)
	})
}

func paths(all []seen) string {
	var names []string
	for _, e := range all {
		names = append(names, e.Path)
	}
	return strings.Join(names, " and ")
}

// gaps names the tools that no entry of an event sees.
func (in *inspection) gaps(event string, ours []seen) {
	var missed []string
	doubt := false
	for _, s := range in.Samples() {
		best := misses
		for _, e := range ours {
			switch matches(e.matcher, s.Tool) {
			case hits:
				best = hits
			case unclear:
				doubt = true
				if best == misses {
					best = unclear
				}
			}
		}
		if best == misses {
			missed = append(missed, s.Shown)
		}
	}
	if missed != nil {
		in.add("matcher-gap", host.Error, ours[0].Path,
			fmt.Sprintf("%s does not start noclobber for %s", event, strings.Join(missed, ", ")),
			`give its group the matcher "*", or `+in.rewire())
	}
	if doubt {
		in.add("matcher-unclear", host.Note, ours[0].Path,
			fmt.Sprintf("the matcher of %s is an expression that only the client can judge", event), `the matcher "*" leaves no doubt`)
	}
}

// weak checks how one entry runs.
func (in *inspection) weak(event Event, e seen) {
	if e.limited && e.timeout < float64(in.MinTimeout) {
		in.amiss(e, host.Error, "timeout-too-short", fmt.Sprintf("a timeout of %g %s is shorter than noclobber may wait for another writer", e.timeout, in.Unit), fmt.Sprintf("give it %d", in.Timeout))
	}
	if event.Before && in.ClosedKey != "" && !e.closed {
		in.amiss(e, host.Error, "fail-open", fmt.Sprintf("without %q: %s a call passes unchecked when the hook is missing, crashes or takes too long", in.ClosedKey, in.ClosedValue), in.rewire())
	}
	if event.Open && e.closed {
		in.amiss(e, host.Error, "ends-turn", fmt.Sprintf("%q: %s ends the agent's turn without a word when the hook fails", in.ClosedKey, in.ClosedValue), in.rewire())
	}
	if e.condition != "" {
		in.amiss(e, host.Error, "narrowed", fmt.Sprintf("its `if` lets it see only %s", e.condition), "take the `if` out")
	}
	if e.async {
		in.amiss(e, host.Error, "async", "it runs beside the call and cannot refuse it", "take `async` out")
	}
	if e.once {
		in.amiss(e, host.Error, "once", "it runs once and never again", "take `once` out")
	}
	if in.Exec && !e.exec && !e.Scope.Travels() {
		in.amiss(e, host.Warning, "shell-form", "a shell starts the hook, which costs a process each time and splits its path at spaces", in.rewire())
	}
}

// amiss adds a finding about an entry, or the entry's event to the same finding
// about another entry of its file.
func (in *inspection) amiss(e seen, severity host.Severity, kind, message, mend string) {
	for i, f := range in.findings {
		if events, ok := strings.CutSuffix(f.Message, ": "+message); ok && f.Kind == kind && f.Path == e.Path {
			in.findings[i].Message = events + ", " + e.event + ": " + message
			return
		}
	}
	in.add(kind, severity, e.Path, e.event+": "+message, mend)
}

// rivals names other hooks that may rewrite what the gate rewrites.
func (in *inspection) rivals() {
	told := map[string]bool{}
	for _, e := range in.all {
		event, wired := in.Format.event(e.event)
		if e.ours || !wired || !event.Before || e.kind == "prompt" || told[e.command] {
			continue
		}
		for _, s := range in.Samples() {
			if !s.Reads && matches(e.matcher, s.Tool) != misses {
				told[e.command] = true
				in.add("rival-hook", host.Note, e.Path,
					fmt.Sprintf("another %s hook (%s %s) sees %s too: if it rewrites the input, the last one to finish wins and lines may be lost",
						e.event, kindOf(e.entry), host.Clip(e.command, 120), s.Shown), "")
				break
			}
		}
	}
}

func kindOf(e entry) string {
	if e.kind == "" {
		return "command"
	}
	return e.kind
}
