package cli

import "noclobber/gate"

// causeWords says what a cause of a refusal means, for a person who did not see the call.
func causeWords(c gate.Cause) string {
	switch c {
	case gate.CauseLost:
		return "an append-only document would lose lines"
	case gate.CauseNoBase:
		return "the agent had not read what it would have replaced"
	case gate.CauseConflict:
		return "the agent and another writer changed the same lines"
	case gate.CauseStale:
		return "the document was no longer the version that the agent had read"
	case gate.CauseShrink:
		return "more would go than the rule allows without a confirmation"
	case gate.CausePlaceholder:
		return "a line of the text stands for text that was left out"
	case gate.CauseEmpty:
		return "nothing would be left of the document"
	case gate.CauseGone:
		return "the document was moved or removed after the agent had read it"
	case gate.CauseAnchor:
		return "an anchor's markers would be harmed, or are damaged already"
	case gate.CauseFrozen:
		return "text outside the anchors is frozen by the rule"
	case gate.CauseMode:
		return "the rule's mode never lets this happen"
	case gate.CauseUnknown:
		return "what would be written cannot be told before"
	case gate.CauseInPlace:
		return "a program would rewrite the document in place"
	case gate.CauseDelete:
		return "the document would be gone"
	case gate.CauseNewline, gate.CausePlace:
		return "the text would land at a wrong place"
	case gate.CauseBackground:
		return "the write would happen after the call was over"
	case gate.CauseRewrite:
		return "the right result is another text than the one sent, and the tool cannot carry it"
	case gate.CauseFormat:
		return "the result would not parse"
	case gate.CauseLarge:
		return "the document is too large to be merged"
	case gate.CauseLease:
		return "another call was writing the document"
	case gate.CausePolicy:
		return "the policy is broken, or the call would weaken what protects documents"
	default:
		return "the gate could not judge the call"
	}
}
