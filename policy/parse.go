package policy

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/BurntSushi/toml"
)

// FileName is the name of a project's policy file.
const FileName = ".noclobber.toml"

const (
	formatVersion = 1
	maxFile       = 1 << 20 // bytes of a policy file; each hook call reads it
)

// Parse reads a project's policy. file is its absolute path; patterns are relative to its directory.
// The error is Problems: all of them, unless the text is no TOML.
func Parse(file string, text []byte) (*Policy, error) {
	dir := filepath.Dir(file)
	return parse(&Policy{File: file, Dir: dir}, scope{dir: slash(dir)}, text)
}

// ParseUser reads the user's own policy: relative patterns and ~/ start at the home directory, wherever the file is,
// and absolute patterns work. The error is as that of Parse.
func ParseUser(file string, text []byte, home string) (*Policy, error) {
	return parse(&Policy{File: file, Dir: home, User: true}, scope{dir: slash(home), user: true}, text)
}

func parse(p *Policy, s scope, text []byte) (*Policy, error) {
	source := strings.TrimPrefix(string(text), "\ufeff")
	r := &reader{file: p.File, scope: s, source: source, skipped: len(text) - len(source), lines: newLines(source)}
	var values map[string]any
	if len(text) > maxFile {
		r.report(0, "the policy is larger than "+FormatSize(maxFile), "every tool call reads it: write fewer, wider patterns")
		return nil, r.problems
	}
	if _, err := toml.Decode(source, &values); err != nil {
		r.syntax(source, err)
		return nil, r.problems
	}
	r.fields, r.tables = newFields(), locateTables(source)
	r.policy(p, table{values: values})
	if len(r.problems) > 0 {
		r.problems.sort()
		return nil, r.problems
	}
	return p, nil
}

// reader collects what one policy file says and what is wrong with it.
type reader struct {
	file     string
	scope    scope
	source   string
	skipped  int // bytes of a byte order mark before source
	lines    lines
	fields   fields
	tables   spots  // of the headers
	spots    *spots // of everything; nil until there is something to report
	problems Problems
}

// table is one table of the file and its path in the spots.
type table struct {
	path   string
	values map[string]any
}

func (t table) has(key string) bool { _, has := t.values[key]; return has }

// where is the places of all keys and values, which a policy without problems does not need.
func (r *reader) where() *spots {
	if r.spots == nil {
		found := locate(r.source)
		r.spots = &found
	}
	return r.spots
}

func (r *reader) report(at place, message, mend string) {
	r.add(at, Problem{Kind: BadValue, Message: message, Mend: mend})
}

func (r *reader) add(at place, p Problem) {
	p.File = r.file
	p.Line, p.Col = r.lines.of(at)
	r.problems = append(r.problems, p)
}

// missing reports something that a table lacks, at the table's head.
func (r *reader) missing(t table, message, mend string) {
	r.report(r.where().keys[t.path], message, mend)
}

func (r *reader) line(t table) int {
	line, _ := r.lines.of(r.tables.keys[t.path])
	return line
}

func (r *reader) policy(p *Policy, top table) {
	p.Lease, p.Wait, p.MaxDocument = 15*time.Second, 5*time.Second, 16<<20
	known := fill(r, top, AtTop, r.fields.policy, p)
	r.strangers(top, AtTop, known)
	if !top.has("version") {
		r.add(0, Problem{
			Kind: BadValue, Message: "missing `version`", Mend: "write `version = 1` as the first line",
			Fix: r.edit(afterComments(r.source), afterComments(r.source), "version = 1\n"),
		})
	}
	defaults := r.one(top, "defaults")
	known = fill(r, defaults, InDefaults, r.fields.policy, p)
	common := r.common(defaults, known)
	rules := r.many(top, "protect")
	for _, t := range rules {
		p.Rules = append(p.Rules, r.rule(t, defaults, common, p.MaxDocument))
	}
	r.sameNames(rules, p.Rules)
	for _, t := range r.many(top, "tool") {
		p.Tools = append(p.Tools, r.tool(t))
	}
	for _, t := range r.many(top, "test") {
		p.Tests = append(p.Tests, r.test(t))
	}
}

