package cli

// nearest is the option that a mistyped word most likely means; empty where none is close.
func nearest(word string, options []string) string {
	best, distance := "", 3
	for _, option := range options {
		if d := edits(word, option); d < distance && d < len(option) {
			best, distance = option, d
		}
	}
	return best
}

// edits is the Levenshtein distance of two words, with a swap of neighbours as one edit (optimal
// string alignment).
func edits(a, b string) int {
	before, last := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
