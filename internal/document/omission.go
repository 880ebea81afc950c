package document

import (
	"strings"
	"unicode"
)

// gist is what the words of a phrase amount to. All of them must be known words: one strange word makes it prose.
type gist struct {
	n        int  // words
	left     bool // omitted, unchanged, truncated: surely says that text is left out or stays
	stays    bool // preserved, same, as is: may say so
	rest     bool // rest, remaining, existing
	existing bool
	before   bool // previous, earlier, prior
	earlier  bool // previous, other, all: may mean text that was there
	thing    bool // file, section, lines: what a document consists of
	unit     bool // lines, characters: what is counted
	number   bool
	more     bool
	shown    bool // showing, displaying
	change   bool
	beyond   bool // below, above, after
	here     bool
	keep     bool // keep, leave, insert
	brief    bool // for brevity
	snip     bool
	negated  bool
	opens    bool // it begins with rest, remaining, existing, everything else
}

// longest is how many words a phrase may have.
const longest = 16

// survey reads a phrase. It fails at the first strange word, which in most lines is the first.
func survey(core string) (gist, bool) {
	var g gist
	var words []string
	for w := range strings.FieldsFuncSeq(core, between) {
		w = strings.ToLower(strings.Trim(w, ".'’"))
		if w == "" {
			continue
		}
		if len(words) == longest || !g.take(w) {
			return g, false
		}
		if words = append(words, w); len(words) > 1 {
			g.takePair(words[len(words)-2], w)
		}
	}
	g.n = len(words)
	g.opens = opens(words)
	return g, true
}

// between says that a character stands between words.
func between(r rune) bool {
	return unicode.IsSpace(r) || strings.ContainsRune(",;:()-–—/…!", r)
}

// takePair notes what two words mean together.
func (g *gist) takePair(one, two string) {
	switch one {
	case "as":
		switch two {
		case "is", "it", "they", "before", "was", "were", "above", "previously":
			g.stays = true
		}
	case "sin", "sem":
		g.left = g.left || two == "cambios" || two == "alterações"
	}
}

func opens(words []string) bool {
	if len(words) > 0 && (words[0] == "the" || words[0] == "all") {
		words = words[1:]
	}
	if len(words) == 0 {
		return false
	}
	var g gist
	g.take(words[0])
	return g.rest || g.existing || words[0] == "everything" && len(words) > 1 && words[1] == "else"
}

// sure says that the phrase stands for text left out and that honest text hardly has it.
func (p phrase) sure(g gist) bool {
	whole := p.comment || p.bracketed() || p.ruled
	named := g.rest || g.existing || g.earlier
	switch {
	case g.negated:
		return p.marked() && (g.change && g.beyond && !g.stays || g.unit && g.shown && (g.number || g.rest))
	case g.snip:
		return p.marked()
	case p.slashes && !p.dotted() && !p.bracketed():
		return !p.sentence && named && (g.left || g.keep || g.opens && (g.thing || g.stays))
	case !p.marked():
		return g.opens && (g.left || g.stays && (g.thing || g.rest)) && !p.listed && !p.sentence
	case g.brief:
		return g.n > 2
	case g.left && g.n == 1:
		return p.comment || p.square || p.ruled || p.lead && p.trail
	case g.left:
		return whole || named || p.lead
	case g.keep && named:
		return whole || p.dotted()
	case g.number && g.unit && (g.more || g.shown):
		return whole || p.lead
	case (g.rest || g.existing) && g.dotsSay(p):
		return true
	case g.before && g.thing && p.lead:
		return p.square || p.comment && p.trail
	case (g.rest || g.existing) && g.thing:
		return p.comment || p.square || g.here && p.round || g.stays && whole
	}
	return whole && g.stays && (named || g.thing && !p.round)
}

// dotsSay says that dots and a word for the rest make it plain.
func (g gist) dotsSay(p phrase) bool {
	return p.lead && (g.thing || p.trail || p.comment || p.square) || p.trail && (g.stays || p.comment || p.square)
}

// maybe says that the phrase may stand for text left out.
func (p phrase) maybe(g gist) bool {
	switch {
	case g.n == 0:
		return p.dotted() && !p.ruled
	case g.negated:
		return g.change && g.beyond
	case p.marked():
		return g.left || g.stays || g.rest || g.existing || g.number && (g.unit || g.more && p.lead) ||
			g.before && g.thing && (p.square || p.lead && p.trail)
	}
	return g.opens && (g.left || g.stays)
}

// foreign says that the phrase is one of a language that is not read word by word.
func (p phrase) foreign() bool {
	const ideographs = '\u2e80' // and what else needs few characters for many words
	limit, letters := 30, []rune(p.core)
	if strings.IndexFunc(p.core, func(r rune) bool { return r >= ideographs }) >= 0 {
		limit = 16
	}
	if len(letters) > limit || strings.IndexFunc(p.core, func(r rune) bool { return r > unicode.MaxLatin1 }) < 0 {
		return false
	}
	core := strings.ToLower(p.core)
	for _, s := range []string{
		"其余", "其餘", "剩余部分", "剩餘部分", "其他部分不变", "此处省略", "此處省略", "以下省略", "内容省略", "內容省略", "现有代码", "現有代碼", "已有内容", "原有内容",
		"中略", "後略", "以下略", "以下同じ", "省略されました", "既存のコード", "既存の内容", "残りは",
		"나머지", "기존 코드", "기존 내용", "생략",
		"остальное без изменений", "остальной текст", "остальная часть", "существующий код", "пропущено",
	} {
		if strings.Contains(core, s) {
			return true
		}
	}
	return core == "省略" || core == "略" || core == "без изменений"
}
