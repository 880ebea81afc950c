package host

import (
	"math"
	"strings"
	"unicode"

	"github.com/tidwall/gjson"
)

// Object is one JSON object of a payload in which no key stands twice. Its keys
// are exact. A field that is absent and one that is null are the same: not there.
type Object struct {
	where  string
	fields []field
}

type field struct {
	key   string
	value gjson.Result
}

// readObject takes the fields of an object apart; where is its place in the payload.
func readObject(v gjson.Result, where string) (Object, error) {
	o := Object{where: where}
	seen := make(map[string]struct{}, 16)
	var twice string
	var found bool
	v.ForEach(func(key, value gjson.Result) bool {
		if _, found = seen[key.Str]; found {
			twice = key.Str
			return false
		}
		seen[key.Str] = struct{}{}
		o.fields = append(o.fields, field{key.Str, value})
		return true
	})
	if found {
		return Object{}, fieldError(o.at(twice), "stands twice, and parsers differ on which one counts")
	}
	return o, nil
}

// at names a field of o.
func (o Object) at(key string) string {
	key = Clip(key, 80)
	if o.where == "" {
		return key
	}
	return o.where + "." + key
}

func (o Object) get(key string) gjson.Result {
	for i := range o.fields {
		if o.fields[i].key == key {
			return o.fields[i].value
		}
	}
	return gjson.Result{}
}

// Has reports whether a field is there.
func (o Object) Has(key string) bool { return o.get(key).Type != gjson.Null }

// Raw returns a field's JSON text; nil where it is not there.
func (o Object) Raw(key string) []byte {
	if !o.Has(key) {
		return nil
	}
	return []byte(o.get(key).Raw)
}

// Text returns a field that must be a string where it is there. Escapes are
// resolved; half a surrogate pair becomes U+FFFD, as in the host's own writes.
func (o Object) Text(key string) (text string, ok bool, err error) {
	v := o.get(key)
	switch v.Type {
	case gjson.Null:
		return "", false, nil
	case gjson.String:
		return v.Str, true, nil
	}
	return "", false, fieldError(o.at(key), "is not a string")
}

// Flag returns a field that must be true or false where it is there; false else.
func (o Object) Flag(key string) (bool, error) {
	v := o.get(key)
	switch v.Type {
	case gjson.True:
		return true, nil
	case gjson.False, gjson.Null:
		return false, nil
	}
	return false, fieldError(o.at(key), "is neither true nor false")
}

// Count returns a field that must be a whole number from 0 on where it is there; 0 else.
func (o Object) Count(key string) (int, error) {
	v := o.get(key)
	if v.Type == gjson.Null {
		return 0, nil
	}
	if v.Type != gjson.Number || v.Num != math.Trunc(v.Num) || v.Num < 0 || v.Num > math.MaxInt32 {
		return 0, fieldError(o.at(key), "is not a count")
	}
	return int(v.Num), nil
}

// Object returns a field that must be an object where it is there. Keys that
// differ from a known one in case alone are refused.
func (o Object) Object(key string, known ...string) (Object, bool, error) {
	v := o.get(key)
	if v.Type == gjson.Null {
		return Object{where: o.at(key)}, false, nil
	}
	if !v.IsObject() {
		return Object{}, false, fieldError(o.at(key), "is not an object")
	}
	in, err := readObject(v, o.at(key))
	if err != nil {
		return Object{}, false, err
	}
	return in, true, in.refuseVariants(known)
}

// Objects returns a field that must be an array of objects where it is there.
func (o Object) Objects(key string, known ...string) (items []Object, ok bool, err error) {
	v := o.get(key)
	if v.Type == gjson.Null {
		return nil, false, nil
	}
	if !v.IsArray() {
		return nil, false, fieldError(o.at(key), "is not an array")
	}
	v.ForEach(func(_, e gjson.Result) bool {
		var item Object
		if !e.IsObject() {
			err = fieldError(o.at(key), "holds something that is not an object")
		} else if item, err = readObject(e, o.at(key)); err == nil {
			err = item.refuseVariants(known)
		}
		items = append(items, item)
		return err == nil
	})
	if err != nil {
		return nil, false, err
	}
	return items, true, nil
}

// Unambiguous refuses a key that stands twice anywhere inside a field: paths
// into it may be read by others than this package.
func (o Object) Unambiguous(key string) error {
	return unambiguous(o.get(key), o.at(key))
}

func unambiguous(v gjson.Result, where string) (err error) {
	switch {
	case v.IsObject():
		in, err := readObject(v, where)
		if err != nil {
			return err
		}
		for _, f := range in.fields {
			if err := unambiguous(f.value, in.at(f.key)); err != nil {
				return err
			}
		}
	case v.IsArray():
		v.ForEach(func(_, e gjson.Result) bool {
			err = unambiguous(e, where)
			return err == nil
		})
	}
	return err
}

// refuseCollisions refuses two keys that are equal without regard to case.
func (o Object) refuseCollisions() error {
	seen := make(map[string]string, len(o.fields))
	for _, f := range o.fields {
		folded := fold(f.key)
		if other, ok := seen[folded]; ok {
			return fieldError(o.at(f.key), "and %q differ only in case", Clip(other, 80))
		}
		seen[folded] = f.key
	}
	return nil
}

// refuseVariants refuses a key that is a known one in other case.
func (o Object) refuseVariants(known []string) error {
	for _, f := range o.fields {
		variant := ""
		for _, k := range known {
			if f.key == k {
				variant = ""
				break
			}
			if strings.EqualFold(f.key, k) {
				variant = k
			}
		}
		if variant != "" {
			return fieldError(o.at(f.key), "differs from %q only in case", variant)
		}
	}
	return nil
}

// fold maps all spellings of a key that are equal under Unicode's simple case
// folding to one of them: the smallest character of each orbit.
func fold(key string) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' {
			return r - 'a' + 'A'
		}
		if r < 0x80 {
			return r
		}
		least := r
		for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
			least = min(least, next)
		}
		return least
	}, key)
}
