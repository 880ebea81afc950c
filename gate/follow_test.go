package gate

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"noclobber/internal/document"
	"noclobber/policy"
)

// follower is an agent that does what a refusal says, word by word, and nothing else.
type follower struct {
	t *rapid.T
	s scene
	p Plan
}

// A refusal's next step works: an agent that follows it to the letter is let through.
func TestRefusalNextStepPasses(t *testing.T) {
	checkScenes(t, func(t *rapid.T, s scene, p Plan) {
		if p.Action != Deny || s.call.Host.AnyBytes { // verbs have no next call
			return
		}
		follower{t, s, p}.follow()
	})
}

func (f follower) follow() {
	next := f.p.Refusal.Next
	has := func(s string) bool { return strings.Contains(next, s) }
	switch {
	case has("old text = \""):
		f.editSpelled(next)
	case has("<<'"):
		f.runHeredoc(next)
	case has("echo >> "):
		f.afterNewline()
	case has("that counts as the confirmation"):
		f.confirm()
	case has("in full, then send the same call again."):
		f.again(func(s *scene) { s.read() })
	case has("in full, then send your change on top"), has("keep each of its marker lines once"), has("leave that anchor out"):
		f.changeOnTop()
	case has("at its end, add the line"):
		f.addPlace()
	case has("noclobber splice") && !has("Edit"):
		f.spliceByCLI()
	case has("just the lines that change"), has("text inside an anchor"), has("then Edit it: old text = its last line"):
		f.editOnTop()
	case has("with more of the lines around the place"):
		f.editWider()
	case has("marker lines alone"):
		f.mendMarkers()
	case has("send the same call once more"):
		f.again(func(s *scene) { s.st.HasBase = false }) // the guard drops the base
	case has("with your new lines alone"):
		f.again(func(s *scene) { s.op = writeOp("- brand new\n") })
	case has("in the foreground"):
		f.again(func(s *scene) { s.op.Background = false })
	case has("| noclobber append"):
		f.appendByCLI("- brand new\n")
	case has("with a newline before its text"):
		f.again(func(s *scene) { s.op.Content = append([]byte("\n"), s.op.Content...) })
	case has("noclobber seqlog repair"): // the verb's own tests do that
	case has("number your rows from"), has("each with its number"):
		f.numberRows()
	case has("correct the text"):
		f.again(func(s *scene) { s.op = writeOp(string(s.st.Head)) })
	case has("a person decides"), has("the line at the top"), has("the line after"):
	default:
		f.t.Fatalf("nobody can follow: %s", next)
	}
}

// read shows the whole document to the scene's context.
func (s *scene) read() {
	s.st.HasBase, s.st.Base, s.st.Added = true, bytes.Clone(s.st.Head), nil
	s.st.Disk = s.st.Head
}

// again judges the call anew after a change, and wants it let through; a refusal for another cause has
// a next step of its own, which is followed in turn.
func (f follower) again(change func(s *scene)) {
	s := f.s
	change(&s)
	p := s.decide()
	if p.Action != Deny {
		return
	}
	require.NotEqual(f.t, f.p.Refusal.Cause, p.Refusal.Cause, "%s\nthen: %s", f.p.Refusal.Text("J.md", 0), p.Refusal.Text("J.md", 0))
}

// must judges a call that a refusal spelled out: nothing may stand against it.
func (f follower) must(s scene) {
	p := s.decide()
	if p.Action == Deny && p.Refusal.Cause == CauseRows && f.p.Refusal.Cause != CauseRows {
		return // the follower's new lines are no rows
	}
	if p.Action == Deny {
		f.t.Fatalf("%s\nhead %q base %q op %s %q %+v\nthen: %s", f.p.Refusal.Text("J.md", 0), f.s.st.Head, f.s.st.Base, f.s.op.Kind, f.s.op.Content, f.s.op.Edits, p.Refusal.Text("J.md", 0))
	}
}

