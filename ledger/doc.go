// Package ledger keeps everything that must outlive a process: for each document a log of what was done to it and the
// bytes of its versions, and beside that what each context has seen, which calls are under way, and which documents
// this machine knows.
//
//	s := ledger.New(home, stateHome, nil)
//	d, err := s.Lock(ctx, real)                // alone; the log's end is revalidated
//	defer d.Unlock()
//	head := d.Tail().Head                      // one read, however long the log is
//	stamp := d.Keep(content, head, headBytes)  // the bytes, as a delta where that is shorter
//	seq := d.Append(ledger.Record{Event: ledger.Intent, After: stamp})
//	err = d.Commit(true)                       // one write, one fsync; all of it or nothing
//
// A log is one file that only grows, made of frames with checksums; format.md specifies its bytes. Every commit ends
// with the Tail, the state after it, so that no call reads more than the last frame. What a crash leaves behind the
// last whole frame is cut off when the log is locked next, and kept beside it.
//
// Everything may be lost but the logs: views (a context reads again), flights, and the index (a scan makes it again).
//
//	store.go, places.go    where state stands; the documents that have some
//	document.go, open.go   one document's log, opened
//	commit.go, tail.go     recording, and what a record changes
//	keep.go, bytes.go      versions stored and read; snapshot.go, how they are described
//	large.go               documents that are too large to keep: their hash is continued as they grow
//	history.go, find.go    looking back
//	verify.go, whole.go    is all of it whole, and what can still be had
//	frame.go, reader.go    frames and where they stand; end.go, mend.go, torn ends
//	view.go, context.go    what a context has seen, until it forgets
//	flight.go, node.go     calls under way; this machine's name
//	index.go, index_line.go  the documents of a policy
package ledger
