package gate

import (
	"bytes"
	"fmt"

	"noclobber/internal/seqlog"
	"noclobber/policy"
)

// Numbers says where the rows of a rule's log have their numbers.
func Numbers(rule *policy.Rule) seqlog.Options {
	return seqlog.Options{Seq: rule.Seq, First: rule.SeqFirst, Count: rule.SeqCount}
}

// numbered refuses what a log's rule does not let stand: rows that repeat a number, leave one out, or are no rows.
// What is wrong with the log already is no reason. Appends to it exclude each other, since two that were both granted
// would take the same number.
func (j judge) numbered(p Plan) Plan {
	if p.Action == Deny || !Numbers(j.rule).Numbered() || j.rule.Mode == policy.Record {
		return p
	}
	p.Shared = false
	switch {
	case p.Absent:
		return p
	case p.Known:
		return j.allow(p, seqlog.CheckChange(j.st.Head, p.Result, Numbers(j.rule)))
	case j.op.Kind == Append && j.op.HasContent && j.st.End != nil:
		return j.allow(p, seqlog.CheckAppend(*j.st.End, j.op.Content, Numbers(j.rule)))
	}
	return p
}

// beginsAnew reports whether an operation would begin a numbered log where one vanished.
func (j judge) beginsAnew() bool {
	if j.st.Exists || j.st.Vanished == "" || j.rule.Mode == policy.Record || j.rule.Mode == policy.Deny {
		return false
	}
	return j.op.Kind == Write || j.op.Kind == Append || j.op.Kind == Edit
}

// vanished refuses to begin a log anew: its rows would have the numbers of those that vanished.
func (j judge) vanished() Plan {
	path := ShellQuote(j.path())
	step := fmt.Sprintf("noclobber restore %s %s brings it back; read how it ends, then send the rows that follow. If its end was meant, a person runs: noclobber accept %s",
		path, j.st.Vanished, path)
	return j.deny(CauseGone, "It is a numbered log that vanished: it was there, and nothing recorded removed it.").
		next(step, "begin it anew another way")
}

// packed refuses what would stand in a compressed log as no frame of it.
func (j judge) packed() Plan {
	return j.deny(CauseRows, "It is a compressed log, and text appended to it is no frame of it.").
		next(j.stepRows(), "append to it another way")
}

// allow lets a plan stand unless it breaks the log.
func (j judge) allow(p Plan, findings []seqlog.Finding) Plan {
	grave := seqlog.Grave(findings)
	if len(grave) == 0 {
		return p
	}
	f := grave[0]
	why := fmt.Sprintf("Its rows are numbered, and this would break the log: %s.", f.Message)
	if n := len(grave) - 1; n > 0 {
		why += fmt.Sprintf(" (%d more like it.)", n)
	}
	why += " " + j.stored()
	if f.Kind == seqlog.TornTail || f.Kind == seqlog.FusedRows {
		return j.deny(CauseRows, why).next(j.stepHeal(), "send the same rows again before that")
	}
	return j.deny(CauseRows, why).next(j.stepNumbers(), "send the same rows again")
}

// stepHeal: rows can only follow a last row that is whole.
func (j judge) stepHeal() string {
	return fmt.Sprintf("mend its end first: noclobber seqlog repair %s --strategy truncate-tail (a dry run; --apply does it), then send the rows.", ShellQuote(j.path()))
}

// ending is how the log ends; ok is false where no row of it has a number.
func (j judge) ending() (t seqlog.Tail, ok bool) {
	if j.st.End != nil {
		return *j.st.End, j.st.End.Numbered
	}
	t, err := seqlog.ReadTail(bytes.NewReader(j.st.Head), int64(len(j.st.Head)), Numbers(j.rule))
	return t, err == nil && t.Numbered
}

func (j judge) stored() string {
	t, ok := j.ending()
	if !ok {
		return "No row that is stored has a number."
	}
	return fmt.Sprintf("What is stored ends with %d, so %d comes next.", t.Last, t.Next)
}

// stepNumbers: number the rows as they follow, and send them in the tool just used.
func (j judge) stepNumbers() string {
	t, ok := j.ending()
	if !ok {
		return "send whole rows of JSON, each with its number."
	}
	step := fmt.Sprintf("%s to see what was stored meanwhile, number your rows from %d on, and send them behind the last row",
		j.readIt(), t.Next)
	if j.st.Reach {
		step += fmt.Sprintf("; or pipe them into: noclobber seqlog append %s --expect-seq %d", ShellQuote(j.path()), t.Next)
	}
	return step + "."
}

// stepRows: the verb that knows the log's format.
func (j judge) stepRows() string {
	return "pipe the rows into: noclobber seqlog append " + ShellQuote(j.path())
}

// Numbered judges a verb's plan by the numbers of its rule's log, as Decide judges a call's.
func Numbered(op Op, rule *policy.Rule, st State, p Plan) Plan {
	j := judge{op: op, rule: rule, st: st}
	if st.Packed {
		return j.packed()
	}
	return j.numbered(p)
}

// BrokenRows are the lines that tell what is wrong with a log's new text and was not wrong with the old one.
func BrokenRows(rule *policy.Rule, old, text []byte) []string {
	if !Numbers(rule).Numbered() {
		return nil
	}
	var out []string
	for _, f := range seqlog.Grave(seqlog.CheckChange(old, text, Numbers(rule))) {
		out = append(out, fmt.Sprintf("line %d: %s", f.Line, f.Message))
	}
	return out
}
