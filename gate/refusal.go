package gate

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Refusal is why a call was denied and what to do next. Its text has four parts:
// nothing was written; why; the next step; what not to do.
type Refusal struct {
	Cause Cause
	Why   string   // one or two sentences
	Now   string   // what is on disk now, a sentence; may be empty
	Lines []string // at stake; at most MaxLines are shown
	Next  string
	Avoid string // completes "Do not …"
}

const (
	// MaxText bounds a refusal, in bytes: it is read by a model on every retry.
	MaxText = 900
	// MaxLines bounds the lines that a message quotes.
	MaxLines = 8

	maxQuoted = 100 // bytes of one quoted line
	maxName   = 120 // bytes of the document's name
	maxWhy    = 330 // bytes of the reason, the facts included
	maxNext   = 440 // bytes of the next step
	maxAvoid  = 80  // bytes of what not to do
)

// Text renders the refusal of a call on the document called name, in at most MaxText bytes. refusals
// counts the earlier ones for the same cause: from the second on it tells the agent to stop and report.
func (r Refusal) Text(name string, refusals int) string {
	head := "noclobber: nothing was written to " + clipStart(name, maxName) + ". "
	tail := r.ending(refusals)
	why := r.reason(min(maxWhy, MaxText-len(head)-len(tail)))
	return head + why + Quote(r.Lines, MaxText-len(head)-len(why)-len(tail)) + tail
}

// reason is why, and what is on disk now, in at most n bytes. The facts are short and stay whole.
func (r Refusal) reason(n int) string {
	why := r.Why
	if r.Now != "" {
		why = clip(why, n-len(r.Now)-1) + " " + r.Now
	}
	return clip(why, n)
}

// ending is the next step and what not to do; for a second refusal, to stop comes first.
func (r Refusal) ending(refusals int) string {
	var b strings.Builder
	step := "\nNext: "
	if refusals > 0 {
		fmt.Fprintf(&b, "\nThis is refusal %d for the same reason: stop and report this.", refusals+1)
		step = "\nWhat would pass: "
	}
	if r.Next != "" {
		b.WriteString(step + clip(r.Next, maxNext))
	}
	if r.Avoid != "" {
		b.WriteString("\nDo not " + clip(r.Avoid, maxAvoid) + ".")
	}
	return b.String()
}

// Quote renders lines as an indented list that fits into room bytes, saying how many it left out.
func Quote(lines []string, room int) string {
	var b strings.Builder
	for i, line := range lines {
		item := "\n  " + clip(strings.ToValidUTF8(strings.TrimRight(line, " \t\r\n"), "\ufffd"), maxQuoted)
		more := fmt.Sprintf("\n  … and %d more", len(lines)-i)
		if i == MaxLines || b.Len()+len(item)+len(more) > room {
			if b.Len()+len(more) <= room {
				b.WriteString(more)
			}
			break
		}
		b.WriteString(item)
	}
	return b.String()
}

// clip cuts s to at most n bytes at a rune's edge and marks the cut.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	n -= len("…")
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:max(n, 0)] + "…"
}

// clipStart is clip at the other end: the end of a path tells more than its start.
func clipStart(s string, n int) string {
	if len(s) <= n {
		return s
	}
	from := len(s) - n + len("…")
	for from < len(s) && !utf8.RuneStart(s[from]) {
		from++
	}
	return "…" + s[from:]
}
