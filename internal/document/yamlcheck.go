package document

import (
	"bytes"
	"fmt"
	"strings"
)

// CheckYAML finds structural mistakes in a YAML text: those that a merge of lines can make. It is no parser, since linking
// one costs every tool call as much as all of this program's packages together (go.yaml.in/yaml/v3: 276 allocations at
// start).
//
// It sees: tabs as indentation, indentation that fits no open level, a key doubled in one mapping, a line in a mapping
// without a key, a value with a second colon, quotes and flow collections that do not close.
// It does not see: anything inside flow collections but their brackets, undefined aliases, bad escapes and tags, keys
// that are equal but written otherwise, documents with complex keys ("? ") or uncommon line ends. It never objects to what a parser accepts.
func CheckYAML(text []byte) error {
	if bytes.ContainsAny(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), "\r\u0085\u2028\u2029") {
		return nil // these end lines too, in YAML alone
	}
	c := yamlChecker{}
	c.restart()
	for i, l := range split(text).lines {
		c.line = i + 1
		c.take(string(bytes.TrimRight(l.text, "\r")))
		if c.err != nil {
			return c.err
		}
	}
	switch {
	case c.quote != 0:
		return fmt.Errorf("line %d: a quoted text begins that has no end", c.began)
	case len(c.flow) > 0:
		return fmt.Errorf("line %d: %q is not closed", c.began, c.flow[len(c.flow)-1])
	}
	return nil
}

// yamlChecker takes a text line by line.
type yamlChecker struct {
	line, began int // the current line; that on which a quote or flow collection began
	err         error

	levels []yamlLevel
	after  yamlAfter
	holder int    // the indentation of what holds the last value
	quote  byte   // an open quote
	flow   []byte // open brackets
	last   byte   // the last character of a flow collection that is not blank; 0 at its start
	opaque bool   // the rest of this document is not looked at
}

// yamlLevel is an open block collection.
type yamlLevel struct {
	indent   int
	sequence bool
	keys     map[string]bool
}

// yamlAfter is what the last line left open.
type yamlAfter uint8

const (
	yamlNothing yamlAfter = iota // a complete value: nothing may be indented deeper
	yamlOpen                     // a key or dash without a value
	yamlPlain                    // plain text, which may go on
	yamlBlock                    // a block scalar
)

func (c *yamlChecker) restart() {
	c.levels, c.after, c.holder, c.opaque = nil, yamlOpen, -1, false
}

func (c *yamlChecker) fail(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf("line %d: %s", c.line, fmt.Sprintf(format, args...))
	}
}

func (c *yamlChecker) take(line string) {
	content := strings.TrimLeft(line, " ")
	indent := len(line) - len(content)
	marker := line == "---" || line == "..." || strings.HasPrefix(line, "--- ") || strings.HasPrefix(line, "... ")
	switch {
	case c.quote != 0 || len(c.flow) > 0:
		c.inline(line)
	case marker:
		c.restart()
		c.opaque = len(line) > 3 && line[0] == '-'
	case c.opaque || strings.TrimLeft(content, " \t") == "":
	case c.after == yamlBlock && indent > c.holder:
	case content[0] == '#', content[0] == '%' && indent == 0:
	case c.after == yamlPlain && indent > c.holder:
		if _, _, isKey := yamlKey(content); isKey {
			c.fail("a key stands inside the text that began above")
		}
	case content[0] == '\t':
		if strings.TrimLeft(content, " \t")[0] != '#' {
			c.fail("a tab indents the line")
		}
	case yamlComplex(content):
		c.opaque = true
	default:
		c.place(indent, content)
	}
}

// yamlComplex says that a line is beyond this checker: it begins or ends a key of more than a line, or begins with a tag,
// an anchor or an alias, which may or may not be part of a key, or with the mark of a block scalar.
func yamlComplex(content string) bool {
	return content == "?" || content == ":" || strings.HasPrefix(content, "? ") || strings.HasPrefix(content, ": ") ||
		content != "" && strings.ContainsRune("!&*|>", rune(content[0]))
}

// place puts a line into the level that its indentation names.
func (c *yamlChecker) place(indent int, content string) {
	isItem := yamlItem(content)
	deepest := -1
	if n := len(c.levels); n > 0 {
		deepest = c.levels[n-1].indent
	}
	for n := len(c.levels); n > 0 && c.leaves(c.levels[n-1], indent, isItem); n-- {
		c.levels = c.levels[:n-1]
	}
	n := len(c.levels)
	known := n > 0 && c.levels[n-1].indent == indent && c.levels[n-1].sequence == isItem
	opens := c.after == yamlOpen && (indent > deepest || isItem && indent == deepest && n > 0 && !c.levels[n-1].sequence)
	switch {
	case known:
	case !opens:
		c.fail("the indentation fits nothing above it")
		return
	default:
		if _, _, isKey := yamlKey(content); !isKey && !isItem {
			c.scalar(indent, content)
			return
		}
		c.levels = append(c.levels, yamlLevel{indent: indent, sequence: isItem, keys: map[string]bool{}})
	}
	c.entry(indent, content)
}

// leaves says that a line ends a level: one that is indented deeper, or a sequence that stands as deep as its key.
func (c *yamlChecker) leaves(l yamlLevel, indent int, isItem bool) bool {
	return l.indent > indent || l.indent == indent && l.sequence && !isItem
}

