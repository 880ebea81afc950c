package guard

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"noclobber/gate"
	"noclobber/internal/document"
	"noclobber/internal/seqlog"
	"noclobber/policy"
)

// reunion makes one text of a document and its conflict copies. It is pure, and what it leaves depends on the contents
// alone: each machine that meets the same versions writes the same bytes. Where the format has to prefer one side
// (the same member or row with two values), that is the document, which is the same everywhere.
type reunion struct {
	rule    *policy.Rule
	name    string // the document's path, for its format
	head    []byte
	base    []byte // what all versions were made from
	hasBase bool
	rivals  []*rival // sorted by their contents

	text   []byte           // what is to stand
	doubts []document.Doubt // places where both forms stand, since nobody can tell which is newer; A is the document's
}

// rival is a version that lost.
type rival struct {
	data []byte
	left []string // what it holds and the merged text does not
	why  string   // why
}

// newReunion sorts the versions, so that their order says nothing.
func newReunion(rule *policy.Rule, name string, head []byte, rivals []*rival) *reunion {
	r := &reunion{rule: rule, name: name, head: head, text: head, rivals: slices.Clone(rivals)}
	slices.SortStableFunc(r.rivals, func(a, b *rival) int {
		return bytes.Compare(document.Normalize(a.data), document.Normalize(b.data))
	})
	return r
}

// run merges all versions by the document's format.
func (r *reunion) run() {
	switch r.rule.FormatOf(r.name) {
	case policy.JSON:
		r.members()
	case policy.JSONL:
		r.rows()
	default:
		r.lines()
	}
}

// versions are all texts, each once, in the order of their contents.
func (r *reunion) versions() [][]byte {
	out := [][]byte{document.Normalize(r.head)}
	for _, v := range r.rivals {
		out = append(out, document.Normalize(v.data))
	}
	slices.SortFunc(out, bytes.Compare)
	return slices.CompactFunc(out, bytes.Equal)
}

// lines merges texts: with the base where one is known and what it takes away may go, else by their union.
func (r *reunion) lines() {
	if r.hasBase && r.rule.Mode != policy.Append {
		if text, doubts := r.fold(); r.sound(text) {
			r.take(text, doubts)
			return
		}
	}
	r.base, r.hasBase = nil, false
	if text, doubts := r.fold(); r.sound(text) {
		r.take(text, doubts)
		return
	}
	r.keepAll("merged, the document would not be well-formed any more: its anchors or its format")
}

// fold merges the versions one after the other.
func (r *reunion) fold() ([]byte, []document.Doubt) {
	all := r.versions()
	text := all[0]
	var doubts []document.Doubt
	for _, next := range all[1:] {
		if !r.hasBase {
			u := document.Union(text, next)
			text, doubts = u.Text, append(doubts, u.Doubts...)
			continue
		}
		m := document.MergeBoth(r.base, text, next)
		text = m.Text
		for _, c := range m.Conflicts {
			doubts = append(doubts, document.Doubt{A: c.Proposal, B: c.Head})
		}
	}
	if r.rule.Mode == policy.Append {
		doubts = nil // entries are never changed there: two that are alike are two
	}
	return document.Merge(r.head, text, r.head).Text, doubts // with the document's own line endings
}

// take accepts a merged text.
func (r *reunion) take(text []byte, doubts []document.Doubt) {
	r.text, r.doubts = text, doubts
	for i, d := range doubts {
		if len(without(d.A, linesOf(r.head))) > 0 {
			r.doubts[i] = document.Doubt{A: d.B, B: d.A}
		}
	}
	for _, v := range r.rivals {
		if v.left = without(document.Lost(v.data, text).Lines, linesOf(r.base)); len(v.left) > 0 {
			v.why = "these lines could not be merged"
		}
	}
}

// sound reports whether a merged text may take the document's place: nothing of the document is gone but what a version
// made from the base took away, within the rule; anchors and format are whole.
func (r *reunion) sound(text []byte) bool {
	gone := document.Lost(r.head, text).Lines
	switch {
	case len(without(gone, linesOf(r.base))) > 0:
		return false
	case len(gone) > 0 && gate.Beyond(document.Shrink(r.head, text), r.rule):
		return false
	case !gate.Parses(r.rule, r.name, text, r.head):
		return false
	}
	return r.rule.Mode != policy.Anchors || r.anchorsWhole(text)
}

// anchorsWhole reports whether the document's anchors are those of the merged text, and what is frozen stands.
func (r *reunion) anchorsWhole(text []byte) bool {
	marks := marksOf(r.rule)
	marks.Frozen = r.rule.Outside == "frozen"
	was, damagedBefore := document.ParseAnchors(r.head, marks)
	is, damaged := document.ParseAnchors(text, marks)
	if len(damaged) > len(damagedBefore) || len(without(was.Names(), is.Names())) > 0 {
		return false
	}
	return len(document.MergeAnchors(r.head, true, text, r.head, marks).Refused) == 0
}

// keepAll leaves the document as it is and every copy where it is.
func (r *reunion) keepAll(why string) {
	r.text, r.doubts = r.head, nil
	for _, v := range r.rivals {
		v.why, v.left = why, document.Lost(v.data, r.head).Lines
	}
}

