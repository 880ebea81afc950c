package hosttest

import (
	"encoding/json"

	"github.com/tidwall/gjson"

	"noclobber/internal/host"
)

// JSONForm says where a host reads what in an answer: gjson paths, and the value that refuses.
type JSONForm struct {
	Event, EventIs  string // the host drops an answer whose Event is not EventIs; empty: it does not look
	Decision, Deny  string
	Reason          string
	Input           string
	Context         string
	Allow           string // the value of Decision that skips the host's own prompt
	IgnoresExitCode bool   // else exit code 2 refuses
}

// Read does with the answer to a Before event what a host of that form does.
func (f JSONForm) Read(a host.Answer) Effect {
	if a.Exit == 2 && !f.IgnoresExitCode {
		return Effect{Refused: true, Reason: a.Stderr}
	}
	if !gjson.ValidBytes(a.Stdout) {
		return Effect{}
	}
	out := gjson.ParseBytes(a.Stdout)
	get := func(path string) string {
		if path == "" {
			return ""
		}
		return out.Get(path).String()
	}
	if f.Event != "" && get(f.Event) != f.EventIs {
		return Effect{}
	}
	e := Effect{Refused: get(f.Decision) == f.Deny, Reason: get(f.Reason), Context: get(f.Context)}
	if f.Input != "" && out.Get(f.Input).Exists() {
		e.Input = []byte(out.Get(f.Input).Raw)
	}
	switch word := get(f.Decision); word {
	case "ask":
		e.Asked = true
	case f.Allow:
		e.Asked = word != ""
	}
	return e
}

// ReadExit reads the answers of hosts that look at nothing but the exit code.
func ReadExit(a host.Answer) Effect { return Effect{Refused: a.Exit == 2, Reason: a.Stderr} }

// Nested is the form that Claude Code began.
func Nested(event string) JSONForm {
	const at = "hookSpecificOutput."
	return JSONForm{
		Event: at + "hookEventName", EventIs: event, Decision: at + "permissionDecision", Deny: "deny", Allow: "allow",
		Reason: at + "permissionDecisionReason", Input: at + "updatedInput", Context: at + "additionalContext",
	}
}

// Quoted writes a text as JSON.
func Quoted(text string) string {
	b, err := json.Marshal(text)
	if err != nil {
		panic(err) // strings can be encoded
	}
	return string(b)
}

// Payload is one in the words that hosts took over from Claude Code.
func Payload(event, tool, input string) []byte {
	return []byte(`{"session_id":"s-1","cwd":` + Quoted(CWD) + `,"hook_event_name":` + Quoted(event) +
		`,"tool_name":` + Quoted(tool) + `,"tool_input":` + input + `,"tool_use_id":"call-1"}`)
}
