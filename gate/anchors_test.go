package gate

import "testing"

const (
	status    = "# Status\nintro\n<!-- anchor:build -->\ngreen\n<!-- /anchor:build -->\nbetween\n<!-- anchor:deploy -->\nv1\n<!-- /anchor:deploy -->\noutro\n"
	unclosed  = "# Status\n<!-- anchor:build -->\ngreen\n<!-- anchor:deploy -->\nv1\n<!-- /anchor:deploy -->\n"
	sections  = "# Plan\n\n## Todo\n- a\n\n## Done\n- z\n\n## Todo\n- b\n"
	buildBody = "<!-- anchor:build -->\ngreen\n"
)

func statusWith(build, deploy string) string {
	return "# Status\nintro\n<!-- anchor:build -->\n" + build + "<!-- /anchor:build -->\nbetween\n<!-- anchor:deploy -->\n" + deploy + "<!-- /anchor:deploy -->\noutro\n"
}

func TestAnchorsRow(t *testing.T) {
	prove(t, "anchors", []sentence{
		{
			name: "same as in B: H's is kept", op: writeOp(statusWith("green\n", "v2\n")),
			state: stateOf(statusWith("red\n", "v1\n"), base(status)), want: rewrites(statusWith("red\n", "v2\n")),
		},
		{
			name: "H same as B: C's is taken", op: writeOp(statusWith("red\n", "v1\n")),
			state: stateOf(status, base(status)), want: passes(statusWith("red\n", "v1\n")),
		},
		{
			name: "both changed: three-way merge inside it", op: writeOp(statusWith("a\nb\nmine\n", "v1\n")),
			state: stateOf(statusWith("theirs\nb\nc\n", "v1\n"), base(statusWith("a\nb\nc\n", "v1\n"))), want: rewrites(statusWith("theirs\nb\nmine\n", "v1\n")),
		},
		{
			name: "conflict: deny naming the anchor", op: writeOp(statusWith("mine\n", "v1\n")),
			state: stateOf(statusWith("theirs\n", "v1\n"), base(status)), want: denies(CauseConflict, `In the anchor "build"`, "there: theirs", "yours: mine"),
		},
		{
			name: "conflict outside: deny without an anchor's name", op: writeOp("mine\n" + buildBody + "<!-- /anchor:build -->\n"),
			state: stateOf("theirs\n"+buildBody+"<!-- /anchor:build -->\n", base("intro\n"+buildBody+"<!-- /anchor:build -->\n")),
			want:  denies(CauseConflict, "Since you read it, somebody else changed the same place (line 1)"),
		},
		{
			name: "outside: merged", op: writeOp("# Mine\nintro\n" + buildBody + "<!-- /anchor:build -->\noutro\n"),
			state: stateOf("# Status\nintro\n"+buildBody+"<!-- /anchor:build -->\ntheirs\n", base("# Status\nintro\n"+buildBody+"<!-- /anchor:build -->\noutro\n")),
			want:  rewrites("# Mine\nintro\n" + buildBody + "<!-- /anchor:build -->\ntheirs\n"),
		},
		{
			name: "without a base: every anchor equal, and lines added outside", op: writeOp(status + "mine\n"),
			state: stateOf(status), want: passes(status + "mine\n"),
		},
		{
			name: "without a base: an anchor would change", op: writeOp(statusWith("red\n", "v1\n")),
			state: stateOf(status), want: denies(CauseNoBase, `"build"`, "Read "+docPath+" in full"),
		},
		{
			name: "without a base: a line outside would go", op: writeOp("# Status\n" + buildBody + "<!-- /anchor:build -->\n"),
			state: stateOf("# Status\nintro\n" + buildBody + "<!-- /anchor:build -->\n"), want: denies(CauseNoBase, "intro"),
		},
		{
			name: "never deleted", op: writeOp("# Status\nintro\n" + buildBody + "<!-- /anchor:build -->\nbetween\noutro\n"),
			state: stateOf(status, base(status)), want: denies(CauseAnchor, `"deploy"`, "keep each of its marker lines once"),
		},
		{
			name: "never doubled", op: writeOp(status + buildBody + "<!-- /anchor:build -->\n"),
			state: stateOf(status, base(status)), want: denies(CauseAnchor, `"build"`, "keep each of its marker lines once"),
		},
		{
			name: "an anchor that others added stays", op: writeOp(statusWith("red\n", "v1\n")),
			state: stateOf(status+"<!-- anchor:new -->\nx\n<!-- /anchor:new -->\n", base(status)), want: rewrites(statusWith("red\n", "v1\n") + "<!-- anchor:new -->\nx\n<!-- /anchor:new -->\n"),
		},
		{
			name: "a marker inside a code fence is text", op: writeOp(statusWith("```\n<!-- anchor:deploy -->\n```\n", "v1\n")),
			state: stateOf(status, base(status)), want: passes(statusWith("```\n<!-- anchor:deploy -->\n```\n", "v1\n")),
		},
		{
			name: "a marker is a whole line", op: writeOp(statusWith("see <!-- anchor:deploy -->\n", "v1\n")),
			state: stateOf(status, base(status)), want: passes(statusWith("see <!-- anchor:deploy -->\n", "v1\n")),
		},
		{
			name: "of nested anchors the outermost is the unit", op: writeOp("<!-- anchor:a -->\nmine\n<!-- anchor:b -->\nx\n<!-- /anchor:b -->\n<!-- /anchor:a -->\n"),
			state: stateOf("<!-- anchor:a -->\no\n<!-- anchor:b -->\ny\n<!-- /anchor:b -->\n<!-- /anchor:a -->\n"),
			want:  denies(CauseNoBase, `"a"`),
		},
		{
			name: "a new marker is refused by name", op: writeOp(status + "<!-- anchor:lint -->\nclean\n<!-- /anchor:lint -->\n"),
			state: stateOf(status, base(status)), want: denies(CauseAnchor, `"lint"`, `"build", "deploy"`),
		},
		{
			name: "a new marker where the rule allows it", rule: []string{"new = true"}, op: writeOp(status + "<!-- anchor:lint -->\nclean\n<!-- /anchor:lint -->\n"),
			state: stateOf(status, base(status)), want: passes(status + "<!-- anchor:lint -->\nclean\n<!-- /anchor:lint -->\n"),
		},
		{
			name: "the rule's own markers", rule: []string{`begin = "%% NAME"`, `end = "%% end NAME"`}, op: writeOp("%% a\nmine\n%% end a\n"),
			state: stateOf("%% a\nx\n%% end a\n"), want: denies(CauseNoBase, `"a"`),
		},
	})
}

