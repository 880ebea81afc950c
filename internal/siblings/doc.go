// Package siblings knows how tools name the copies that they leave beside a document: conflict copies of sync tools,
// leftovers of merges, files that were renamed because two names clashed. Names in, owners out; no I/O.
//
//	owner, tool, sure := siblings.Owner("JOURNAL.sync-conflict-20260101-101500-ABCDEFG.md")
//	// "JOURNAL.md", "Syncthing", true
//
// A name is a hint, not a proof. Sure says that no person would choose such a name; where it is false ("plan 2.md"), and
// in any case before something is removed, the caller looks whether the owner exists and the contents are related.
//
//	table.go   the rows, one a form of name, each with an example that its test reads and the manual prints
//	form.go    how a form is written, and matched
//	reading.go what a name says: copies of copies, several possible owners
package siblings
