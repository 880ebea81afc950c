package policy

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

func itoa(i int) string { return strconv.Itoa(i) }

// value is what stands behind one key. Its methods read it as something, or report why they cannot.
type value struct {
	reader *reader
	key    Key
	path   string // in the spots
	raw    any
	inList bool // an element of the array behind the key
}

// name is what messages call the value.
func (v value) name() string {
	if v.inList {
		return "an element of `" + v.key.Name + "`"
	}
	return "`" + v.key.Name + "`"
}

// bad reports a mistake at the value.
func (v value) bad(err error) {
	at := v.reader.where().values[v.path]
	p := Problem{Kind: BadValue, Message: err.Error(), Mend: "write " + v.key.Example}
	var m *mistake
	if errors.As(err, &m) {
		p.Message, p.Mend = m.message, m.mend
		if m.instead != "" {
			p.Fix = v.reader.replace(at, m.instead)
		}
	}
	v.reader.add(at, p)
}

func (v value) mistyped(want, mend string) {
	v.bad(wrong(mend, "%s is %s, not %s", v.name(), typeName(v.raw), want))
}

// typeName says what a TOML value is.
func typeName(raw any) string {
	switch raw.(type) {
	case string:
		return "a string"
	case int64:
		return "an integer"
	case float64:
		return "a number"
	case bool:
		return "true or false"
	case time.Time:
		return "a date"
	case map[string]any:
		return "a table"
	case []map[string]any:
		return "an array of tables"
	case []any:
		return "an array"
	}
	return fmt.Sprintf("a %T", raw)
}

func (v value) text() string {
	s, ok := v.raw.(string)
	switch {
	case !ok:
		v.mistyped("a string", "write "+v.key.Example)
	case strings.TrimSpace(s) == "":
		v.bad(wrong("write "+v.key.Example+", or drop the key", "%s is empty", v.name()))
		return ""
	}
	return s
}

// elements are the values of an array.
func (v value) elements() []value {
	list, ok := v.raw.([]any)
	if !ok {
		m := wrong("write "+v.key.Example, "%s is %s, not an array", v.name(), typeName(v.raw))
		if s, single := v.raw.(string); single {
			m.mend = fmt.Sprintf("write %s = [%q]", v.key.Name, s)
			m.instead = "[" + tomlQuote(s) + "]"
		}
		v.bad(m)
		return nil
	}
	all := make([]value, len(list))
	for i, raw := range list {
		all[i] = value{reader: v.reader, key: v.key, path: join(v.path, itoa(i)), raw: raw, inList: true}
	}
	return all
}

// texts are the strings of an array, which has at least one and none twice.
func (v value) texts() []string {
	var all []string
	seen := map[string]bool{}
	elements := v.elements()
	if len(elements) == 0 && v.isArray() {
		v.bad(wrong("write "+v.key.Example+", or drop the key", "`%s` is empty", v.key.Name))
	}
	for _, e := range elements {
		s := e.text()
		if seen[s] && s != "" {
			e.bad(wrong("keep one", "%q stands in `%s` twice", s, v.key.Name))
		}
		seen[s] = true
		all = append(all, s)
	}
	return all
}

func (v value) isArray() bool { _, ok := v.raw.([]any); return ok }

func (v value) flag() bool {
	b, ok := v.raw.(bool)
	if !ok {
		v.mistyped("true or false", "write "+v.key.Example)
	}
	return b
}

// choice is one of the names.
func (v value) choice(names []string) string {
	s, ok := v.raw.(string)
	if !ok {
		v.mistyped("a string", "write "+v.key.Example)
		return ""
	}
	for _, n := range names {
		if s == n {
			return s
		}
	}
	m := wrong("write one of "+strings.Join(names, ", "), "unknown %s %q", v.key.Name, s)
	if near := nearest(s, names); near != "" {
		m.mend = "did you mean `" + near + "`?"
		m = m.fixed(near)
	}
	v.bad(m)
	return ""
}

// quantity is the text of a number with a unit; a bare number is the usual mistake.
func (v value) quantity() (string, bool) {
	s, ok := v.raw.(string)
	if !ok {
		v.mistyped("a string", "write it with its unit, in quotes: "+v.key.Example)
	}
	return s, ok
}

func read[T any](v value, parse func(string) (T, error)) T {
	var none T
	s, ok := v.quantity()
	if !ok {
		return none
	}
	got, err := parse(s)
	if err != nil {
		v.bad(err)
		return none
	}
	return got
}

func (v value) limit() Limit { return read(v, ParseLimit) }

func (v value) size() int64 {
	bytes := read(v, ParseSize)
	if s, ok := v.raw.(string); ok && bytes == 0 && strings.HasPrefix(strings.TrimSpace(s), "0") {
		v.bad(wrong("write "+v.key.Example, "`%s` is zero", v.key.Name))
	}
	return bytes
}

// duration is longer than none.
func (v value) duration() time.Duration {
	return read(v, func(s string) (time.Duration, error) {
		d, err := ParseDuration(s)
		if err == nil && d == 0 {
			err = wrong("write "+v.key.Example, "`%s` is no time at all", v.key.Name)
		}
		return d, err
	})
}

func (v value) erosion() (Limit, time.Duration) {
	type rate struct {
		limit Limit
		per   time.Duration
	}
	got := read(v, func(s string) (rate, error) {
		l, per, err := parseErosion(s)
		return rate{l, per}, err
	})
	return got.limit, got.per
}

func (v value) growth() (lines int, perRun bool, per time.Duration) {
	_ = read(v, func(s string) (int, error) {
		var err error
		lines, perRun, per, err = parseGrowth(s)
		return lines, err
	})
	return lines, perRun, per
}
