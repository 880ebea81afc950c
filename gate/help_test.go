package gate

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"noclobber/internal/document"
	"noclobber/policy"
)

// docPath is where the tests' document lies.
const docPath = "/home/dev/project/J.md"

// ruleOf reads a rule as a policy writes it, so that its defaults are the real ones.
func ruleOf(t require.TestingT, mode string, keys ...string) *policy.Rule {
	text := "version = 1\n[[protect]]\nname = \"journal\"\npaths = [\"**\"]\nmode = \"" + mode + "\"\n" + strings.Join(keys, "\n") + "\n"
	p, err := policy.Parse("/home/dev/project/.noclobber.toml", []byte(text))
	require.NoError(t, err)
	return p.Rules[0]
}

func claude() Abilities {
	return Abilities{Rewrite: true, Batch: true, DropsCR: true, ReadTool: "Read", EditTool: "Edit", WriteTool: "Write", ShellTool: "Bash"}
}

func callBy(host Abilities) Call {
	return Call{Event: Before, Context: Context{Host: "claude", Session: "s1"}, ID: "c1", Host: host}
}

func writeOp(text string) Op {
	return Op{Kind: Write, Path: docPath, Via: "Write", Content: []byte(text), HasContent: true, Fields: Fields{Content: "content"}}
}

// shellWriteOp is a heredoc onto the document.
func shellWriteOp(text string) Op {
	return Op{Kind: Write, Path: docPath, Via: ">", Content: []byte(text), HasContent: true, Shell: true}
}

func unknownOp() Op { return Op{Kind: Write, Path: docPath, Via: "cp", Shell: true} }

func editOp(old, text string) Op {
	return Op{
		Kind: Edit, Path: docPath, Via: "Edit", Edits: []document.Edit{{Old: old, New: text}},
		Fields: Fields{Old: "old_string", New: "new_string", All: "replace_all"},
	}
}

func appendOp(text string) Op {
	return Op{Kind: Append, Path: docPath, Via: ">>", Content: []byte(text), HasContent: true, Shell: true}
}

// known are the parts of a State that tests set.
type known func(*State)

// stateOf is the state of a document that holds head.
func stateOf(head string, more ...known) State {
	st := State{
		Name: "J.md", Path: docPath, Exists: true, Head: []byte(head), Disk: []byte(head),
		Version: "0123456789ab", By: "session 12345678 3 min ago",
	}
	for _, set := range more {
		set(&st)
	}
	return st
}

func base(text string) known { return func(st *State) { st.HasBase, st.Base = true, []byte(text) } }
func own(text string) known  { return func(st *State) { st.HasOwn, st.Own = true, []byte(text) } }
func added(texts ...string) known {
	return func(st *State) {
		for _, t := range texts {
			st.Added = append(st.Added, []byte(t))
		}
	}
}
func absent(st *State)          { st.Exists, st.Head, st.Disk, st.Version = false, nil, nil, "absent" }
func confirmed(st *State)       { st.Confirmed = true }
func large(st *State)           { st.Large, st.Head, st.Disk, st.Size = true, nil, nil, 20<<20 }
func binary(st *State)          { st.Large = true }
func reach(st *State)           { st.Reach = true }
func disk(text string) known    { return func(st *State) { st.Disk = []byte(text) } }
func inFile(path string) known  { return func(st *State) { st.Path = path } }
func shardAt(path string) known { return func(st *State) { st.Shard = path } }
func shardHolds(text string) known {
	return func(st *State) { st.Shard, st.ShardHead = "/home/dev/project/J.d/box.md", []byte(text) }
}
func inSession(id string) Call { c := callBy(claude()); c.Context.Session = id; return c }
func byHost(f func(*Abilities)) Call {
	h := claude()
	f(&h)
	return callBy(h)
}

// verdict is what a table expects of one judgement.
type verdict struct {
	action Action
	cause  Cause  // Deny
	result string // M, where the plan knows it
	says   []string
}

func passes(result string) verdict   { return verdict{action: Pass, result: result} }
func rewrites(result string) verdict { return verdict{action: Rewrite, result: result} }
func denies(cause Cause, says ...string) verdict {
	return verdict{action: Deny, cause: cause, says: says}
}

// unknown is a pass whose result is judged after the call.
const unknown = "\x00unknown"

// sentence is one clause of the design's tables.
type sentence struct {
	name  string
	rule  []string // keys of the rule
	call  *Call    // nil: Claude Code in a session
	op    Op
	state State
	want  verdict
}

// prove checks clauses of the row of one mode.
func prove(t *testing.T, mode string, clauses []sentence) {
	t.Helper()
	for _, c := range clauses {
		t.Run(c.name, func(t *testing.T) {
			c.check(t, ruleOf(t, mode, c.rule...))
		})
	}
}

func (c sentence) check(t *testing.T, rule *policy.Rule) {
	t.Helper()
	call := callBy(claude())
	if c.call != nil {
		call = *c.call
	}
	p := Decide(call, c.op, rule, c.state)
	if c.want.action == Deny {
		require.NotNil(t, p.Refusal, "passed with %q", p.Result)
		text := p.Refusal.Text(c.state.Name, 0)
		assert.Equal(t, c.want.cause, p.Refusal.Cause, text)
		for _, s := range c.want.says {
			assert.Contains(t, text, s)
		}
		assert.Equal(t, Deny, p.Action)
		return
	}
	if p.Refusal != nil {
		t.Fatalf("denied: %s", p.Refusal.Text(c.state.Name, 0))
	}
	assert.Equal(t, c.want.action, p.Action)
	if c.want.result == unknown {
		assert.False(t, p.Known)
		return
	}
	assert.True(t, p.Known)
	assert.Equal(t, c.want.result, string(p.Result))
}
