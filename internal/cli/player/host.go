package player

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strings"
)

// Host is one project with an agent host in it. The zero Hook is a host without a gate.
type Host struct {
	Dir  string   // the project, absolute
	Env  []string // of the hook and of Bash
	Hook []string // command line of the hook

	calls int
}

// Result is what became of a call.
type Result struct {
	Refused   bool
	Rewritten bool
	Failed    bool     // the tool itself failed
	Told      []string // what the gate told the model: the refusal, the receipt, reports
	Shown     string   // what the tool showed the model
}

// Text is everything that the gate told.
func (r Result) Text() string { return strings.Join(r.Told, "\n") }

func (r *Result) tell(text string) {
	if text != "" {
		r.Told = append(r.Told, text)
	}
}

// Do plays a call from PreToolUse to PostToolBatch.
func (h *Host) Do(c Call) (Result, error) {
	p, err := h.Begin(c)
	if err != nil {
		return p.Result, err
	}
	if err := p.Run(); err != nil {
		return p.Result, err
	}
	return p.Result, p.End()
}

// Play is a call under way.
type Play struct {
	Result
	host *Host
	call Call
	out  outcome
}

// Begin asks the gate. Where it refuses, Run does nothing and End closes the batch.
func (h *Host) Begin(c Call) (*Play, error) {
	h.calls++
	if c.ID == "" {
		c.ID = fmt.Sprintf("toolu_%s_%02d", c.Session, h.calls)
	}
	p := &Play{host: h, call: c}
	a, err := h.ask(c, "PreToolUse", nil)
	if err != nil {
		return p, err
	}
	p.Refused = a.refused
	p.tell(a.text)
	if a.input != nil {
		p.Rewritten = true
		p.call, err = c.rewritten(a.input)
	}
	return p, err
}

// Run does what the tool does and reports it.
func (p *Play) Run() error {
	if p.Refused {
		p.out.shown = p.Text()
		return nil
	}
	p.out = p.host.perform(p.call)
	p.Shown = p.out.shown
	event, extra := "PostToolUse", map[string]any{"tool_response": p.out.response, "duration_ms": 1}
	if p.out.err != nil {
		p.Failed = true
		event, extra = "PostToolUseFailure", map[string]any{"error": p.out.err.Error(), "is_interrupt": false, "duration_ms": 1}
	}
	a, err := p.host.ask(p.call, event, extra)
	p.tell(a.text)
	return err
}

// End closes the message that the call was part of.
func (p *Play) End() error {
	c := p.call
	batch := []any{map[string]any{"tool_name": c.Tool, "tool_input": c.Input, "tool_use_id": c.ID, "tool_response": p.out.shown}}
	c.Tool, c.Input, c.ID = "", nil, ""
	a, err := p.host.ask(c, "PostToolBatch", map[string]any{"tool_calls": batch})
	p.tell(a.text)
	return err
}

// Event reports an event of a session, such as SessionStart with source "startup".
func (h *Host) Event(session, event, source string) (told string, err error) {
	extra := map[string]any{}
	if source != "" {
		extra["source"] = source
	}
	a, err := h.ask(Call{Session: session}, event, extra)
	return a.text, err
}

// answer is what a hook said.
type answer struct {
	refused bool
	text    string
	input   json.RawMessage
}

// ask runs the hook for one event.
func (h *Host) ask(c Call, event string, extra map[string]any) (answer, error) {
	if len(h.Hook) == 0 {
		return answer{}, nil
	}
	payload, err := json.Marshal(h.payload(c, event, extra))
	if err != nil {
		return answer{}, err
	}
	cmd := exec.Command(h.Hook[0], h.Hook[1:]...)
	cmd.Dir, cmd.Env, cmd.Stdin = h.Dir, h.Env, bytes.NewReader(payload)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = cmd.Run()
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit) && exit.ExitCode() == 2:
		return answer{refused: true, text: strings.TrimSpace(stderr.String())}, nil
	case err != nil:
		return answer{}, fmt.Errorf("the hook at %s: %w: %s", event, err, stderr.String())
	}
	return parse(stdout.Bytes())
}

// payload has the fields that the client sends.
func (h *Host) payload(c Call, event string, extra map[string]any) map[string]any {
	p := map[string]any{"session_id": c.Session, "transcript_path": "", "cwd": h.Dir, "hook_event_name": event}
	if c.Tool != "" {
		p["tool_name"], p["tool_input"], p["tool_use_id"] = c.Tool, c.Input, c.ID
	}
	if event != "SessionStart" && event != "SessionEnd" {
		p["permission_mode"] = "acceptEdits"
	}
	if c.Agent != "" {
		p["agent_id"], p["agent_type"] = c.Agent, "general-purpose"
	}
	for k, v := range extra {
		p[k] = v
	}
	return p
}

// parse reads a hook's answer: nothing, or one JSON object.
func parse(stdout []byte) (answer, error) {
	if len(bytes.TrimSpace(stdout)) == 0 {
		return answer{}, nil
	}
	var said struct {
		Output struct {
			Decision string          `json:"permissionDecision"`
			Reason   string          `json:"permissionDecisionReason"`
			Context  string          `json:"additionalContext"`
			Input    json.RawMessage `json:"updatedInput"`
		} `json:"hookSpecificOutput"`
	}
	if err := json.Unmarshal(stdout, &said); err != nil {
		return answer{}, fmt.Errorf("the hook's answer is not one JSON object: %w", err)
	}
	o := said.Output
	a := answer{refused: o.Decision == "deny", text: o.Context, input: o.Input}
	if a.refused {
		a.text = strings.TrimSpace(o.Reason + "\n" + o.Context)
	}
	return a, nil
}
