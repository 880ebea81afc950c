// Package gate decides what becomes of a tool call on a protected document.
//
// Everything here is a pure function over values. A [Call] is what an agent host
// reports: an event, a context and the operations ([Op]) that its tool performs.
// [Decide] judges one operation on one document: given the policy's rule and the
// [State] of the document (the head H on disk, the base B that this context has
// been shown), it returns a [Plan]: pass, rewrite to the result M, or deny with a
// [Refusal] that says what happened, what is on disk and the exact next call.
//
// The two tables of the design stand here row by row: whole-document writes in one
// file a mode (append.go, anchors.go, merge.go with json.go and rows.go for those
// formats, cas.go, shard.go; write.go runs them and turns M into what the host can
// carry), edits in edit.go, what the OS or a program does in operations.go and
// osappend.go. What no row may leave is checked in
// content.go, proof.go, shrink.go and format.go. The words of refusals come from
// facts.go, steps.go and spell.go: every next step that they name passes the gate.
//
// Reading files, taking leases, recording and repairing is the work of package
// guard; the texts of hosts belong to package host.
package gate
