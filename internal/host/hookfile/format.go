package hookfile

import (
	"noclobber/internal/host"
	"noclobber/internal/host/jsonfile"
)

// Format is how a host's settings file holds hooks. It is a host.Wiring.
type Format struct {
	Host  string // the HOST of `noclobber hook HOST`
	Title string // the host's name for people

	Files    func(project, home string, env func(string) string) []host.Place // see host.Wiring.Places
	Settings func(path string) bool                                           // see host.Wiring.IsSettings

	Events func() []Event

	Top    bool   // events stand at the top of the file; else under "hooks"
	Flat   bool   // an event lists hooks; else groups, each with a matcher and a list "hooks"
	Head   string // members that the file must have, as JSON: `"version": 1`
	Before string // members of a fresh hook before its command, as JSON: `"type": "command"`
	Match  string // the matcher of a fresh hook that is about tools; empty: none, which matches all

	Missing    string // what a hook that travels prints at a session's start where noclobber is not; no single quotes
	Exec       bool   // a hook may have "args": then no shell starts it
	CommandKey string // the member that holds the command; empty: "command"
	ShellKey   string // the same for a line of shell; empty: as CommandKey
	TimeoutKey string // empty: the host has none
	Timeout    int    // of a fresh hook, in the host's unit
	MinTimeout int    // what leaves room for the wait for another writer
	Unit       string // "s" or "ms"

	ClosedKey   string // the member that makes a hook which fails refuse the call; empty: the host has none
	ClosedValue string // its value, as JSON

	Samples func() []Sample // tools that the gate must see

	Off         func(f *jsonfile.File) (off, said bool) // a switch that turns all hooks off; nil: the host has none
	OnlyManaged func(f *jsonfile.File) bool             // a switch that leaves the administrator's alone; nil: none
	Plugin      func(f *jsonfile.File) int              // what is said of the gate's plugin: 1 on, -1 off, 0 nothing; nil: there is none
}

var _ host.Wiring = Format{}

// Event is an event that the gate is wired to.
type Event struct {
	Name     string
	Tools    bool          // its matcher is about the names of tools
	Before   bool          // a call may still be refused
	Closed   bool          // a hook that fails should refuse, or tell the model
	Open     bool          // a hook that fails must not say that it refuses: that would end the agent's turn
	Start    bool          // the start of a session
	Match    string        // the one value that its matcher lets through; empty: everything
	Without  string        // what goes unseen without it; empty: nothing, another event tells the same
	Twin     string        // that other event
	Severity host.Severity // of its absence
}

// Sample is a tool that the gate must see, and how a finding names it.
type Sample struct {
	Tool, Shown string
	Reads       bool // it changes nothing: another hook on it is no rival
}

func (f Format) event(name string) (Event, bool) {
	for _, e := range f.Events() {
		if e.Name == name {
			return e, true
		}
	}
	return Event{}, false
}

// Places are the host's settings files.
func (f Format) Places(project, home string, env func(string) string) []host.Place {
	return f.Files(project, home, env)
}

// IsSettings reports whether a path is one of the host's settings files.
func (f Format) IsSettings(path string) bool { return f.Settings(path) }

// fits reports whether a matcher lets through what the gate has to see of an event.
func (e Event) fits(matcher string) bool {
	return everything(matcher) || e.Match != "" && matcher == e.Match
}
