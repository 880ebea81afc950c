// Package guard runs a change: what must happen before a tool call, after it, and for
// the verbs that change a document themselves.
//
// It is the only package that opens the ledger and touches documents. Before takes the
// document's lock, settles what earlier calls left open (settle.go), reconciles the disk
// with the last recorded version (external.go), asks package gate for the plan, writes the
// intent durably and answers; the document itself is never touched in Before. After tells
// committed, late, overwritten and unwritten calls apart (land.go) and plans repairs, which
// mend.go carries out when the host's batch is over. Of a document in a store the last recorded version stands in for the
// disk (sight.go), and reads tell more (showing.go). Reads move bases (reads.go), commands
// whose effects are not known are watched by lstat (watch.go), and Apply (apply.go) makes
// the changes of the verbs by the same steps.
package guard
