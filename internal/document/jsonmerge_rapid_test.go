package document

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Values here are decoded ones: map[string]any, []any, json.Number, string, bool, nil.

type jsonMaker struct {
	*rapid.T
	next int // numbers are used once, so that arrays of them have one alignment
}

var jsonNames = []string{"a", "b", "c", "id", "ü", "x y", "d.e", ""}

func (g *jsonMaker) pick(n int, what string) int { return rapid.IntRange(0, n-1).Draw(g.T, what) }

// number writes a fresh integer in one of the ways that lose something when they are read.
func (g *jsonMaker) number() json.Number {
	g.next++
	form := []string{"%d", "%d.0", "%de400", "9007199254740993%d", "-%d", "0.%d0"}[g.pick(6, "form")]
	return json.Number(fmt.Sprintf(form, 100+g.next))
}

func (g *jsonMaker) scalar() any {
	switch g.pick(6, "scalar") {
	case 0:
		return nil
	case 1:
		return true
	case 2:
		return []string{"", "s", "\"\\\n", "\u2028<é>", "]{,"}[g.pick(5, "string")]
	}
	return g.number()
}

func (g *jsonMaker) value(depth int) any {
	if depth <= 0 {
		return g.scalar()
	}
	switch g.pick(5, "kind") {
	case 0, 1:
		out := map[string]any{}
		for range g.pick(5, "members") {
			out[jsonNames[g.pick(len(jsonNames), "name")]] = g.value(depth - 1)
		}
		return out
	case 2:
		out := []any{}
		for range g.pick(5, "items") {
			out = append(out, g.number())
		}
		return out
	case 3:
		out := []any{}
		for i := range g.pick(4, "rows") {
			out = append(out, map[string]any{"id": json.Number(fmt.Sprint(i)), "v": g.value(depth - 1)})
		}
		return out
	}
	return g.scalar()
}

// changed makes another version of a value. Elements neither move nor repeat.
func (g *jsonMaker) changed(v any, depth int) any {
	if g.pick(12, "anew") == 0 {
		return g.value(depth)
	}
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for _, k := range sortedKeys(v) {
			switch g.pick(6, "member") {
			case 0:
			case 1, 2:
				out[k] = g.changed(v[k], depth-1)
			default:
				out[k] = v[k]
			}
		}
		if _, isRow := v["id"]; !isRow && g.pick(2, "add") == 0 {
			out[jsonNames[g.pick(len(jsonNames), "name")]] = g.value(max(depth-1, 0))
		} else if isRow {
			out["id"] = v["id"]
		}
		return out
	case []any:
		return g.changedItems(v, depth)
	}
	if g.pick(2, "scalar") == 0 {
		return g.scalar()
	}
	return v
}

func (g *jsonMaker) changedItems(v []any, depth int) any {
	out := []any{}
	keyed := len(v) > 0 && isRow(v[0])
	for _, e := range v {
		switch g.pick(6, "item") {
		case 0:
		case 1:
			if keyed {
				e = g.changed(e, depth-1)
			}
			out = append(out, e)
		default:
			out = append(out, e)
		}
	}
	for range g.pick(3, "more") {
		at := g.pick(len(out)+1, "at")
		var e any = g.number()
		if keyed {
			e = map[string]any{"id": json.Number(fmt.Sprint(10 + g.pick(4, "new id"))), "v": g.scalar()}
			if slices.ContainsFunc(out, func(o any) bool { return isRow(o) && rowID(o) == rowID(e) }) {
				continue
			}
		}
		out = slices.Insert(out, at, e)
	}
	return out
}

func isRow(v any) bool { return rowID(v) != "" }

func rowID(v any) string {
	m, _ := v.(map[string]any)
	switch id := m["id"].(type) {
	case json.Number:
		return "#" + id.String()
	case string:
		return `"` + id
	}
	return ""
}

func sortedKeys(m map[string]any) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

// print writes a value in one of several layouts, with the keys in some order.
func (g *jsonMaker) print(v any) []byte {
	raw := g.raw(v)
	var out bytes.Buffer
	switch g.pick(4, "layout") {
	case 0:
		must(json.Indent(&out, raw, "", "  "))
		out.WriteByte('\n')
	case 1:
		must(json.Indent(&out, raw, "", "\t"))
		return bytes.ReplaceAll(out.Bytes(), []byte("\n"), []byte("\r\n"))
	case 2:
		return raw
	default:
		must(json.Indent(&out, raw, "", "   "))
		return []byte(strings.ReplaceAll(out.String(), ",\n  ", "\n  , "))
	}
	return out.Bytes()
}

