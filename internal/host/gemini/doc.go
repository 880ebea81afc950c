// Package gemini speaks the hook protocol of Gemini CLI, as measured on version 0.61.0.
//
// It sends no id of a call. A refusal is {"decision":"deny","reason":…}; Claude Code's form is ignored, and the call runs.
// A new input replaces the old one whole. What a hook adds before a call does not reach the model, so receipts follow
// after it. Timeouts are in milliseconds. A hook that exits with 2 and says nothing counts as no objection.
package gemini
