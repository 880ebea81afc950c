package guard

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/tidwall/gjson"

	"noclobber/gate"
	"noclobber/internal/document"
	"noclobber/internal/fsx"
	"noclobber/internal/siblings"
	"noclobber/policy"
)

// plan reads the copies and decides about each; what can be merged is.
func (a *absorption) plan() {
	var rivals []*copied
	for _, c := range a.copies {
		if !a.disk.exists {
			c.fate, c.why = FateKept, "the document is not there; a missing file may come back"
			continue
		}
		if a.read(c) && a.judge(c) {
			rivals = append(rivals, c)
		}
	}
	if len(rivals) > 0 {
		a.merge(rivals)
	}
	if a.opt.Drop {
		a.drop()
	}
}

// drop gives up the copies that still hold something, and leaves the document as it is.
func (a *absorption) drop() {
	a.text, a.doubts = a.disk.data, nil
	for _, c := range a.copies {
		switch {
		case c.fate == FateMerged, c.fate == FateKept && c.exists && !c.large && c.Kind != siblings.Namesake:
			c.fate, c.why = FateDropped, ""
		}
	}
}

// read looks at a copy. It is false for what can neither be merged nor removed.
func (a *absorption) read(c *copied) bool {
	c.fate = FateKept
	id, err := fsx.Stat(c.path)
	switch {
	case err != nil:
		c.why = err.Error()
	case !id.Exists:
		c.fate = FateNoCopy // another node absorbed it, or the sync tool is at work
	case id.Link:
		c.why = "it is a symbolic link, not a copy"
	case id.Dev == a.disk.id.Dev && id.Inode == a.disk.id.Inode && id.Inode != 0:
		c.why = "it is the document itself under a second name (a hard link), not a copy"
	case id.Links > 1:
		c.why = "it has another name elsewhere (a hard link), so it is not a copy alone"
	default:
		if c.disk, err = observe(c.path, a.rule().MaxDocument, stampAll); err == nil {
			return c.exists
		}
		c.why = err.Error()
	}
	return false
}

// judge decides about one copy by itself. It is true where it is to be merged.
func (a *absorption) judge(c *copied) bool {
	c.rival.data = c.disk.data
	switch {
	case c.Kind == siblings.Namesake:
		c.why = "it is another document whose name clashes with this one's; rename one of them"
	case c.stamp.Version == a.disk.stamp.Version && (c.Sure || c.Host == "" || a.knows(c.Host)):
		c.fate = FateEqual
	case !c.text() || !a.disk.text():
		c.why = "only text can be merged, up to max_document (" + policy.FormatSize(a.rule().MaxDocument) + ")"
		c.note = !c.Sure
	case !c.Sure && !related(a.rule().FormatOf(a.t.Real), a.disk.data, c.disk.data):
		c.fate = FateNoCopy
	case !c.Sure && c.Host != "" && !a.knows(c.Host):
		c.note = true
		c.why = fmt.Sprintf("it may be a copy made by or for %q, a name that is not known here; absorb it by renaming it to a conflict copy, or leave it", c.Host)
		c.left = document.Lost(c.disk.data, a.disk.data).Lines
	default:
		return a.judgeText(c)
	}
	return false
}

// judgeText decides about a copy whose text can be compared with the document's.
func (a *absorption) judgeText(c *copied) bool {
	c.rival.data = withoutMarkers(c.disk.data)
	switch {
	case a.contained(c.rival.data):
		c.fate = FateContained
	case a.superseded(c):
		c.fate = FateSuperseded
	case hasMarkers(a.disk.data):
		c.why = "the document holds conflict markers: finish that merge first"
	case c.Kind == siblings.Leftover && a.rule().Mode != policy.Append:
		c.why = "it is from before a merge or a save, and what the document lacks of it may have been left out on purpose"
		c.left = document.Lost(c.rival.data, a.disk.data).Lines
	case a.rule().Mode == policy.Deny, a.rule().Mode == policy.Shard:
		c.why = fmt.Sprintf("its rule (%s) lets nobody write the document", a.rule().Mode)
		c.left = document.Lost(c.rival.data, a.disk.data).Lines
	default:
		return true
	}
	return false
}

// superseded reports whether all that the copy holds beyond the document was taken out of it through the gate. What is
// left of a text that is not is what has to be merged.
func (a *absorption) superseded(c *copied) bool {
	switch a.rule().FormatOf(a.t.Real) {
	case policy.JSON, policy.JSONL:
		return a.rule().Mode != policy.Append && a.history().superseded(c.stamp.Version)
	}
	c.rival.data = a.history().carry(c.rival.data)
	return a.contained(c.rival.data)
}

// contained reports whether the document holds everything that a text holds.
func (a *absorption) contained(text []byte) bool {
	switch a.rule().FormatOf(a.t.Real) {
	case policy.JSON:
		m := document.MergeJSON(nil, false, text, a.disk.data, document.JSONOptions{Key: a.rule().Key})
		return len(bytes.TrimSpace(text)) == 0 || m.Clean() && document.EqualJSON(m.Text, a.disk.data)
	default:
		return len(document.Lost(text, a.disk.data).Lines) == 0
	}
}

// history reads the document's log once.
func (a *absorption) history() *lineage {
	if a.lineage == nil {
		a.lineage = &lineage{}
		if a.doc != nil {
			a.lineage = a.held.lineage()
		}
	}
	return a.lineage
}