func (g *jsonMaker) raw(v any) []byte {
	switch v := v.(type) {
	case map[string]any:
		keys := rapid.Permutation(sortedKeys(v)).Draw(g.T, "order")
		parts := make([]string, len(keys))
		for i, k := range keys {
			parts[i] = string(g.raw(k)) + ":" + string(g.raw(v[k]))
		}
		return []byte("{" + strings.Join(parts, ",") + "}")
	case []any:
		parts := make([]string, len(v))
		for i := range v {
			parts[i] = string(g.raw(v[i]))
		}
		return []byte("[" + strings.Join(parts, ",") + "]")
	}
	out, err := json.Marshal(v)
	must(err)
	return out
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func decoded(t require.TestingT, text []byte) any {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	require.NoError(t, d.Decode(&v), "%s", text)
	return v
}

type jsonTriple struct{ base, prop, head []byte }

func (tr jsonTriple) String() string { return fmt.Sprintf("\n%s\n%s\n%s\n", tr.base, tr.prop, tr.head) }

func jsonVersions(t *rapid.T) jsonTriple {
	g := &jsonMaker{T: t}
	base := g.value(3)
	prop, head := g.changed(base, 3), g.changed(base, 3)
	if g.pick(3, "same additions") == 0 { // both sides come to the same by themselves
		prop = g.changed(head, 1)
	}
	return jsonTriple{g.print(base), g.print(prop), g.print(head)}
}

// What the merge leaves is what a merge of decoded values leaves, found the plain way; and so are its conflicts.
func TestJSONMergeAgreesWithTheModel(t *testing.T) {
	clean := 0
	rapid.Check(t, func(t *rapid.T) {
		tr := jsonVersions(t)
		got := MergeJSON(tr.base, true, tr.prop, tr.head, JSONOptions{})
		require.False(t, got.AsText, got.Reason)
		require.NoError(t, got.Err)
		require.True(t, json.Valid(got.Text), "%s%s", tr, got.Text)
		model := jsonModel{}
		want := model.merge(decoded(t, tr.base), decoded(t, tr.prop), decoded(t, tr.head), "@this")
		require.Equal(t, want, decoded(t, got.Text), "%v merged %s", tr, got.Text)
		var paths []string
		for _, c := range got.Conflicts {
			paths = append(paths, c.Path)
		}
		sort.Strings(paths)
		sort.Strings(model.conflicts)
		require.Equal(t, model.conflicts, paths, "%v merged %s", tr, got.Text)
		if len(paths) == 0 {
			clean++
		}
	})
	require.Positive(t, clean, "every drawn merge conflicts: nothing is shown")
}

func TestJSONMergeTouchesNothingElse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := jsonVersions(t)
		got := MergeJSON(tr.base, true, tr.prop, tr.head, JSONOptions{})
		for _, token := range numbersOf(got.Text) {
			require.Contains(t, append(numbersOf(tr.prop), numbersOf(tr.head)...), token, "a number's text changed in %v", tr)
		}
		if EqualJSON(tr.base, tr.prop) && !Equal(tr.base, tr.head) {
			require.Equal(t, string(tr.head), string(got.Text), "nobody changed anything")
		}
		require.Equal(t, string(tr.head), string(MergeJSON(tr.base, true, tr.head, tr.head, JSONOptions{}).Text), "both made the same change")
		alone := MergeJSON(tr.base, true, tr.prop, tr.base, JSONOptions{})
		require.Equal(t, Normalize(Merge(tr.base, tr.prop, tr.base).Text), Normalize(alone.Text), "with a current base the proposal stands")
		if !Equal(tr.base, tr.head) {
			unchangedMembersKeepTheirBytes(t, tr.head, got.Text)
		}
	})
}

// numbersOf lists the number tokens of a JSON text.
func numbersOf(text []byte) []string {
	var out []string
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	for {
		token, err := d.Token()
		if err != nil {
			return out
		}
		if n, ok := token.(json.Number); ok {
			out = append(out, n.String())
		}
	}
}

func unchangedMembersKeepTheirBytes(t *rapid.T, head, merged []byte) {
	values := newJSONValues()
	h, err := readJSON(head, values)
	require.Nil(t, err)
	m, err := readJSON(merged, values)
	require.Nil(t, err)
	if h.root.kind != jsonObject || m.root.kind != jsonObject {
		return
	}
	for _, a := range h.root.kids {
		for _, b := range m.root.kids {
			if a.key == b.key && a.value.id == b.value.id {
				require.Equal(t, string(h.text[a.from:a.value.to]), string(m.text[b.from:b.value.to]))
			}
		}
	}
}

func TestJSONMergeIsSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := jsonVersions(t)
		opt := JSONOptions{Symmetric: true}
		if rapid.Bool().Draw(t, "keep") {
			opt.Keep = []string{"a", "b.*", "c.*.v"}
		}
		hasBase := rapid.Bool().Draw(t, "base")
		one := MergeJSON(tr.base, hasBase, tr.prop, tr.head, opt)
		two := MergeJSON(tr.base, hasBase, tr.head, tr.prop, opt)
		require.Equal(t, string(one.Text), string(two.Text), "%v", tr)
		for i, c := range two.Conflicts {
			two.Conflicts[i].Proposal, two.Conflicts[i].Head = c.Head, c.Proposal
		}
		require.Equal(t, one.Conflicts, two.Conflicts)
		require.True(t, json.Valid(one.Text))
	})
}

// Whatever a side added is there, or a conflict names its place.
func TestJSONMergeLosesNoKeyThatASideAdded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := jsonVersions(t)
		hasBase := rapid.Bool().Draw(t, "base")
		got := MergeJSON(tr.base, hasBase, tr.prop, tr.head, JSONOptions{Symmetric: rapid.Bool().Draw(t, "symmetric")})
		base := map[string]bool{}
		if hasBase {
			base = pathsOf(decoded(t, tr.base))
		}
		merged := pathsOf(decoded(t, got.Text))
		for _, side := range [][]byte{tr.prop, tr.head} {
			for path := range pathsOf(decoded(t, side)) {
				if !base[path] && !merged[path] && !conflictAt(got.Conflicts, path) {
					t.Fatalf("%s is lost in %v merged %s %v", path, tr, got.Text, got.Conflicts)
				}
			}
		}
	})
}

// pathsOf lists the members of objects, and the elements of arrays by identity or, of scalars, by value.
func pathsOf(v any) map[string]bool {
	out := map[string]bool{}
	var walk func(v any, path string)
	walk = func(v any, path string) {
		switch v := v.(type) {
		case map[string]any:
			for k, e := range v {
				out[path+"/"+k] = true
				walk(e, path+"/"+k)
			}
		case []any:
			for _, e := range v {
				at := path + "/" + fmt.Sprint(e)
				if isRow(e) {
					at = path + "/" + rowID(e)
				}
				out[at] = true
				walk(e, at)
			}
		}
	}
	walk(v, "")
	return out
}

// conflictAt says that a conflict is at or above a path.
func conflictAt(conflicts []JSONConflict, path string) bool {
	for _, c := range conflicts {
		at := "/" + strings.NewReplacer(`\.`, ".", `#(id==`, `#`, `)`, "", `""`, "").Replace(strings.ReplaceAll(strings.ReplaceAll(c.Path, `\.`, "\x00"), ".", "/"))
		at = strings.ReplaceAll(strings.ReplaceAll(at, "\x00", "."), `#"`, `"`)
		if c.Path == "@this" || strings.HasPrefix(path, at) {
			return true
		}
	}
	return false
}

// jsonModel merges decoded values as the documentation says, with no regard to speed or layout.
type jsonModel struct{ conflicts []string }

type absent struct{}

func (m *jsonModel) merge(b, p, h any, path string) any {
	same := func(x, y any) bool { return fmt.Sprintf("%#v", x) == fmt.Sprintf("%#v", y) }
	po, pIsObject := p.(map[string]any)
	ho, hIsObject := h.(map[string]any)
	pa, pIsArray := p.([]any)
	ha, hIsArray := h.([]any)
	ba, bIsArray := b.([]any)
	switch {
	case same(p, h), same(p, b):
		return h
	case pIsObject && hIsObject:
		bo, _ := b.(map[string]any)
		return m.members(bo, po, ho, path)
	case pIsArray && hIsArray && allRows(ba) && allRows(pa) && allRows(ha):
		return m.rows(ba, pa, ha, path)
	case same(h, b):
		return p
	case pIsArray && hIsArray && bIsArray:
		if out, ok := modelSequence(ba, pa, ha); ok {
			return out
		}
	}
	m.conflicts = append(m.conflicts, path)
	return h
}

