package shell

import "strings"

// awkProgram finds print > "file", print >> "file", and commands run through pipes, getline and system. Outside of a
// print statement, > compares.
func (c *call) awkProgram(program value, names awkNames) {
	text := string(program)
	printing, depth, start := false, 0, 0 // start is where the present operand may begin
	for i := 0; i < len(text) && c.spend.over == ""; i++ {
		switch b := text[i]; b {
		case '"':
			i += stringEnd(text[i:])
		case '#':
			n := strings.IndexByte(text[i:], '\n')
			if n < 0 {
				return
			}
			i += n
			printing, start = false, i
		case '(':
			depth++
			start = i + 1
		case ')':
			depth--
		case ';', '}', '\n', '{':
			printing, depth, start = false, 0, i+1
		case '=', '!', '&', ',', '?', ':':
			start = i + 1
		case '>':
			if printing && depth <= 0 {
				i += c.awkRedirect(text[i:], names)
			}
		case '|':
			i += c.awkPipe(text[start:i], text[i:], printing, names)
			start = i + 1
		default:
			if isNameByte(b) {
				word := nameAt(text[i:])
				printing = printing || word == "print" || word == "printf"
				if word == "system" {
					c.awkCommand("awk system", text[i+len(word):], names)
				}
				i += len(word) - 1
			}
		}
	}
}

// nameAt is the name that text begins with.
func nameAt(text string) string {
	n := 0
	for n < len(text) && isNameByte(text[n]) {
		n++
	}
	return text[:n]
}

// awkNames is what awk's names stand for: variables with one known text, and FILENAME, which is each operand in turn.
type awkNames struct {
	vars  map[string]string
	files []value
}

// awkVariables finds the variables to which a program assigns one text, and nothing else.
func awkVariables(text string) map[string]string {
	vars, other := make(map[string]string), make(map[string]bool)
	for i := 0; i < len(text); i++ {
		if text[i] == '"' {
			i += stringEnd(text[i:])
			continue
		}
		if !isNameByte(text[i]) {
			continue
		}
		name := nameAt(text[i:])
		i += len(name) - 1
		rest := strings.TrimLeft(text[i+1:], " \t")
		if !strings.HasPrefix(rest, "=") || strings.HasPrefix(rest, "==") {
			if strings.HasPrefix(rest, "+") || strings.HasPrefix(rest, "(") {
				other[name] = true
			}
			if name == "getline" {
				other[nameAt(rest)] = true
			}
			continue
		}
		rest = strings.TrimLeft(rest[1:], " \t")
		n := stringEnd(rest)
		_, twice := vars[name]
		if twice || !strings.HasPrefix(rest, `"`) || n < 1 || !endsExpression(rest[n+1:]) {
			other[name] = true
			continue
		}
		vars[name] = formatEscapes(rest[1:n])
	}
	for name := range other {
		delete(vars, name)
	}
	return vars
}

// endsExpression reports whether nothing is added to what stands before rest.
func endsExpression(rest string) bool {
	rest = strings.TrimLeft(rest, " \t")
	return rest == "" || strings.IndexByte(";}\n,)", rest[0]) >= 0
}

// awkRedirect looks at the target of a print: a string that stands alone is a file, and so is a variable that holds
// one; all else is not known. It returns the length of the operator and its target.
func (c *call) awkRedirect(text string, names awkNames) int {
	kind, rest := Write, text[1:]
	if strings.HasPrefix(rest, ">") {
		kind, rest = Append, rest[1:]
	}
	rest = strings.TrimLeft(rest, " \t")
	n := stringEnd(rest)
	if strings.HasPrefix(rest, `"`) && n >= 1 && endsExpression(rest[n+1:]) {
		c.openFile(literal(formatEscapes(rest[1:n])), kind, "awk >").out.write(holeAny, c.maybe)
		return len(text) - len(rest) + n
	}
	name := nameAt(rest)
	if file, ok := names.vars[name]; ok && endsExpression(rest[len(name):]) {
		c.openFile(value(file), kind, "awk >").out.write(holeAny, c.maybe)
	} else if name == "FILENAME" && endsExpression(rest[len(name):]) {
		for _, file := range names.files {
			c.openFile(file, kind, "awk >").out.write(holeAny, c.maybe)
		}
	} else {
		c.hide("awk >", ReasonPath)
	}
	return 1
}

// awkPipe is a pipe: print | "command", "command" | getline. It returns what to skip of text, which begins with the bar.
func (c *call) awkPipe(before, text string, printing bool, names awkNames) int {
	if strings.HasPrefix(text, "||") {
		return 1
	}
	rest := strings.TrimLeft(text[1:], "& \t")
	switch {
	case nameAt(rest) == "getline":
		if i := strings.LastIndexByte(before, ')'); i >= 0 && strings.TrimSpace(before[i+1:]) != "" {
			before = before[i+1:] // if (x) "command" | getline
		}
		c.awkCommand("awk | getline", before, names)
	case printing:
		c.awkCommand("awk |", rest, names)
	}
	return 0
}

// awkCommand runs what awk gives to a shell, where the expression's text is known.
func (c *call) awkCommand(via, expression string, names awkNames) {
	c.hide(via, ReasonInterpreter)
	for _, text := range awkTexts(strings.TrimLeft(expression, " (\t"), names) {
		if !c.spend.step(1) {
			return
		}
		inner := c.fork()
		inner.setDescriptor(0, descriptor{in: unknownInput()})
		inner.runText(text)
	}
}

// awkTexts are the texts that an expression made of strings and names that stand side by side may be; none where one
// of them is not known.
func awkTexts(rest string, names awkNames) []value {
	texts := []value{""}
	for !endsExpression(rest) {
		rest = strings.TrimLeft(rest, " \t")
		name, known := nameAt(rest), []value(nil)
		n := len(name)
		if strings.HasPrefix(rest, `"`) {
			if n = stringEnd(rest) + 1; n > 1 {
				known = []value{literal(formatEscapes(rest[1 : n-1]))}
			}
		} else if text, ok := names.vars[name]; ok {
			known = []value{value(text)}
		} else if name == "FILENAME" {
			known = names.files
		}
		if known == nil || len(texts)*len(known) > maxForetold {
			return nil
		}
		texts, rest = pairs(texts, known), rest[n:]
	}
	return texts
}

// pairs joins each of heads with each of tails.
func pairs(heads, tails []value) []value {
	var all []value
	for _, head := range heads {
		for _, tail := range tails {
			all = append(all, head+tail)
		}
	}
	return all
}
