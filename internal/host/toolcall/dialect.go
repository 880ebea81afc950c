package toolcall

import (
	"errors"

	"noclobber/gate"
	"noclobber/internal/host"
)

// Dialect says how a host spells its payloads. It does no I/O.
type Dialect struct {
	Host  string // the HOST of `noclobber hook HOST`
	Title string // the host's name for people
	Home  string // the user's home directory, for paths that start with ~
	Can   gate.Abilities
	Keys  Keys

	// Event translates the host's word for an event; ok is false for a word that it does not have.
	Event func(name string) (e gate.Event, ok bool)
	// Tool says what a call does. nil: tools are guessed by the shape of their input.
	Tool func(call *gate.Call, in Input) error
	// Answer reads what a tool answered; nil: nothing in it tells of documents.
	Answer func(call *gate.Call, p host.Object)
	// Shape gives payloads of another shape the one that Keys describe, and says which event they are about where no
	// field names it. nil: there is nothing to do.
	Shape func(p host.Object) (shaped host.Object, event string, err error)
	// More reads what only this host sends; nil: nothing.
	More func(d Dialect, call *gate.Call, p host.Object) error
}

// Abilities is what the host can do with an answer, as far as no payload says otherwise.
func (d Dialect) Abilities() gate.Abilities { return d.Can }

// Keys are the names of a payload's fields. An empty one stands for a field that the host does not send.
type Keys struct {
	Event, Session, Agent, CWD, Source string
	Tool, Input, ID                    string
	Response, Error                    string
}

// ClaudeKeys are the names that Claude Code gave them; many hosts took them over.
func ClaudeKeys() Keys {
	return Keys{
		Event: "hook_event_name", Session: "session_id", Agent: "agent_id", CWD: "cwd", Source: "source",
		Tool: "tool_name", Input: "tool_input", ID: "tool_use_id", Response: "tool_response", Error: "error",
	}
}

// Name is the HOST of `noclobber hook HOST`.
func (d Dialect) Name() string { return d.Host }

// Decode reads one payload: see host.Adapter.
func (d Dialect) Decode(payload []byte) (gate.Call, error) {
	p, err := host.Parse(payload)
	if err != nil {
		name := host.Peek(payload, d.Keys.Event)
		e, known := d.Event(name)
		if !known {
			name = ""
		}
		return gate.Call{Event: e, Host: d.Can}, inEvent(err, name)
	}
	name := ""
	if d.Shape != nil {
		if p, name, err = d.Shape(p); err != nil {
			return gate.Call{Host: d.Can}, err
		}
	}
	e, name, err := d.event(p, name)
	if err != nil {
		return gate.Call{Host: d.Can}, err
	}
	call := gate.Call{Event: e, Host: d.Can}
	return call, inEvent(d.fill(&call, p), name)
}

// inEvent adds the event's name to an error of the payload.
func inEvent(err error, name string) error {
	var bad *host.PayloadError
	if errors.As(err, &bad) {
		bad.Event = name
	}
	return err
}

// event reads which event a payload is about. A name that is not the host's is an error where the payload has a tool's
// input, which might be a write.
func (d Dialect) event(p host.Object, name string) (gate.Event, string, error) {
	if name == "" {
		var err error
		if name, _, err = p.Text(d.Keys.Event); err != nil {
			return gate.Other, "", err
		}
	}
	e, known := d.Event(name)
	if !known && (name == "" || p.Has(d.Keys.Input)) {
		return gate.Other, "", &host.PayloadError{
			Where: d.Keys.Event, Offset: -1,
			Reason: "names no event of " + d.Title + ": \"" + host.Clip(name, 60) + "\"",
		}
	}
	return e, name, nil
}

// fill reads what stands in every payload, then the event's own part.
func (d Dialect) fill(call *gate.Call, p host.Object) error {
	call.Context.Host = d.Host
	for _, f := range []struct {
		key string
		to  *string
	}{
		{d.Keys.Session, &call.Context.Session},
		{d.Keys.Agent, &call.Context.Agent},
		{d.Keys.CWD, &call.CWD},
		{d.Keys.Source, &call.Source},
	} {
		if f.key == "" || *f.to != "" {
			continue
		}
		text, _, err := p.Text(f.key)
		if err != nil {
			return err
		}
		*f.to = text
	}
	if d.More != nil {
		if err := d.More(d, call, p); err != nil {
			return err
		}
	}
	switch call.Event {
	case gate.Before:
		return d.ReadTool(call, p)
	case gate.After, gate.Failed:
		return d.finished(call, p)
	}
	return nil
}

// ReadTool reads a tool's name, call id and input.
func (d Dialect) ReadTool(call *gate.Call, p host.Object) (err error) {
	if call.Tool == "" {
		if call.Tool, _, err = p.Text(d.Keys.Tool); err != nil {
			return err
		}
	}
	if d.Keys.ID != "" {
		if call.ID, _, err = p.Text(d.Keys.ID); err != nil {
			return err
		}
	}
	if call.Tool == "" {
		return missing(d.Keys.Tool)
	}
	raw, _, err := p.Input(d.Keys.Input)
	if err != nil {
		return err
	}
	call.Input = raw.Raw
	if raw.Quoted {
		call.Host.Rewrite = false // how the host would take a changed text is not known
	}
	in := Input{Input: raw, cwd: call.CWD, home: d.Home}
	if d.Tool != nil {
		return d.Tool(call, in)
	}
	return in.Guess(call)
}

// finished reads a call that took place or was tried. What it did to the files matters now, so an answer that says less
// than it should is no reason to give up; the input is judged as strictly as before the call.
func (d Dialect) finished(call *gate.Call, p host.Object) error {
	call.Response = &gate.Response{Raw: p.Raw(d.Keys.Response)}
	if call.Event == gate.Failed {
		call.Response.Failed = true
		call.Response.Error, _, _ = p.Text(d.Keys.Error)
	}
	if err := d.ReadTool(call, p); err != nil {
		return err
	}
	if call.Event == gate.After && d.Answer != nil {
		d.Answer(call, p)
	}
	return nil
}

func missing(where string) error {
	return &host.PayloadError{Where: where, Offset: -1, Reason: "is missing"}
}
