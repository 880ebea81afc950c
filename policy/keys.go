package policy

import "slices"

// Places is a set of tables in which a key may stand.
type Places uint8

// The tables of a policy. AtTop is the file itself, before any table.
const (
	AtTop Places = 1 << iota
	InDefaults
	InRule
	InExpect
	InTool
	InTest
)

// String names the tables as they are written.
func (p Places) String() string {
	text := ""
	for _, t := range []struct {
		place Places
		name  string
	}{
		{AtTop, "the top level"}, {InDefaults, "[defaults]"}, {InRule, "[[protect]]"},
		{InExpect, "expect of [[protect]]"}, {InTool, "[[tool]]"}, {InTest, "[[test]]"},
	} {
		if p&t.place == 0 {
			continue
		}
		if text != "" {
			text += ", "
		}
		text += t.name
	}
	return text
}

// where is the place in a sentence: "at the top level", "in [defaults]".
func (p Places) where() string {
	if p == AtTop {
		return "at " + p.String()
	}
	return "in " + p.String()
}

// Key describes one key of a policy: the parser knows no others, and docs/policy.md is printed from these.
type Key struct {
	Name    string
	In      Places
	Type    string
	Default string // "" : none; "required"
	Meaning string
	Example string // as it is written in a policy
}

// field is a key and what it does to the T that its table describes.
type field[T any] struct {
	Key
	set func(v value, to *T)
}

// fields are all keys, by what they describe.
type fields struct {
	policy []field[Policy]
	rule   []field[Rule]
	expect []field[Expect]
	tool   []field[Tool]
	test   []field[Test]
}

func newFields() fields {
	return fields{
		policy: policyFields(), rule: slices.Concat(ruleFields(), limitFields()),
		expect: expectFields(), tool: toolFields(), test: testFields(),
	}
}

// Keys are all keys, table by table.
func Keys() []Key {
	f := newFields()
	all := appendKeys(nil, f.policy)
	all = appendKeys(all, f.rule)
	all = appendKeys(all, f.expect)
	all = appendKeys(all, f.tool)
	return appendKeys(all, f.test)
}

func appendKeys[T any](all []Key, fields []field[T]) []Key {
	for _, f := range fields {
		all = append(all, f.Key)
	}
	return all
}

func policyFields() []field[Policy] {
	return []field[Policy]{
		{Key{"version", AtTop, "integer", "required", "The version of this format. There is only 1.", `version = 1`}, setVersion},
		{Key{"defaults", AtTop, "table", "", "What holds for every rule that does not say otherwise.", "[defaults]"}, nil},
		{Key{"protect", AtTop, "tables", "", "A rule: some documents, and what writes may do to them. In one file the last rule that matches wins.", "[[protect]]"}, nil},
		{Key{"tool", AtTop, "tables", "", "What a tool that no host and no built-in map knows does to which document.", "[[tool]]"}, nil},
		{Key{"test", AtTop, "tables", "", "A call and the verdict it must get, run by `noclobber lint`.", "[[test]]"}, nil},
		{Key{"lease", InDefaults, "duration", `"15s"`, "How long a granted call may take before others stop waiting for it.", `lease = "15s"`},
			func(v value, p *Policy) { p.Lease = v.duration() }},
		{Key{"wait", InDefaults, "duration", `"5s"`, "How long a call waits for another one's lease before it is refused; 0s is not at all.", `wait = "5s"`},
			func(v value, p *Policy) { p.Wait = read(v, ParseDuration) }},
		{Key{"share", InDefaults, "directory", "", "A synced directory that gets a copy of this node's ledger. In a project policy it lies below the policy.", `share = "ledger"`},
			func(v value, p *Policy) { p.Share = v.directory() }},
		{Key{"max_document", InDefaults, "size", `"16MiB"`, "Larger documents are only appended to, recorded or denied.", `max_document = "16MiB"`},
			func(v value, p *Policy) { p.MaxDocument = v.size() }},
	}
}

