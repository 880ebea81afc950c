// Package mcpserver serves protected documents to one MCP client: tools that read, append, splice, write, list versions
// and bring one back, and the documents as resources.
//
// It is no engine of its own: every change goes through guard.Apply, by the same plan, lease and record as a verb of the
// command line. A connection is one context: what it was shown by doc_read moves its bases, and a version that it knows
// from a receipt alone (session.go) does not count as read.
//
// serve.go runs a connection, lines.go and turns.go carry its messages: calls take their turns in the order in which they
// came, and the end of the input ends the server when all that came before is answered. place.go says which documents may
// be named. Each tool has a file of its own; answer.go words what a change did, refusal.go why it was refused and what to
// call next. resources.go lists, reads and follows.
//
// The SDK is heavy to start, so only cmd/noclobber-mcp links this package.
package mcpserver
