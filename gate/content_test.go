package gate

import "testing"

const gap = "[... rest of the file unchanged ...]\n"

func TestPlaceholder(t *testing.T) {
	prove(t, "merge", []sentence{
		{name: "that H lacks is refused", op: writeOp("# Tasks\n- [x] one\n" + gap), state: stateOf(tasks, base(tasks)), want: denies(CausePlaceholder, "Line 3", "[... rest of the file unchanged ...]")},
		{name: "without a base", op: writeOp("# Tasks\n" + gap), state: stateOf(tasks), want: denies(CausePlaceholder)},
		{name: "that H has is text", op: writeOp("# Tasks\n" + gap + "- mine\n"), state: stateOf("# Tasks\n" + gap), want: passes("# Tasks\n" + gap + "- mine\n")},
		{
			name: "that B had and others took out is not brought back, and no reason", op: writeOp("# Tasks\n" + gap + "- mine\n"),
			state: stateOf("# Tasks\n- whole\n", base("# Tasks\n"+gap)), want: rewrites("# Tasks\n- whole\n- mine\n"),
		},
		{
			name: "that others took out goes", op: writeOp("# Mine\n" + gap + "- a\n- b\n"),
			state: stateOf("# Tasks\n- a\n- b\n", base("# Tasks\n"+gap+"- a\n- b\n")), want: rewrites("# Mine\n- a\n- b\n"),
		},
		{
			name: "lines that others added are not what it leaves out", op: writeOp("- a\n- b\n[...]\n"),
			state: stateOf("- a\n- b\n- c\n- d\n- e\n", base("- a\n- b\n")), want: rewrites("- a\n- b\n- c\n- d\n- e\n[...]\n"),
		},
		{name: "of a new document", op: writeOp("# Tasks\n" + gap), state: stateOf("", absent), want: denies(CausePlaceholder)},
		{name: "from the shell", op: shellWriteOp("# Tasks\n" + gap), state: stateOf(tasks, base(tasks)), want: denies(CausePlaceholder)},
		{name: "empty content", op: writeOp(""), state: stateOf(tasks, base(tasks)), want: denies(CauseEmpty, "4 lines, 40 bytes")},
		{name: "blank content", op: writeOp(" \n\n"), state: stateOf(tasks, base(tasks)), want: denies(CauseEmpty)},
		{
			name: "what both sides together leave empty", op: writeOp("- b\n- a\n- a\n"),
			state: stateOf("- a\n", base("- a\n- b\n- a\n- a\n")), want: denies(CauseEmpty, "Merged with what stands there", "leave it empty"),
		},
		{name: "empty content of an empty document", op: writeOp(""), state: stateOf("", base("")), want: passes("")},
		{name: "empty content of a new document", op: writeOp(""), state: stateOf("", absent), want: passes("")},
	})
	prove(t, "append", []sentence{
		{name: "the step of an append document adds", op: writeOp("# Journal\n" + gap), state: stateOf(journal, base(journal)), want: denies(CausePlaceholder, `new text = "- 02 second\n<your new lines>\n"`)},
		{name: "a fragment that says where the others were", op: writeOp("[... previous entries ...]\n- 03\n"), state: stateOf(journal), want: denies(CausePlaceholder)},
	})
	members := "{\n  \"a\": 1,\n  \"b\": 2\n}\n"
	prove(t, "merge", []sentence{
		{
			name: "a member of JSON", rule: []string{`format = "json"`}, op: writeOp("{\n  \"a\": 9,\n  \"...\": \"rest unchanged\"\n}\n"),
			state: stateOf(members, base(members)), want: denies(CausePlaceholder, "Line 3", `"...": "rest unchanged"`),
		},
		{
			name: "a row of JSON lines", rule: []string{`format = "jsonl"`}, op: writeOp("{\"...\": \"previous rows\"}\n{\"a\": 3}\n"),
			state: stateOf("{\"a\": 1}\n{\"a\": 2}\n{\"b\": 2}\n"), want: denies(CausePlaceholder, "Line 1"),
		},
	})
}

func TestFormat(t *testing.T) {
	json := []string{`format = "json"`}
	jsonl := []string{`format = "jsonl"`}
	was := "{\n  \"a\": 1,\n  \"b\": 2\n}\n"
	prove(t, "merge", []sentence{
		{name: "M must parse where H did", rule: json, op: editOp("\"a\": 1,", "\"a\": 1"), state: stateOf(was, base(was)), want: denies(CauseFormat, "valid JSON now")},
		{name: "a whole write", rule: json, op: writeOp("{\"a\": 1"), state: stateOf(was, base(was)), want: denies(CauseFormat, "correct the text")},
		{name: "by extension", op: writeOp("{\"a\": 1"), state: stateOf(was, base(was), inFile("/p/x.json")), want: denies(CauseFormat)},
		{name: "behind a byte order mark", rule: json, op: writeOp("{\"a\": 1"), state: stateOf("\ufeff"+was, base(was)), want: denies(CauseFormat)},
		{name: "where H does not parse anything goes", rule: json, op: writeOp("{\"a\""), state: stateOf("{", base("{")), want: passes("{\"a\"")},
		{name: "where H is empty anything goes", rule: json, op: writeOp("{"), state: stateOf("", base("")), want: passes("{")},
		{name: "text is not JSON", op: writeOp("x\n"), state: stateOf("1\n", base("1\n")), want: passes("x\n")},
		{name: "every row of JSONL", rule: jsonl, op: writeOp("{}\n{\"a\"\n"), state: stateOf("{}\n", base("{}\n")), want: denies(CauseFormat, "in every row")},
		{name: "rows of JSONL that parse", rule: jsonl, op: writeOp("{}\n\n{\"a\":1}\n"), state: stateOf("{}\n", base("{}\n")), want: passes("{}\n\n{\"a\":1}\n")},
		{
			name: "a key that stood there twice is not ours to judge", rule: json, op: writeOp("{\n  \"a\": 1,\n  \"a\": 1,\n  \"b\": [{\"b\": 1}, 3]\n}\n"),
			state: stateOf("{\n  \"x\": 0,\n  \"a\": 1,\n  \"a\": 1,\n  \"b\": 2\n}\n", base("{\n  \"a\": 1,\n  \"a\": 1,\n  \"b\": 2\n}\n")),
			want:  rewrites("{\n  \"x\": 0,\n  \"a\": 1,\n  \"a\": 1,\n  \"b\": [{\"b\": 1}, 3]\n}\n"),
		},
		{
			name: "an order that breaks JSON is not taken for the other one", rule: json, op: editOp("[\n", "[\n  1,\n"),
			state: stateOf("[\n  2,\n  0\n]\n", base("[\n  0\n]\n")), want: passes("[\n  1,\n  2,\n  0\n]\n"),
		},
	})
}
