package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// A chunk is a piece of a word after expansion, with what quoting leaves to be done.
type chunk struct {
	text   value
	quoted bool // neither split nor a pattern
	split  bool // came from an unquoted expansion: cut at IFS
	brk    bool // a new field begins here, as between the elements of "$@"
}

// words expands a command's words into its arguments: braces, tilde, parameters, commands, splitting, names.
func (s *shell) words(list []*syntax.Word) []value {
	var fields []value
	for _, w := range list {
		for _, one := range s.braces(w) {
			if !s.spend.step(1) {
				return fields
			}
			for _, f := range s.split(s.wordChunks(one)) {
				fields = append(fields, s.names(f)...)
			}
		}
	}
	return fields
}

// one expands a word to exactly one value, as in assignments and here-strings: nothing is split, no names.
func (s *shell) one(w *syntax.Word) value {
	if w == nil {
		return ""
	}
	return s.joinChunks(s.wordChunks(w))
}

// assignment expands an assignment's value: as one, with tildes after colons too.
func (s *shell) assignment(w *syntax.Word) value {
	if w == nil {
		return ""
	}
	chunks := s.wordChunks(w)
	for i, c := range chunks {
		if !c.quoted && !c.split && strings.Contains(string(c.text), ":~/") && s.env.Home != "" {
			chunks[i].text = value(strings.ReplaceAll(string(c.text), ":~/", ":"+string(slashed(s.env.Home))+"/"))
		}
	}
	return s.joinChunks(chunks)
}

func (s *shell) joinChunks(chunks []chunk) value {
	if len(chunks) == 1 {
		return chunks[0].text
	}
	var b strings.Builder
	for i, c := range chunks {
		if c.brk && i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(string(c.text))
	}
	s.spend.copied(b.Len())
	return value(b.String())
}

// pattern expands a word to a pattern in which quoted characters stand for themselves.
func (s *shell) pattern(w *syntax.Word) (pattern string, known bool) {
	chunks := s.wordChunks(w)
	for _, c := range chunks {
		if !c.text.known() {
			return "", false
		}
	}
	return patternOf(chunks), true
}

func patternOf(chunks []chunk) string {
	var b strings.Builder
	for _, c := range chunks {
		if !c.quoted {
			b.WriteString(string(c.text))
			continue
		}
		for i := 0; i < len(c.text); i++ {
			escapePattern(&b, c.text[i])
		}
	}
	return b.String()
}

func escapePattern(b *strings.Builder, c byte) {
	if strings.IndexByte(`*?[]\()|!+@^-`, c) >= 0 {
		b.WriteByte('\\')
	}
	b.WriteByte(c)
}

func (s *shell) wordChunks(w *syntax.Word) []chunk {
	chunks := s.partChunks(w.Parts)
	if len(chunks) == 0 || chunks[0].quoted || chunks[0].split || !strings.HasPrefix(string(chunks[0].text), "~") {
		return chunks
	}
	return s.tilde(chunks)
}

// partChunks expands the parts of an unquoted word.
func (s *shell) partChunks(parts []syntax.WordPart) []chunk {
	var chunks []chunk
	for _, part := range parts {
		switch part := part.(type) {
		case *syntax.Lit:
			chunks = append(chunks, unescape(part.Value)...)
		case *syntax.SglQuoted:
			chunks = append(chunks, chunk{text: singleQuoted(part), quoted: true})
		case *syntax.DblQuoted:
			chunks = append(chunks, s.doubleQuoted(part.Parts)...)
		case *syntax.ParamExp:
			chunks = append(chunks, s.parameter(part, false)...)
		default:
			chunks = append(chunks, s.partChunk(part))
		}
	}
	return chunks
}

