package shell

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// The limits of one word with braces: how many words it may become, and how many braces it may have.
const (
	maxBraces      = 4096
	maxBracesOnce  = 64 // in a second look
	maxBraceGroups = 64
)

// braceLimit is how many words one word may become.
func (s *shell) braceLimit() int {
	if s.spend.once {
		return maxBracesOnce
	}
	return maxBraces
}

// braces expands {a,b} and {1..3}, for sh as well, which is bash on many systems. The parser's splitting changes the word for good, so a word that is expanded
// again, in a loop, may have been split before.
func (s *shell) braces(w *syntax.Word) []*syntax.Word {
	if !splitBefore(w) && !syntax.SplitBraces(w) {
		return []*syntax.Word{w}
	}
	if words, groups := braceSize(w); words > s.braceLimit() || groups > maxBraceGroups {
		return []*syntax.Word{unknownWord()}
	}
	return s.expandBraces(w)
}

// unknownWord stands for words whose text is not known.
func unknownWord() *syntax.Word {
	return &syntax.Word{Parts: []syntax.WordPart{&syntax.BraceExp{}}}
}

// braceSize is how many words a word with braces becomes, at least, and how many braces it has.
func braceSize(w *syntax.Word) (words, groups int) {
	words = 1
	for _, part := range w.Parts {
		br, ok := part.(*syntax.BraceExp)
		if !ok {
			continue
		}
		groups++
		sum := 0
		for _, elem := range br.Elems {
			n, g := braceSize(elem)
			sum += n
			groups += g
		}
		if words *= max(1, sum); words > maxBraces || groups > maxBraceGroups {
			break
		}
	}
	return words, groups
}

func splitBefore(w *syntax.Word) bool {
	for _, part := range w.Parts {
		if _, ok := part.(*syntax.BraceExp); ok {
			return true
		}
	}
	return false
}

// expandBraces replaces the first brace expression by each of its elements and goes on with the rest.
func (s *shell) expandBraces(w *syntax.Word) []*syntax.Word {
	for i, part := range w.Parts {
		br, ok := part.(*syntax.BraceExp)
		if !ok {
			continue
		}
		var all []*syntax.Word
		for _, elem := range s.braceElements(br) {
			parts := make([]syntax.WordPart, 0, len(w.Parts)+len(elem.Parts))
			parts = append(append(append(parts, w.Parts[:i]...), elem.Parts...), w.Parts[i+1:]...)
			all = append(all, s.expandBraces(&syntax.Word{Parts: parts})...)
			if len(all) > s.braceLimit() {
				return append(all, unknownWord())
			}
			if !s.spend.step(1) {
				return all
			}
		}
		return all
	}
	return []*syntax.Word{w}
}

func (s *shell) braceElements(br *syntax.BraceExp) []*syntax.Word {
	if !br.Sequence {
		return br.Elems
	}
	var elems []*syntax.Word
	for _, text := range sequence(br) {
		elems = append(elems, &syntax.Word{Parts: []syntax.WordPart{&syntax.Lit{Value: text}}})
	}
	return elems
}

// sequence lists {1..5}, {01..10..2} and {a..e}.
func sequence(br *syntax.BraceExp) []string {
	from, to := br.Elems[0].Lit(), br.Elems[1].Lit()
	step := 1
	if len(br.Elems) > 2 {
		step, _ = strconv.Atoi(br.Elems[2].Lit())
	}
	step = max(1, max(step, -step))
	a, errA := strconv.Atoi(from)
	b, errB := strconv.Atoi(to)
	letters := errA != nil || errB != nil
	if letters {
		if len(from) != 1 || len(to) != 1 {
			return nil
		}
		a, b = int(from[0]), int(to[0])
	}
	width := 0
	if !letters && (zeroPadded(from) || zeroPadded(to)) {
		width = max(len(from), len(to))
	}
	return series(a, b, step, func(n int) string {
		if letters {
			return string(rune(n))
		}
		return padded(n, width)
	})
}

func series(a, b, step int, show func(int) string) []string {
	var all []string
	for n := a; len(all) <= maxBraces; {
		all = append(all, show(n))
		if a <= b && (n > b-step || n+step < n) || a > b && (n < b+step || n-step > n) {
			break
		}
		if a <= b {
			n += step
		} else {
			n -= step
		}
	}
	return all
}

func zeroPadded(text string) bool {
	text = strings.TrimPrefix(text, "-")
	return len(text) > 1 && text[0] == '0'
}

func padded(n, width int) string {
	text := strconv.Itoa(n)
	sign := ""
	if n < 0 {
		sign, text = "-", text[1:]
	}
	if zeros := width - len(sign) - len(text); zeros > 0 {
		text = strings.Repeat("0", zeros) + text
	}
	return sign + text
}
