package hookfile

import "noclobber/internal/host"

// The events that most hosts have, under the names that the host gives them. What is missing without one is the same
// everywhere.

// Starts is the start of a session.
func Starts(name string) Event {
	return Event{Name: name, Start: true, Severity: host.Warning, Without: "the agent is not told what is protected, and runs are not counted"}
}

// Checks comes before a call.
func Checks(name string) Event {
	return Event{Name: name, Tools: true, Before: true, Severity: host.Error, Without: "no call is checked before it runs"}
}

// Records comes after a call.
func Records(name string) Event {
	return Event{Name: name, Tools: true, Severity: host.Error, Without: "writes are not recorded, and lines that a write overwrote are not put back"}
}

// Fails comes after a call that failed.
func Fails(name string) Event {
	return Event{Name: name, Tools: true, Severity: host.Error, Without: "calls that fail keep their lease until it runs out"}
}

// Forgets comes with a compaction.
func Forgets(name string) Event {
	return Event{Name: name, Severity: host.Warning, Without: "after a compaction the agent counts as having read what it has forgotten"}
}

// Joins is the start of a subagent.
func Joins(name string) Event {
	return Event{Name: name, Severity: host.Warning, Without: "subagents are not told what is protected"}
}

// Leaves is the end of a subagent.
func Leaves(name string) Event {
	return Event{Name: name, Severity: host.Warning, Without: "a subagent's leases and bases outlive it"}
}

// Ends is the end of a session.
func Ends(name string) Event {
	return Event{Name: name, Severity: host.Warning, Without: "what a session leaves behind is recorded only by the next one"}
}

// FailsClosed is the event with a hook whose failure should refuse the call, or tell the model.
func (e Event) FailsClosed() Event {
	e.Closed = true
	return e
}

// Besides is the event where another one, twin, tells the same.
func (e Event) Besides(twin string) Event {
	e.Twin = twin
	return e
}
