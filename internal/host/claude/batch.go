package claude

import (
	"strings"

	"noclobber/gate"
	"noclobber/internal/host"
	"noclobber/internal/host/toolcall"
)

// batch reads the calls of one message, those included that the client refused
// before any hook saw them. Their input stands as the model sent it: it may be
// wrong, and it is not what a rewrite made of it. So an input that cannot be read
// leaves its call without operations, and does not hide the other calls.
func batch(d toolcall.Dialect, call *gate.Call, p host.Object) error {
	items, _, err := p.Objects("tool_calls")
	if err != nil {
		return err
	}
	for _, item := range items {
		c := gate.Call{Event: gate.Batch, Context: call.Context, CWD: call.CWD, Host: call.Host}
		if err := d.ReadTool(&c, item); err != nil {
			c.Known, c.Ops = false, nil
		}
		c.Response = batchResponse(c.Tool, item)
		call.Calls = append(call.Calls, c)
	}
	return nil
}

func batchResponse(tool string, item host.Object) *gate.Response {
	r := &gate.Response{Raw: item.Raw("tool_response")}
	text, _, err := item.Text("tool_response")
	failed, flagErr := item.Flag("is_error")
	if err == nil && (failed && flagErr == nil || refused(tool, text)) {
		r.Failed, r.Error = true, text
	}
	return r
}

// refused recognises the texts that the model is shown for a call that did not
// take place, or that failed. The list is not complete (a person's answer to a
// prompt is any text), and a tool's output may look the same: a hint, no proof.
func refused(tool, text string) bool {
	for _, start := range []string{
		"<tool_use_error>",
		"PreToolUse:" + tool + " hook error: ",
		"PreToolUse hook for " + tool + " returned updatedInput that ",
		"Claude requested permissions to ",
		"Permission to use " + tool + " ",
		"The user doesn't want to proceed with this tool use.",
		"Refusing to write ",
		"File content has changed since it was last read.",
		"File does not exist.",
		"Exit code ",
	} {
		if strings.HasPrefix(text, start) {
			return true
		}
	}
	return false
}
