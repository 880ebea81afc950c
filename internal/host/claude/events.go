package claude

import "noclobber/gate"

// The client's names of the events that the gate uses.
const (
	preToolUse    = "PreToolUse"
	postToolUse   = "PostToolUse"
	postFailure   = "PostToolUseFailure"
	postBatch     = "PostToolBatch"
	sessionStart  = "SessionStart"
	sessionEnd    = "SessionEnd"
	preCompact    = "PreCompact"
	postCompact   = "PostCompact"
	subagentStart = "SubagentStart"
	subagentStop  = "SubagentStop"
	stop          = "Stop"
)

// event translates an event's name; ok is false for one that 2.1.332 does not have.
func event(name string) (e gate.Event, ok bool) {
	switch name {
	case preToolUse:
		return gate.Before, true
	case postToolUse:
		return gate.After, true
	case postFailure:
		return gate.Failed, true
	case postBatch:
		return gate.Batch, true
	case sessionStart:
		return gate.SessionStart, true
	case preCompact, postCompact:
		// Too early costs a read, too late a line.
		return gate.Compact, true
	case subagentStart:
		return gate.ContextStart, true
	case subagentStop:
		return gate.ContextEnd, true
	case stop, "StopFailure":
		return gate.Turn, true
	case sessionEnd:
		return gate.SessionEnd, true
	case "Notification", "UserPromptSubmit", "UserPromptExpansion",
		"PreModelSwitch", "PostModelSwitch", "PermissionRequest", "PermissionDenied", "Setup",
		"TeammateIdle", "TaskCreated", "TaskCompleted", "Elicitation", "ElicitationResult",
		"ConfigChange", "WorktreeCreate", "WorktreeRemove", "InstructionsLoaded", "CwdChanged",
		"FileChanged", "DirectoryAdded", "MessageDisplay", "PreSkillShellCommand":
		return gate.Other, true
	}
	return gate.Other, false
}

// eventName is the hookEventName of an answer with text for the model; empty
// where nobody reads what a hook prints.
func eventName(e gate.Event) string {
	switch e {
	case gate.Before:
		return preToolUse
	case gate.After:
		return postToolUse
	case gate.Failed:
		return postFailure
	case gate.Batch:
		return postBatch
	case gate.SessionStart:
		return sessionStart
	case gate.ContextStart:
		return subagentStart
	}
	return ""
}
