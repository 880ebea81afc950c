package gate

import (
	"fmt"
	"strings"

	"noclobber/internal/document"
	"noclobber/policy"
)

// at is where the rule's document grows, in the terms of package document.
func (j judge) at() document.At {
	switch j.rule.At.Place {
	case policy.Top:
		return document.At{Place: document.Top}
	case policy.After:
		return document.At{Place: document.After, Anchor: j.rule.At.Anchor, Begin: j.rule.Begin}
	default:
		return document.At{Place: document.End}
	}
}

func (j judge) place() string {
	switch j.rule.At.Place {
	case policy.Top:
		return "at the top"
	case policy.After:
		return fmt.Sprintf("after %q", j.rule.At.Anchor)
	default:
		return "at the end"
	}
}

// appendWrite is the row "append" of whole-document writes.
func (j judge) appendWrite(proposal []byte) Plan {
	if !j.at().In(j.st.Head) {
		return j.bringPlace(proposal)
	}
	if ins, ok := j.insertion(proposal, j.at()); ok {
		return j.insert(ins, j.at())
	}
	if result, ok := j.ownTail(proposal); ok {
		return Plan{Action: Pass, Result: result}
	}
	return j.appendLoss(proposal)
}

// insertion finds the one insertion that the proposal is: to this context's base, to the head, or a
// fragment sent alone.
func (j judge) insertion(proposal []byte, at document.At) (document.Insertion, bool) {
	if ins, ok := j.sinceBase(proposal, at); ok {
		return ins, true
	}
	if ins, ok := document.FindInsertion(j.st.Head, proposal, at); ok {
		return ins, true
	}
	if j.op.Kind == Write && document.IsFragment(proposal, j.st.Head) { // an edit is never meant as an append of its all
		return document.FragmentInsertion(proposal), true
	}
	return document.Insertion{}, false
}

// sinceBase finds the insertion to this context's base, wherever the document is now: two equal entries
// from two calls are two entries.
func (j judge) sinceBase(proposal []byte, at document.At) (document.Insertion, bool) {
	if !j.st.HasBase {
		return document.Insertion{}, false
	}
	ins, ok := document.FindInsertion(j.st.Base, proposal, at)
	return document.Trim(ins, j.ownEntries()), ok
}

// ownEntries are the texts that this context appended by other means since its base and that still stand.
func (j judge) ownEntries() [][]byte {
	var out [][]byte
	for _, entry := range j.st.Added {
		if len(document.Lost(entry, j.st.Head).Lines) == 0 {
			out = append(out, entry)
		}
	}
	return out
}

func (j judge) insert(ins document.Insertion, at document.At) Plan {
	result, err := document.Insert(j.st.Head, ins, at)
	if err != nil {
		return j.noPlace()
	}
	return Plan{Action: Pass, Result: result}
}

// ownTail lets a context edit what its own last write inserted, while nobody has written since.
func (j judge) ownTail(proposal []byte) (result []byte, ok bool) {
	if !j.st.HasOwn || !j.grewFrom(j.st.Own, j.st.Head) {
		return nil, false
	}
	base := j.st.Head
	if j.st.HasBase {
		base = j.st.Base
	}
	merged := document.Merge(base, proposal, j.st.Head)
	return merged.Text, merged.Clean() && j.grewFrom(j.st.Own, merged.Text)
}

// grewFrom reports whether a text is an earlier one plus one insertion at the place.
func (j judge) grewFrom(old, text []byte) bool {
	_, ok := document.FindInsertion(old, text, j.at())
	return ok
}

// bringPlace judges a write of a document that lacks the place where it should grow: it may only
// grow at its end, and the place must come with it.
func (j judge) bringPlace(proposal []byte) Plan {
	ins, ok := j.insertion(proposal, document.At{})
	if !ok || !ins.Empty() && !j.at().In(ins.Text()) {
		return j.noPlace()
	}
	return j.insert(ins, document.At{})
}

func (j judge) noPlace() Plan {
	return j.deny(CauseAnchor, "New text belongs "+j.place()+", and there is no such heading or anchor.").
		next(j.stepPlace(), "write the whole document")
}

// appendLoss denies a proposal that is no insertion, naming what it would cost.
func (j judge) appendLoss(proposal []byte) Plan {
	known := j.st.Head
	if j.st.HasBase {
		known = j.st.Base
	}
	lost := document.Lost(known, proposal).Lines
	what := "this text lacks or changes lines that stand in it"
	if len(lost) == 0 {
		what = "this text moves lines or inserts them elsewhere"
	}
	why := fmt.Sprintf("It only grows (append, %s), and %s%s.", j.place(), what, j.since())
	if !j.st.HasBase {
		why += " You have not read all of it."
	}
	return j.deny(CauseLost, why).lines(lost).next(j.stepAdd(newTail(known, proposal)), "send the whole document")
}

// newTail is what a proposal adds after the last line that it shares with a text.
func newTail(known, proposal []byte) document.Insertion {
	added := document.Added(known, proposal)
	lines := strings.Split(string(document.Normalize(proposal)), "\n")
	n := len(lines)
	for ; n > 0; n-- {
		line := strings.TrimRight(lines[n-1], " \t\r")
		if line == "" {
			continue
		}
		if len(added) == 0 || added[len(added)-1] != line {
			break
		}
		added = added[:len(added)-1]
	}
	return document.FragmentInsertion([]byte(strings.Trim(strings.Join(lines[n:], "\n"), "\n")))
}
