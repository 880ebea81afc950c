// Package toolcall reads what hosts send about a tool's call. Hosts spell their payloads alike and yet differently: a
// [Dialect] says how one of them does, and package gate's words come out of it.
//
//	dialect   a payload: its event, context and tool
//	input     what a tool's input says: read, write, edits, command; fields under any of their names
//	patch     the files of an apply_patch envelope
//	guess     tools that no table names, by the shape of their input
//	answer    what a tool answered, where that tells of documents
//
// Who answers a payload is package reply's business.
package toolcall
