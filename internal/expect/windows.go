package expect

import (
	"fmt"
	"slices"
	"time"
)

const (
	// settled is how long a run may take to write before it counts without having ended.
	settled = time.Hour
	// fewest is how many runs it takes to judge: one that had nothing to say is no alarm.
	fewest = 3
)

// windows are the times that growth is asked over, the longest first: a document that grew well for a year and stopped
// last week must not live on its past.
func windows(f Facts) []time.Time {
	const day = 24 * time.Hour
	return []time.Time{f.Since, later(f.Since, f.Now.Add(-30*day)), later(f.Since, f.Now.Add(-7*day)), later(f.Since, f.Now.Add(-day))}
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// perRun compares the lines that a document grew by with the runs that began meanwhile.
func perRun(w Wish, f Facts) []Problem {
	runs := countable(f)
	var worst *Problem
	least := 1.0
	for _, from := range windows(f) {
		n, _ := slices.BinarySearchFunc(runs, from, func(r Run, t time.Time) int { return r.At.Compare(t) })
		in := runs[n:]
		if len(in) < fewest {
			continue
		}
		grown, wanted := f.Lines-in[0].Lines+removed(f, in[0].At), int64(len(in)*w.Growth)
		if share := float64(grown) / float64(wanted); share < least {
			least = share
			worst = &Problem{TooLittle, fmt.Sprintf("%s since %s on %s, and %s; expected at least %d (%s a run)",
				count(len(in), "run"), in[0].At.UTC().Format("2006-01-02 15:04"), count(nodes(in), "machine"), growth(grown), wanted, count(w.Growth, "line"))}
		}
	}
	if worst == nil {
		return nil
	}
	return []Problem{*worst}
}

func growth(lines int64) string {
	if lines < 0 {
		return count(int(-lines), "line") + " less"
	}
	return count(int(lines), "line") + " more"
}

// countable are the runs that had the time to write, and of which the document's size is known, in order.
func countable(f Facts) []Run {
	var out []Run
	for _, r := range f.Runs {
		if r.Lines >= 0 && (r.Over || f.Now.Sub(r.At) > settled) && !r.At.Before(f.Since) {
			out = append(out, r)
		}
	}
	slices.SortFunc(out, func(a, b Run) int { return a.At.Compare(b.At) })
	return out
}

func nodes(runs []Run) int {
	seen := map[string]bool{}
	for _, r := range runs {
		seen[r.Node] = true
	}
	return len(seen)
}

func removed(f Facts, since time.Time) int64 {
	n := int64(0)
	for _, s := range f.Sizes {
		if s.At.After(since) {
			n += s.Removed
		}
	}
	return n
}

// perTime compares the lines that a document grew by in the last Per with what is expected of that time.
func perTime(w Wish, f Facts) []Problem {
	from := f.Now.Add(-w.Per)
	if from.Before(f.Since) {
		return nil
	}
	then := int64(-1)
	for _, s := range f.Sizes {
		if !s.At.After(from) {
			then = s.Lines
		}
	}
	if then < 0 {
		return nil // not known for so long
	}
	grown := f.Lines - then + removed(f, from)
	if grown >= int64(w.Growth) {
		return nil
	}
	return []Problem{{TooLittle, fmt.Sprintf("%s in the last %s; expected at least %d", growth(grown), long(w.Per), w.Growth)}}
}
