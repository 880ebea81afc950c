package reply

import (
	"noclobber/gate"
	"noclobber/internal/host"
)

// Nested is the form that Claude Code began: an object hookSpecificOutput that names its event. before is the host's
// word for a Before event, name its words for the events whose texts reach the model ("" where they do not).
func Nested(before string, name func(gate.Event) string) Form {
	return Form{
		Deny: func(reason string) host.Answer {
			return specific(JSON(nil).Text("hookEventName", before).
				Text("permissionDecision", "deny").Text("permissionDecisionReason", reason))
		},
		// Without a permissionDecision no prompt is skipped.
		Rewrite: func(input []byte, context string) host.Answer {
			return specific(JSON(nil).Text("hookEventName", before).
				Raw("updatedInput", input).Text("additionalContext", context))
		},
		Note: func(e gate.Event, text string) host.Answer {
			if name(e) == "" {
				return host.Answer{}
			}
			return specific(JSON(nil).Text("hookEventName", name(e)).Text("additionalContext", text))
		},
	}
}

func specific(inner JSON) host.Answer {
	return JSON(nil).Raw("hookSpecificOutput", inner.Bytes()).Answer()
}
