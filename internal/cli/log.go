package cli

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"noclobber/internal/guard"
	"noclobber/ledger"
)

func newLog(s Streams) *cobra.Command {
	var all, asJSON bool
	cmd := &cobra.Command{
		Use:   "log PATH | --all",
		Short: "list what happened to a document, with every version that can be brought back",
		Example: `  noclobber log JOURNAL.md
  noclobber log --all --json`,
		Long: `Lists the records of a document's log, oldest first: who changed it from which version to which, what was refused,
and what changed it outside the gate. With --all: those of all documents of this machine, in the order of time.`,
		Args: takes(0, 1, "one PATH, or --all"),
		RunE: func(_ *cobra.Command, args []string) error {
			switch {
			case all && len(args) > 0:
				return usageError{errors.New("log takes a PATH or --all, not both")}
			case all:
				return s.logAll(asJSON)
			case len(args) == 0:
				return hint(usageError{errors.New("log needs a PATH")}, "`noclobber log --all` is about all documents")
			}
			return s.logOne(args[0], asJSON)
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "all documents of this machine, in the order of time")
	jsonFlag(cmd, &asJSON)
	return cmd
}

// logged is a record as log prints it.
type logged struct {
	Document string `json:"document,omitempty"` // with --all
	ledger.Record
}

// tidy leaves out what only the log itself can use: offsets, and answers in a host's form.
func tidy(r ledger.Record) ledger.Record {
	r.Before.At, r.After.At, r.Proposal.At, r.On.At = 0, 0, 0, 0
	r.Answer = nil
	return r
}

func (s Streams) logOne(arg string, asJSON bool) error {
	doc, err := s.look(s.guard(s.Dir), arg)
	if err != nil {
		return err
	}
	defer doc.close()
	var records []logged
	err = doc.Records(func(r ledger.Record) bool {
		records = append(records, logged{Record: tidy(r)})
		return true
	})
	if err != nil {
		return err
	}
	if asJSON {
		return printJSON(s.Out, struct {
			Document string   `json:"document"`
			Path     string   `json:"path"`
			Records  []logged `json:"records"`
		}{doc.name, doc.real, orEmpty(records)})
	}
	return s.print(func(page *bytes.Buffer) { printLog(page, records) })
}

func (s Streams) logAll(asJSON bool) error {
	store := s.guard(s.Dir).Store()
	documents, err := store.Documents()
	if err != nil {
		return err
	}
	var records []logged
	for _, real := range documents {
		doc, err := store.Read(real)
		if errors.Is(err, ledger.ErrUnknown) {
			continue
		}
		if err != nil {
			return err
		}
		err = doc.Records(func(r ledger.Record) bool {
			records = append(records, logged{Document: real, Record: tidy(r)})
			return true
		})
		if err := errors.Join(err, doc.Unlock()); err != nil {
			return err
		}
	}
	slices.SortStableFunc(records, func(a, b logged) int {
		return cmp.Or(a.Time.Compare(b.Time), cmp.Compare(a.Document, b.Document), cmp.Compare(a.Seq, b.Seq))
	})
	if asJSON {
		return printJSON(s.Out, struct {
			Records []logged `json:"records"`
		}{orEmpty(records)})
	}
	return s.print(func(page *bytes.Buffer) { printLog(page, records) })
}

// printLog prints a line a record. An intent whose outcome follows says nothing that its result does not.
func printLog(page *bytes.Buffer, records []logged) {
	type key struct {
		document string
		seq      uint64
	}
	ended := map[key]bool{}
	for _, r := range records {
		if r.Fence != 0 {
			ended[key{r.Document, r.Fence}] = true
		}
	}
	var rows [][]string
	for _, r := range records {
		if r.Event == ledger.Intent && ended[key{r.Document, r.Seq}] {
			continue
		}
		row := []string{clock(r.Time), versionWords(r.Record), writerWords(r.Record), eventWords(r.Record)}
		if r.Document != "" {
			row = append([]string{r.Document}, row...)
		}
		rows = append(rows, row)
	}
	printTable(page, rows)
}

// versionWords tells a record's versions: one, or from which to which.
func versionWords(r ledger.Record) string {
	before, after := r.Before.Version, r.After.Version
	switch {
	case after == "" || before == after && before != "":
		return before.Short()
	case before == "":
		return after.Short()
	}
	return before.Short() + " -> " + after.Short()
}

// eventWords tells what happened.
func eventWords(r ledger.Record) string {
	var b strings.Builder
	switch r.Event {
	case ledger.Known:
		b.WriteString("first seen")
	case ledger.Read:
		b.WriteString("read back, as recorded")
	case ledger.Intent:
		b.WriteString(r.Tool + " under way")
	case ledger.Result:
		b.WriteString(orElse(r.Tool, "a write") + ", " + outcomeWords(r))
	case ledger.External:
		b.WriteString(r.Cause)
	case ledger.Refusal:
		b.WriteString(orElse(r.Tool, "a call") + " refused: " + r.Cause)
	case ledger.Repair:
		b.WriteString("lines merged back")
	case ledger.Accept:
		b.WriteString("accepted")
	case ledger.Permit:
		b.WriteString("permitted once: " + r.Text)
	default:
		b.WriteString(string(r.Event))
	}
	if r.Before.Version != r.After.Version && r.After.Version != "" && r.Event != ledger.Refusal {
		fmt.Fprintf(&b, ", %s", count(int(r.After.Lines), "line"))
	}
	if r.LostLines > 0 {
		fmt.Fprintf(&b, ", %s lost", count(int(r.LostLines), "line"))
	}
	if r.Confirmed && r.After.Lines < r.Before.Lines {
		b.WriteString(", on purpose")
	}
	return b.String()
}

// outcomeWords tells what came of a change; of a conflict copy, where its bytes are.
func outcomeWords(r ledger.Record) string {
	if r.Tool == "noclobber "+string(guard.VerbAbsorb) && r.Before.Version == r.After.Version && r.Text != "" {
		return r.Text + ", kept as " + r.Proposal.Version.Short()
	}
	return string(r.Outcome)
}

func orElse(s, fallback string) string {
	if s == "" {
		return fallback
	}
	return s
}

// orEmpty makes a list that JSON shows as [] and not as null.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
