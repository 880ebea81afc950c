package gate

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"noclobber/internal/document"
)

func textModes() []string { return []string{"append", "anchors", "merge", "cas"} }

// checkScenes runs a property on random judgements of each mode.
func checkScenes(t *testing.T, property func(t *rapid.T, s scene, p Plan)) {
	for _, mode := range textModes() {
		t.Run(mode, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				s := drawScene(t, mode)
				property(t, s, s.decide())
			})
		})
	}
}

func TestDecideIsDeterministic(t *testing.T) {
	checkScenes(t, func(t *rapid.T, s scene, p Plan) {
		require.Equal(t, p, s.decide())
	})
}

// The oracle knows nothing of modes: a line of the head may only be missing from the result if the
// author had been shown it and took it out, or had written it itself.
func TestDecideNeverTakesUnseenLines(t *testing.T) {
	checkScenes(t, func(t *rapid.T, s scene, p Plan) {
		if p.Action == Deny || !p.Known || p.Absent || !s.st.Exists {
			return
		}
		stood := s.st.Head
		if s.op.Kind == Append {
			stood = s.st.Disk
		}
		lost := lines(slices.DeleteFunc(document.Lost(stood, p.Result).Lines, func(l string) bool {
			return s.judge().damaged() && strings.HasPrefix(l, "<!-- ") // where markers are damaged, taking one away may mend them
		}))
		left := document.Lost(lost, lines(takenOut(s, p))).Lines
		require.Empty(t, left, "lost %q\nhead %q\nresult %q", lost, s.st.Head, p.Result)
	})
}

// What the author brings is in the result, every line of it.
func TestDecideKeepsTheAuthorsLines(t *testing.T) {
	checkScenes(t, func(t *rapid.T, s scene, p Plan) {
		if p.Action == Deny || !p.Known || p.Absent {
			return
		}
		known := s.st.Head
		if s.op.Kind == Edit {
			known, _, _ = s.judge().applied()
		} else if s.st.HasBase {
			known = s.st.Base
		}
		brought := lines(document.Added(known, p.Proposal))
		require.Empty(t, document.Lost(brought, p.Result).Lines, "brought %q, result %q", brought, p.Result)
	})
}

// takenOut are the lines that the author of a proposal had seen and left out of it.
func takenOut(s scene, p Plan) []string {
	var seen []byte
	switch {
	case s.op.Kind == Edit:
		seen, _, _ = s.judge().applied()
	case s.st.HasBase:
		seen = s.st.Base
	case s.st.HasOwn:
		return document.Added(s.st.Own, s.st.Head)
	default:
		return nil
	}
	return document.Lost(seen, p.Proposal).Lines
}

func lines(list []string) []byte { return []byte(strings.Join(list, "\n")) }

// In an append document nothing ever goes but the author's own tail.
func TestDecideAppendOnlyGrows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawScene(t, "append")
		p := s.decide()
		if p.Action == Deny || !p.Known || p.Absent || !s.st.Exists || s.op.Kind == Append {
			return
		}
		lost := lines(document.Lost(s.st.Head, p.Result).Lines)
		if s.st.HasOwn {
			lost = lines(document.Lost(lost, lines(document.Added(s.st.Own, s.st.Head))).Lines)
		}
		require.Empty(t, lost)
	})
}

// What the host leaves when it does what the plan lets it do is the result that was recorded.
func TestDecidePassMeansTheResult(t *testing.T) {
	checkScenes(t, func(t *rapid.T, s scene, p Plan) {
		if p.Action == Deny || !p.Known || p.Absent {
			return
		}
		left := hostLeaves(t, s, p)
		require.True(t, document.Equal(p.Result, left) && utf8.Valid(p.Result) || bytes.Equal(p.Result, left), "planned %q, left %q", p.Result, left)
	})
}

