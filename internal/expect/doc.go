// Package expect is the reader's alarm: does a living document live? Facts in, problems out; no I/O.
//
// A writer that fails may not know it: 453 runs reported success, and 39 lines were there. So the question is put to the
// document. How many runs began, on all machines, and by how many lines did it grow meanwhile; when did it last change; which
// machines were heard of and are no more.
//
//	expect.Check(wish, facts) → problems, each with its numbers
//
// windows.go says over which times it is asked, writers.go which machines went silent.
package expect
