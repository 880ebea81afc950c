package expect

import (
	"fmt"
	"time"
)

// Wish is what a rule expects of a document. Zero fields expect nothing.
type Wish struct {
	Growth int           // lines
	PerRun bool          // per run of an agent
	Per    time.Duration // or per this time
	MaxAge time.Duration
}

// Run is one run of an agent on some machine.
type Run struct {
	At    time.Time
	Node  string
	Over  bool  // it has ended
	Lines int64 // the document's lines when it began; negative: not known
}

// Size is how many lines a document had from a time on.
type Size struct {
	At      time.Time
	Lines   int64
	Removed int64 // lines that were taken away on purpose then: no lack of growth
}

// Facts is what is known of a document.
type Facts struct {
	Now     time.Time
	Lines   int64
	Changed time.Time            // when its text last changed; zero: not known
	Runs    []Run                // of all machines, in any order
	Sizes   []Size               // in order of time
	Heard   map[string]time.Time // when each machine was last heard of, by its entries or its runs
	Since   time.Time            // what was before counts no more: a person has accepted it
}

// The kinds of problems.
const (
	TooLittle = "min-growth"    // it grew less than its runs, or the time, let expect
	TooOld    = "max-age"       // it has not changed for too long
	Silent    = "silent-writer" // a machine that wrote is heard of no more
)

// Problem is one unmet expectation.
type Problem struct {
	Kind    string
	Message string // what is known of the document, in numbers, to follow its name
}

// Check says what of a wish is not met.
func Check(w Wish, f Facts) []Problem {
	var out []Problem
	switch {
	case w.Growth > 0 && w.PerRun:
		out = append(out, perRun(w, f)...)
	case w.Growth > 0:
		out = append(out, perTime(w, f)...)
	}
	if w.MaxAge > 0 && !f.Changed.IsZero() && f.Now.Sub(f.Changed) > w.MaxAge {
		out = append(out, Problem{TooOld, fmt.Sprintf("last changed %s ago, at %s; expected at least every %s",
			long(f.Now.Sub(f.Changed)), f.Changed.UTC().Format("2006-01-02 15:04"), long(w.MaxAge))})
	}
	return append(out, silent(w, f)...)
}

// long tells a time in the unit that people use for it.
func long(d time.Duration) string {
	const day = 24 * time.Hour
	switch {
	case d >= 2*day:
		return fmt.Sprintf("%d days", int(d/day))
	case d >= time.Hour:
		return count(int(d/time.Hour), "hour")
	default:
		return count(int(d/time.Minute), "minute")
	}
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