// hostLeaves does what a host does with a call that may go on.
func hostLeaves(t *rapid.T, s scene, p Plan) []byte {
	switch {
	case p.Edit != nil:
		got, err := document.Apply(s.st.Disk, []document.Edit{{Old: p.Edit.Old, New: p.Edit.New}})
		require.NoError(t, err)
		return got
	case s.op.Kind == Edit:
		got, err := document.Apply(s.st.Disk, s.op.Edits)
		if err != nil {
			return s.st.Disk // the host's edit fails
		}
		return got
	case s.op.Kind == Append:
		return append(bytes.Clone(s.st.Disk), s.op.Content...)
	case p.Action == Rewrite:
		require.True(t, s.call.Host.AnyBytes || utf8.Valid(p.Result), "JSON cannot carry %q", p.Result)
		return p.Result
	default:
		return s.op.Content
	}
}

// Rewriting is only asked of hosts that can, for typed input, under rules that want it.
func TestDecideRewritesOnlyWhatItMay(t *testing.T) {
	checkScenes(t, func(t *rapid.T, s scene, p Plan) {
		if p.Action != Rewrite {
			return
		}
		require.True(t, s.call.Host.Rewrite && !s.op.Shell && s.rule.OnRewrite == "apply")
		require.NotEmpty(t, s.op.Fields)
		require.False(t, bytes.Equal(p.Result, p.Proposal) && s.op.Kind == Write, "nothing to rewrite")
	})
}

func FuzzDecide(f *testing.F) {
	f.Add(uint8(0), uint8(0), "# J\n- a\n", "# J\n- a\n- theirs\n", "# J\n- a\n- mine\n", "- a", uint16(7))
	f.Add(uint8(1), uint8(1), "<!-- anchor:a -->\nx\n<!-- /anchor:a -->\n", "<!-- anchor:a -->\n", "y", "x", uint16(0xffff))
	f.Add(uint8(2), uint8(4), "{\"a\": 1}", "{\"a\": 2}", "{", "\xff\xfe", uint16(0x1234))
	f.Add(uint8(3), uint8(7), "", "\ufeff\r\n", "\x00", "", uint16(0))
	modes := append(textModes(), "shard", "deny", "record", "off")
	f.Fuzz(func(t *testing.T, mode, kind uint8, base, head, content, old string, flags uint16) {
		keys := []string{`format = "json"`}
		if mode %= uint8(len(modes)); modes[mode] == "shard" {
			keys = []string{`shards = "J.d/{node}.md"`}
		} else if flags&1 == 0 {
			keys = nil
		}
		s := fuzzed(Kind(kind%11), base, head, content, old, flags)
		s.rule = ruleOf(t, modes[mode], keys...)
		p := s.decide()
		require.Equal(t, p, s.decide())
		if p.Refusal != nil {
			require.LessOrEqual(t, len(p.Refusal.Text(s.st.Name, int(flags>>14))), MaxText)
		}
	})
}

// fuzzed makes a judgement out of a fuzzer's values: each flag turns something on.
func fuzzed(kind Kind, base, head, content, old string, flags uint16) scene {
	on := func(bit uint) bool { return flags>>bit&1 == 1 }
	s := scene{call: callBy(claude()), st: stateOf(head)}
	s.op = Op{Kind: kind, Path: docPath, Content: []byte(content), HasContent: on(1), Shell: on(2), Background: on(3), Cells: on(4)}
	s.op.Edits = []document.Edit{{Old: old, New: content, All: on(5)}}
	s.op.Fields = Fields{Content: "content", Old: "old", New: "new"}
	s.st.HasBase, s.st.Base = on(6), []byte(base)
	s.st.HasOwn, s.st.Own = on(7), []byte(old)
	s.st.Exists, s.st.Large, s.st.Confirmed, s.st.Reach = !on(8), on(9), on(10), on(11)
	s.st.Added = [][]byte{[]byte(old)}
	s.call.Host.Rewrite = !on(12)
	return s
}
