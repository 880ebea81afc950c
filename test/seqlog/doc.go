// Package seqlog holds the test that runs real processes against one numbered log: the same two writers once with their
// own cursors only, as the harnesses of the reports had them, and once through `noclobber seqlog append`.
package seqlog
