package hookfile

import (
	"fmt"
	"slices"
	"strings"

	"noclobber/internal/host"
)

// seen is an entry and the file it stands in.
type seen struct {
	entry
	host.Place
}

// inspection collects what is found over all settings files of a format.
type inspection struct {
	Format
	all      []seen
	off      map[host.Scope]bool // disableAllHooks, where it is said
	only     bool                // allowManagedHooksOnly
	findings []host.Finding
	probe    host.Probe
}

// Inspect says what is missing, weak or in the way. Hosts run the hooks of all their
// settings files together, so they are judged together.
func (f Format) Inspect(sources []host.Source, probe host.Probe) []host.Finding {
	in := &inspection{Format: f, off: map[host.Scope]bool{}, probe: probe}
	for _, s := range sources {
		in.take(s)
	}
	in.switchedOff()
	ours := in.ours("")
	if len(ours) == 0 {
		in.add("not-wired", host.Error, "", fmt.Sprintf("no settings file of %s starts noclobber", f.Title), in.rewire())
		return in.findings
	}
	in.binaries(ours)
	for _, event := range f.Events() {
		in.event(event)
	}
	in.rivals()
	return in.findings
}

// rewire is what puts the entries right.
func (in *inspection) rewire() string {
	ours := in.ours("")
	if len(ours) > 0 && !slices.ContainsFunc(ours, func(e seen) bool { return e.Scope != host.Plugin }) {
		return "bring the plugin up to date: its hooks are those that `noclobber init --shared " + in.Host + "` writes"
	}
	return "run `noclobber init " + in.Host + "`"
}

func (in *inspection) add(kind string, severity host.Severity, path, message, mend string) {
	in.findings = append(in.findings, host.Finding{Kind: kind, Severity: severity, Path: path, Message: message, Mend: mend})
}

// take takes one settings file in.
func (in *inspection) take(s host.Source) {
	file, all, err := in.read(s.Text)
	if err != nil && s.Scope == host.Plugin {
		return // somebody else's: the gate's own is as it was generated
	}
	if err != nil {
		in.add("unreadable-settings", host.Error, s.Path, "the client cannot take its hooks from this file: "+err.Error(), "mend the file")
		return
	}
	for _, e := range all {
		in.all = append(in.all, seen{e, s.Place})
	}
	if in.Off != nil {
		if off, said := in.Off(file); said {
			in.off[s.Scope] = off
		}
	}
	if s.Scope == host.Managed && in.OnlyManaged != nil && in.OnlyManaged(file) {
		in.only = true
	}
}

// switchedOff looks at the switches that make every entry void. Of several files
// that set one, the narrowest scope counts, after the administrator's.
func (in *inspection) switchedOff() {
	for _, scope := range []host.Scope{host.Managed, host.Local, host.Shared, host.User} {
		if off, said := in.off[scope]; said {
			if off {
				in.add("hooks-disabled", host.Error, "", fmt.Sprintf("disableAllHooks is true in the %s settings: no hook runs", scope), "take disableAllHooks out")
			}
			break
		}
	}
	if ours := in.ours(""); in.only && len(ours) > 0 && !slices.ContainsFunc(ours, func(e seen) bool { return e.Scope == host.Managed }) {
		in.add("hooks-disabled", host.Error, "", "allowManagedHooksOnly is true in the managed settings: the client skips the hooks of all other files", "ask the administrator to wire noclobber there")
	}
}

// ours are the gate's entries for an event, or for all with "".
func (in *inspection) ours(event string) []seen {
	var found []seen
	for _, e := range in.all {
		if e.ours && (event == "" || e.event == event) {
			found = append(found, e)
		}
	}
	return found
}

// binaries checks once each program that the entries start.
func (in *inspection) binaries(ours []seen) {
	checked := map[string]bool{}
	for _, e := range ours {
		binary := e.binary(in.Host)
		if checked[binary] || !e.exec && strings.ContainsAny(binary, "$~`") {
			continue // only the shell knows what it is
		}
		checked[binary] = true
		if err := in.probe.Runnable(binary); err != nil {
			in.add("missing-binary", host.Error, e.Path,
				fmt.Sprintf("the hook's command cannot be run, so every tool call %s: %s: %v", in.without(binary), binary, err),
				in.reinstall(binary))
		}
	}
}

// reinstall is what makes a program one that can be run.
func (in *inspection) reinstall(binary string) string {
	if !strings.ContainsAny(binary, `/\`) {
		return "put noclobber on PATH, or run `noclobber init " + in.Host + "`"
	}
	return "install noclobber there, or run `noclobber init " + in.Host + "` with the one that is installed"
}

// without says what happens to calls while a binary is missing.
func (in *inspection) without(binary string) string {
	for _, event := range in.Events() {
		for _, e := range in.ours(event.Name) {
			if event.Before && e.binary(in.Host) == binary && e.closed && (e.exec || !in.Exec) {
				return "is refused"
			}
		}
	}
	return "passes unchecked"
}
