// Package cursor speaks the hook protocol of Cursor (the editor, its CLI, its cloud agents), from its documentation; it
// could not be run. A refusal is {"permission":"deny","agent_message":…}. Hooks that fail let the call run unless their
// entry says failClosed. Tab completions have no event before they write.
package cursor
