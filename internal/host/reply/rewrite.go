package reply

import (
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/tidwall/gjson"
	"github.com/tidwall/sjson"

	"noclobber/gate"
	"noclobber/internal/document"
)

// rewrite returns the whole input with some values replaced and every other byte kept. It checks its own work: a rewrite
// that the host reads differently from what the gate recorded would be a lost update of the gate's own making.
func rewrite(call gate.Call, sets []gate.Set) ([]byte, error) {
	if !gjson.ParseBytes(call.Input).IsObject() {
		return nil, errors.New("it is not an object")
	}
	if len(call.Ops) == 1 && call.Ops[0].Fields.Patch {
		var err error
		if sets, err = envelope(call.Ops[0], sets); err != nil {
			return nil, err
		}
	}
	out := append([]byte(nil), call.Input...)
	for _, s := range sets {
		if err := check(s); err != nil {
			return nil, err
		}
		value := []byte(s.Value)
		if !s.Raw {
			value = gjson.AppendJSONString(nil, s.Value)
		}
		var err error
		if out, err = sjson.SetRawBytes(out, s.Path, value); err != nil {
			return nil, fmt.Errorf("setting %q: %w", s.Path, err)
		}
		if !holds(out, s) {
			return nil, fmt.Errorf("the new value of %q did not come through", s.Path)
		}
	}
	if !gjson.ValidBytes(out) {
		return nil, errors.New("the result is not JSON")
	}
	return out, nil
}

// check refuses values that a tool's input cannot carry.
func check(s gate.Set) error {
	switch {
	case s.Path == "":
		return errors.New("a new value names no field")
	case s.Raw && !gjson.Valid(s.Value):
		return fmt.Errorf("the new value of %q is not JSON", s.Path)
	case !s.Raw && !utf8.ValidString(s.Value):
		return fmt.Errorf("the new value of %q is not valid UTF-8, which JSON cannot carry", s.Path)
	}
	return nil
}

func holds(input []byte, s gate.Set) bool {
	v := gjson.GetBytes(input, s.Path)
	if s.Raw {
		return v.Raw == s.Value
	}
	return v.Type == gjson.String && v.Str == s.Value
}

// envelope turns the new values of a patch's one file into the patch that leaves them.
func envelope(op gate.Op, sets []gate.Set) ([]gate.Set, error) {
	for _, s := range sets {
		if err := check(s); err != nil {
			return nil, err
		}
	}
	switch {
	case op.Kind == gate.Write && len(sets) == 1:
		text := document.EnvelopeOf(op.Path, sets[0].Value)
		files, err := document.ParseEnvelope(text)
		if err != nil || len(files) != 1 || files[0].Content != sets[0].Value {
			return nil, errors.New("a patch cannot carry the new text")
		}
		return []gate.Set{{Path: sets[0].Path, Value: text}}, nil
	case op.Kind == gate.Edit && len(sets) == 2:
		return []gate.Set{{Path: sets[0].Path, Value: document.EnvelopeEdit(op.Path, sets[0].Value, sets[1].Value)}}, nil
	}
	return nil, errors.New("a patch takes one new text, or an old and a new one")
}
