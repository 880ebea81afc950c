package gate

import "testing"

const tasks = "# Tasks\n- [ ] one\n- [ ] two\n- [ ] three\n"

func TestMergeRow(t *testing.T) {
	prove(t, "merge", []sentence{
		{
			name: "three-way merge of B, C, H", op: writeOp("# Tasks, mine\n- [ ] one\n- [ ] two\n- [ ] three\n"),
			state: stateOf("# Tasks\n- [ ] one\n- [ ] two\n- [ ] three\n- theirs\n", base(tasks)), want: rewrites("# Tasks, mine\n- [ ] one\n- [ ] two\n- [ ] three\n- theirs\n"),
		},
		{
			name: "neighbouring checkboxes merge", op: writeOp("# Tasks\n- [x] one\n- [ ] two\n- [ ] three\n"),
			state: stateOf("# Tasks\n- [ ] one\n- [x] two\n- [ ] three\n", base(tasks)), want: rewrites("# Tasks\n- [x] one\n- [x] two\n- [ ] three\n"),
		},
		{
			name: "different insertions at the same place: both, whole", op: writeOp(tasks + "- mine 1\n- mine 2\n"),
			state: stateOf(tasks+"- theirs 1\n- theirs 2\n", base(tasks)), want: rewrites(tasks + "- theirs 1\n- theirs 2\n- mine 1\n- mine 2\n"),
		},
		{
			name: "identical insertions once", op: writeOp(tasks + "- same\n"),
			state: stateOf(tasks+"- same\n", base(tasks)), want: passes(tasks + "- same\n"),
		},
		{
			name: "conflict: deny with the hunks", op: writeOp("# Tasks\n- [ ] one, mine\n- [ ] two\n- [ ] three\n"),
			state: stateOf("# Tasks\n- [ ] one, theirs\n- [ ] two\n- [ ] three\n", base(tasks)), want: denies(CauseConflict, "(line 2)", "there: - [ ] one, theirs", "yours: - [ ] one, mine", "last written by session 12345678 3 min ago"),
		},
		{
			name: "several conflicts are counted", op: writeOp("# Mine\n- [ ] one\n- [ ] two\n- [ ] 3\n"),
			state: stateOf("# Theirs\n- [ ] one\n- [ ] two\n- [ ] drei\n", base(tasks)), want: denies(CauseConflict, "2 of the same places"),
		},
		{
			name: "a conflict with a removal shows what was removed", op: writeOp("# Tasks\n- [ ] one\n- [x] two\n- [ ] three\n"),
			state: stateOf("# Tasks\n- [ ] one\n- [ ] three\n", base(tasks)), want: denies(CauseConflict, "removed there: - [ ] two", "yours: - [x] two"),
		},
		{
			name: "no base, no line of H lost", op: writeOp("# Tasks\n- mine\n- [ ] one\n- [ ] two\n- [ ] three\n"),
			state: stateOf(tasks), want: passes("# Tasks\n- mine\n- [ ] one\n- [ ] two\n- [ ] three\n"),
		},
		{
			name: "no base, a line of H lost", op: writeOp("# Tasks\n- [ ] one\n- [ ] three\n"),
			state: stateOf(tasks), want: denies(CauseNoBase, "- [ ] two", "4 lines, 40 bytes (version 0123456789ab), last written by"),
		},
		{
			name: "a file that appeared meanwhile counts as no base", op: writeOp("# Mine\n"),
			state: stateOf(tasks), want: denies(CauseNoBase, "- [ ] one"),
		},
		{
			name: "CR LF, byte order mark and missing final newline stay", op: writeOp("a\nb\nmine\nc"),
			state: stateOf("\ufeffa\r\nb\r\nc", base("a\nb\nc")), want: rewrites("\ufeffa\r\nb\r\nmine\r\nc"),
		},
		{
			name: "bytes that JSON cannot carry: denied, not rewritten", op: writeOp("a \ufffd\nb\nmine\n"),
			state: stateOf("a \xff\nb\n", base("a \xff\nb\n")), want: denies(CauseRewrite, "not UTF-8"),
		},
		{
			name: "on_rewrite = deny: with the next step", rule: []string{`on_rewrite = "deny"`}, op: writeOp(tasks + "- mine\n"),
			state: stateOf("# Tasks, theirs\n- [ ] one\n- [ ] two\n- [ ] three\n", base(tasks)),
			want:  denies(CauseRewrite, "# Tasks, theirs", `old text = "- [ ] three\n", new text = "- [ ] three\n- mine\n"`),
		},
		{
			name: "a tool without a field for the text: with the next step", op: Op{Kind: Write, Path: docPath, Via: "put", Content: []byte(tasks + "- mine\n"), HasContent: true},
			state: stateOf("# Tasks, theirs\n- [ ] one\n- [ ] two\n- [ ] three\n", base(tasks)), want: denies(CauseRewrite, "old text = "),
		},
		{
			name: "a result in another order than the text sent is not sent on as it is", rule: []string{`on_rewrite = "deny"`}, op: writeOp("- a\n- b\n"),
			state: stateOf("- b\n- a\n", base("- a\n- b\n")), want: denies(CauseRewrite, "at other places"),
		},
		{
			name: "after removal: the first write is refused, whatever it holds", op: writeOp(tasks + "- mine\n"),
			state: stateOf("", absent, base(tasks)), want: denies(CauseGone, "send the same call once more"),
		},
	})
}