// partChunk expands the parts that give one text: substitutions, arithmetic, patterns.
func (s *shell) partChunk(part syntax.WordPart) chunk {
	switch part := part.(type) {
	case *syntax.CmdSubst:
		return chunk{text: s.substitute(part), split: true}
	case *syntax.ArithmExp:
		return chunk{text: s.arithmetic(part.X), split: true}
	case *syntax.ProcSubst:
		return chunk{text: s.processSubstitution(part), quoted: true}
	case *syntax.ExtGlob:
		return chunk{text: literal(part.Op.String() + part.Pattern.Value + ")")}
	}
	return chunk{text: holeAny, split: true}
}

// doubleQuoted expands what stands between double quotes.
func (s *shell) doubleQuoted(parts []syntax.WordPart) []chunk {
	if len(parts) == 0 {
		return []chunk{{quoted: true}}
	}
	var chunks []chunk
	for _, part := range parts {
		switch part := part.(type) {
		case *syntax.Lit:
			chunks = append(chunks, chunk{text: literal(unescapeIn(part.Value, "\\\"$`")), quoted: true})
		case *syntax.ParamExp:
			for _, c := range s.parameter(part, true) {
				c.quoted, c.split = true, false
				chunks = append(chunks, c)
			}
		default:
			c := s.partChunk(part)
			c.quoted, c.split = true, false
			chunks = append(chunks, c)
		}
	}
	return chunks
}

// hereText expands the body of a here-document.
func (s *shell) hereText(parts []syntax.WordPart) value {
	var b strings.Builder
	for _, part := range parts {
		switch part := part.(type) {
		case *syntax.Lit:
			b.WriteString(string(literal(unescapeIn(part.Value, "\\$`"))))
		case *syntax.ParamExp:
			b.WriteString(string(s.joinChunks(s.parameter(part, true))))
		default:
			b.WriteString(string(s.partChunk(part).text))
		}
	}
	return value(b.String())
}