func (m *jsonModel) members(b, p, h map[string]any, path string) any {
	out := map[string]any{}
	for _, key := range slices.Compact(append(sortedKeys(p), sortedKeys(h)...)) {
		if _, done := out[key]; done {
			continue
		}
		at := (jsonPath{{value: 0, member: true}}).text(&jsonValues{list: []string{"s" + key}}, "id")
		if path != "@this" {
			at = path + "." + at
		}
		if v := m.merge(orAbsent(b, key), orAbsent(p, key), orAbsent(h, key), at); v != (absent{}) {
			out[key] = v
		}
	}
	m.conflicts = slices.Compact(m.conflicts) // a key of both sides was asked twice where it conflicts
	return out
}

func orAbsent(m map[string]any, key string) any {
	if v, ok := m[key]; ok {
		return v
	}
	return absent{}
}

func allRows(v []any) bool {
	seen := map[string]bool{}
	for _, e := range v {
		if !isRow(e) || seen[rowID(e)] {
			return false
		}
		seen[rowID(e)] = true
	}
	return true
}

func (m *jsonModel) rows(b, p, h []any, path string) any {
	find := func(list []any, id string) any {
		for _, e := range list {
			if rowID(e) == id {
				return e
			}
		}
		return absent{}
	}
	out := []any{}
	// The head's order; a new row of the proposal comes behind the one it follows there and behind the head's new ones.
	type spot struct {
		id  string
		row any
	}
	var order []spot
	for _, e := range h {
		order = append(order, spot{rowID(e), e})
	}
	at := 0
	for _, e := range p {
		if i := slices.IndexFunc(order, func(s spot) bool { return s.id == rowID(e) }); i >= 0 {
			at = i + 1
			continue
		}
		for at < len(order) && find(p, order[at].id) == (any)(absent{}) {
			at++
		}
		order = slices.Insert(order, at, spot{rowID(e), e})
		at++
	}
	for _, s := range order {
		id := strings.TrimPrefix(s.id, "#")
		if v := m.merge(find(b, s.id), find(p, s.id), find(h, s.id), strings.TrimPrefix(path+".#(id=="+id+")", "@this.")); v != (absent{}) {
			out = append(out, v)
		}
	}
	return out
}

// modelSequence merges arrays of elements that stand once each and do not move.
func modelSequence(b, p, h []any) ([]any, bool) {
	key := func(v any) string { return fmt.Sprintf("%#v", v) }
	in := func(list []any, v any) bool {
		return slices.ContainsFunc(list, func(o any) bool { return key(o) == key(v) })
	}
	// what a side has before each element of the base that it kept, and at the end; and whether something went there too
	type gap struct{ added, gone []any }
	gaps := func(side []any) map[string]gap {
		out := map[string]gap{}
		var now gap
		i := 0
		for _, e := range append(slices.Clone(b), nil) {
			atEnd := e == nil
			if !atEnd && !in(side, e) {
				now.gone = append(now.gone, e)
				continue
			}
			for i < len(side) && (atEnd || key(side[i]) != key(e)) {
				now.added = append(now.added, side[i])
				i++
			}
			i++
			if atEnd {
				out["end"] = now
			} else {
				out[key(e)] = now
			}
			now = gap{}
		}
		return out
	}
	byProp, byHead := gaps(p), gaps(h)
	for _, side := range []map[string]gap{byProp, byHead} {
		for name, g := range side {
			if len(g.gone) > 0 && len(g.added) > 0 && key(byProp[name]) != key(byHead[name]) {
				return nil, false
			}
		}
	}
	out := []any{}
	for _, e := range append(slices.Clone(b), nil) {
		name := "end"
		if e != nil {
			name = key(e)
		}
		out = append(out, byHead[name].added...)
		for _, a := range byProp[name].added {
			if !in(h, a) {
				out = append(out, a)
			}
		}
		if e != nil && in(p, e) && in(h, e) {
			out = append(out, e)
		}
	}
	return out, true
}

