package document

import "unicode"

// KeepsOrder says that the lines of old stand in new in the order that they have in old, whatever stands between them.
// Blank lines are not looked at.
func KeepsOrder(old, new []byte) bool {
	o, n := split(old).lines, split(new).lines
	i := 0
	for _, l := range o {
		if l.blank() {
			continue
		}
		for i < len(n) && string(n[i].key) != string(l.key) {
			i++
		}
		if i == len(n) {
			return false
		}
		i++
	}
	return true
}

// maxCuts bounds the places at which GrownReflow cuts a text.
const maxCuts = 16

// GrownReflow says that new is a reflow of old with lines added at its end or at its top: a formatter ran over a
// document that grew.
func GrownReflow(old, new []byte) bool {
	lines := split(new).lines
	letters := countLetters(old)
	if letters == 0 {
		return false
	}
	return reflowsUpTo(old, lines, letters) || reflowsFrom(old, lines, letters)
}

// reflowsUpTo tries the beginnings of a text that have as many letters as old: no reflow adds or drops one.
func reflowsUpTo(old []byte, lines []line, letters int) bool {
	var head []byte
	sum, cuts := 0, 0
	for _, l := range lines {
		head = append(head, l.raw...)
		sum += countLetters(l.text)
		if sum > letters || cuts == maxCuts {
			return false
		}
		if sum == letters {
			if Reflow(old, head) {
				return true
			}
			cuts++
		}
	}
	return false
}

// reflowsFrom tries the ends of a text likewise.
func reflowsFrom(old []byte, lines []line, letters int) bool {
	sum, cuts := 0, 0
	for i := len(lines) - 1; i >= 0; i-- {
		sum += countLetters(lines[i].text)
		if sum > letters || cuts == maxCuts {
			return false
		}
		if sum == letters {
			if Reflow(old, rawOf(lines[i:])) {
				return true
			}
			cuts++
		}
	}
	return false
}

func rawOf(lines []line) []byte {
	var out []byte
	for _, l := range lines {
		out = append(out, l.raw...)
	}
	return out
}

func countLetters(text []byte) int {
	n := 0
	for _, r := range string(text) {
		if unicode.IsLetter(r) {
			n++
		}
	}
	return n
}
