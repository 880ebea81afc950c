package shell

import "strings"

// cutAt cuts v at the first sep.
func cutAt(v value, sep string) (head string, tail value) {
	head, rest, _ := strings.Cut(string(v), sep)
	return head, value(rest)
}

// containsWord reports whether a list separated by commas has a word.
func containsWord(list, word string) bool {
	for list != "" {
		var one string
		one, list, _ = strings.Cut(list, ",")
		if one == word {
			return true
		}
	}
	return false
}

// lines takes text apart, without its line ends.
func lines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}
