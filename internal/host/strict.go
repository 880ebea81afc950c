package host

import (
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/tidwall/gjson"
)

// MaxDepth is how deep the objects and arrays of a payload may nest.
const MaxDepth = 512

// PayloadError says why a payload cannot be acted on. It is no verdict on the
// call in it: what the call means is not known.
type PayloadError struct {
	Event  string // the host's word for the event, where it could be read
	Where  string // the field, such as "tool_input.file_path"; empty: the payload as a whole
	Offset int    // the byte in the payload; -1 where Where says enough
	Reason string
}

func (e *PayloadError) Error() string {
	switch {
	case e.Where != "":
		return fmt.Sprintf("hook payload: %s %s", e.Where, e.Reason)
	case e.Offset >= 0:
		return fmt.Sprintf("hook payload, byte %d: %s", e.Offset, e.Reason)
	}
	return "hook payload: " + e.Reason
}

func fieldError(where, format string, args ...any) *PayloadError {
	return &PayloadError{Where: where, Offset: -1, Reason: fmt.Sprintf(format, args...)}
}

// Parse reads a payload that every JSON parser must read alike: one object, not
// above MaxPayload and MaxDepth, valid in syntax and encoding, and without two
// keys at its top that are the same or differ only in case. JavaScript takes the
// last of two equal keys, gjson the first, encoding/json the last that fits
// without regard to case. Objects further in are checked when they are read.
func Parse(payload []byte) (Object, error) {
	if err := check(payload); err != nil {
		return Object{}, err
	}
	o, err := readObject(gjson.ParseBytes(payload), "")
	if err != nil {
		return Object{}, err
	}
	if err := o.refuseCollisions(); err != nil {
		return Object{}, err
	}
	return o, nil
}

func check(payload []byte) error {
	whole := func(offset int, reason string) error {
		return &PayloadError{Offset: offset, Reason: reason}
	}
	start := skipSpace(payload, 0)
	switch {
	case start == len(payload):
		return whole(-1, "is empty")
	case len(payload) > MaxPayload:
		return whole(-1, fmt.Sprintf("is larger than %d MiB", MaxPayload>>20))
	case payload[start] != '{':
		return whole(start, "is not a JSON object")
	}
	if at := invalidUTF8(payload); at >= 0 {
		return whole(at, "is not valid UTF-8")
	}
	// Before gjson.Valid, which recurses without a bound.
	if at := tooDeep(payload); at >= 0 {
		return whole(at, fmt.Sprintf("nests deeper than %d levels", MaxDepth))
	}
	if !gjson.ValidBytes(payload) {
		return syntaxError(payload)
	}
	return nil
}

// syntaxError finds the place of an error that gjson.Valid only reports.
func syntaxError(payload []byte) error {
	var any json.RawMessage
	var syntax *json.SyntaxError
	if !errors.As(json.Unmarshal(payload, &any), &syntax) {
		return &PayloadError{Offset: -1, Reason: "is not valid JSON"}
	}
	if syntax.Error() == "unexpected end of JSON input" {
		return &PayloadError{Offset: len(payload), Reason: "ends before its JSON does (cut short?)"}
	}
	return &PayloadError{Offset: int(syntax.Offset) - 1, Reason: "is not valid JSON: " + syntax.Error()}
}

func invalidUTF8(b []byte) int {
	if utf8.Valid(b) {
		return -1
	}
	for i := 0; i < len(b); {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return -1
}

// tooDeep returns where the nesting passes MaxDepth, or -1.
func tooDeep(b []byte) int {
	depth := 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			i = stringEnd(b, i) - 1
		case '{', '[':
			if depth++; depth > MaxDepth {
				return i
			}
		case '}', ']':
			depth--
		}
	}
	return -1
}

// stringEnd returns the place behind the string that starts at b[i], or len(b).
func stringEnd(b []byte, i int) int {
	for i++; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(b)
}

func skipSpace(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\t' || b[i] == '\n' || b[i] == '\r') {
		i++
	}
	return i
}