// scalar is a line that is neither a key nor an item: a value on a line of its own.
func (c *yamlChecker) scalar(indent int, content string) {
	if len(c.levels) == 0 && indent == 0 {
		c.opaque = true // the document is one scalar, which may go on at any indentation
	}
	c.value(c.holder, content)
}

func yamlItem(content string) bool {
	return content == "-" || strings.HasPrefix(content, "- ") || strings.HasPrefix(content, "-\t")
}

// entry is an item or a key of the innermost level.
func (c *yamlChecker) entry(indent int, content string) {
	level := &c.levels[len(c.levels)-1]
	if level.sequence {
		rest := strings.TrimLeft(content[1:], " ")
		c.item(indent, indent+len(content)-len(rest), rest)
		return
	}
	key, rest, ok := yamlKey(content)
	switch {
	case !ok && strings.ContainsRune(`"'[{`, rune(content[0])):
		c.opaque = true // a key beyond this checker
		return
	case !ok:
		c.fail("a line without a key stands in a mapping")
		return
	case level.keys[key] && key != "<<":
		c.fail("the key %s stands there twice", key)
		return
	}
	level.keys[key] = true
	c.value(indent, rest)
}

// item is what stands behind a dash, at a column of its own.
func (c *yamlChecker) item(indent, column int, rest string) {
	_, _, isKey := yamlKey(rest)
	isItem := yamlItem(rest)
	switch {
	case yamlComplex(rest) && (isKey || rest[0] == '?'):
		c.opaque = true
	case isItem || isKey:
		c.levels = append(c.levels, yamlLevel{indent: column, sequence: isItem, keys: map[string]bool{}})
		c.entry(column, rest)
	default:
		c.value(indent, rest)
	}
}

// value takes what stands behind a key or a dash; holder is the indentation of those.
func (c *yamlChecker) value(holder int, text string) {
	c.holder = holder
	text = strings.TrimLeft(text, " \t")
	for text != "" && (text[0] == '&' || text[0] == '!') {
		_, text, _ = strings.Cut(text, " ")
		text = strings.TrimLeft(text, " \t")
	}
	switch {
	case text == "" || text[0] == '#':
		c.after = yamlOpen
	case text[0] == '|' || text[0] == '>':
		c.after = yamlBlock
	case strings.ContainsRune(`"'[{`, rune(text[0])):
		c.after, c.began, c.last = yamlNothing, c.line, 0
		c.inline(text)
	case text[0] == '*':
		c.after = yamlNothing
	case yamlItem(text):
		c.fail("an item stands behind a key on its line")
	default:
		c.after = yamlPlain
		if _, _, isKey := yamlKey(text); isKey {
			c.fail("a value has a second colon in it")
		}
	}
}

// inline follows quotes and flow collections, which may go on over lines. A quote opens where a value may begin; tags,
// anchors and aliases make that hard to tell, so that the rest is not looked at.
func (c *yamlChecker) inline(text string) {
	for i := 0; i < len(text); i++ {
		ch := text[i]
		begins := strings.IndexByte("\x00,[{:", c.last) >= 0
		switch {
		case c.quote == '"' && ch == '\\', c.quote == '\'' && strings.HasPrefix(text[i:], "''"):
			i++
		case c.quote != 0 && ch != c.quote:
		case c.quote != 0:
			c.quote, c.last = 0, ch
		case ch == '#' && (i == 0 || text[i-1] == ' ' || text[i-1] == '\t'):
			return
		case begins && strings.IndexByte("!&*?", ch) >= 0:
			c.opaque, c.flow = true, nil
			return
		case begins && (ch == '"' || ch == '\''):
			c.quote = ch
		case ch == '[' || ch == '{':
			c.flow = append(c.flow, ch)
		case ch == ']' || ch == '}':
			c.closeFlow(ch)
		}
		if ch != ' ' && ch != '\t' && c.quote == 0 {
			c.last = ch
		}
		if c.quote == 0 && len(c.flow) == 0 {
			return
		}
	}
}

func (c *yamlChecker) closeFlow(ch byte) {
	n := len(c.flow)
	if n == 0 || c.flow[n-1] != ch-2 {
		c.fail("%q closes nothing", ch)
		return
	}
	c.flow = c.flow[:n-1]
}

// yamlKey cuts a line at the colon that makes it a key and a value.
func yamlKey(content string) (key, rest string, ok bool) {
	from := 0
	if content != "" && (content[0] == '"' || content[0] == '\'') {
		if from = quotedEnd(content); from < 0 {
			return "", "", false
		}
	} else if content != "" && (content[0] == '[' || content[0] == '{') {
		return "", "", false
	}
	for i := from; i < len(content); i++ {
		switch {
		case content[i] == '#' && i > 0 && (content[i-1] == ' ' || content[i-1] == '\t'):
			return "", "", false
		case content[i] == ':' && (i+1 == len(content) || content[i+1] == ' ' || content[i+1] == '\t'):
			return strings.TrimRight(content[:i], " \t"), content[i+1:], true
		case from > 0 && content[i] != ' ' && content[i] != '\t':
			return "", "", false
		}
	}
	return "", "", false
}

// quotedEnd is where the quoted text ends that a line begins with, or -1.
func quotedEnd(content string) int {
	for i := 1; i < len(content); i++ {
		switch {
		case content[0] == '"' && content[i] == '\\':
			i++
		case content[i] == content[0] && content[0] == '\'' && strings.HasPrefix(content[i+1:], "'"):
			i++
		case content[i] == content[0]:
			return i + 1
		}
	}
	return -1
}
