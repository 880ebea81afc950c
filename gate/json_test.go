package gate

import (
	"testing"

	"github.com/stretchr/testify/require"
)

const state = "{\n  \"phase\": \"plan\",\n  \"recovery\": 1,\n  \"tools\": 2\n}\n"

func TestMergeRowJSON(t *testing.T) {
	json := []string{`format = "json"`}
	prove(t, "merge", []sentence{
		{
			name: "what differs in members merges, though the lines touch", rule: json, op: writeOp("{\"phase\": \"plan\", \"recovery\": 1, \"tools\": 3}"),
			state: stateOf("{\n  \"phase\": \"build\",\n  \"recovery\": 1,\n  \"tools\": 2\n}\n", base(state)),
			want:  rewrites("{\n  \"phase\": \"build\",\n  \"recovery\": 1,\n  \"tools\": 3\n}\n"),
		},
		{
			name: "a current base: the text stands as it is sent", rule: json, op: writeOp("{\"phase\":\"plan\"}\n"),
			state: stateOf(state, base(state)), want: passes("{\"phase\":\"plan\"}\n"),
		},
		{
			name: "the same value twice: denied by its path, with both values", rule: json, op: writeOp("{\"phase\": \"test\", \"recovery\": 1, \"tools\": 2}"),
			state: stateOf("{\n  \"phase\": \"build\",\n  \"recovery\": 1,\n  \"tools\": 2\n}\n", base(state)),
			want:  denies(CauseConflict, "somebody else changed what you change: phase.", `phase: there "build", yours "test"`, "in full"),
		},
		{
			name: "removed there, changed here", rule: json, op: writeOp("{\"phase\": \"plan\", \"recovery\": 1, \"tools\": 9}"),
			state: stateOf("{\n  \"phase\": \"plan\",\n  \"recovery\": 1\n}\n", base(state)), want: denies(CauseConflict, "tools: removed there, yours 9"),
		},
		{
			name: "changed there, removed here", rule: json, op: writeOp("{\"phase\": \"plan\", \"recovery\": 1}"),
			state: stateOf("{\n  \"phase\": \"plan\",\n  \"recovery\": 1,\n  \"tools\": 9\n}\n", base(state)), want: denies(CauseConflict, "tools: there 9, removed by you"),
		},
		{
			name: "no base: only additions", rule: json, op: writeOp("{\"tools\": 2, \"new\": [1], \"recovery\": 1, \"phase\": \"plan\"}"),
			state: stateOf(state), want: rewrites("{\n  \"phase\": \"plan\",\n  \"recovery\": 1,\n  \"tools\": 2,\n  \"new\": [\n    1\n  ]\n}\n"),
		},
		{
			name: "no base: what would go is named", rule: json, op: writeOp("{\"phase\": \"plan\", \"recovery\": 2}"),
			state: stateOf(state), want: denies(CauseNoBase, "have not read", "recovery: there 1, yours 2", "tools: there 2, removed by you"),
		},
		{
			name: "a key sent twice is refused by its path", rule: json, op: writeOp("{\"phase\": {\"a\": 1, \"a\": 2}}"),
			state: stateOf(state, base(state)), want: denies(CauseFormat, "line 1, column 20: the key phase.a stands there twice"),
		},
		{
			name: "a mistake is named with its place", rule: json, op: writeOp("{\n  \"phase\": \"plan\",\n}\n"),
			state: stateOf(state, base(state)), want: denies(CauseFormat, "line 2, column 18: a comma after the last element"),
		},
		{
			name: "comments: where they changed, the lines merge", rule: json, op: writeOp("// mine\n{\n  \"a\": 1,\n  \"b\": 2\n}\n"),
			state: stateOf("// old\n{\n  \"a\": 1,\n  \"b\": 3\n}\n", base("// old\n{\n  \"a\": 1,\n  \"b\": 2\n}\n")),
			want:  rewrites("// mine\n{\n  \"a\": 1,\n  \"b\": 3\n}\n"),
		},
		{
			name: "comments: the merged lines must still parse, and have no key twice", rule: json, op: writeOp("// mine\n{\n  \"n\": 1,\n  \"a\": 1,\n  \"b\": 2\n}\n"),
			state: stateOf("// old\n{\n  \"a\": 1,\n  \"n\": 2,\n  \"b\": 2\n}\n", base("// old\n{\n  \"a\": 1,\n  \"b\": 2\n}\n")),
			want:  denies(CauseFormat, "the key n stands there twice"),
		},
		{
			name: "an edit merges as a whole write does", rule: json, op: editOp("\"tools\": 2", "\"tools\": 3"),
			state: stateOf("{\n  \"phase\": \"plan\",\n  \"recovery\": 7,\n  \"tools\": 2\n}\n", base(state)),
			want:  passes("{\n  \"phase\": \"plan\",\n  \"recovery\": 7,\n  \"tools\": 3\n}\n"),
		},
		{
			name: "an edit beside somebody else's new member passes where it leaves the same value", rule: json, op: editOp("\"phase\": \"plan\",\n", "\"phase\": \"plan\",\n  \"mine\": 1,\n"),
			state: stateOf("{\n  \"phase\": \"plan\",\n  \"theirs\": 7,\n  \"recovery\": 1,\n  \"tools\": 2\n}\n", base(state)),
			want:  passes("{\n  \"phase\": \"plan\",\n  \"mine\": 1,\n  \"theirs\": 7,\n  \"recovery\": 1,\n  \"tools\": 2\n}\n"),
		},
	})
}

