package policy

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func mustParse(t testing.TB, text string) *Policy {
	t.Helper()
	p, err := Parse("/p/.noclobber.toml", []byte(text))
	require.NoError(t, err)
	return p
}

func fullPolicy(t testing.TB) *Policy {
	t.Helper()
	text, err := os.ReadFile("testdata/full.toml")
	require.NoError(t, err)
	return mustParse(t, string(text))
}

func TestParseReadsEveryKey(t *testing.T) {
	p := fullPolicy(t)
	assert.Equal(t, "/p", p.Dir)
	assert.Equal(t, 20*time.Second, p.Lease)
	assert.Equal(t, time.Duration(0), p.Wait, "not to wait is a choice")
	assert.Equal(t, "/p/sync/ledger", p.Share)
	assert.Equal(t, int64(1<<20), p.MaxDocument)
	require.Len(t, p.Rules, 6)

	journal := *p.Rules[0]
	journal.paths, journal.except = nil, nil
	assert.Equal(t, Rule{
		Name: "journals", Paths: []string{"notes/**/*.md", "JOURNAL.md"}, Except: []string{"notes/private/**"},
		Mode: Append, At: At{Place: After, Anchor: "Log"},
		Begin: defaultBegin, End: defaultEnd, Style: "markers", Outside: "frozen", New: true,
		Reduce: "ant", Seal: true, Nested: true,
		Expect:    Expect{MinGrowth: 1, PerRun: true, MaxAge: 24 * time.Hour},
		MaxShrink: Limit{Lines: 40, Parts: PartLines}, MinLoss: Limit{Lines: 3, Bytes: 1000, Parts: PartLines | PartBytes},
		Shrink: "deny", MaxErosion: Limit{Lines: 40, Parts: PartLines}, ErosionPer: 168 * time.Hour,
		OnRewrite: "deny", MaxDocument: 1 << 20, Line: 20,
	}, journal)

	handover := p.Rules[1]
	assert.Equal(t, "claude/open-tasks.md", handover.Name, "the first path, without a name")
	assert.Equal(t, []string{"project:claude/*"}, handover.Documents)
	assert.Equal(t, []string{"<!-- begin:NAME -->", "<!-- end:NAME -->"}, []string{handover.Begin, handover.End})
	assert.False(t, handover.New)
	assert.Equal(t, "merge", handover.Outside)

	headings := p.Rules[2]
	assert.Equal(t, []string{"heading", "", ""}, []string{headings.Style, headings.Begin, headings.End})
	state := p.Rules[3]
	assert.Equal(t, []any{Merge, JSON, "id", []string{"recovery", "reports.*"}}, []any{state.Mode, state.Format, state.Key, state.Keep})
	assert.False(t, state.Nested || state.Seal, "a rule overrides the defaults")
	logs := p.Rules[4]
	assert.Equal(t, []string{"seq", "seq0", "events.#"}, []string{logs.Seq, logs.SeqFirst, logs.SeqCount})
	assert.Equal(t, Expect{MinGrowth: 10, Per: 24 * time.Hour}, logs.Expect, "also as a table of its own")
	assert.Equal(t, []string{"PROGRESS.d/{node}.md", "local"}, []string{p.Rules[5].Shards, p.Rules[5].Reduce})

	assert.Equal(t, []Tool{
		{Match: "mcp__*__project_write", Kind: "write", Path: "path", Content: "content", Scheme: "project", Fresh: 2 * time.Minute, Version: "if_version", ResultVersion: "version", Dry: "dryRun", Line: 72},
		{Match: "mcp__fleet__edit", Kind: "edit", Path: "file", Edits: "edits", Old: "before", New: "after", Line: 83},
		{Match: "mcp__term__*", Kind: "shell", Command: "command", CWD: "cwd", Line: 91},
		{Match: "mcp__*__project_read", Kind: "read", Path: "path", Result: "0.text", Scheme: "project", Line: 96},
	}, p.Tools)
	assert.Equal(t, []Test{{
		Call:   map[string]any{"tool": "Bash", "command": "echo x > JOURNAL.md"},
		Expect: "deny", Says: "noclobber append", Given: map[string]string{"JOURNAL.md": "- one\n"}, Read: true, Line: 103,
	}}, p.Tests)
}

func TestFullPolicyUsesEveryKey(t *testing.T) {
	text, err := os.ReadFile("testdata/full.toml")
	require.NoError(t, err)
	for _, k := range Keys() {
		if k.Name == "to" || k.Name == "command" { // these have tests of their own
			continue
		}
		used := strings.Contains(string(text), "\n"+k.Name+" =") || strings.Contains(string(text), "["+k.Name+"]") ||
			strings.Contains(string(text), " "+k.Name+" =")
		assert.True(t, used, k.Name)
	}
}

