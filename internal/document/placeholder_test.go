package document

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// These lines stand for text left out, whatever else the proposal does.
var placeholders = []string{
	"rest of the file unchanged",
	"Rest of file unchanged",
	"(rest of the file unchanged)",
	"[rest of the document remains the same]",
	"the rest of the file is unchanged",
	"Remaining sections unchanged",
	"Existing content unchanged",
	"[... remaining sections stay as they are ...]",
	"[... rest of the file unchanged ...]",
	"... rest of the file unchanged ...",
	"... (rest of the file unchanged)",
	"... rest of CLAUDE.md unchanged ...",
	"…rest of the document unchanged…",
	"// ... existing code ...",
	"// ... rest of code unchanged ...",
	"// existing code here",
	"// existing code",
	"// rest of the file",
	"// keep the rest as is",
	"/* ... existing styles ... */",
	"{/* existing content */}",
	"# ... existing code ...",
	"# ... rest of the config unchanged ...",
	"# (rest of the file unchanged)",
	"<!-- unchanged -->",
	"<!-- rest of the content remains the same -->",
	"<!-- ... existing content ... -->",
	"<!-- keep existing content -->",
	"<!-- previous entries preserved -->",
	"(content omitted for brevity)",
	"[content omitted]",
	"[remaining content truncated for brevity]",
	"(shortened for brevity)",
	"(no changes below)",
	"(no changes to the remaining sections below)",
	"[no changes above]",
	"~~~ snip ~~~",
	"--- snip ---",
	"[snip]",
	"<snip>",
	"...[truncated]",
	"- 03 third ...[truncated]",
	"some text that was cut ... [truncated]",
	"and here it ends… (truncated)",
	"output of the build ...[12 lines omitted]",
	"[truncated]",
	"<truncated>",
	"[output truncated]",
	"[Displaying lines 1 to 20 of 60; continue at 21]",
	"[Showing lines 1-200 of 512]",
	"(showing first 100 lines)",
	"[120 more lines]",
	"... 40 more lines ...",
	"... [123 lines truncated] ...",
	"[+ 35 lines not shown]",
	"(350 lines omitted)",
	"[all previous entries preserved]",
	"(previous entries unchanged)",
	"- ... (rest of the entries unchanged)",
	"- [... existing entries ...]",
	"*(rest of the file unchanged)*",
	"**[... rest of document unchanged ...]**",
	"*** rest omitted ***",
	"[insert existing content here]",
	"[rest of the file]",
	"[... the rest of your existing content here ...]",
	"... existing content ...",
	"[Previous content unchanged]",
	"[... previous entries ...]",
	"[… earlier messages]",
	"<... previous content ...>",
	"<!-- ... previous content ... -->",
	"... remaining keys unchanged ...",
	"[same content as before]",
	"(Rest der Datei unverändert)",
	"[Rest unverändert]",
	"[... restlicher Inhalt bleibt gleich ...]",
	"[reste du fichier inchangé]",
	"[resto del archivo sin cambios]",
	"（其余部分不变）",
	"// ... 其余代码 ...",
	"[此处省略]",
	"（以下省略）",
	"// ... 既存のコード ...",
	"[остальное без изменений]",
}

// These lines are text.
var prose = []string{
	"- 03 API unchanged; the rest of the file parser ... still slow",
	"- The model wrote \"[... rest of the file unchanged ...]\" again",
	"- it put `// ... existing code ...` into the journal",
	"`// ... existing code ...`",
	"> [... rest of the file unchanged ...]",
	"\"...[truncated]\"",
	"- marker was `...[truncated]`",
	"- the marker ...[truncated] came back twice",
	"- behaviour unchanged",
	"- unchanged: API, parser",
	"## Unchanged",
	"# Existing code",
	"## Remaining work",
	"### The rest of the story",
	"## Previous entries",
	"## Omitted",
	"Status: unchanged",
	"API ... unchanged since May",
	"Waiting ...",
	"- waiting for review...",
	"More to come...",
	"...and then it crashed",
	"... to be continued",
	"The rest of the file is unchanged.",
	"We changed the header. The rest is unchanged.",
	"The remaining sections stay in the old document until June.",
	"- keep the existing settings of the proxy",
	"- keep existing tests green",
	"Existing users are not affected.",
	"- everything else works",
	"- all other tests pass",
	"- [ ] remaining: deploy",
	"- [x] rest of the migration",
	"[previous entries](archive.md)",
	"[Rest API](rest.md)",
	"[1]: https://example.com/rest",
	"[TODO]",
	"[ok]",
	"(none)",
	"(no changes)",
	"no changes",
	"- no changes to the schema",
	"(see above)",
	"(as discussed)",
	"(the tests are still running)",
	"(skipped)",
	"[skipped]",
	"(hidden)",
	"- 12 lines changed",
	"- deleted 120 lines of dead code",
	"- showing the first 20 results is enough",
	"lines 1 to 20 of the log look fine",
	"[10 open tasks]",
	"| file | unchanged |",
	"| ... | ... |",
	"| ... | done |",
	"| ... | ... and then some |",
	"<previous content>",
	"[previous entries]",
	"(previous entries)",
	"<!-- previous entries -->",
	"... previous versions crashed ...",
	"## Other sections",
	"## Other sections (no changes)",
	"> ... (same as above) ...",
	"...args",
	"... and 4 more",
	"---",
	"***",
	"~~~",
	"...",
	"…",
	"[...]",
	"(...)",
	"// ...",
	"# ...",
	"<!-- anchor:rest -->",
	"<!-- /anchor:existing -->",
	"<!-- TODO: shorten -->",
	"// TODO: rest of the error handling",
	"x = [...]",
	"foo(...args)",
	"func f(args ...string) { // unchanged since v1",
	"git log --stat # truncated output",
	"- truncated the log at 10 MB",
	"- log was [truncated] by the viewer",
	"The output was truncated.",
	"- snip the corners",
	"- cut here, glue there",
	"for brevity we say node",
	"- 保持不变",
	"其余部分不变的原因如下所述，需要在下周继续讨论这个问题",
	"la suite",
	"Rest",
	"existing",
	"- rest",
	"rest in peace",
}

