package guard

import "fmt"

// nLines counts lines in words.
func nLines(n int) string {
	return fmt.Sprintf("%d %s", n, agree(n, "line", "lines"))
}

// agree picks the word that goes with a number.
func agree(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
