package shell

import (
	"path"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// firstFreeDescriptor is what bash gives to {name}>file.
const firstFreeDescriptor = 10

// redirect applies one redirection.
func (s *shell) redirect(r *syntax.Redirect) {
	n := s.number(r)
	switch r.Op {
	case syntax.RdrOut:
		s.create(s.target(r.Word), ">", n)
	case syntax.RdrClob:
		s.open(n, s.target(r.Word), Write, ">")
	case syntax.AppOut, syntax.AppClob:
		s.open(n, s.target(r.Word), Append, ">>")
	case syntax.RdrAll:
		s.create(s.target(r.Word), "&>", 1, 2)
	case syntax.RdrAllClob:
		s.openBoth(s.target(r.Word), Write, "&>")
	case syntax.AppAll, syntax.AppAllClob:
		s.openBoth(s.target(r.Word), Append, "&>>")
	case syntax.RdrInOut:
		s.open(n, s.target(r.Word), InPlace, "<>")
	case syntax.RdrIn:
		s.openInput(n, s.target(r.Word))
	case syntax.DplIn:
		s.duplicate(n, s.one(r.Word))
	case syntax.DplOut:
		s.duplicateOutput(r, n)
	case syntax.Hdoc, syntax.DashHdoc:
		s.setDescriptor(n, descriptor{in: knownInput(s.heredoc(r))})
	case syntax.WordHdoc:
		s.setDescriptor(n, descriptor{in: knownInput(s.one(r.Word) + "\n")})
	}
}

// number is the descriptor that a redirection is about. {name}>file picks a free one and puts it into the variable.
func (s *shell) number(r *syntax.Redirect) int {
	if r.N == nil {
		switch r.Op {
		case syntax.RdrIn, syntax.RdrInOut, syntax.DplIn, syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc:
			return 0
		}
		return 1
	}
	if name, ok := strings.CutPrefix(r.N.Value, "{"); ok {
		return s.named(strings.TrimSuffix(name, "}"), r)
	}
	n, err := strconv.Atoi(r.N.Value)
	if err != nil {
		return -1
	}
	return n
}

// named is the descriptor of {name}>file: a new one, or for {name}>&- the one that the variable holds.
func (s *shell) named(name string, r *syntax.Redirect) int {
	if (r.Op == syntax.DplOut || r.Op == syntax.DplIn) && r.Word.Lit() == "-" {
		v, _ := s.variable(name)
		if n, err := strconv.Atoi(string(v.text)); err == nil {
			return n
		}
	}
	n := firstFreeDescriptor
	for {
		if _, taken := s.fds[n]; !taken {
			break
		}
		n++
	}
	s.assign(name, literal(strconv.Itoa(n)))
	return n
}

// target is the file that a redirection names. A pattern counts if it matches exactly one file.
func (s *shell) target(w *syntax.Word) value {
	fields := s.words([]*syntax.Word{w})
	switch len(fields) {
	case 0:
		return ""
	case 1:
		return fields[0]
	}
	return holeAny
}

// open opens a file for output on a descriptor.
func (s *shell) open(n int, target value, kind Kind, via string) {
	s.setDescriptor(n, s.openFile(target, kind, via))
}

func (s *shell) openBoth(target value, kind Kind, via string) {
	d := s.openFile(target, kind, via)
	s.setDescriptor(1, d)
	s.setDescriptor(2, d)
}

func (s *shell) openFile(target value, kind Kind, via string) descriptor {
	if n, ok := standardStream(target); ok {
		return s.fds[n]
	}
	s.doubt = s.doubt || s.mayLackDir(target)
	op := s.act(Op{Kind: kind, Via: via}, target)
	k := newSink(s.maybe)
	if k.op = op; op >= 0 && kind != InPlace {
		s.sinks = append(s.sinks, k)
	}
	d := descriptor{out: k}
	if kind == InPlace {
		d.in = unknownInput()
	}
	return d
}

// mayLackDir reports whether a file may be one whose directory is missing.
func (s *shell) mayLackDir(target value) bool {
	at, ok := s.locate(target)
	if !ok || !at.known() || s.env.Stat == nil || device(at) {
		return false
	}
	dir := path.Dir(string(at))
	if s.tree.dirs[dir] {
		return s.removed(dir)
	}
	there, _ := s.statReal(dir)
	return !there || s.removed(dir)
}

// standardStream tells which descriptor a name such as /dev/stderr or /dev/fd/3 stands for.
func standardStream(target value) (int, bool) {
	switch target {
	case "/dev/stdin":
		return 0, true
	case "/dev/stdout":
		return 1, true
	case "/dev/stderr":
		return 2, true
	}
	rest, ok := strings.CutPrefix(string(target), "/dev/fd/")
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(rest)
	return n, err == nil
}

func (s *shell) openInput(n int, target value) {
	if from, ok := standardStream(target); ok && s.fds[from].in != nil {
		s.setDescriptor(n, s.fds[from])
		return
	}
	in := unknownInput()
	if target == "/dev/null" {
		in.rest = ""
	}
	in.file = s.act(Op{Kind: Read, Via: "<"}, target)
	s.setDescriptor(n, descriptor{in: in})
}

// duplicateOutput is >&word: a copy of a descriptor, or, where the word is no number, a file for both outputs.
func (s *shell) duplicateOutput(r *syntax.Redirect, n int) {
	word := s.target(r.Word)
	if word == "-" || word.numeric() || strings.HasSuffix(string(word), "-") && value(strings.TrimSuffix(string(word), "-")).numeric() {
		s.duplicate(n, word)
		return
	}
	if r.N == nil || r.N.Value == "1" {
		s.create(word, ">&", 1, 2)
	}
}

// duplicate makes descriptor n a copy of another, or closes it; "3-" moves.
func (s *shell) duplicate(n int, word value) {
	if word == "-" {
		s.setDescriptor(n, descriptor{})
		return
	}
	from, err := strconv.Atoi(strings.TrimSuffix(string(word), "-"))
	if err != nil {
		s.scatter()
		s.setDescriptor(n, descriptor{in: unknownInput()})
		return
	}
	s.setDescriptor(n, s.fds[from])
}

// scatter says that output may go to any open file, since the descriptor's number is not known.
func (s *shell) scatter() {
	for _, d := range s.fds {
		d.out.write(holeAny, s.maybe)
	}
}

// heredoc is the text of a here-document.
func (s *shell) heredoc(r *syntax.Redirect) value {
	if r.Hdoc == nil {
		return ""
	}
	var text value
	if quotedWord(r.Word) {
		text = rawText(r.Hdoc)
	} else {
		text = s.hereText(r.Hdoc.Parts)
	}
	if r.Op == syntax.DashHdoc {
		text = value(stripTabs(string(text)))
	}
	s.spend.copied(len(text))
	return text
}

// stripTabs removes the tabs at the start of each line, as <<- does.
func stripTabs(text string) string {
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimLeft(line, "\t")
	}
	return strings.Join(lines, "")
}

// quotedWord reports whether any part of a here-document's delimiter is quoted.
func quotedWord(w *syntax.Word) bool {
	for _, part := range w.Parts {
		switch part := part.(type) {
		case *syntax.Lit:
			if strings.Contains(part.Value, `\`) {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// rawText joins the literal parts of a word as they stand.
func rawText(w *syntax.Word) value {
	var b strings.Builder
	for _, part := range w.Parts {
		if lit, ok := part.(*syntax.Lit); ok {
			b.WriteString(lit.Value)
		}
	}
	return literal(b.String())
}
