package policy

import (
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The TOML library keeps the places of keys to itself, so locate finds them again in text that it accepted.

// place is a byte offset in the policy's text.
type place int

// spots says where the keys and values of a text stand, by path (see join): the key "mode" of the second [[protect]] is
// join("protect", "1", "mode").
type spots struct {
	keys, values map[string]place
}

// join makes one path of a table's path and a key, or an index, in it.
func join(path, key string) string { return path + "\x00" + key }

// locate finds the keys and values of a valid TOML text. On other text it finds what it can.
func locate(text string) spots { return scan(text, true) }

// locateTables finds only the tables that have a header, which costs a fraction.
func locateTables(text string) spots { return scan(text, false) }

func scan(text string, all bool) spots {
	s := scanner{text: text, all: all, spots: spots{keys: map[string]place{}, values: map[string]place{}}, tables: map[string]int{}}
	for {
		s.blank()
		switch {
		case s.at >= len(text):
			return s.spots
		case text[s.at] == '[':
			s.header()
		default:
			s.pair(s.prefix)
			s.line()
		}
	}
}

type scanner struct {
	text   string
	at     int
	all    bool           // note keys and values too, not only headers
	prefix string         // path of the table whose keys follow
	tables map[string]int // arrays of tables: how many so far
	spots  spots
}

// blank skips white space, line ends and comments.
func (s *scanner) blank() {
	for s.at < len(s.text) {
		switch s.text[s.at] {
		case ' ', '\t', '\n', '\r':
			s.at++
		case '#':
			s.line()
		default:
			return
		}
	}
}

// line skips to the end of the line.
func (s *scanner) line() {
	end := strings.IndexByte(s.text[s.at:], '\n')
	if end < 0 {
		s.at = len(s.text)
		return
	}
	s.at += end
}

// take skips c if it is next.
func (s *scanner) take(c byte) bool {
	if s.at < len(s.text) && s.text[s.at] == c {
		s.at++
		return true
	}
	return false
}

// header reads [a.b] or [[a.b]], which says where the following keys belong.
func (s *scanner) header() {
	start := place(s.at)
	s.at++
	array := s.take('[')
	names := s.dotted()
	path := ""
	for i, name := range names {
		path = join(path, name.text)
		s.first(path, start, start)
		last := i == len(names)-1
		if array && last {
			s.tables[path]++
		}
		if n := s.tables[path]; n > 0 {
			path = join(path, strconv.Itoa(n-1))
			s.first(path, start, start)
		}
	}
	s.prefix = path
	s.line()
}

// pair reads key = value.
func (s *scanner) pair(prefix string) {
	names := s.dotted()
	s.blank()
	s.take('=')
	s.blank()
	path := prefix
	for _, name := range names {
		path = s.note(path, name.text, name.at)
	}
	s.value(path)
}

// note is the path of key in the table at path; its value comes next.
func (s *scanner) note(path, key string, at place) string {
	if !s.all {
		return ""
	}
	path = join(path, key)
	s.first(path, at, place(s.at))
	return path
}

// first notes where a path stands, unless it stood earlier.
func (s *scanner) first(path string, key, value place) {
	if _, known := s.spots.keys[path]; !known {
		s.spots.keys[path], s.spots.values[path] = key, value
	}
}

type name struct {
	text string
	at   place
}

// dotted reads a key of one or more parts.
func (s *scanner) dotted() []name {
	var names []name
	for {
		s.space()
		n := name{at: place(s.at)}
		n.text = s.key()
		names = append(names, n)
		s.space()
		if !s.take('.') {
			return names
		}
	}
}

func (s *scanner) space() {
	for s.take(' ') || s.take('\t') {
	}
}

// key reads one part of a key, bare or quoted.
func (s *scanner) key() string {
	start := s.at
	if s.at < len(s.text) && (s.text[s.at] == '"' || s.text[s.at] == '\'') {
		quote := s.text[s.at]
		s.quoted()
		body := strings.Trim(s.text[start:s.at], string(quote))
		if quote == '"' && strings.Contains(body, `\`) {
			if plain, err := strconv.Unquote(`"` + body + `"`); err == nil {
				return plain
			}
		}
		return body
	}
	for s.at < len(s.text) && !strings.ContainsRune(" \t\r\n.=]#", rune(s.text[s.at])) {
		s.at++
	}
	return s.text[start:s.at]
}

// value skips one value and notes what stands in it.
func (s *scanner) value(path string) {
	if s.at >= len(s.text) {
		return
	}
	switch s.text[s.at] {
	case '"', '\'':
		s.quoted()
	case '[':
		s.array(path)
	case '{':
		s.inline(path)
	default:
		for s.at < len(s.text) && !strings.ContainsRune(",]}#\r\n", rune(s.text[s.at])) {
			s.at++
		}
	}
}

// array reads [value, value].
func (s *scanner) array(path string) {
	s.at++
	for i := 0; ; i++ {
		s.blank()
		if s.at >= len(s.text) || s.take(']') {
			return
		}
		element := s.note(path, strconv.Itoa(i), place(s.at))
		before := s.at
		s.value(element)
		s.blank()
		if !s.take(',') && s.at == before {
			s.at++ // not TOML: go on anyway
		}
	}
}

// inline reads {key = value, key = value}.
func (s *scanner) inline(path string) {
	s.at++
	for {
		s.blank()
		if s.at >= len(s.text) || s.take('}') {
			return
		}
		before := s.at
		s.pair(path)
		s.blank()
		if !s.take(',') && s.at == before {
			s.at++ // not TOML: go on anyway
		}
	}
}

// quoted skips a string of any of the four kinds.
func (s *scanner) quoted() {
	quote := s.text[s.at]
	end := string(quote)
	if triple := strings.Repeat(end, 3); strings.HasPrefix(s.text[s.at:], triple) {
		end = triple
	}
	s.at += len(end)
	for s.at < len(s.text) {
		switch {
		case quote == '"' && s.text[s.at] == '\\':
			s.at = min(s.at+2, len(s.text))
		case strings.HasPrefix(s.text[s.at:], end):
			s.at += len(end)
			for len(end) == 3 && s.take(quote) { // up to two quotes may stand before the closing three
			}
			return
		default:
			s.at++
		}
	}
}

// lines turns places into lines and columns.
type lines struct {
	text   string
	starts []int
}

func newLines(text string) lines {
	l := lines{text: text, starts: make([]int, 1, 1+strings.Count(text, "\n"))}
	for i := range len(text) {
		if text[i] == '\n' {
			l.starts = append(l.starts, i+1)
		}
	}
	return l
}

// of is the 1-based line and the 1-based column, in characters, of a place.
func (l lines) of(p place) (line, col int) {
	at := min(int(p), len(l.text))
	line = sort.SearchInts(l.starts, at+1)
	return line, utf8.RuneCountInString(l.text[l.starts[line-1]:at]) + 1
}