func TestAnchorsRowDamaged(t *testing.T) {
	doubled := status + buildBody + "<!-- /anchor:build -->\n"
	prove(t, "anchors", []sentence{
		{
			name: "unclosed: every write is denied by the anchor's name", op: writeOp(unclosed + "mine\n"),
			state: stateOf(unclosed, base(unclosed)), want: denies(CauseAnchor, `"build"`, "Edit its marker lines alone"),
		},
		{
			name: "doubled: every write is denied by the anchor's name", op: editOp("outro", "mine"),
			state: stateOf(doubled, base(doubled)), want: denies(CauseAnchor, `"build"`, "Edit its marker lines alone"),
		},
		{
			name: "reversed: every write is denied by the anchor's name", op: writeOp("<!-- /anchor:a -->\nx\n<!-- anchor:a -->\nmine\n"),
			state: stateOf("<!-- /anchor:a -->\nx\n<!-- anchor:a -->\n"), want: denies(CauseAnchor, `"a"`),
		},
		{
			name: "one that changes marker lines alone passes", op: editOp("green\n", "green\n<!-- /anchor:build -->\n"),
			state: stateOf(unclosed), want: passes("# Status\n" + buildBody + "<!-- /anchor:build -->\n<!-- anchor:deploy -->\nv1\n<!-- /anchor:deploy -->\n"),
		},
		{
			name: "one that changes marker lines alone is no loss", rule: []string{`max_shrink = "0 lines"`, `min_loss = "1 lines"`}, op: editOp("<!-- anchor:build -->\ngreen", "green"),
			state: stateOf(unclosed), want: passes("# Status\ngreen\n<!-- anchor:deploy -->\nv1\n<!-- /anchor:deploy -->\n"),
		},
		{
			name: "one that changes marker lines alone passes from an old base too", op: editOp("green\n", "green\n<!-- /anchor:build -->\n"),
			state: stateOf(unclosed+"theirs\n", base(unclosed)), want: passes("# Status\n" + buildBody + "<!-- /anchor:build -->\n<!-- anchor:deploy -->\nv1\n<!-- /anchor:deploy -->\ntheirs\n"),
		},
	})
}