func TestMergeRowKeepAsLines(t *testing.T) {
	keep := []string{`keep = ["recovery"]`}
	prove(t, "merge", []sentence{
		{
			name: "a current writer may change them", rule: keep, op: writeOp("recovery 2\n"),
			state: stateOf("recovery 1\n", base("recovery 1\n")), want: passes("recovery 2\n"),
		},
		{
			name: "an older writer may not change what stands there", rule: keep, op: writeOp("a\nb\nrecovery 2\n"),
			state: stateOf("A\nb\nrecovery 1\n", base("a\nb\nrecovery 1\n")), want: denies(CauseStale, "keeps facts (recovery)"),
		},
	})
}

func TestCASRow(t *testing.T) {
	prove(t, "cas", []sentence{
		{
			name: "B == H", op: writeOp("mine\n"),
			state: stateOf("v1\n", base("v1\n")), want: passes("mine\n"),
		},
		{
			name: "B == H but for layout", op: writeOp("v1\nmine\n"),
			state: stateOf("\ufeffv1\r\n", base("v1\n")), want: rewrites("\ufeffv1\r\nmine\r\n"),
		},
		{
			name: "else deny with the current version", op: writeOp("mine\n"),
			state: stateOf("v2\n", base("v1\n")), want: denies(CauseStale, "version 0123456789ab", "\n  v2"),
		},
		{
			name: "no base", op: writeOp("mine\n"),
			state: stateOf("v1\n"), want: denies(CauseNoBase, "version 0123456789ab", "you have read none"),
		},
		{
			name: "an edit without a base has seen its old text", op: editOp("v1", "v2"),
			state: stateOf("v1\nx\n"), want: passes("v2\nx\n"),
		},
		{
			name: "an edit on the version read, but for its final newline", op: editOp("v1", "v1\nv2"),
			state: stateOf("v1", base("v1\n")), want: passes("v1\nv2"),
		},
		{
			name: "an edit on an old base", op: editOp("v1", "v2"),
			state: stateOf("v1\ny\n", base("v1\nx\n")), want: denies(CauseStale),
		},
	})
}

