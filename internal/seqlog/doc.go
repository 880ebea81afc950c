// Package seqlog checks and mends JSONL logs whose rows are numbered: one JSON object a line, numbers without holes or
// repeats. It is pure: bytes in, findings and bytes out.
//
//	c := seqlog.NewChecker(seqlog.Options{Seq: "seq"})
//	_, err := io.Copy(c, log)
//	report := c.Close()      // findings, what was counted, and how the log ends
//
// Memory does not grow with the log: which numbers stand in it is known as one range less the holes in it.
//
//	options.go    where a row has its number; bounds
//	finding.go    the kinds of findings, and how grave each is
//	splitter.go   a stream, cut into lines
//	checker.go    a log as it streams by, line by line
//	valid.go, characters.go   what a line must be: JSON, UTF-8
//	row.go        the number of a row, or the numbers of a packed one
//	numbers.go    which numbers stand; sequence.go, what a row's number means among them
//	pieces.go     lines that are no JSON, taken apart; damage.go, what is reported of them
//	tail.go       how a log ends, found by reading its end only
//	append.go     what rows added to a log, or a whole new text, would break
//	repair.go     how a log is to be repaired, and what a first reading of it tells
//	rewrite.go    the rows of a log on their way from a reader to a writer; edit.go, one of them edited
//
// Package zframe cuts compressed logs into frames; package logfile is a log as it lies in a file, plain or compressed.
package seqlog
