package gate

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"noclobber/internal/document"
	"noclobber/policy"
)

// scene is one random judgement: who asks for what, under which rule, on which document.
type scene struct {
	call Call
	op   Op
	rule *policy.Rule
	st   State
}

func (s scene) decide() Plan { return Decide(s.call, s.op, s.rule, s.st) }

// judge is the judgement that decide makes, for what it knows on the way.
func (s scene) judge() judge {
	return judge{call: s.call, op: s.op, rule: s.rule, st: s.st}
}

func oneOf[T any](t *rapid.T, name string, values ...T) T {
	return rapid.SampledFrom(values).Draw(t, name)
}

// rarely is true about once in n times.
func rarely(t *rapid.T, name string, n int) bool { return rapid.IntRange(1, n).Draw(t, name) == 1 }

// drawScene draws a judgement under one of the modes that look at texts.
func drawScene(t *rapid.T, mode string) scene {
	w := writer{t: t, anchors: mode == "anchors"}
	before := w.document()
	theirs := before
	if !rarely(t, "head unchanged", 3) {
		theirs = w.change(before, "theirs")
	}
	s := scene{call: drawCall(t), rule: drawRule(t, mode)}
	s.st = w.state(before, theirs)
	if s.call.Context.Session == "" {
		s.st.HasBase, s.st.Base, s.st.Added = false, nil, nil // nothing that it reads is remembered
	}
	s.op = w.op(before, theirs, s.st)
	return s
}

func drawCall(t *rapid.T) Call {
	h := claude()
	h.Rewrite = !rarely(t, "no rewrite", 4)
	h.AnyBytes = rarely(t, "any bytes", 8)
	c := callBy(h)
	if rarely(t, "no session", 8) {
		c.Context.Session = ""
	}
	return c
}

func drawRule(t *rapid.T, mode string) *policy.Rule {
	keys := []string{
		oneOf(t, "on_rewrite", "", `on_rewrite = "deny"`), oneOf(t, "shrink", "", "", `shrink = "deny"`),
		oneOf(t, "max_shrink", "", `max_shrink = "100%"`, "max_shrink = \"10%\"\nmin_loss = \"1 lines\""),
	}
	switch mode {
	case "append":
		keys = append(keys, oneOf(t, "at", "", "", `at = "top"`, `at = "after:S"`), oneOf(t, "seq", "", "", "", "format = \"jsonl\"\nseq = \"seq\""))
	case "anchors":
		keys = append(keys, oneOf(t, "outside", "", `outside = "frozen"`), oneOf(t, "style", "", "", `style = "heading"`), oneOf(t, "new", "", "new = true"))
	case "merge":
		keys = append(keys, oneOf(t, "keep", "", "", "", `keep = ["a"]`))
	}
	return ruleOf(t, mode, keys...)
}

// writer draws texts as agents and people leave them.
type writer struct {
	t       *rapid.T
	anchors bool
}

func (w writer) line(by string) string {
	if by != "" && !rarely(w.t, "common line", 4) {
		return fmt.Sprintf("- %s %d", by, rapid.IntRange(0, 3).Draw(w.t, "n"))
	}
	return oneOf(w.t, "line", "- a", "- b", "- c", "- [ ] task", "- [x] task", "# T", "## S", "## U", "---", "", "text é", "  indented", "say \"so\" \\ 'so'", strings.Repeat("long ", 40))
}

// document draws lines, with anchors where the mode has them.
func (w writer) document() []string {
	var out []string
	for range rapid.IntRange(0, 7).Draw(w.t, "lines") {
		out = append(out, w.line(""))
	}
	if w.anchors {
		for _, name := range []string{"one", "two"} {
			if rarely(w.t, "no anchor "+name, 5) {
				continue
			}
			out = append(out, "<!-- anchor:"+name+" -->", w.line(""), w.line(""), "<!-- /anchor:"+name+" -->")
		}
		if rarely(w.t, "damaged", 8) {
			out = append(out, "<!-- anchor:one -->")
		}
	}
	return out
}

// change adds, replaces, removes or moves some lines.
func (w writer) change(lines []string, by string) []string {
	out := slices.Clone(lines)
	for range rapid.IntRange(1, 3).Draw(w.t, by+" changes") {
		at := rapid.IntRange(0, len(out)).Draw(w.t, "at")
		switch kind := oneOf(w.t, "change", "end", "end", "insert", "replace", "remove", "move"); {
		case kind == "end" || len(out) == 0:
			out = append(out, w.line(by))
		case kind == "insert":
			out = slices.Insert(out, at, w.line(by))
		case kind == "replace":
			out[min(at, len(out)-1)] = w.line(by)
		case kind == "remove":
			out = slices.Delete(out, min(at, len(out)-1), min(at, len(out)-1)+1)
		default:
			i := min(at, len(out)-1)
			l := out[i]
			out = append(slices.Delete(out, i, i+1), l)
		}
	}
	return out
}

