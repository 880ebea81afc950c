package policy

import "strings"

// nearest is the candidate that word was probably meant to be, or "".
func nearest(word string, candidates []string) string {
	word = plainName(word)
	best, least := "", len(word)/3+2
	for _, c := range candidates {
		d := Distance(word, plainName(c))
		if related := len(word) > 2 && (strings.HasPrefix(c, word) || strings.HasPrefix(word, c)); related {
			d = min(d, 1)
		}
		if d < least {
			best, least = c, d
		}
	}
	return best
}

// plainName is a name without what people mix up: letter case, and the sign between words.
func plainName(s string) string {
	return strings.NewReplacer("-", "_", " ", "_").Replace(strings.ToLower(strings.TrimSpace(s)))
}

// Distance is the number of letters to insert, delete, replace or swap with their neighbour to turn a into b
// (optimal string alignment).
func Distance(a, b string) int {
	if len(a) > 64 || len(b) > 64 {
		return 64
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
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
		before, last, row = last, row, before
	}
	return last[len(b)]
}
