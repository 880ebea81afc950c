package expect

import (
	"fmt"
	"maps"
	"slices"
	"time"
)

// silent lists machines that were heard of regularly and are no more, while others are. How long is too long follows
// from the wish, and from how long the machine used to be silent.
func silent(w Wish, f Facts) []Problem {
	patience := w.MaxAge
	if patience == 0 {
		patience = w.Per
	}
	if patience == 0 && w.PerRun {
		const week = 7 * 24 * time.Hour
		patience = week
	}
	var newest time.Time
	for _, at := range f.Heard {
		newest = later(newest, at)
	}
	var out []Problem
	for _, node := range slices.Sorted(maps.Keys(f.Heard)) {
		last := f.Heard[node]
		quiet := max(patience, 3*usualGap(f.Runs, node))
		if patience == 0 || last.Before(f.Since) || f.Now.Sub(last) <= quiet || newest.Sub(last) <= quiet {
			continue
		}
		out = append(out, Problem{Silent, fmt.Sprintf("nothing was heard of %s for %s, since %s, while others write",
			node, long(f.Now.Sub(last)), last.UTC().Format("2006-01-02 15:04"))})
	}
	return out
}

// usualGap is the median time between two runs of a machine.
func usualGap(runs []Run, node string) time.Duration {
	var at []time.Time
	for _, r := range runs {
		if r.Node == node {
			at = append(at, r.At)
		}
	}
	if len(at) < fewest {
		return 0
	}
	slices.SortFunc(at, time.Time.Compare)
	gaps := make([]time.Duration, len(at)-1)
	for i := range gaps {
		gaps[i] = at[i+1].Sub(at[i])
	}
	slices.Sort(gaps)
	return gaps[len(gaps)/2]
}