// bytes writes lines as they may stand on a disk.
func (w writer) bytes(lines []string) []byte {
	end := oneOf(w.t, "ending", "\n", "\n", "\r\n")
	text := strings.Join(lines, end)
	if len(lines) > 0 && !rarely(w.t, "no final newline", 4) {
		text += end
	}
	if rarely(w.t, "odd", 10) {
		text = strings.Replace(text, "é", "\xe9", 1)
	}
	if rarely(w.t, "mark", 10) {
		text = "\ufeff" + text
	}
	return []byte(text)
}

// shown is a text as a host shows it and a model sends it back.
func shown(text []byte) []byte { return bytes.ToValidUTF8(document.Normalize(text), []byte("\ufffd")) }

func (w writer) state(before, theirs []string) State {
	st := stateOf("")
	st.Head = w.bytes(theirs)
	if rarely(w.t, "the same bytes", 2) {
		st.Head = w.bytes(before)
	}
	st.Disk = st.Head
	if rarely(w.t, "repair due", 10) {
		st.Disk = w.bytes(before)
	}
	if !rarely(w.t, "no base", 4) {
		st.HasBase, st.Base = true, w.bytes(before)
	}
	if rarely(w.t, "own", 3) {
		st.HasOwn, st.Own = true, w.bytes(before)
	}
	if st.HasBase && !document.Equal(st.Base, st.Head) && rarely(w.t, "added", 6) {
		st.Added = [][]byte{[]byte(w.line("mine") + "\n")}
	}
	st.Reach = rarely(w.t, "reach", 2)
	st.Confirmed = rarely(w.t, "confirmed", 6)
	switch oneOf(w.t, "stands", "text", "text", "text", "text", "text", "absent", "large") {
	case "absent":
		st.Exists, st.Head, st.Disk = false, nil, nil
	case "large":
		st.Large, st.Head, st.Disk, st.Size, st.HasBase, st.Base = true, nil, nil, 1<<25, false, nil
	}
	return st
}

// op draws an operation that a model would send after it saw before.
func (w writer) op(before, theirs []string, st State) Op {
	switch oneOf(w.t, "op", "write", "write", "write", "edit", "edit", "append", "other") {
	case "write":
		op := writeOp(string(shown(w.bytes(w.proposal(before, theirs)))))
		if rarely(w.t, "shell", 3) {
			op = shellWriteOp(string(op.Content))
		}
		return op
	case "edit":
		return w.edit(before, st)
	case "append":
		op := appendOp(w.line("mine") + "\n")
		op.HasContent = !rarely(w.t, "unknown text", 3)
		op.Shell = !rarely(w.t, "typed", 4)
		op.Background = rarely(w.t, "background", 5)
		if !op.HasContent {
			op.Content = nil
		}
		return op
	}
	return oneOf(w.t, "other op", Op{Kind: InPlace, Via: "sed -i", Shell: true}, Op{Kind: Restore, Via: "git checkout", Shell: true},
		Op{Kind: Delete, Via: "rm", Shell: true}, Op{Kind: Move, Via: "mv", Shell: true, Kept: true}, unknownOp(), cellOp())
}

// proposal is what a model composes: from what it read, from what stands, or its own entry alone.
func (w writer) proposal(before, theirs []string) []string {
	switch oneOf(w.t, "composed from", "before", "before", "before", "the head", "nothing") {
	case "the head":
		return w.change(theirs, "mine")
	case "nothing":
		return []string{w.line("mine"), w.line("mine")}[:rapid.IntRange(0, 2).Draw(w.t, "entry")]
	}
	return w.change(before, "mine")
}

// edit replaces some lines of what the model saw.
func (w writer) edit(before []string, st State) Op {
	lines := before
	if !st.HasBase {
		lines = strings.Split(strings.TrimSuffix(string(shown(st.Head)), "\n"), "\n")
	}
	from := rapid.IntRange(0, len(lines)).Draw(w.t, "from")
	to := rapid.IntRange(from, min(len(lines), from+2)).Draw(w.t, "to")
	old := strings.Join(lines[from:to], "\n")
	text := strings.Join(w.change(lines[from:to], "mine"), "\n")
	if rarely(w.t, "several edits", 5) {
		return multi(old, text)
	}
	op := editOp(old, text)
	op.Edits[0].All = rarely(w.t, "everywhere", 5)
	return op
}