func TestShardRow(t *testing.T) {
	shards := []string{`shards = "J.d/{node}.md"`}
	patches := byHost(func(h *Abilities) { h.Rewrite, h.Patches, h.EditTool = false, true, "apply_patch" })
	prove(t, "shard", []sentence{
		{
			name: "the insertion belongs into this node's shard", rule: shards, op: writeOp(journal + "- 03 mine\n"),
			state: stateOf(journal, base(journal), shardAt("/home/dev/project/J.d/box.md")), want: denies(CauseMode, "\n  - 03 mine\n", "shard, /home/dev/project/J.d/box.md"),
		},
		{
			name: "the edit of the shard is spelled", rule: shards, op: writeOp(journal + "- 03 mine\n"), state: stateOf(journal, base(journal), shardHolds("- 00 older\n")),
			want: denies(CauseMode, `Next: Read this machine's shard, /home/dev/project/J.d/box.md, then Edit it: old text = "- 00 older\n", new text = "- 00 older\n- 03 mine\n".`),
		},
		{
			name: "and the write of one that is to come", rule: shards, op: writeOp(journal + "- 03 mine\n"), state: stateOf(journal, base(journal), shardHolds("")),
			want: denies(CauseMode, `Next: Write this machine's shard, /home/dev/project/J.d/box.md: text = "- 03 mine\n".`),
		},
		{
			name: "our own verb where the shell reaches the state", rule: shards, op: writeOp(journal + "- 03 mine\n"), state: stateOf(journal, base(journal), shardHolds(""), reach),
			want: denies(CauseMode, "noclobber append "+docPath),
		},
		{
			name: "a patch, by a patch", rule: shards, call: &patches, op: writeOp(journal + "- 03 mine\n"), state: stateOf(journal, base(journal), shardHolds("- 00 older\n"), reach),
			want: denies(CauseMode, "Next: in apply_patch:\n*** Begin Patch\n*** Update File: /home/dev/project/J.d/box.md\n@@\n - 00 older\n+- 03 mine\n*** End Patch"),
		},
		{
			name: "that adds one that is to come", rule: shards, call: &patches, op: writeOp(journal + "- 03 mine\n"), state: stateOf(journal, base(journal), shardHolds("")),
			want: denies(CauseMode, "*** Add File: /home/dev/project/J.d/box.md\n+- 03 mine\n*** End Patch"),
		},
		{
			name: "from the shell: the heredoc", rule: shards, op: appendOp("- 03 mine\n"),
			state: stateOf(journal, shardAt("/home/dev/project/J.d/box.md")), want: denies(CauseMode, "cat >> /home/dev/project/J.d/box.md <<'EOF'\n- 03 mine\nEOF"),
		},
		{
			name: "by an edit", rule: shards, op: editOp("- 02 second\n", "- 02 second\n- 03 mine\n"),
			state: stateOf(journal), want: denies(CauseMode, "\n  - 03 mine\n"),
		},
		{
			name: "the node's name is not known", rule: shards, op: writeOp(journal + "- 03 mine\n"),
			state: stateOf(journal, base(journal)), want: denies(CauseMode, "J.d/{node}.md"),
		},
		{
			name: "no insertion: deny", rule: shards, op: writeOp("# Journal\n- 01 changed\n- 02 second\n"),
			state: stateOf(journal, base(journal)), want: denies(CauseMode),
		},
		{
			name: "a failing edit: deny", rule: shards, op: editOp("nowhere", "x"),
			state: stateOf(journal), want: denies(CauseMode),
		},
		{
			name: "create goes to the shard", rule: shards, op: writeOp("- mine\n"),
			state: stateOf("", absent), want: denies(CauseMode, "- mine"),
		},
		{
			name: "in-place program", rule: shards, op: Op{Kind: InPlace, Path: docPath, Via: "sed -i", Shell: true},
			state: stateOf(journal), want: denies(CauseMode),
		},
		{
			name: "delete", rule: shards, op: Op{Kind: Delete, Path: docPath, Via: "rm", Shell: true},
			state: stateOf(journal, confirmed), want: denies(CauseMode),
		},
	})
}

func TestDenyRow(t *testing.T) {
	for name, op := range everyOp() {
		t.Run(name, func(t *testing.T) {
			sentence{op: op, state: stateOf(journal, base(journal), confirmed), want: denies(CauseMode, `rule "journal"`, "leave it as it is")}.check(t, ruleOf(t, "deny"))
			sentence{op: op, state: stateOf("", absent), want: denies(CauseMode, "It is not there now")}.check(t, ruleOf(t, "deny"))
		})
	}
}

func TestOffRow(t *testing.T) {
	for name, op := range everyOp() {
		t.Run(name, func(t *testing.T) {
			sentence{op: op, state: stateOf(journal), want: passes(unknown)}.check(t, ruleOf(t, "off"))
		})
	}
}

// everyOp is one operation of each kind that changes a document.
func everyOp() map[string]Op {
	return map[string]Op{
		"write":         writeOp("x\n"),
		"shell write":   shellWriteOp("x\n"),
		"unknown write": unknownOp(),
		"edit":          editOp("- 01 first", "x"),
		"append":        appendOp("x\n"),
		"in-place":      {Kind: InPlace, Path: docPath, Via: "sed -i", Shell: true},
		"restore":       {Kind: Restore, Path: docPath, Via: "git checkout", Shell: true},
		"delete":        {Kind: Delete, Path: docPath, Via: "rm", Shell: true},
		"move":          {Kind: Move, Path: docPath, To: "/x", Via: "mv", Shell: true},
	}
}