func TestMergeRowKeep(t *testing.T) {
	keep := []string{`format = "json"`, `keep = ["recovery"]`}
	moved := "{\n  \"phase\": \"plan\",\n  \"recovery\": 7,\n  \"tools\": 2\n}\n"
	prove(t, "merge", []sentence{
		{
			name: "base equals head: the writer may set it", rule: keep, op: writeOp("{\n  \"phase\": \"plan\",\n  \"recovery\": 9,\n  \"tools\": 2\n}\n"),
			state: stateOf(state, base(state)), want: passes("{\n  \"phase\": \"plan\",\n  \"recovery\": 9,\n  \"tools\": 2\n}\n"),
		},
		{
			name: "an older writer does not revert it", rule: keep, op: writeOp("{\n  \"phase\": \"plan\",\n  \"recovery\": 1,\n  \"tools\": 3\n}\n"),
			state: stateOf(moved, base(state)), want: rewrites("{\n  \"phase\": \"plan\",\n  \"recovery\": 7,\n  \"tools\": 3\n}\n"),
		},
		{
			name: "an older writer does not overwrite it", rule: keep, op: writeOp("{\n  \"phase\": \"plan\",\n  \"recovery\": 5,\n  \"tools\": 3\n}\n"),
			state: stateOf(moved, base(state)), want: rewrites("{\n  \"phase\": \"plan\",\n  \"recovery\": 7,\n  \"tools\": 3\n}\n"),
		},
		{
			name: "an older writer does not erase it", rule: keep, op: writeOp("{\n  \"phase\": \"plan\",\n  \"tools\": 3\n}\n"),
			state: stateOf(moved, base(state)), want: rewrites("{\n  \"phase\": \"plan\",\n  \"recovery\": 7,\n  \"tools\": 3\n}\n"),
		},
		{
			name: "without a base it comes from the head", rule: keep, op: writeOp("{\n  \"phase\": \"plan\",\n  \"recovery\": 0,\n  \"tools\": 2\n}\n"),
			state: stateOf(moved), want: rewrites(moved),
		},
		{
			name: "merged as text, an older writer is refused where anything of the head would go", rule: keep, op: writeOp("// new\n{\n  \"phase\": \"plan\",\n  \"recovery\": 1,\n  \"tools\": 3\n}\n"),
			state: stateOf("// old\n"+moved, base("// old\n"+state)), want: denies(CauseStale, "keeps facts (recovery)"),
		},
	})
}

