package host

import "github.com/tidwall/gjson"

// Input is a tool's input as a payload holds it: most hosts send an object, some an object written as a text, and one
// a bare text where the tool takes a single argument.
type Input struct {
	Object        // its fields; none where it is a bare text
	Raw    []byte // its JSON text, with the quotes of an object in a text taken off
	Text   string // a bare text
	Bare   bool   // it is a bare text
	Quoted bool   // it is an object that came as a text
}

// Input returns a field as a tool's input. Whatever is neither an object nor a text is an error.
func (o Object) Input(key string) (in Input, ok bool, err error) {
	v := o.get(key)
	switch {
	case v.Type == gjson.Null:
		return Input{Object: Object{where: o.at(key)}}, false, nil
	case v.IsObject():
		in.Raw = []byte(v.Raw)
		in.Object, err = readObject(v, o.at(key))
		return in, true, err
	case v.Type != gjson.String:
		return in, false, fieldError(o.at(key), "is neither an object nor a text")
	}
	in = Input{Object: Object{where: o.at(key)}, Raw: []byte(v.Raw), Text: v.Str, Bare: true}
	inner := []byte(v.Str)
	if start := skipSpace(inner, 0); start == len(inner) || inner[start] != '{' {
		return in, true, nil
	}
	if check(inner) != nil {
		return in, true, nil // a text that begins with a brace
	}
	in.Bare, in.Quoted, in.Raw, in.Text = false, true, inner, ""
	in.Object, err = readObject(gjson.ParseBytes(inner), o.at(key))
	return in, true, err
}

// Texts returns a field that must be a list of strings, or one string, where it is there.
func (o Object) Texts(key string) (texts []string, ok bool, err error) {
	v := o.get(key)
	switch {
	case v.Type == gjson.Null:
		return nil, false, nil
	case v.Type == gjson.String:
		return []string{v.Str}, true, nil
	case !v.IsArray():
		return nil, false, fieldError(o.at(key), "is neither a string nor a list of strings")
	}
	v.ForEach(func(_, e gjson.Result) bool {
		if e.Type != gjson.String {
			err = fieldError(o.at(key), "holds something that is not a string")
		}
		texts = append(texts, e.Str)
		return err == nil
	})
	return texts, err == nil, err
}

// Known refuses keys that differ from a known one in case alone: hosts and their tools may read them differently.
func (o Object) Known(keys ...string) error { return o.refuseVariants(keys) }

// Clear refuses a key that stands twice anywhere in o.
func (o Object) Clear() error {
	for _, f := range o.fields {
		if err := unambiguous(f.value, o.at(f.key)); err != nil {
			return err
		}
	}
	return nil
}

// At is the place of a field in the payload, for errors.
func (o Object) At(key string) string {
	if key == "" {
		return o.where
	}
	return o.at(key)
}

// With puts another object's fields before o's own.
func (o Object) With(inner Object) Object {
	o.fields = append(append([]field(nil), inner.fields...), o.fields...)
	return o
}

// WithText puts a text under a key that o lacks.
func (o Object) WithText(key, text string) Object {
	if o.Has(key) {
		return o
	}
	o.fields = append(append([]field(nil), o.fields...), field{key, gjson.Result{Type: gjson.String, Str: text}})
	return o
}
