// Package kiro speaks the hook protocol of Kiro CLI, of its second generation (hooks in the agent's file) and its third
// (.kiro/hooks), from the first page of its documentation; it could not be run. Nothing but exit code 2 refuses, with the
// reason on stderr; there is no rewrite. Payloads name no session, so what was read is not remembered.
package kiro