func TestMergeRowRows(t *testing.T) {
	rows := []string{`format = "jsonl"`, `key = "id"`}
	was := "{\"id\":1,\"v\":1}\n{\"id\":2,\"v\":1}\n"
	prove(t, "merge", []sentence{
		{
			name: "both sides' rows once", rule: rows, op: writeOp(was + "{\"id\":4}\n{\"id\":3}\n"),
			state: stateOf(was+"{\"id\":3}\n", base(was)), want: rewrites(was + "{\"id\":3}\n{\"id\":4}\n"),
		},
		{
			name: "a row that both changed is the document's", rule: rows, op: writeOp("{\"id\":1,\"v\":3}\n{\"id\":2,\"v\":2}\n"),
			state: stateOf("{\"id\":1,\"v\":2}\n{\"id\":2,\"v\":1}\n", base(was)), want: rewrites("{\"id\":1,\"v\":2}\n{\"id\":2,\"v\":2}\n"),
		},
		{
			name: "no base: nothing of the head goes", rule: rows, op: writeOp("{\"id\":2,\"v\":9}\n{\"id\":5}\n"),
			state: stateOf(was), want: rewrites(was + "{\"id\":5}\n"),
		},
		{
			name: "a row that is not JSON is refused by its line", rule: rows, op: writeOp(was + "{\"id\":3}{\"id\":4}\n"),
			state: stateOf(was, base(was)), want: denies(CauseFormat, "line 3, column 9"),
		},
	})
}

func TestMergeRowOtherStateFiles(t *testing.T) {
	toml := "a = 1\n\n[t]\nb = 2\n"
	yaml := "a: 1\nt:\n  b: 2\n  c: 3\n"
	prove(t, "merge", []sentence{
		{
			name: "TOML merges as text", op: writeOp("a = 1\n\n[t]\nb = 3\n"),
			state: stateOf("a = 9\n\n[t]\nb = 2\n", base(toml), inFile("/p/s.toml")), want: rewrites("a = 9\n\n[t]\nb = 3\n"),
		},
		{
			name: "TOML that would not parse is refused", op: writeOp("n = 1\na = 1\n\n[t]\nb = 2\n"),
			state: stateOf("a = 1\nn = 2\n\n[t]\nb = 2\n", base(toml), inFile("/p/s.toml")), want: denies(CauseFormat, "valid TOML", "line 3"),
		},
		{
			name: "YAML merges as text", op: writeOp("a: 1\nt:\n  b: 3\n  c: 3\n"),
			state: stateOf("a: 9\nt:\n  b: 2\n  c: 3\n", base(yaml), inFile("/p/s.yaml")), want: rewrites("a: 9\nt:\n  b: 3\n  c: 3\n"),
		},
		{
			name: "a key doubled in YAML is refused", op: writeOp("a: 1\nt:\n  n: 1\n  b: 2\n  c: 3\n"),
			state: stateOf("a: 1\nt:\n  b: 2\n  c: 3\n  n: 2\n", base(yaml), inFile("/p/s.yml")), want: denies(CauseFormat, "valid YAML", "line 6: the key n stands there twice"),
		},
		{
			name: "where the rule says text, nothing is read", rule: []string{`format = "text"`}, op: writeOp("n = 1\na = 1\n\n[t]\nb = 2\n"),
			state: stateOf("a = 1\nn = 2\n\n[t]\nb = 2\n", base(toml), inFile("/p/s.toml")), want: rewrites("n = 1\na = 1\nn = 2\n\n[t]\nb = 2\n"),
		},
	})
}

func TestRemarksNameWhatLinesDoNotShow(t *testing.T) {
	p := Plan{Facts: []string{`recovery={"s":"pending"}`, "reports.a=1"}, Rows: []string{"row 1 stays"}, AsText: "comments were added"}
	got := p.Remarks()
	want := []string{
		`Kept facts, which a write from an older version may neither erase nor revert: recovery={"s":"pending"}; reports.a=1.`,
		"Changed on both sides: row 1 stays.", "It was merged as text, not as JSON: comments were added.",
	}
	require.Equal(t, want, got)
	require.Empty(t, Plan{}.Remarks())
}

// A line that differs by a comma only is no line of somebody else's.
func TestKeptLinesOfJSON(t *testing.T) {
	st := stateOf("{\n  \"a\": 1,\n  \"b\": 1,\n  \"theirs\": 1\n}\n", base("{\n  \"a\": 1,\n  \"b\": 1\n}\n"))
	p := Decide(callBy(claude()), writeOp("{\n  \"a\": 2,\n  \"b\": 1\n}\n"), ruleOf(t, "merge", `format = "json"`), st)
	require.Equal(t, Rewrite, p.Action)
	require.Equal(t, []string{`  "theirs": 1`}, p.Kept)
}