func ruleFields() []field[Rule] {
	return []field[Rule]{
		{Key{"name", InRule, "string", "the first path", "What messages and reports call the rule. No two rules of a file have the same.", `name = "journals"`},
			func(v value, r *Rule) { r.Name = v.text() }},
		{Key{"paths", InRule, "list of patterns", "required, or documents", "Files, relative to the policy; in the user policy relative to the home directory, with ~/ and absolute ones too.", `paths = ["notes/**/*.md", "JOURNAL.md"]`},
			func(v value, r *Rule) { r.Paths, r.paths = v.patterns() }},
		{Key{"except", InRule, "list of patterns", "", "Files that the rule leaves alone.", `except = ["notes/private/**"]`},
			func(v value, r *Rule) { r.Except, r.except = v.patterns() }},
		{Key{"documents", InRule, "list of scheme:pattern", "required, or paths", "Remote documents; a [[tool]] names the scheme.", `documents = ["project:claude/*"]`},
			func(v value, r *Rule) { r.Documents, r.documents = v.documents() }},
		{Key{"mode", InRule, modeList, "required", "What a write may do.", `mode = "append"`},
			func(v value, r *Rule) { r.Mode = Mode(v.choice(modeNames())) }},
		{Key{"at", InRule, "end, top or after:NAME", `"end"`, "Where an append document grows: NAME is a heading's text or an anchor.", `at = "after:Log"`},
			func(v value, r *Rule) { r.At = v.growsAt() }},
		{Key{"format", InRule, "text, markdown, json or jsonl", "by extension", "How the bytes are understood.", `format = "json"`},
			func(v value, r *Rule) {
				r.Format = Format(v.choice([]string{string(Text), string(Markdown), string(JSON), string(JSONL)}))
			}},
		{Key{"key", InRule, "string", "", "What identifies an element of an array, or a row of a jsonl file that is merged.", `key = "id"`},
			func(v value, r *Rule) { r.Key = v.text() }},
		{Key{"keep", InRule, "list of JSON paths", "", "Facts that a write from an older version may never erase.", `keep = ["recovery", "reports.*"]`},
			func(v value, r *Rule) { r.Keep = v.texts() }},
		{Key{"seq", InRule, "JSON path", "", "Where a row of a jsonl log has its sequence number.", `seq = "seq"`},
			func(v value, r *Rule) { r.Seq = v.text() }},
		{Key{"seq_first", InRule, "JSON path", "", "Where a packed row has the number of its first event; with seq_count.", `seq_first = "seq0"`},
			func(v value, r *Rule) { r.SeqFirst = v.text() }},
		{Key{"seq_count", InRule, "JSON path", "", "Where a packed row has the number of its events; with seq_first.", `seq_count = "events.#"`},
			func(v value, r *Rule) { r.SeqCount = v.text() }},
		{Key{"style", InRule | InDefaults, "markers or heading", `"markers"`, "What names an anchor: marker lines, or every heading with its section.", `style = "heading"`},
			func(v value, r *Rule) { r.Style = v.choice([]string{"markers", "heading"}) }},
		{Key{"begin", InRule | InDefaults, "string", `"` + defaultBegin + `"`, "The line that opens an anchor; NAME stands for its name.", `begin = "<!-- anchor:NAME -->"`},
			func(v value, r *Rule) { r.Begin = v.marker() }},
		{Key{"end", InRule | InDefaults, "string", `"` + defaultEnd + `"`, "The line that closes an anchor; NAME stands for its name.", `end = "<!-- /anchor:NAME -->"`},
			func(v value, r *Rule) { r.End = v.marker() }},
		{Key{"outside", InRule | InDefaults, "merge or frozen", `"merge"`, "What happens to text outside anchors.", `outside = "frozen"`},
			func(v value, r *Rule) { r.Outside = v.choice([]string{"merge", "frozen"}) }},
		{Key{"new", InRule | InDefaults, "true or false", "false; true for headings", "Whether a write may bring an anchor that the document lacks.", `new = true`},
			func(v value, r *Rule) { r.New = v.flag() }},
		{Key{"shards", InRule, "path", "required for shard", "The file that one writer owns; it has {node}, {session} or {date} in it.", `shards = "PROGRESS.d/{node}.md"`},
			func(v value, r *Rule) { r.Shards = v.shards() }},
		{Key{"reduce", InRule | InDefaults, "local or a node's name", `"local"`, "Who rebuilds the document of its shards: every node its own copy, or one node.", `reduce = "local"`},
			func(v value, r *Rule) { r.Reduce = v.text() }},
		{Key{"seal", InRule | InDefaults, "true or false", "false", "Whether the operating system keeps ungated writers out.", `seal = true`},
			func(v value, r *Rule) { r.Seal = v.flag() }},
		{Key{"nested", InRule | InDefaults, "true or false", "false", "Whether the rule reaches into work trees and submodules below the policy. A user policy's rules always do.", `nested = true`},
			func(v value, r *Rule) { r.Nested = v.flag() }},
		{Key{"expect", InRule, "table", "", "What a living document does; `noclobber scan` reports one that does not.", `expect = { min_growth = "1 line/run", max_age = "24h" }`},
			func(v value, r *Rule) { r.Expect = v.expect() }},
	}
}

