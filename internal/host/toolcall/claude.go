package toolcall

import "noclobber/gate"

// ClaudeEvent translates the events that hosts took over from Claude Code.
func ClaudeEvent(name string) (gate.Event, bool) {
	switch name {
	case "PreToolUse":
		return gate.Before, true
	case "PostToolUse":
		return gate.After, true
	case "PostToolUseFailure":
		return gate.Failed, true
	case "SessionStart":
		return gate.SessionStart, true
	case "PreCompact", "PostCompact":
		return gate.Compact, true
	case "SubagentStop":
		return gate.ContextEnd, true
	case "Stop":
		return gate.Turn, true
	case "SessionEnd":
		return gate.SessionEnd, true
	case "Notification", "UserPromptSubmit", "SubagentStart", "PermissionRequest":
		return gate.Other, true
	}
	return gate.Other, false
}

// ClaudeWord is the word for an event whose hook may tell the model something; "" where nobody reads it.
func ClaudeWord(e gate.Event) string {
	switch e {
	case gate.Before:
		return "PreToolUse"
	case gate.After:
		return "PostToolUse"
	case gate.Failed:
		return "PostToolUseFailure"
	case gate.SessionStart:
		return "SessionStart"
	}
	return ""
}