func TestDefaultsAreThoseOfTheReference(t *testing.T) {
	p := mustParse(t, "version = 1\n[[protect]]\npaths = [\"a.md\"]\nmode = \"merge\"\n")
	assert.Equal(t, []any{15 * time.Second, 5 * time.Second, int64(16 << 20), ""}, []any{p.Lease, p.Wait, p.MaxDocument, p.Share})
	r := p.Rules[0]
	assert.Equal(t, []any{"25%", "5 lines, 512 B", "25%", 24 * time.Hour}, []any{r.MaxShrink.String(), r.MinLoss.String(), r.MaxErosion.String(), r.ErosionPer})
	assert.Equal(t, []any{"confirm", "apply", "merge", "markers", "local"}, []any{r.Shrink, r.OnRewrite, r.Outside, r.Style, r.Reduce})
	assert.Equal(t, []any{At{}, Format(""), false, false, false}, []any{r.At, r.Format, r.New, r.Seal, r.Nested})
	assert.Equal(t, []any{"<!-- anchor:NAME -->", "<!-- /anchor:NAME -->"}, []any{r.Begin, r.End})
}

func TestHeadingAnchorsMayBeNewUnlessSaidOtherwise(t *testing.T) {
	rule := "\n[[protect]]\npaths = [\"a.md\"]\nmode = \"anchors\"\nstyle = \"heading\"\n"
	assert.True(t, mustParse(t, "version = 1"+rule).Rules[0].New)
	assert.False(t, mustParse(t, "version = 1"+rule+"new = false\n").Rules[0].New)
	assert.False(t, mustParse(t, "version = 1\n[defaults]\nnew = false"+rule).Rules[0].New)
}

func TestMarkersOfARuleGoBeforeHeadingsOfTheDefaults(t *testing.T) {
	p := mustParse(t, "version = 1\n[defaults]\nstyle = \"heading\"\n[[protect]]\npaths = [\"a.md\"]\nmode = \"anchors\"\nbegin = \"<NAME>\"\nend = \"</NAME>\"\n")
	assert.Equal(t, []string{"markers", "<NAME>", "</NAME>"}, []string{p.Rules[0].Style, p.Rules[0].Begin, p.Rules[0].End})
}

func TestByteOrderMarkAndCRLFAreFine(t *testing.T) {
	text, err := os.ReadFile("testdata/full.toml")
	require.NoError(t, err)
	want := fullPolicy(t)
	for _, variant := range [][]byte{
		append([]byte("\xef\xbb\xbf"), text...),
		bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")),
		append([]byte("\xef\xbb\xbf"), bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))...),
	} {
		got, err := Parse("/p/.noclobber.toml", variant)
		require.NoError(t, err)
		assert.Equal(t, want, got)
	}
	_, err = Parse("/p/.noclobber.toml", []byte("\xef\xbb\xbfversion = 1\r\nmod = 1\r\n"))
	assert.EqualError(t, err, "/p/.noclobber.toml:2:1: unknown key `mod` at the top level (the top level knows defaults, protect, test, tool, version)")
}

// problems are the problems of a text as line:col: message (mend).
func problems(t testing.TB, parse func(string, []byte) (*Policy, error), text string) []string {
	t.Helper()
	_, err := parse("/p/.noclobber.toml", []byte(text))
	var all Problems
	require.True(t, errors.As(err, &all), "%q: %v", text, err)
	lines := make([]string, len(all))
	for i, p := range all {
		assert.Equal(t, "/p/.noclobber.toml", p.File)
		assert.NotEmpty(t, p.Mend, p.Message)
		lines[i] = fmt.Sprintf("%d:%d: %s (%s)", p.Line, p.Col, p.Message, p.Mend)
	}
	return lines
}

func TestEveryProblemIsReportedAtOnceWithItsPlaceAndMend(t *testing.T) {
	text, err := os.ReadFile("testdata/problems.toml")
	require.NoError(t, err)
	got := strings.Join(problems(t, Parse, string(text)), "\n") + "\n"
	if *update {
		require.NoError(t, os.WriteFile("testdata/problems.out", []byte(got), 0o644))
	}
	want, err := os.ReadFile("testdata/problems.out")
	require.NoError(t, err)
	assert.Equal(t, string(want), got)
}

