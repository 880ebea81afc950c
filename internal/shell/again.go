package shell

import "strings"

// maxOnce is how much text a variable may hold in the second look at a command.
const maxOnce = 64 << 10

// lookAgain goes once more through a command that went beyond the limits, and does nothing twice: a loop's body is run
// once, for whatever its variable may be, a function where it stands. So what names its file in so many words is found,
// whatever stands beside it. Contents are not followed.
func (a *analysis) lookAgain(command string) {
	b := newAnalysis(a.env)
	b.spend = onceBudget(len(command))
	b.carryOut(command)
	if a.unparsed || b.unparsed {
		b.spend.over = ""
		b.eachPiece(command)
	}
	a.takeIn(b)
}

// A deed is what tells operations apart where contents do not count.
type deed struct {
	kind     Kind
	path, to string
}

// repeated reports whether an operation was found before, and remembers it.
func (a *analysis) repeated(op Op) bool {
	d := deed{op.Kind, op.Path, op.To}
	if a.seen[d] {
		return true
	}
	if a.seen == nil {
		a.seen = make(map[deed]bool)
	}
	a.seen[d] = true
	return false
}

// takeIn adds what another look has found and this one has not.
func (a *analysis) takeIn(b *analysis) {
	for _, op := range a.ops {
		a.repeated(op)
	}
	for _, op := range b.ops {
		if !a.repeated(op) {
			op.Known, op.Content = false, nil
			a.ops = append(a.ops, op)
		}
	}
	for _, o := range b.opaque {
		a.hide(o.Command, o.Reason)
	}
}

// eachPiece looks at the simple commands of a text that cannot be parsed as a whole, one by one. Such text is made to
// be deep; that some of it may be prose is not considered.
func (a *analysis) eachPiece(text string) {
	for _, piece := range pieces(text) {
		stmts, err := parse(piece, variants(a.env.Dialect))
		if err != nil || a.spend.over != "" {
			continue
		}
		a.newShell().stmts(stmts)
	}
}

// pieces cuts text where a command may end, outside of quotes, and takes the brackets off the ends.
func pieces(text string) []string {
	var all []string
	start := 0
	cut := func(end int) {
		if piece := strings.Trim(text[start:end], " \t(){}!$`"); piece != "" {
			all = append(all, piece)
		}
		start = end + 1
	}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '\\':
			i++
		case '\'', '"':
			if n := closing(text[i+1:], c); n >= 0 {
				i += n + 1
			}
		case '&':
			if i > 0 && text[i-1] == '>' || i+1 < len(text) && text[i+1] == '>' {
				continue
			}
			cut(i)
		case '|':
			if i > 0 && text[i-1] == '>' {
				continue
			}
			cut(i)
		case ';', '\n', '(', ')', '`':
			cut(i)
		}
	}
	cut(len(text))
	return all
}
