package seqlog

import (
	"cmp"
	"fmt"
	"slices"
)

// Kind is a stable word for what is wrong with a log.
type Kind string

// The kinds of findings.
const (
	Duplicate      Kind = "duplicate"        // a row repeats a number that stands already
	Short          Kind = "short"            // a batch restarts below the last stored number; its repeats are duplicates besides
	Order          Kind = "order"            // a number comes late: it was missing when higher ones were written
	Gap            Kind = "gap"              // numbers that never come
	BadSeq         Kind = "bad-seq"          // what stands in the number's place is no whole number
	Unnumbered     Kind = "unnumbered"       // a row without a number after rows that have one
	TornTail       Kind = "torn-tail"        // the log ends in a row that was not written to its end
	FusedRows      Kind = "fused-rows"       // more than one row on a line
	InvalidJSON    Kind = "invalid-json"     // a line that is no JSON
	InvalidUTF8    Kind = "invalid-utf8"     // bytes that are no UTF-8
	LongLine       Kind = "long-line"        // a line beyond MaxLine; it was not looked into
	DamagedFrame   Kind = "damaged-frame"    // a compressed frame that cannot be read
	BlankLine      Kind = "blank-line"       // a line without a row
	LineSeparator  Kind = "u2028"            // U+2028 or U+2029 inside a row: some readers end a line there
	ByteOrderMark  Kind = "bom"              // a byte order mark before the first row
	NoFinalNewline Kind = "no-final-newline" // the last row is whole and lacks its newline
)

// Severity says how grave a finding is.
type Severity string

// The severities. A note needs no action.
const (
	Error   Severity = "error"   // the log cannot be trusted, or not be read by all readers
	Warning Severity = "warning" // readers differ in what they make of it
	Note    Severity = "note"
)

// Severity is how grave findings of this kind are.
func (k Kind) Severity() Severity {
	switch k {
	case BlankLine, LineSeparator, ByteOrderMark, Unnumbered:
		return Warning
	case NoFinalNewline:
		return Note
	}
	return Error
}

// Finding is one thing that is wrong.
type Finding struct {
	Kind    Kind
	Line    int64  // 1-based
	Offset  int64  // in bytes; of a compressed log's text
	Frame   int64  // 1-based; 0: the log is not compressed
	Seq     *int64 // the number at stake
	Expect  *int64 // what should have stood there
	Got     *int64 // what does
	Count   int64  // numbers or bytes at stake, where there are more than one
	Message string // a sentence without its end
}

// Severity is how grave the finding is.
func (f Finding) Severity() Severity { return f.Kind.Severity() }

func number(n int64) *int64 { return &n }

// sortFindings puts findings in the order in which they stand in the log.
func sortFindings(list []Finding) {
	slices.SortStableFunc(list, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.Line, b.Line), cmp.Compare(deref(a.Seq), deref(b.Seq)))
	})
}

func deref(n *int64) int64 {
	if n == nil {
		return 0
	}
	return *n
}

// Grave returns the findings that are errors: those for which rows are refused.
func Grave(findings []Finding) []Finding {
	var out []Finding
	for _, f := range findings {
		if f.Severity() == Error {
			out = append(out, f)
		}
	}
	return out
}

// words is a number with its noun.
func words(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