// limitFields are the keys of rules about losing and refusing.
func limitFields() []field[Rule] {
	return []field[Rule]{
		{Key{"max_shrink", InRule | InDefaults, "limit", `"25%"`, "A write that loses more is refused: percent of lines or bytes, whichever lost more; lines; or a size.", `max_shrink = "40 lines"`},
			func(v value, r *Rule) { r.MaxShrink = v.limit() }},
		{Key{"min_loss", InRule | InDefaults, "limit", `"5 lines, 512 B"`, "A loss that reaches none of these is never refused.", `min_loss = "5 lines, 512 B"`},
			func(v value, r *Rule) { r.MinLoss = v.limit() }},
		{Key{"shrink", InRule | InDefaults, "confirm or deny", `"confirm"`, "Whether a larger loss can be confirmed by reading again and writing again.", `shrink = "deny"`},
			func(v value, r *Rule) { r.Shrink = v.choice([]string{"confirm", "deny"}) }},
		{Key{"max_erosion", InRule | InDefaults, "limit/duration", `"25%/24h"`, "Net loss that adds up over this time is reported, never refused.", `max_erosion = "25%/24h"`},
			func(v value, r *Rule) { r.MaxErosion, r.ErosionPer = v.erosion() }},
		{Key{"on_rewrite", InRule | InDefaults, "apply or deny", `"apply"`, "Whether a merged write is carried out where the host can do so, or refused with the next step.", `on_rewrite = "deny"`},
			func(v value, r *Rule) { r.OnRewrite = v.choice([]string{"apply", "deny"}) }},
	}
}

func expectFields() []field[Expect] {
	return []field[Expect]{
		{Key{"min_growth", InExpect, "lines/run or lines/duration", "", "How many lines at least it grows by, per run of an agent or per time.", `min_growth = "1 line/run"`},
			func(v value, e *Expect) { e.MinGrowth, e.PerRun, e.Per = v.growth() }},
		{Key{"max_age", InExpect, "duration", "", "How old its last change may be.", `max_age = "24h"`},
			func(v value, e *Expect) { e.MaxAge = v.duration() }},
	}
}