// common reads what [defaults] says about rules.
func (r *reader) common(defaults table, known int) Rule {
	rule := Rule{
		Shrink: "confirm", OnRewrite: "apply", Outside: "merge", Style: "markers", Reduce: "local",
		Begin: defaultBegin, End: defaultEnd,
		MaxShrink:  Limit{Percent: 25, Parts: PartPercent},
		MinLoss:    Limit{Lines: 5, Bytes: 512, Parts: PartLines | PartBytes},
		MaxErosion: Limit{Percent: 25, Parts: PartPercent},
		ErosionPer: 24 * time.Hour,
	}
	known += fill(r, defaults, InDefaults, r.fields.rule, &rule)
	r.strangers(defaults, InDefaults, known)
	return rule
}

func setVersion(v value, _ *Policy) {
	number, ok := v.raw.(int64)
	switch {
	case !ok:
		v.mistyped("an integer", "write `version = 1`")
	case number > formatVersion:
		v.bad(wrong("upgrade noclobber, or write `version = 1`", "policy version %d is newer than this noclobber, which reads %d", number, formatVersion))
	case number != formatVersion:
		v.bad(wrong("write `version = 1`", "unknown policy version %d", number))
	}
}

// fill reads every key of t that fields know, and says how many these are.
func fill[T any](r *reader, t table, in Places, fields []field[T], to *T) (known int) {
	for _, f := range fields {
		if f.In&in == 0 || !t.has(f.Name) {
			continue
		}
		known++
		if f.set != nil {
			f.set(value{reader: r, key: f.Key, path: join(t.path, f.Name), raw: t.values[f.Name]}, to)
		}
	}
	return known
}

// strangers reports the keys of t that may not stand there, when it has more than the known ones.
func (r *reader) strangers(t table, in Places, known int) {
	if known == len(t.values) {
		return
	}
	var names []string
	for _, k := range Keys() {
		if k.In&in != 0 {
			names = append(names, k.Name)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(t.values)) {
		if slices.Contains(names, key) {
			continue
		}
		at := r.where().keys[join(t.path, key)]
		p := Problem{Kind: UnknownKey, Message: "unknown key `" + key + "` " + in.where(), Mend: didYouMean(key, names, in)}
		near := nearest(key, names)
		meant := near != "" && !t.has(near)
		if places := placesOf(key); places != 0 && (!meant || Distance(key, near) > 1) {
			p.Message, p.Mend = "`"+key+"` does not belong "+in.where(), "put it into "+places.String()
		} else if meant {
			p.Fix = r.rename(at, key, near)
		}
		r.add(at, p)
	}
}

// placesOf are all tables in which a key may stand.
func placesOf(key string) Places {
	var all Places
	for _, k := range Keys() {
		if k.Name == key {
			all |= k.In
		}
	}
	return all
}

func didYouMean(key string, names []string, in Places) string {
	if near := nearest(key, names); near != "" {
		return "did you mean `" + near + "`?"
	}
	slices.Sort(names)
	return in.String() + " knows " + strings.Join(slices.Compact(names), ", ")
}

// one is a table that a file has at most once.
func (r *reader) one(top table, key string) table {
	t := table{path: join(top.path, key)}
	raw, has := top.values[key]
	values, ok := raw.(map[string]any)
	if has && !ok {
		r.report(r.where().keys[t.path], "`"+key+"` is "+typeName(raw), "write ["+key+"], with one pair of brackets")
	}
	t.values = values
	return t
}

// many are the tables of one kind.
func (r *reader) many(top table, key string) []table {
	path := join(top.path, key)
	raw, has := top.values[key]
	if !has {
		return nil
	}
	list, ok := tablesOf(raw)
	if !ok {
		r.report(r.where().keys[path], "`"+key+"` is "+typeName(raw), "write [["+key+"]], with two pairs of brackets, before each")
		return nil
	}
	all := make([]table, len(list))
	for i, values := range list {
		all[i] = table{path: join(path, itoa(i)), values: values}
	}
	return all
}

// tablesOf are the elements of an array that has only tables, however it is written.
func tablesOf(raw any) ([]map[string]any, bool) {
	if list, ok := raw.([]map[string]any); ok {
		return list, true
	}
	list, ok := raw.([]any)
	if !ok {
		return nil, false
	}
	all := make([]map[string]any, len(list))
	for i, element := range list {
		if all[i], ok = element.(map[string]any); !ok {
			return nil, false
		}
	}
	return all, true
}
