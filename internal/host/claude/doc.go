// Package claude speaks Claude Code's hook protocol, as measured on version 2.1.332.
//
// What it shares with other hosts stands in the packages toolcall, reply and hookfile. Here: events.go names the events,
// tools.go says what each of the client's tools does to files, response.go what a tool answered, batch.go the calls of one
// message, more.go what else only this client sends, settings.go how its settings file looks.
//
// Three facts shape it. The client checks a call before PreToolUse, so a call that
// it refuses is seen in PostToolBatch alone. `updatedInput` replaces the whole
// input, and the model is not told. A hook that fails counts as no objection unless
// its entry says `onFailure: "block"`; in PostToolBatch that word, like exit code 2,
// ends the agent's turn without a sound.
package claude