// merge merges what the copies alone hold into the document.
func (a *absorption) merge(copies []*copied) {
	rivals := make([]*rival, len(copies))
	others := make([]foreign, len(copies))
	for i, c := range copies {
		rivals[i] = &c.rival
		others[i] = foreign{c.rival.data, c.id.ChangeTime}
	}
	r := newReunion(a.rule(), a.t.Real, a.disk.data, rivals)
	if a.rule().Mode != policy.Append {
		r.base, r.hasBase = a.history().baseFor(a.disk.data, others)
	}
	r.run()
	a.text, a.doubts = r.text, r.doubts
	for _, c := range copies {
		c.fate = FateMerged
		if len(c.left) > 0 {
			c.fate = FateKept
		}
	}
}

// knows reports whether a name in a copy's name is that of a machine, or stands for a version, beyond doubt.
func (a *absorption) knows(host string) bool {
	own, _ := os.Hostname() // a name only: without it the copy is reported
	short, _, _ := strings.Cut(own, ".")
	for _, name := range []string{own, short, a.writer.Node, "HEAD"} {
		if name != "" && strings.EqualFold(host, name) {
			return true
		}
	}
	prefix, rest, ok := strings.Cut(host, "-") // names that Windows gives
	return ok && (prefix == "DESKTOP" || prefix == "LAPTOP") && len(rest) == 7 && strings.ToUpper(rest) == rest
}

// related reports whether two texts are versions of one document, not two documents of one kind: apart from headings
// they share at least half of the shorter one's lines, or JSON documents half of their members.
func related(format policy.Format, a, b []byte) bool {
	x, y := features(format, a), features(format, b)
	shared := 0
	for f := range x {
		if y[f] {
			shared++
		}
	}
	return shared > 0 && 2*shared >= min(len(x), len(y))
}

func features(format policy.Format, text []byte) map[string]bool {
	out := map[string]bool{}
	if format == policy.JSON && gjson.ValidBytes(text) && gjson.ParseBytes(text).IsObject() {
		gjson.ParseBytes(text).ForEach(func(key, _ gjson.Result) bool {
			out[key.String()] = true
			return true
		})
		return out
	}
	for _, line := range linesOf(text) {
		if s := strings.TrimSpace(line); !strings.HasPrefix(s, "#") && !strings.HasPrefix(s, "<!--") && strings.Trim(s, "-*_=`~|: {}[],") != "" {
			out[s] = true
		}
	}
	return out
}

// The lines that git and others put around the sides of a conflict.
const (
	markOurs   = "<<<<<<< "
	markBase   = "||||||| "
	markMiddle = "======="
	markTheirs = ">>>>>>> "
)

// hasMarkers reports whether a text holds an unfinished merge.
func hasMarkers(text []byte) bool {
	ours, middle := false, false
	for line := range bytes.Lines(text) {
		switch {
		case bytes.HasPrefix(line, []byte(markOurs)):
			ours, middle = true, false
		case ours && strings.TrimRight(string(line), "\r\n") == markMiddle:
			middle = true
		case middle && bytes.HasPrefix(line, []byte(markTheirs)):
			return true
		}
	}
	return false
}

// withoutMarkers takes the marker lines out of a text that holds an unfinished merge: both sides stay.
func withoutMarkers(text []byte) []byte {
	if !hasMarkers(text) {
		return text
	}
	var out []byte
	for line := range bytes.Lines(text) {
		bare := strings.TrimRight(string(line), "\r\n")
		if bare == markMiddle || strings.HasPrefix(bare, markOurs) || strings.HasPrefix(bare, markBase) || strings.HasPrefix(bare, markTheirs) {
			continue
		}
		out = append(out, line...)
	}
	return out
}

// scanCopies reports the copies beside documents that have not been absorbed.
func (g *Guard) scanCopies(documents []string) []Finding {
	var out []Finding
	for _, group := range byOwner(g.copiesOf(besides(documents)), documents) {
		if group[0].alone {
			out = append(out, orphans(group)...)
			continue
		}
		t, ok := g.targetOf(group[0].owner)
		if !ok {
			continue
		}
		h := &held{g: g, t: t}
		if h.look() != nil {
			continue // the document's own finding says so
		}
		a := newAbsorption(h, group)
		for _, c := range a.copies {
			if a.read(c) {
				a.judge(c)
			}
			if f, ok := a.unabsorbed(c); ok {
				out = append(out, f)
			}
		}
	}
	return out
}

// unabsorbed is the finding about a copy that waits.
func (a *absorption) unabsorbed(c *copied) (Finding, bool) {
	if c.fate == FateNoCopy {
		return Finding{}, false
	}
	f := Finding{
		Kind: "conflict-copy", Severity: "warning", Path: c.name,
		Message: fmt.Sprintf("%s is a conflict copy of %s (%s)", c.name, filepath.Base(a.t.name), c.Tool),
		Mend:    "noclobber absorb " + gate.ShellQuote(c.path),
	}
	if c.text() && a.disk.text() {
		f.Lines = document.Lost(c.rival.data, a.disk.data).Lines
	}
	switch {
	case c.note, c.Kind == siblings.Leftover && len(f.Lines) == 0:
		f.Severity = "note"
	case c.why != "":
		f.Message += ": " + c.why
	case len(f.Lines) == 0:
		f.Message += "; the document holds all of it"
	default:
		f.Message += "; " + nLines(len(f.Lines)) + " of it " + agree(len(f.Lines), "is", "are") + " not in the document"
	}
	return f, true
}