func TestPlaceholdersAreFound(t *testing.T) {
	head := "# Journal\n- 01\n"
	for _, line := range placeholders {
		got, number, found := Placeholder([]byte(head+line+"\n- more\n"), []byte(head))
		require.True(t, found, line)
		require.Equal(t, line, got)
		require.Equal(t, 3, number)
	}
}

func TestProseIsNoPlaceholder(t *testing.T) {
	head := "# Journal\n- 01\n"
	for _, line := range prose {
		_, _, found := Placeholder([]byte(head+line+"\n"), []byte(head))
		require.False(t, found, line)
	}
}

func TestPlaceholderThatTheHeadHasIsText(t *testing.T) {
	head := "Models write:\n// ... rest of code unchanged ...\n"
	_, _, found := Placeholder([]byte(head+"So check.\n"), []byte(head))
	require.False(t, found)
	_, _, found = Placeholder([]byte("```\n  // ... existing code ...\r\n```\n"), []byte(head))
	require.True(t, found, "code blocks count")
}

// Honest text has these too: they count only in a proposal that leaves lines out.
func TestUnclearPlaceholdersCountWhereLinesAreMissing(t *testing.T) {
	head := "# Style\n- tabs\n\n# About\nlong text\nmore text\nand more\n"
	for _, line := range []string{
		"...", "[...]", "(...)", "// ...", "The rest of the file is unchanged.", "- rest of the file unchanged", "(unchanged)", "... and the rest",
		"<previous content>", "[previous entries]", "... previous entries ...", "... and 4 more", "- ... (12 more)",
		"(same as before)", "(rest of the document)", "no changes below", "Everything else stays the same",
	} {
		_, _, found := Placeholder([]byte("# Style\n- tabs\n- spaces\n"+line+"\n"), []byte(head))
		require.True(t, found, line)
		_, _, found = Placeholder([]byte(head+line+"\n"), []byte(head))
		require.False(t, found, line)
	}
}

// A table's row of dots stands for rows only where rows are missing.
func TestRowsOfDotsCountWhereRowsAreMissing(t *testing.T) {
	const above, table = "# Log\none\ntwo\nthree\n", "| a | b |\n|---|---|\n| 1 | x |\n| 2 | x |\n| 3 | x |\n"
	tests := []struct {
		head, proposal string
		found          bool
	}{
		{table, "| a | b |\n|---|---|\n| 1 | y |\n| ... | ... |\n", true},
		{table, "| a | b |\n|---|---|\n| ... | |\n| 3 | y |\n", true},
		{table, "| a | b |\n|---|---|\n| … | [... rest of the rows unchanged ...] |\n", true},
		{table, "| a | b |\n|---|---|\n| ... | y |\n", false},
		{table, "| a | b |\n|---|---|\n| rest | unchanged |\n", false},
		{table, "| a | b |\n|---|---|\n| | |\n", false},
		{table, table + "| ... | ... |\n", false},
		{above + table, "# Log\n" + table + "| ... | ... |\n", false},
		{table + "| ... | ... |\n", "| a | b |\n|---|---|\n| ... | ... |\n", false},
	}
	for _, tt := range tests {
		_, _, found := Placeholder([]byte(tt.proposal), []byte(tt.head))
		require.Equal(t, tt.found, found, tt.proposal)
	}
}

func TestPlaceholderTablesAreLongEnough(t *testing.T) {
	require.GreaterOrEqual(t, len(placeholders), 60)
	require.GreaterOrEqual(t, len(prose), 60)
	for _, line := range append(append([]string{}, placeholders...), prose...) {
		require.Equal(t, strings.TrimSpace(line), line)
	}
}