// unescape takes the backslashes out of unquoted text; what they protect counts as quoted.
func unescape(text string) []chunk {
	i := strings.IndexByte(text, '\\')
	if i < 0 {
		return []chunk{{text: literal(text)}}
	}
	var chunks []chunk
	for ; i >= 0; i = strings.IndexByte(text, '\\') {
		if i > 0 {
			chunks = append(chunks, chunk{text: literal(text[:i])})
		}
		if i+1 >= len(text) {
			return append(chunks, chunk{text: `\`, quoted: true})
		}
		if text[i+1] != '\n' {
			chunks = append(chunks, chunk{text: literal(text[i+1 : i+2]), quoted: true})
		}
		text = text[i+2:]
	}
	if text != "" {
		chunks = append(chunks, chunk{text: literal(text)})
	}
	return chunks
}

// unescapeIn takes out the backslashes that stand before one of the given characters or before a newline.
func unescapeIn(text, special string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) {
			if text[i+1] == '\n' {
				i++
				continue
			}
			if strings.IndexByte(special, text[i+1]) >= 0 {
				i++
			}
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

func singleQuoted(q *syntax.SglQuoted) value {
	if q.Dollar {
		return literal(ansiC(q.Value))
	}
	return literal(q.Value)
}

// tilde expands ~, ~/x, ~+ and ~- at the start of a word; other users' homes are not known.
func (s *shell) tilde(chunks []chunk) []chunk {
	name, rest, slash := strings.Cut(string(chunks[0].text[1:]), "/")
	if !slash && len(chunks) > 1 {
		return chunks // ~"x" and ~$x are no tildes
	}
	home := holeAny
	switch name {
	case "":
		if home = s.home(); home == "" {
			return chunks
		}
	case "+":
		home = s.pwd()
	case "-":
		home = s.scalar("OLDPWD")
	}
	out := []chunk{{text: home, quoted: true}}
	if slash {
		out = append(out, chunk{text: value("/" + rest)})
	}
	return append(out, chunks[1:]...)
}

func (s *shell) home() value {
	if v, ok := s.variable("HOME"); ok {
		return v.text
	}
	if s.env.Home != "" {
		return slashed(s.env.Home)
	}
	if home, ok := s.environ("HOME"); ok {
		return slashed(home)
	}
	return holeAny
}

// pwd is the directory the shell stands in.
func (s *shell) pwd() value {
	return s.dir
}

// substitute runs $(...) and gives its output.
func (s *shell) substitute(sub *syntax.CmdSubst) value {
	if path, ok := fileSubstitution(sub.Stmts); ok {
		s.act(Op{Kind: Read, Via: "$(<)"}, s.target(path))
		return holeAny
	}
	c := s.fork()
	k := newSink(c.maybe)
	c.setDescriptor(1, descriptor{out: k})
	if !s.spend.enter() {
		return holeAny
	}
	defer s.spend.leave()
	c.stmts(sub.Stmts)
	out := k.value().trimNewlines()
	if !s.spend.copied(len(out)) {
		return holeAny
	}
	return value(strings.ReplaceAll(string(out), string(byteNUL), ""))
}

// fileSubstitution recognises $(<file).
func fileSubstitution(stmts []*syntax.Stmt) (*syntax.Word, bool) {
	if len(stmts) == 1 && stmts[0].Cmd == nil && len(stmts[0].Redirs) == 1 && stmts[0].Redirs[0].Op == syntax.RdrIn {
		return stmts[0].Redirs[0].Word, true
	}
	return nil, false
}

// lastProcess is the descriptor that bash gives to the first process substitution.
const lastProcess = 63

// processSubstitution runs <(...) or >(...) and gives the path of its pipe.
func (s *shell) processSubstitution(sub *syntax.ProcSubst) value {
	if !s.spend.enter() {
		return holeFresh
	}
	defer s.spend.leave()
	c := s.fork()
	k := newSink(c.maybe)
	n := lastProcess
	for ; n > 0; n-- {
		if _, taken := s.fds[n]; !taken {
			break
		}
	}
	if sub.Op == syntax.CmdOut {
		c.setDescriptor(0, descriptor{in: unknownInput()})
		c.stmts(sub.Stmts)
		s.setDescriptor(n, descriptor{out: k})
	} else {
		c.setDescriptor(1, descriptor{out: k})
		c.stmts(sub.Stmts)
		s.setDescriptor(n, descriptor{in: knownInput(k.value())})
	}
	return value("/dev/fd/" + itoa(n))
}

// split cuts the chunks of a word into fields.
func (s *shell) split(chunks []chunk) [][]chunk {
	var fields [][]chunk
	var field []chunk
	open := false
	end := func() {
		if open {
			fields = append(fields, field)
		}
		field, open = nil, false
	}
	for _, c := range chunks {
		if c.brk {
			end()
		}
		if !c.split || s.dialect == "zsh" && c.text.known() {
			if c.text != "" || c.quoted {
				field, open = append(field, c), true
			}
			continue
		}
		ifs := s.separators()
		for i, piece := range cutFields(string(c.text), ifs) {
			if i > 0 {
				end()
			}
			if piece != "" {
				field, open = append(field, chunk{text: value(piece)}), true
			}
		}
	}
	end()
	return fields
}

// separators is the value of IFS.
func (s *shell) separators() string {
	if v, ok := s.variable("IFS"); ok {
		if text, ok := v.text.text(); ok {
			return text
		}
	}
	return " \t\n"
}

// cutFields cuts text at IFS characters. The first and the last piece join what stands before and behind; they are
// empty where text begins or ends with a separator.
func cutFields(text, ifs string) []string {
	var pieces []string
	start, blank := 0, false
	for i := 0; i < len(text); i++ {
		if text[i] == 0 {
			i++
			blank = false
			continue
		}
		if strings.IndexByte(ifs, text[i]) < 0 {
			blank = false
			continue
		}
		if !blank || text[i] > ' ' {
			pieces = append(pieces, text[start:i])
		}
		blank = text[i] <= ' '
		start = i + 1
	}
	return append(pieces, text[start:])
}