// A kept fact of the head is never gone after a write from an older version, and what the head changed is never changed
// back. With a current base nothing is kept back.
func TestJSONMergeKeepsFacts(t *testing.T) {
	restored := 0
	check := func(t *rapid.T) {
		tr := jsonVersions(t)
		opt := JSONOptions{Keep: []string{"a", "b.*", "id"}}
		got := MergeJSON(tr.base, true, tr.prop, tr.head, opt)
		base, head, merged := leavesOf(decoded(t, tr.base)), leavesOf(decoded(t, tr.head)), leavesOf(decoded(t, got.Text))
		if EqualJSON(tr.base, tr.head) {
			require.True(t, EqualJSON(got.Text, tr.prop), "%v", tr)
			return
		}
		for path, value := range head {
			if strings.HasSuffix(path, "/") { // an empty container: there is no fact in it
				continue
			}
			if !strings.HasPrefix(path, "/a") && !strings.HasPrefix(path, "/b/") && !strings.HasPrefix(path, "/id") {
				continue
			}
			is, there := merged[path]
			was, known := base[path]
			require.True(t, there || becameContainer(merged, path), "%s is gone in %v merged %s", path, tr, got.Text)
			if !known || was != value {
				require.Equal(t, value, is, "%s was changed back in %v merged %s", path, tr, got.Text)
			}
		}
		restored += len(got.Kept)
	}
	for round := 0; round < 10 && restored == 0; round++ { // -short draws so few that one round may show nothing
		rapid.Check(t, check)
	}
	require.Positive(t, restored, "no drawn write endangers a fact: nothing is shown")
}

// becameContainer says that a value which its writer knew was set anew, to one with members.
func becameContainer(leaves map[string]any, path string) bool {
	for p := range leaves {
		if strings.HasPrefix(p, path+"/") {
			return true
		}
	}
	return false
}

// leavesOf are the scalars and empty containers of a value, by path; elements of plain arrays by their value.
func leavesOf(v any) map[string]any {
	out := map[string]any{}
	var walk func(v any, path string)
	walk = func(v any, path string) {
		switch v := v.(type) {
		case map[string]any:
			for k, e := range v {
				walk(e, path+"/"+k)
			}
			if len(v) == 0 {
				out[path+"/"] = "{}"
			}
		case []any:
			for _, e := range v {
				if isRow(e) {
					walk(e, path+"/"+rowID(e))
				} else {
					out[path+"/"+fmt.Sprint(e)] = e
				}
			}
			if len(v) == 0 {
				out[path+"/"] = "[]"
			}
		default:
			out[path] = v
		}
	}
	walk(v, "")
	return out
}

// Comments change nothing about what is merged, and those of the head all stand in the result, or it is left to text.
func TestJSONMergeWithComments(t *testing.T) {
	merged := 0
	rapid.Check(t, func(t *rapid.T) {
		g := &jsonMaker{T: t}
		base := g.value(2)
		prop, head := g.changed(base, 2), g.changed(base, 2)
		plain, commented := jsonTriple{}, jsonTriple{}
		plain.base, commented.base = g.withComments(base)
		plain.prop, commented.prop = g.withComments(prop)
		plain.head, commented.head = g.withComments(head)
		want := MergeJSON(plain.base, true, plain.prop, plain.head, JSONOptions{})
		got := MergeJSON(commented.base, true, commented.prop, commented.head, JSONOptions{})
		require.NoError(t, got.Err)
		if got.AsText {
			return
		}
		merged++
		require.True(t, EqualJSON(want.Text, got.Text), "%v merged %s", commented, got.Text)
		require.Equal(t, len(want.Conflicts), len(got.Conflicts))
		if !Equal(commented.base, commented.head) {
			for _, c := range []string{"// one", "/* two */"} {
				require.Equal(t, strings.Count(string(commented.head), c), strings.Count(string(got.Text), c), "%v merged %s", commented, got.Text)
			}
		}
	})
	require.Positive(t, merged, "every drawn merge is left to text: nothing is shown")
}

// withComments prints a value without comments, and with one of each kind somewhere, and perhaps trailing commas.
func (g *jsonMaker) withComments(v any) (plain, commented []byte) {
	var out bytes.Buffer
	must(json.Indent(&out, g.raw(v), "", "  "))
	lines := strings.Split(out.String(), "\n")
	commas := g.pick(2, "trailing commas") == 0
	at := g.pick(len(lines), "line comment")
	lines[at] += " // one"
	at = g.pick(len(lines), "block comment")
	lines[at] = "/* two */" + lines[at]
	for i := 1; i < len(lines) && commas; i++ {
		before, isOne := strings.CutSuffix(lines[i-1], " // one")
		if closing(lines[i]) && !strings.HasSuffix(before, "[") && !strings.HasSuffix(before, "{") {
			if lines[i-1] = before + ","; isOne {
				lines[i-1] += " // one"
			}
		}
	}
	return out.Bytes(), []byte(strings.Join(lines, "\n"))
}

// closing says that a line has nothing but a closing bracket.
func closing(line string) bool {
	line = strings.TrimSuffix(strings.TrimPrefix(line, "/* two */"), " // one")
	return strings.Trim(line, " ,]}") == "" && strings.Trim(line, " ,") != ""
}
