package document

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/BurntSushi/toml"
	"github.com/tidwall/gjson"
)

// CheckJSONL finds the first row that is not JSON, as a *JSONError. Blank lines are none. With torn a last line that was
// cut off in the middle, below other rows, is no mistake.
func CheckJSONL(text []byte, torn bool) error {
	rows := 0
	for i, l := range split(text).lines {
		switch {
		case l.blank():
			continue
		case validRow(l.key):
			rows++
			continue
		case torn && rows > 0 && len(l.end()) == 0:
			return nil
		}
		_, err := readJSON(l.key, newJSONValues())
		if err == nil {
			err = &JSONError{Column: 1, Message: "the row is not JSON"}
		}
		err.Line = i + 1
		return err
	}
	return nil
}

// HoldsRow says whether a text has at least one row that is JSON.
func HoldsRow(text []byte) bool {
	return slices.ContainsFunc(split(text).lines, func(l line) bool { return !l.blank() && validRow(l.key) })
}

// validRow says that a line is a JSON value. gjson follows nested values by recursion, which is bounded here.
func validRow(line []byte) bool {
	return nesting(line) <= maxJSONDepth && gjson.ValidBytes(line)
}

// nesting is how deep brackets nest in a text at most, strings not told from other text.
func nesting(text []byte) int {
	depth, most := 0, 0
	for _, c := range text {
		switch c {
		case '[', '{':
			depth++
			most = max(most, depth)
		case ']', '}':
			depth--
		}
	}
	return most
}

// CheckTOML says what a TOML parser has against a text.
func CheckTOML(text []byte) error {
	if nesting(text) > maxJSONDepth {
		return fmt.Errorf("values nest deeper than %d", maxJSONDepth)
	}
	var v map[string]any
	_, err := toml.Decode(string(bytes.TrimPrefix(text, []byte(bom))), &v)
	if p := (toml.ParseError{}); errors.As(err, &p) {
		return fmt.Errorf("line %d: %s", p.Position.Line, p.Message)
	}
	return err
}