func TestProblems(t *testing.T) {
	const rule = "version = 1\n[[protect]]\npaths = [\"a.md\"]\nmode = \"append\"\n"
	for _, c := range []struct{ name, text, want string }{
		{"nothing at all", "", "1:1: missing `version` (write `version = 1` as the first line)"},
		{"only comments", "# soon\n", "1:1: missing `version` (write `version = 1` as the first line)"},
		{"a newer version", "version = 2\n", "1:11: policy version 2 is newer than this noclobber, which reads 1 (upgrade noclobber, or write `version = 1`)"},
		{"no such version", "version = 0\n", "1:11: unknown policy version 0 (write `version = 1`)"},
		{"a version that is text", "version = \"1\"\n", "1:11: `version` is a string, not an integer (write `version = 1`)"},
		{"JSON", "{\"rules\": [", "1:1: a policy is TOML, and this looks like JSON (write `version = 1`, then a [[protect]] table with paths and mode for each rule)"},
		{"JSON further down", "\n  {}", "2:3: a policy is TOML, and this looks like JSON (write `version = 1`, then a [[protect]] table with paths and mode for each rule)"},
		{"YAML", "version: 1\n", "1:8: not TOML: expected '.' or '=', but got ':' instead (TOML writes key = value)"},
		{"a key twice", rule + "mode = \"cas\"\n", "5:1: not TOML: Key 'protect.mode' has already been defined. (keep one of the two)"},
		{"a string without end", "version = 1\nx = \"abc\n", "2:9: not TOML: strings cannot contain newlines (close the string's quotes on the same line)"},
		{"a bad escape", "version = 1\nx = \"a\\q\"\n", "2:7: not TOML: invalid escape in string '\\q' (a path has / between names; a literal string stands in 'single quotes')"},
		{"UTF-16", "\xff\xfev\x00e\x00", "1:1: not TOML: files cannot contain NULL bytes; probably using UTF-16; TOML files must be UTF-8 (save the file as UTF-8)"},
		{"Latin-1", "version = 1 # \xe4\n", "1:15: not TOML: invalid UTF-8 byte: 0xe4 (save the file as UTF-8)"},
		{"a control character", "version = 1\nx = \"a\x01b\"\n", "2:7: not TOML: TOML files cannot contain control characters: '0x01' (take the character out, or write it as \\uXXXX)"},
		{"a value without quotes", "version = 1\nx = abc\n", "2:5: not TOML: expected value but found \"abc\" instead (put texts in quotes; true, false and numbers stand without)"},
		{"an array without end", "version = 1\nx = [1, 2\n", "2:10: not TOML: expected a comma (',') or array terminator (']'), but got end of file (put a comma between elements and close the array with ])"},
		{"one bracket", "version = 1\n[protect]\nmode = \"append\"\n", "2:1: `protect` is a table (write [[protect]], with two pairs of brackets, before each)"},
		{"two brackets", "version = 1\n[[defaults]]\n", "2:1: `defaults` is an array of tables (write [defaults], with one pair of brackets)"},
		{"a name of the rule at the top", "version = 1\nmode = \"append\"\n", "2:1: `mode` does not belong at the top level (put it into [[protect]])"},
		{"only in defaults", rule + "lease = \"1s\"\n", "5:1: `lease` does not belong in [[protect]] (put it into [defaults])"},
		{"not in defaults", "version = 1\n[defaults]\nmode = \"append\"\n", "3:1: `mode` does not belong in [defaults] (put it into [[protect]])"},
		{"a quoted key", rule + "\"mo de\" = 1\n", "5:1: unknown key `mo de` in [[protect]] (did you mean `mode`?)"},
		{"a dotted key", rule + "expect.max_agee = \"1h\"\n", "5:8: unknown key `max_agee` in expect of [[protect]] (did you mean `max_age`?)"},
		{"an unknown table", "version = 1\n[[rule]]\n", "2:1: unknown key `rule` at the top level (the top level knows defaults, protect, test, tool, version)"},
		{"after multi-line strings", "version = 1\n[[protect]]\npaths = [\n  '''a''', # ]\n  \"\"\"b\"\"\",\n  \"/c\"]\nmode = \"deny\"\n", "6:3: absolute pattern \"/c\" in a project policy (write it relative to this file, or move the rule to your user policy)"},
		{"columns count characters", "version = 1\n[[protect]]\npaths = [\"ä\", \"é/\"]\nmode = \"deny\"\n", "3:15: pattern \"é/\" names a directory, not documents (write \"é/**\" for everything below it)"},
		{"below the policy all the same", "version = 1\n[[protect]]\npaths = [\"/p/a/b.md\"]\nmode = \"deny\"\n", "3:10: absolute pattern \"/p/a/b.md\" in a project policy (write \"a/b.md\")"},
		{"no paths", "version = 1\n[[protect]]\nmode = \"deny\"\n", "2:1: rule without paths (write paths = [\"JOURNAL.md\"])"},
		{"empty paths", "version = 1\n[[protect]]\npaths = []\nmode = \"deny\"\n", "3:9: `paths` is empty (write paths = [\"notes/**/*.md\", \"JOURNAL.md\"], or drop the key)"},
		{"the same path, spelled differently", "version = 1\n[[protect]]\npaths = [\"./a//b\", \"a/b\"]\nmode = \"deny\"\n", "3:20: \"a/b\" stands in `paths` twice (keep one)"},
		{"too many alternatives", "version = 1\n[[protect]]\npaths = [\"" + strings.Repeat("{a,b}", 7) + "\"]\nmode = \"deny\"\n", "3:10: pattern \"" + strings.Repeat("{a,b}", 7) + "\" stands for more than 64 (write several patterns)"},
		{"mode in words", "version = 1\n[[protect]]\npaths = [\"a\"]\nmode = \"read-only\"\n", "4:8: unknown mode \"read-only\" (write one of append, anchors, merge, cas, shard, deny, record, off)"},
		{"shard without shards", "version = 1\n[[protect]]\npaths = [\"a\"]\nmode = \"shard\"\n", "2:1: mode shard without shards (write shards = \"PROGRESS.d/{node}.md\")"},
		{"shards that all share", rule + "shards = \"a.d/x.md\"\n", "5:10: `shards` has neither {node}, {session} nor {date}, so all writers would share one (write shards = \"PROGRESS.d/{node}.md\")"},
		{"shards elsewhere", rule + "shards = \"../{node}.md\"\n", "5:10: `shards` \"../{node}.md\" is no file below the policy (write shards = \"PROGRESS.d/{node}.md\")"},
		{"shards with an unknown name", rule + "shards = \"{node}/{user}.md\"\n", "5:10: `shards` \"{node}/{user}.md\" is no path (only {node}, {session} and {date} stand for something)"},
		{"markers without NAME", rule + "begin = \"<!-- x -->\"\n", "5:9: `begin` lacks NAME, which stands for the anchor's name (write begin = \"<!-- anchor:NAME -->\")"},
		{"markers of NAME alone", rule + "begin = \" NAME \"\n", "5:9: `begin` is NAME alone, so every line would be one (write begin = \"<!-- anchor:NAME -->\")"},
		{"markers with NAME twice", rule + "begin = \"NAME NAME\"\n", "5:9: `begin` has NAME twice (write begin = \"<!-- anchor:NAME -->\")"},
		{"markers that are the same", rule + "begin = \"# NAME\"\nend = \"# NAME\"\n", "2:1: begin and end are the same line \"# NAME\" (write end = \"<!-- /anchor:NAME -->\")"},
		{"headings with markers", rule + "style = \"heading\"\nbegin = \"# NAME\"\n", "2:1: style heading has no begin and end (drop begin and end, or the style)"},
		{"an empty heading", rule + "at = \"after: \"\n", "5:6: after: names no heading and no anchor (write at = \"after:Log\")"},
		{"an unknown place", rule + "at = \"bottom\"\n", "5:6: unknown place \"bottom\" (write \"end\", \"top\" or \"after:\" with a heading or an anchor)"},
		{"half a packed row", rule + "seq_first = \"seq0\"\n", "2:1: seq_first without seq_count (write seq_count = \"events.#\")"},
		{"nothing expected", rule + "expect = {}\n", "5:10: `expect` expects nothing (write expect = { min_growth = \"1 line/run\", max_age = \"24h\" })"},
		{"no time at all", rule + "expect = { max_age = \"0s\" }\n", "5:22: `max_age` is no time at all (write max_age = \"24h\")"},
		{"no size at all", "version = 1\n[defaults]\nmax_document = \"0 B\"\n", "3:16: `max_document` is zero (write max_document = \"16MiB\")"},
		{"share elsewhere", "version = 1\n[defaults]\nshare = \"/srv/ledger\"\n", "3:9: `share` \"/srv/ledger\" is no directory below the policy (write share = \"ledger\")"},
		{"a document without scheme", "version = 1\n[[protect]]\ndocuments = [\"claude/*\"]\nmode = \"cas\"\n", "3:14: document \"claude/*\" has no scheme (write \"project:claude/*\", with the scheme that a [[tool]] names)"},
		{"a tool without what its kind needs", "version = 1\n[[tool]]\nmatch = \"x\"\nkind = \"move\"\npath = \"p\"\n", "2:1: move tool without to (write to = \"destination\")"},
		{"a scheme like a drive", "version = 1\n[[tool]]\nmatch = \"x\"\nkind = \"read\"\nscheme = \"C\"\n", "5:10: bad scheme \"C\": lower-case letters, digits, - and _, at least two (write scheme = \"project\")"},
		{"a call without a tool", "version = 1\n[[test]]\ncall = { command = \"x\" }\nexpect = \"deny\"\n", "3:8: `call` does not name its tool (write call = { tool = \"Bash\", command = \"echo x > JOURNAL.md\" })"},
		{"a verdict that does not exist", "version = 1\n[[test]]\ncall = { tool = \"x\" }\nexpect = \"allow\"\n", "4:10: unknown expect \"allow\" (write one of pass, rewrite, deny)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, []string{c.want}, problems(t, Parse, c.text))
		})
	}
}

