// Package cli is the command: one file a verb, and the only place that knows flags, streams and
// exit codes.
//
// Main answers `hook HOST` before the command tree is built, since every tool call of an agent pays
// for it. All other verbs are cobra commands made by functions of this package; they print through
// Streams, so that a test runs them with buffers. say.go is the law of what people are told.
package cli