func (f follower) editSpelled(next string) {
	s := f.s
	s.op = editOp(quoted(f.t, next, "old text = "), strings.ReplaceAll(quoted(f.t, next, "new text = "), yourLines, "- brand new"))
	if strings.HasPrefix(next, "Read it") {
		s.read()
	}
	s.st.Disk = s.st.Head // the repair is over by then
	if f.s.rule.Outside == "frozen" && f.s.rule.Style == "heading" {
		return // others moved frozen text, which makes it part of a section or not
	}
	f.must(s)
}

func quoted(t *rapid.T, text, after string) string {
	_, rest, ok := strings.Cut(text, after)
	require.True(t, ok, text)
	q, err := strconv.QuotedPrefix(rest)
	require.NoError(t, err, text)
	s, err := strconv.Unquote(q)
	require.NoError(t, err)
	return s
}

// runHeredoc runs the one command that stands in the step.
func (f follower) runHeredoc(next string) {
	before, rest, _ := strings.Cut(next, " <<'")
	end, rest, _ := strings.Cut(rest, "'\n")
	body, _, ok := strings.Cut("\n"+rest+"\n", "\n"+end+"\n")
	require.True(f.t, ok, next)
	body = strings.ReplaceAll(strings.TrimPrefix(body, "\n")+"\n", yourLines, "- brand new")
	if strings.HasPrefix(rest, "\n") {
		body = "\n" + strings.TrimPrefix(body, "\n")
	}
	s := f.s
	s.st.Disk = s.st.Head
	switch {
	case strings.Contains(before, "noclobber append "):
		f.appendByCLI(body)
	case strings.Contains(before, "noclobber write "):
		require.Contains(f.t, before, " --if-version "+s.st.Version)
		s.op, s.st.HasBase, s.st.Base = writeOp(body), true, s.st.Head
		s.call.Host.Rewrite, s.call.Host.AnyBytes = true, true
		rule := *s.rule
		rule.OnRewrite = "apply"
		s.rule = &rule
		f.must(s)
	default:
		require.Contains(f.t, before, "cat >> "+docPath)
		s.op = appendOp(body)
		f.must(s)
	}
}

// appendByCLI is what `noclobber append` does: it cannot fail where the place is there.
func (f follower) appendByCLI(body string) {
	_, err := document.Insert(f.s.st.Head, document.FragmentInsertion([]byte(body)), f.s.judge().at())
	require.NoError(f.t, err)
	require.False(f.t, f.s.st.Large, "no verb of ours holds that much")
}

// spliceByCLI is what `noclobber splice` does with any anchor.
func (f follower) spliceByCLI() {
	j := f.s.judge()
	for _, a := range firstAnchor(f.s.st.Head, j.marks()) {
		inside, err := document.AnchorText(f.s.st.Head, a, j.marks())
		require.NoError(f.t, err)
		_, err = document.Splice(f.s.st.Head, a, append(bytes.Clone(inside), "- brand new\n"...), j.marks())
		require.NoError(f.t, err)
	}
}

// addPlace adds the missing heading with a line below it.
func (f follower) addPlace() {
	s := f.s
	out, err := document.Insert(s.st.Head, document.FragmentInsertion([]byte("## S\n- brand new\n")), document.At{})
	require.NoError(f.t, err)
	s.read()
	s.op = editTo(f.t, s.st.Head, out)
	f.must(s)
}

func (f follower) afterNewline() {
	s := f.s
	s.op = appendOp("\n")
	f.must(s)
	s.op = f.s.op
	s.st.Head = append(bytes.Clone(s.st.Head), '\n')
	s.st.Disk = append(bytes.Clone(s.st.Disk), '\n')
	f.must(s)
}

// numberRows sends a row with the number that comes next.
func (f follower) numberRows() {
	s := f.s
	n := int64(0)
	if t, ok := f.s.judge().ending(); ok {
		n = t.Next
	}
	s.op = appendOp(fmt.Sprintf("{\"seq\":%d}\n", n))
	s.st.Disk = s.st.Head
	f.again(func(next *scene) { *next = s })
}

