// Package hammer runs real noclobber processes against a few documents, many at a time, and kills them.
//
// Agents send PreToolUse, write as their host does (temp file and rename, after a random delay that may outlast the
// lease; sometimes never, sometimes another text), and report with PostToolUse and PostToolBatch, or lose those. Beside
// them run appenders (`>>`), the verbs append, splice and write, a writer that loads no gate and a tool that replaces
// files as Syncthing does. Processes are killed by a timer and at the named fault points (the program under test is
// built with -tags faultpoints).
//
// Afterwards every line that a writer was told had been written must be in its document, or be recorded as lost with its
// bytes kept; the ledger must verify, no lease may outlive its time, no temp file may be left.
//
//	go test ./test/hammer -hammer.for 10m -hammer.seed 7
package hammer
