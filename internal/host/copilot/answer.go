package copilot

import (
	"noclobber/gate"
	"noclobber/internal/host"
	"noclobber/internal/host/reply"
	"noclobber/internal/host/toolcall"
)

// Before answers in the dialect of the payload.
func (a adapter) Before(call gate.Call, v gate.Verdict) host.Answer {
	return a.form(call).Before(call, v)
}

// After answers every other event in the dialect of the payload.
func (a adapter) After(call gate.Call, r gate.Report) host.Answer { return a.form(call).After(call, r) }

func (a adapter) form(call gate.Call) reply.Form {
	if call.Dialect == pascal {
		return a.nested
	}
	return a.Form
}

// flat is the form of the first dialect; the second takes its refusals too, so a failure may refuse in it.
func flat() reply.Form {
	return reply.Form{
		Deny: func(reason string) host.Answer {
			return reply.JSON(nil).Text("permissionDecision", "deny").Text("permissionDecisionReason", reason).Answer()
		},
		Rewrite: func(input []byte, context string) host.Answer {
			return reply.JSON(nil).Raw("modifiedArgs", input).Text("additionalContext", context).Answer()
		},
		Note: func(e gate.Event, text string) host.Answer {
			if toolcall.ClaudeWord(e) == "" {
				return host.Answer{}
			}
			return reply.JSON(nil).Text("additionalContext", text).Answer()
		},
	}
}