func TestTwoRulesOfOneNameAreAProblem(t *testing.T) {
	rule := "[[protect]]\nname = \"x\"\npaths = [\"a\"]\nmode = \"deny\"\n"
	assert.Equal(t, []string{"7:8: a rule named \"x\" stands in line 2 already (give each its own name)"},
		problems(t, Parse, "version = 1\n"+rule+rule))
	unnamed := strings.ReplaceAll(rule, "name = \"x\"\n", "")
	mustParse(t, "version = 1\n"+unnamed+unnamed)
}

func TestAPolicyTooLargeToReadAtEachCallIsRefused(t *testing.T) {
	got := problems(t, Parse, "version = 1\n"+strings.Repeat("#", maxFile))
	assert.Equal(t, []string{"1:1: the policy is larger than 1 MiB (every tool call reads it: write fewer, wider patterns)"}, got)
}

func TestUserPolicyTakesHomeAndAbsolutePatterns(t *testing.T) {
	text := `version = 1
[defaults]
share = "/sync/ledger"
[[protect]]
paths = ["~/.claude/**/MEMORY.md", "/srv/notes/*.md", "D:/notes/*.md", "journal.md", "/home/me/x.md"]
mode = "append"
`
	p, err := ParseUser("/home/me/.config/noclobber/policy.toml", []byte(text), "/home/me")
	require.NoError(t, err)
	assert.True(t, p.User)
	assert.Equal(t, "/home/me", p.Dir)
	assert.Equal(t, "/sync/ledger", p.Share)
	for _, path := range []string{"/home/me/.claude/a/b/MEMORY.md", "/srv/notes/a.md", "D:/notes/b.md", "/home/me/journal.md", "/home/me/x.md", "journal.md"} {
		assert.NotNil(t, p.MatchRel(path), path)
	}
	for _, path := range []string{"/srv/notes/a/b.md", "/home/you/journal.md", "/journal.md"} {
		assert.Nil(t, p.MatchRel(path), path)
	}
	_, err = ParseUser("/x/policy.toml", []byte(text), "")
	assert.ErrorContains(t, err, "needs your home directory, which is not known (set HOME, or write an absolute path)")
	user := func(file string, text []byte) (*Policy, error) { return ParseUser(file, text, "/home/me") }
	assert.Equal(t, []string{`3:10: pattern "//srv/x" starts with two slashes (write one / before it, or the drive letter of a network share)`},
		problems(t, user, "version = 1\n[[protect]]\npaths = [\"//srv/x\"]\nmode = \"deny\"\n"))
	assert.Equal(t, []string{`3:10: pattern "~/../you/x.md" names no file below your home directory (write "~/notes/*.md" or an absolute path)`},
		problems(t, user, "version = 1\n[[protect]]\npaths = [\"~/../you/x.md\"]\nmode = \"deny\"\n"))
}

func TestFormatFollowsTheExtension(t *testing.T) {
	var r Rule
	for name, want := range map[string]Format{
		"a.md": Markdown, "A.MARKDOWN": Markdown, "a.json": JSON, "a.jsonl": JSONL, "a.ndjson": JSONL, "a.txt": Text, "TODO": Text, "/x/a.b.md": Markdown,
	} {
		assert.Equal(t, want, r.FormatOf(name), name)
	}
	r.Format = JSONL
	assert.Equal(t, JSONL, r.FormatOf("a.md"))
}