// members merges JSON documents: depending on contents alone where nothing conflicts, else into the document.
func (r *reunion) members() {
	if r.symmetricMembers() {
		return
	}
	text := r.head
	for _, v := range r.rivals {
		m := document.MergeJSON(r.base, r.hasBase, v.data, text, r.jsonOptions())
		switch {
		case m.Err != nil:
			v.why, v.left = "it is not JSON: "+m.Err.Error(), document.Lost(v.data, r.head).Lines
			continue
		case m.AsText:
			v.why, v.left = "it cannot be merged as JSON: "+m.Reason, document.Lost(v.data, r.head).Lines
			continue
		}
		text = m.Text
		for _, c := range m.Conflicts {
			if c.Proposal == "" {
				continue // what the copy lacks is nothing that it holds
			}
			v.why = "the same members have other values in the document, which keeps its own"
			v.left = append(v.left, fmt.Sprintf("%s: document %s, copy %s", c.Path, orDefault(c.Head, "nothing"), c.Proposal))
		}
	}
	r.text = r.sameJSON(text)
}

func (r *reunion) symmetricMembers() bool {
	opt := r.jsonOptions()
	opt.Symmetric = true
	all := r.versions()
	text := all[0]
	for _, next := range all[1:] {
		m := document.MergeJSON(r.base, r.hasBase, next, text, opt)
		if !m.Clean() {
			return false
		}
		text = m.Text
	}
	text = r.sameJSON(document.Merge(r.head, text, r.head).Text)
	if document.CheckJSON(text, true) != nil {
		return false
	}
	r.text = text
	return true
}

func (r *reunion) jsonOptions() document.JSONOptions {
	return document.JSONOptions{Key: r.rule.Key, Keep: r.rule.Keep}
}

// sameJSON is the document's own bytes where a merged text says the same.
func (r *reunion) sameJSON(text []byte) []byte {
	if document.EqualJSON(text, r.head) {
		return r.head
	}
	return text
}

// rows merges JSON lines row by row. Rows that are not JSON stay in their copy.
func (r *reunion) rows() {
	own := make([][]byte, len(r.rivals))
	for i, v := range r.rivals {
		own[i] = v.data
		v.data, v.left = r.wholeRows(v.data)
		if len(v.left) > 0 {
			v.why = "these rows are not whole JSON"
		}
	}
	defer func() {
		for i, v := range r.rivals {
			v.data = own[i]
		}
	}()
	if r.rule.Mode == policy.Append {
		r.base, r.hasBase = nil, false // no row of a log is ever taken away
	}
	text, ok := r.symmetricRows()
	if !ok {
		text = r.rowsIntoDocument()
	}
	if !r.numbersFit(text) {
		r.keepAll("its rows do not fit between the numbers of the log: `noclobber seqlog append` gives them new ones")
		return
	}
	r.text = text
}

// wholeRows takes the rows out of a copy that are not JSON and that the document lacks.
func (r *reunion) wholeRows(data []byte) (whole []byte, left []string) {
	have := map[string]bool{}
	for _, l := range linesOf(r.head) {
		have[l] = true
	}
	for row := range bytes.Lines(document.Normalize(data)) {
		text := strings.TrimRight(string(row), " \t\r\n")
		switch {
		case text == "" || have[text] || json.Valid([]byte(text)):
			whole = append(whole, row...)
		case !bytes.Contains(r.head, []byte("\n"+text)) && !bytes.HasPrefix(r.head, []byte(text)):
			left = append(left, text) // else the document has the row whole
		}
	}
	return whole, left
}

func (r *reunion) symmetricRows() ([]byte, bool) {
	all := r.versions()
	text := all[0]
	for _, next := range all[1:] {
		m := document.MergeRows(r.base, r.hasBase, next, text, r.rowKey(), true)
		if len(m.Reported) > 0 {
			return nil, false
		}
		text = m.Text
	}
	return document.Merge(r.head, text, r.head).Text, true
}

func (r *reunion) rowsIntoDocument() []byte {
	text := r.head
	for _, v := range r.rivals {
		m := document.MergeRows(r.base, r.hasBase, v.data, text, r.rowKey(), false)
		text = m.Text
		for _, c := range m.Reported {
			if c.Other == "" {
				continue
			}
			v.why = "the same rows stand otherwise in the document, which keeps its own"
			v.left = append(v.left, fmt.Sprintf("%s: document %s, copy %s", c.Key, orDefault(c.Document, "nothing"), c.Other))
		}
	}
	return text
}

// rowKey is what a row is known by: its number, where the log has numbers and the rule no key.
func (r *reunion) rowKey() string {
	if r.rule.Key == "" {
		return orDefault(r.rule.Seq, r.rule.SeqFirst)
	}
	return r.rule.Key
}

// numbersFit reports whether a merged log has no more mistakes in its numbers than the document.
func (r *reunion) numbersFit(text []byte) bool {
	opt := gate.Numbers(r.rule)
	if !opt.Numbered() {
		return true
	}
	return graveNumbers(text, opt) <= graveNumbers(r.head, opt)
}

func graveNumbers(log []byte, opt seqlog.Options) int {
	report, err := seqlog.Check(bytes.NewReader(log), opt)
	if err != nil {
		return 0 // a reader over bytes does not fail
	}
	return len(seqlog.Grave(report.Findings))
}

// linesOf lists the lines of a text that are not blank.
func linesOf(text []byte) []string { return document.Lost(text, nil).Lines }