func (f follower) confirm() {
	s := f.s
	s.read()
	s.st.Confirmed = true
	p := s.decide()
	if p.Action == Deny {
		f.t.Fatalf("%s\nthen: %s", f.p.Refusal.Text("J.md", 0), p.Refusal.Text("J.md", 0))
	}
	require.True(f.t, p.Confirms)
}

// onTop is the head with one more line where the rule lets it grow.
func (f follower) onTop() []byte {
	j := f.s.judge()
	line := []byte("- brand new\n")
	if f.s.rule.Mode == policy.Anchors && !j.marks().Headings {
		for _, a := range firstAnchor(f.s.st.Head, j.marks()) {
			inside, err := document.AnchorText(f.s.st.Head, a, j.marks())
			require.NoError(f.t, err)
			out, err := document.Splice(f.s.st.Head, a, append(bytes.Clone(document.Normalize(inside)), line...), j.marks())
			if err == nil {
				return out
			}
		}
	}
	out, err := document.Insert(f.s.st.Head, document.FragmentInsertion(line), j.at())
	require.NoError(f.t, err)
	return out
}

func firstAnchor(text []byte, m document.Marks) []string {
	all, _ := document.ParseAnchors(text, m)
	return all.Names()[:min(1, len(all.Names()))]
}

// nowhere reports that the document takes no change at all: no anchor inside a frozen text.
func (f follower) nowhere() bool {
	j := f.s.judge()
	return f.s.rule.Outside == "frozen" && len(firstAnchor(f.s.st.Head, j.marks())) == 0 || j.damaged()
}

func (f follower) changeOnTop() {
	if f.nowhere() {
		return
	}
	if !f.s.judge().at().In(f.s.st.Head) {
		f.addPlace()
		return
	}
	s := f.s
	text := f.onTop()
	s.read()
	s.op = editTo(f.t, s.st.Head, text)
	f.must(s)
	if bytes.Equal(shown(text), document.Normalize(text)) {
		s.op = writeOp(string(shown(text)))
		f.must(s)
	}
}

func (f follower) editOnTop() {
	if f.nowhere() {
		return
	}
	s := f.s
	require.True(f.t, s.judge().shows(), "no tool can carry %q", s.st.Head)
	s.op = editTo(f.t, s.st.Head, f.onTop())
	if s.call.Context.Session != "" {
		s.read()
	}
	s.st.Disk = s.st.Head
	f.must(s)
}

// editTo is the edit that an agent sends that wants a text to become another.
func editTo(t *rapid.T, from, to []byte) Op {
	e, ok := document.EditsBetween(from, to)
	require.True(t, ok, "%q to %q", from, to)
	return editOp(e.Old, e.New)
}

// editWider sends the refused edit with more lines as its old text, so that it means one place.
func (f follower) editWider() {
	text := document.Normalize(f.s.st.Head)
	e := f.s.op.Edits[0]
	at := bytes.Index(text, []byte(e.Old))
	to := append(append(bytes.Clone(text[:at]), e.New...), text[at+len(e.Old):]...)
	if wide, ok := document.EditsBetween(f.s.st.Head, to); ok {
		f.again(func(s *scene) { s.read(); s.op = editOp(wide.Old, wide.New) })
	}
}

// mendMarkers takes the marker lines of damaged anchors out.
func (f follower) mendMarkers() {
	s := f.s
	_, problems := document.ParseAnchors(s.st.Head, s.judge().marks())
	out := strings.Split(strings.TrimSuffix(string(document.Normalize(s.st.Head)), "\n"), "\n")
	for _, p := range problems {
		out = slices.DeleteFunc(out, func(l string) bool { return l == "<!-- anchor:"+p.Name+" -->" || l == "<!-- /anchor:"+p.Name+" -->" })
	}
	mended := []byte(strings.Join(out, "\n") + "\n")
	if blank(mended) {
		return // there is nothing but a marker to mend
	}
	s.op = editTo(f.t, s.st.Head, mended)
	s.st.Disk = s.st.Head
	f.must(s)
}
