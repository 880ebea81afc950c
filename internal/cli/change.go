package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"noclobber/internal/guard"
	"noclobber/ledger"
)

// change makes a verb's change to a document and prints the receipt.
func (s Streams) change(arg string, c guard.Change, asJSON bool) error {
	r, err := s.guard(s.Dir).Apply(s.who(), s.document(arg), c)
	if err != nil {
		return s.refused(err, asJSON)
	}
	for one := &r; one != nil; one = one.View {
		one.Before.At, one.After.At = 0, 0 // offsets in our own log: nobody else's business
	}
	if asJSON {
		err = printJSON(s.Out, r)
	} else {
		err = s.print(func(page *bytes.Buffer) { printReceipt(page, r) })
	}
	if err == nil && r.Call != nil {
		return exited(exitFindings) // the document is as it was
	}
	return err
}

// refusal is a refused change as JSON.
type refusal struct {
	Denied   bool   `json:"denied"`
	Document string `json:"document"`
	Reason   string `json:"reason"`
}

// refused also tells a refusal to a program that reads JSON.
func (s Streams) refused(err error, asJSON bool) error {
	var d *guard.Denied
	if !asJSON || !errors.As(err, &d) {
		return err
	}
	what, _ := explainDenied(d)
	return errors.Join(err, printJSON(s.Out, refusal{Denied: true, Document: d.Document, Reason: what}))
}

// text reads what a verb is to write from standard input.
func (s Streams) text(example string) ([]byte, error) {
	if s.Keyboard {
		err := errors.New("the text is read from standard input, which is a terminal")
		return nil, hint(usageError{err}, "%s", example)
	}
	text, err := io.ReadAll(s.In)
	if err != nil {
		return nil, fmt.Errorf("reading standard input: %w", err)
	}
	return text, nil
}

// printReceipt prints what a change did: one line, and the lines that were kept or lost below it.
func printReceipt(page *bytes.Buffer, r guard.Receipt) {
	if r.Verb == guard.VerbAccept {
		fmt.Fprintf(page, "accepted %s as it stands: %s\n", r.Document, stampWords(r.After))
	} else if r.Before.Version == r.After.Version {
		fmt.Fprintf(page, "unchanged: %s is at %s\n", r.Document, stampWords(r.After))
	} else if r.Call != nil {
		fmt.Fprintf(page, "nothing was written: %s is kept in a store that only its own tools write. This call of an agent makes it %s%s:\n%s\n",
			r.Document, stampWords(r.After), tally(r), r.Call)
	} else {
		fmt.Fprintf(page, "%s %s: %s -> %s, lines %d -> %d, bytes %d -> %d%s\n", pastTense(r.Verb), r.Document,
			r.Before.Version.Short(), r.After.Version.Short(), r.Before.Lines, r.After.Lines, r.Before.Bytes, r.After.Bytes, tally(r))
	}
	printLines(page, "  kept: ", r.Kept)
	printLines(page, "  was:  ", r.Lost)
	printLines(page, "  note: ", r.Notes)
	if r.View != nil {
		printReceipt(page, *r.View)
	}
}

// tally counts the lines that a change kept from others and took away.
func tally(r guard.Receipt) string {
	var b bytes.Buffer
	if n := len(r.Kept); n > 0 {
		fmt.Fprintf(&b, ", kept %s of others", count(n, "line"))
	}
	if n := len(r.Lost); n > 0 {
		fmt.Fprintf(&b, ", %s changed or gone", count(n, "line"))
	}
	return b.String()
}

// maxShown bounds the lines of one kind that a receipt or a finding quotes.
const maxShown = 8

func printLines(page *bytes.Buffer, label string, lines []string) {
	for i, line := range lines {
		if i == maxShown {
			fmt.Fprintf(page, "%s… and %d more\n", label, len(lines)-i)
			return
		}
		fmt.Fprintf(page, "%s%s\n", label, indented(line))
	}
}

func pastTense(v guard.Verb) string {
	switch v {
	case guard.VerbAppend:
		return "appended to"
	case guard.VerbSplice:
		return "spliced"
	case guard.VerbRestore:
		return "restored"
	case guard.VerbHeal:
		return "healed"
	case guard.VerbReduce:
		return "rebuilt"
	default:
		return "wrote"
	}
}

// stampWords tells a version for people.
func stampWords(s ledger.Stamp) string {
	switch s.Version {
	case "":
		return "no recorded version"
	case ledger.Absent:
		return "absent"
	}
	return fmt.Sprintf("%s, %s, %s", s.Version.Short(), count(int(s.Lines), "line"), count(int(s.Bytes), "byte"))
}

// count is a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