func TestAnchorsRowHeadings(t *testing.T) {
	style := []string{`style = "heading"`}
	prove(t, "anchors", []sentence{
		{
			name: "every section is an anchor: different ones merge", rule: style, op: writeOp("# Plan\n\n## Todo\n- a\n\n## Done\n- z\n- mine\n\n## Todo\n- b\n"),
			state: stateOf("# Plan\n\n## Todo\n- a, theirs\n\n## Done\n- z\n\n## Todo\n- b\n", base(sections)),
			want:  rewrites("# Plan\n\n## Todo\n- a, theirs\n\n## Done\n- z\n- mine\n\n## Todo\n- b\n"),
		},
		{
			name: "repeated headings are normal: a conflict names the right one", rule: style, op: writeOp("# Plan\n\n## Todo\n- a\n\n## Done\n- z\n\n## Todo\n- mine\n"),
			state: stateOf("# Plan\n\n## Todo\n- a\n\n## Done\n- z\n\n## Todo\n- theirs\n", base(sections)), want: denies(CauseConflict, "Todo", "there: - theirs"),
		},
		{
			name: "new ones are allowed", rule: style, op: writeOp(sections + "\n## New\n- n\n"),
			state: stateOf(sections, base(sections)), want: passes(sections + "\n## New\n- n\n"),
		},
		{
			name: "new ones where the rule forbids them", rule: append(style, "new = false"), op: writeOp(sections + "\n## New\n- n\n"),
			state: stateOf(sections, base(sections)), want: denies(CauseAnchor, "New"),
		},
		{
			name: "removal by confirmation: refused first", rule: style, op: writeOp("# Plan\n\n## Todo\n- a\n\n## Todo\n- b\n"),
			state: stateOf(sections, base(sections)), want: denies(CauseShrink, "These sections would be removed", "Done", "that counts as the confirmation"),
		},
		{
			name: "removal by confirmation: confirmed", rule: style, op: writeOp("# Plan\n\n## Todo\n- a\n\n## Todo\n- b\n"),
			state: stateOf(sections, base(sections), confirmed), want: passes("# Plan\n\n## Todo\n- a\n\n## Todo\n- b\n"),
		},
		{
			name: "removal where the rule takes no confirmation", rule: append(style, `shrink = "deny"`), op: writeOp("# Plan\n\n## Todo\n- a\n\n## Todo\n- b\n"),
			state: stateOf(sections, base(sections), confirmed), want: denies(CauseShrink, "no confirmation is taken"),
		},
		{
			name: "removal from an old base cannot be confirmed", rule: style, op: writeOp("# Plan\n\n## Todo\n- a\n\n## Todo\n- b\n"),
			state: stateOf(sections+"- theirs\n", base(sections)), want: denies(CauseStale, "older version"),
		},
	})
}

func TestAnchorsRowFrozen(t *testing.T) {
	frozen := []string{`outside = "frozen"`}
	prove(t, "anchors", []sentence{
		{
			name: "inside passes", rule: frozen, op: writeOp(statusWith("red\n", "v1\n")),
			state: stateOf(status, base(status)), want: passes(statusWith("red\n", "v1\n")),
		},
		{
			name: "outside is refused, with the line", rule: frozen, op: writeOp(status + "mine\n"),
			state: stateOf(status, base(status)), want: denies(CauseFrozen, "mine", "Edit text inside an anchor"),
		},
		{
			name: "outside by an edit", rule: frozen, op: editOp("intro", "mine"),
			state: stateOf(status), want: denies(CauseFrozen, "intro"),
		},
		{
			name: "outside from the shell: the splice too", rule: frozen, op: shellWriteOp(status + "mine\n"),
			state: stateOf(status, base(status), reach), want: denies(CauseFrozen, "noclobber splice "+docPath+" --anchor NAME"),
		},
	})
}