func toolFields() []field[Tool] {
	return []field[Tool]{
		{Key{"match", InTool, "pattern", "required", "The tool's name. The first map that fits counts: nearest policy, user policy, built-in.", `match = "mcp__*__project_write"`},
			func(v value, t *Tool) { t.Match = v.toolPattern() }},
		{Key{"kind", InTool, kindList, "required", "What the tool does. A read without path is a tool that touches no document.", `kind = "write"`},
			func(v value, t *Tool) { t.Kind = v.choice(kindNames()) }},
		{Key{"path", InTool, "JSON path", "required but for read and shell", "Where the tool's input has the document.", `path = "path"`},
			func(v value, t *Tool) { t.Path = v.text() }},
		{Key{"content", InTool, "JSON path", "required for write and append", "Where the tool's input has the text.", `content = "content"`},
			func(v value, t *Tool) { t.Content = v.text() }},
		{Key{"to", InTool, "JSON path", "required for move", "Where the tool's input has the new path.", `to = "destination"`},
			func(v value, t *Tool) { t.To = v.text() }},
		{Key{"edits", InTool, "JSON path", "", "Where the tool's input has a list of edits; without it old and new stand in the input itself.", `edits = "edits"`},
			func(v value, t *Tool) { t.Edits = v.text() }},
		{Key{"old", InTool, "JSON path", "required for edit", "Where an edit has the text to replace.", `old = "oldText"`},
			func(v value, t *Tool) { t.Old = v.text() }},
		{Key{"new", InTool, "JSON path", "required for edit", "Where an edit has the replacement.", `new = "newText"`},
			func(v value, t *Tool) { t.New = v.text() }},
		{Key{"command", InTool, "JSON path", `"command" for shell`, "Where the tool's input has the command text.", `command = "command"`},
			func(v value, t *Tool) { t.Command = v.text() }},
		{Key{"cwd", InTool, "JSON path", "", "Where the tool's input has the working directory of the command.", `cwd = "workdir"`},
			func(v value, t *Tool) { t.CWD = v.text() }},
		{Key{"result", InTool, "JSON path", "", "Where the answer has the document's text.", `result = "0.text"`},
			func(v value, t *Tool) { t.Result = v.text() }},
		{Key{"scheme", InTool, "name", "", "The document is remote, and this names it: scheme:path. Leave it out for local files.", `scheme = "project"`},
			func(v value, t *Tool) { t.Scheme = v.scheme() }},
		{Key{"fresh", InTool, "duration", "", "A whole write needs a read by the same context that is no older.", `fresh = "2m"`},
			func(v value, t *Tool) { t.Fresh = v.duration() }},
		{Key{"version", InTool, "JSON path", "", "Where the tool takes the version that must still be current; the gate fills it in.", `version = "if_version"`},
			func(v value, t *Tool) { t.Version = v.text() }},
		{Key{"dry", InTool, "JSON path", "", "Where the input has `true` when the call only shows what it would change: it passes then.", `dry = "dryRun"`},
			func(v value, t *Tool) { t.Dry = v.text() }},
		{Key{"result_version", InTool, "JSON path", "", "Where the answer has the document's version.", `result_version = "version"`},
			func(v value, t *Tool) { t.ResultVersion = v.text() }},
	}
}

func testFields() []field[Test] {
	return []field[Test]{
		{Key{"call", InTest, "table", "required", "The call: tool and its input.", `call = { tool = "Bash", command = "echo x > JOURNAL.md" }`},
			func(v value, t *Test) { t.Call = v.call() }},
		{Key{"expect", InTest, "pass, rewrite or deny", "required", "The verdict it must get.", `expect = "deny"`},
			func(v value, t *Test) { t.Expect = v.choice([]string{"pass", "rewrite", "deny"}) }},
		{Key{"says", InTest, "string", "", "What the reason must contain.", `says = "noclobber append"`},
			func(v value, t *Test) { t.Says = v.text() }},
		{Key{"given", InTest, "table of path = text", "as they are", "Documents as they stand during the test; relative to the policy, or scheme:path.", `given = { "JOURNAL.md" = "- one\n" }`},
			func(v value, t *Test) { t.Given = v.given() }},
		{Key{"read", InTest, "true or false", "false", "Whether the agent has read the documents that it writes.", `read = true`},
			func(v value, t *Test) { t.Read = v.flag() }},
	}
}

const (
	defaultBegin = "<!-- anchor:NAME -->"
	defaultEnd   = "<!-- /anchor:NAME -->"
	modeList     = "append, anchors, merge, cas, shard, deny, record or off"
	kindList     = "read, write, append, edit, delete, move or shell"
)

func modeNames() []string {
	return []string{
		string(Append), string(Anchors), string(Merge), string(CAS),
		string(Shard), string(Deny), string(Record), string(Off),
	}
}

func kindNames() []string {
	return []string{"read", "write", "append", "edit", "delete", "move", "shell"}
}
