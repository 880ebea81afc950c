// Package fsx is what this project needs from a file system and Go's standard library does not give: a lock that waits
// until a deadline, whole replacement that is atomic and durable, an append that is whole or nothing, and the identity
// of a file, so that "still the same file" can be asked.
//
//	lock.go     Lock: an empty file beside nothing, polled with flock
//	replace.go  Replace: temp file, fsync, rename, directory fsync
//	append.go   Append: one O_APPEND write, cut back when it came up short
//	read.go     ReadSettled: bytes and identity that belong together
//	id.go       Stat, ID.Same
//	resolve.go  Resolve: links followed for the part that exists
//	fold.go     FoldsCase: are "a" and "A" one file here?
//	layer.go    FS, File: the few calls the ledger makes, so that tests can break them
//
// Documents belong to others: links and anything that is no regular file are refused, mode bits are kept, and a file
// with several hard links keeps its inode. Differences between systems stand in files with their suffix.
package fsx
