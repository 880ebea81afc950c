// Package shard folds the files of many writers into one document: texts in, text out, no I/O.
//
// Each writer only adds to a file of its own, its shard. The document is a view: what is its own (a header, sections,
// hand-written parts: its [Skeleton]) with the entries of all shards in their places. [Fold] renders it and depends on
// nothing but the skeleton and the shards, so that any order of the shards and any number of folds on the way give the
// same bytes. [Strip] finds the skeleton of a document that stands there already.
//
//	name.go      which paths are shards of a rule, and whose
//	stamp.go     the time stamp that an entry carries
//	read.go      a shard, cut into entries, each with its place in the document
//	fold.go      places and order; render.go, the text
//	skeleton.go  what of a document is its own
//	archive.go   old shards in one file
//
// # Rules
//
// An entry begins with a line that is not indented and carries a time stamp, or with a heading that has one and more;
// lines that carry none stay with the lines before them. Entries are ordered by time; those without one come first, by
// writer and position. A heading or an anchor marker that the document has sends what follows to that section or anchor.
// Any other heading is a section of its own that all shards share, below the rest; days come in order.
package shard
