package gate

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"noclobber/internal/document"
	"noclobber/policy"
)

// Remote says how the tools of a store are called for one of its documents.
type Remote struct {
	Name  string      // the document's, as the store's tools take it
	Input []byte      // the whole input of the call under way
	Own   policy.Tool // the map of its tool
	// The same server's other tools. One whose Match is empty is not mapped, or its name cannot be told.
	Read, Write, Edit, Append policy.Tool
}

// remote judges a call on a document that only the tools of its store can read and write: a whole write needs a read by
// its own context, no older than the map says, and nothing that may have happened since.
func (j judge) remote() Plan {
	switch {
	case j.rule.Mode == policy.Shard:
		return j.deny(CauseMode, "Its rule (shard) is about files: a store's documents have no shards.").
			next(j.stepReport(), "write it another way")
	case j.op.Kind == Append && j.st.Unseen && j.rule.Mode != policy.CAS:
		return Plan{Action: Pass, Shared: true, Judge: true}
	case j.st.Unseen:
		return j.denyUnread("Nobody here has read it, so that what this call would take away is not known.")
	case j.op.Kind == Write:
		if why := j.notFresh(); why != "" {
			return j.denyUnread(why)
		}
	}
	return j.withToken(j.byKind())
}

// notFresh says why a whole write may not build on what this context has seen; empty where it may.
func (j judge) notFresh() string {
	fresh := j.op.Remote.Own.Fresh
	switch {
	case !j.st.HasRead || j.st.Exists && !j.st.HasBase:
		return "You have not read what stands there now, and this call would replace all of it."
	case fresh > 0 && j.st.ReadAge > fresh:
		return fmt.Sprintf("You read it %s ago, longer than %s: others may have written to the store since.", rounded(j.st.ReadAge), rounded(fresh))
	case j.st.Unsettled != "":
		return "Since you read it, " + clip(j.st.Unsettled, maxBy) + " made a call of which it is not known whether it took place."
	}
	return ""
}

func (j judge) denyUnread(why string) Plan {
	p := j.deny(CauseNoBase, why)
	if j.st.Unseen {
		p.Refusal.Now = ""
	}
	return p.next(j.stepRead(), "send the same text again without reading")
}

// remoteRead: read the document by its store's own tool. Without a session a read is not remembered, so that nothing
// whole can be written.
func (j judge) remoteRead() string {
	if !j.remembers() {
		return "your host tells no session, so no read is remembered: add to it or change single lines by the store's own tools, or leave it."
	}
	return j.readIt() + ", then send your change on top of what it shows."
}

// rounded words a duration without what nobody cares about.
func rounded(d time.Duration) string {
	switch {
	case d >= 2*time.Hour:
		return fmt.Sprintf("%d h", int(d.Hours()))
	case d >= 2*time.Minute:
		return fmt.Sprintf("%d min", int(d.Minutes()))
	default:
		return fmt.Sprintf("%d s", int(d.Seconds()))
	}
}

// withToken has the store's version filled in, so that it refuses what another machine has overtaken.
func (j judge) withToken(p Plan) Plan {
	field := j.op.Remote.Own.Version
	if p.Action == Deny || field == "" || j.st.Token == "" || !j.canRewrite() || given(j.op.Remote.Input, field) == j.st.Token {
		return p
	}
	p.Action, p.Token = Rewrite, j.st.Token
	return p
}

// readIt is how the document is read: for one in a store, the very call.
func (j judge) readIt() string {
	if j.op.Remote == nil {
		return j.readTool() + " " + j.path()
	}
	if call, ok := j.op.Remote.ReadCall(); ok && call.fits(maxNext/2) {
		return call.String()
	}
	return "read it with the store's own tool"
}

// editIt is the verb for a change of single lines.
func (j judge) editIt() string {
	if j.op.Remote == nil {
		return j.editTool()
	}
	if t := j.op.Remote.Edit; t.Match != "" {
		return t.Match
	}
	return "change"
}

// ToolCall is a call of a store's own tool, for an agent to make: the gate cannot write there.
type ToolCall struct {
	Tool  string          `json:"tool"`
	Input json.RawMessage `json:"input"`
}

// String is the call on one line: the tool's name and its input.
func (c ToolCall) String() string { return c.Tool + " " + string(c.Input) }

// fits reports whether a call can be spelled out in so many bytes.
func (c ToolCall) fits(n int) bool { return len(c.Tool)+1+len(c.Input) <= n }

// ReadCall spells out the call that reads the document; ok is false where no tool of the server is known to.
func (r *Remote) ReadCall() (call ToolCall, ok bool) {
	if r.Read.Match == "" || r.Read.Path == "" {
		return ToolCall{}, false
	}
	return callOf(r.Read.Match, nil, r.Read.Path, r.Name)
}

// WriteCall spells out the call that writes a text in the document's place: the call under way with that text where it is
// a whole write itself.
func (r *Remote) WriteCall(text []byte) (call ToolCall, ok bool) {
	switch {
	case r.Own.Kind == "write" && len(r.Input) > 0:
		return callOf(r.Own.Match, r.Input, r.Own.Content, string(text))
	case r.Write.Match == "" || r.Write.Match == r.Own.Match:
		return ToolCall{}, false // one tool for several things: what else tells it to write is not known
	default:
		return callOf(r.Write.Match, nil, r.Write.Path, r.Name, r.Write.Content, string(text))
	}
}

// AppendCall spells out the call that adds a text at the document's end.
func (r *Remote) AppendCall(text []byte) (call ToolCall, ok bool) {
	if r.Append.Match == "" {
		return ToolCall{}, false
	}
	return callOf(r.Append.Match, nil, r.Append.Path, r.Name, r.Append.Content, string(text))
}

// callOf is a call of a tool: input with values put at gjson paths.
func callOf(tool string, input []byte, pathsAndValues ...string) (call ToolCall, ok bool) {
	if input == nil {
		input = []byte("{}")
	}
	for i := 0; i < len(pathsAndValues); i += 2 {
		var err error
		if input, err = sjson.SetBytes(input, pathsAndValues[i], pathsAndValues[i+1]); err != nil {
			return ToolCall{}, false
		}
	}
	return ToolCall{Tool: tool, Input: input}, true
}

// remoteAdd adds lines to a store's document: by its own append where that is where the document grows, else by a read
// and a write.
func (j judge) remoteAdd(ins document.Insertion) string {
	if j.rule.At.Place == policy.End {
		if call, ok := j.op.Remote.AppendCall([]byte(j.spelled(ins))); ok && call.fits(maxNext) {
			return call.String()
		}
	}
	return j.stepRead()
}

// remoteResult spells out the call that leaves the merged result; where that is too long, the way there.
func (j judge) remoteResult(result []byte) string {
	if call, ok := j.op.Remote.WriteCall(result); ok && call.fits(maxNext-20) {
		return "send this instead: " + call.String()
	}
	return j.stepRead()
}

// given is what a call's input has at a gjson path, as JSON.
func given(input []byte, path string) string { return gjson.GetBytes(input, path).Raw }
