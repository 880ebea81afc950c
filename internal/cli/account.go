package cli

import (
	"bytes"
	"fmt"
	"strings"

	"noclobber/gate"
	"noclobber/internal/guard"
	"noclobber/ledger"
	"noclobber/policy"
)

// account is how a call fared, or would fare, with one document: the common form of why and explain.
type account struct {
	head   string // "refused", "deny", …
	what   string // "Write on JOURNAL.md, 2026-01-02 10:00:00"
	by     string
	rule   string
	mode   policy.Mode
	policy string // "" where the policy has changed since
	line   int
	cause  gate.Cause
	stood  ledger.Stamp
	rows   [][2]string // what else there is to say, in order
	kept   []string    // others' lines that stay
}

func (a *account) add(label, format string, args ...any) {
	a.rows = append(a.rows, [2]string{label, fmt.Sprintf(format, args...)})
}

func (a *account) print(page *bytes.Buffer) {
	row := func(label, text string) { fmt.Fprintf(page, "%-9s %s\n", label, indented(text)) }
	row(a.head, a.what)
	if a.by != "" {
		row("by", a.by)
	}
	if a.policy != "" {
		row("rule", fmt.Sprintf("%q, mode %s, %s:%d", a.rule, a.mode, a.policy, a.line))
	} else {
		row("rule", fmt.Sprintf("%q, mode %s; the policy has changed since", a.rule, a.mode))
	}
	if a.cause != "" {
		row("cause", fmt.Sprintf("%s: %s", a.cause, causeWords(a.cause)))
	}
	row("stood", stampWords(a.stood))
	for _, r := range a.rows {
		row(r[0], r[1])
	}
	for i, line := range a.kept {
		label := ""
		if i == 0 {
			label = "kept"
		}
		row(label, line)
	}
}

// printTold quotes what an agent is told.
func printTold(page *bytes.Buffer, head, text string) {
	fmt.Fprintf(page, "%s:\n  %s\n", head, indented(strings.TrimSpace(text)))
}

// accountOf is what a preview says of one document.
func accountOf(d guard.PreviewedDocument) account {
	a := account{
		head: d.Verdict, what: d.Ops + " on " + d.Document, rule: d.Rule, mode: d.Mode, policy: d.Policy, line: d.Line,
		cause: d.Cause, stood: d.Head, kept: d.Kept,
	}
	switch {
	case d.Base == nil:
		a.add("read", "this context has not been shown it in full")
	case d.Base.Version == d.Head.Version:
		a.add("read", "what stands")
	default:
		a.add("read", "%s, which is no longer what stands", stampWords(*d.Base))
	}
	if d.Proposal != nil {
		a.add("meant", "%s", stampWords(*d.Proposal))
	}
	if d.Result != nil {
		a.add("planned", "%s", stampWords(*d.Result))
	}
	if d.Judged {
		a.add("judged", "again when it is over: what it leaves cannot be told before")
	}
	if d.Holder != "" {
		a.add("held", "by a call of %s, for which this one would wait", d.Holder)
	}
	return a
}
