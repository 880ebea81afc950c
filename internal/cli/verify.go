package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"noclobber/internal/guard"
	"noclobber/ledger"
)

func newVerify(s Streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "verify [PATH...]",
		Short:   "check the logs and the stored versions; exit 1 on damage",
		Example: "  noclobber verify",
		Long: `Reads the whole log of the documents given, or of all documents of this machine, and checks every checksum and every
reference. What is damaged is named with its place; everything that is not named is whole.`,
		Args: takes(0, -1, "any number of PATHs"),
		RunE: func(_ *cobra.Command, args []string) error {
			looked, findings, err := s.verify(args)
			if err != nil {
				return err
			}
			return s.report(findings, looked, "log", asJSON)
		},
	}
	jsonFlag(cmd, &asJSON)
	return cmd
}

func (s Streams) verify(args []string) (looked int, findings []guard.Finding, err error) {
	g := s.guard(s.Dir)
	documents, err := s.documents(g, args)
	if err != nil {
		return 0, nil, err
	}
	store := g.Store()
	for _, real := range documents {
		doc, err := store.Read(real)
		switch {
		case errors.Is(err, ledger.ErrUnknown) && len(args) == 0:
			continue // its state was removed while we looked
		case errors.Is(err, ledger.ErrUnknown):
			return 0, nil, absentError{fmt.Errorf("nothing is recorded of %s yet", real)}
		case err != nil:
			findings = append(findings, damageFinding(real, "the log cannot be opened: "+err.Error()))
			continue
		}
		looked++
		found, err := verifyOne(doc)
		if err != nil {
			return looked, findings, err
		}
		findings = append(findings, found...)
	}
	return looked, findings, nil
}

func verifyOne(doc *ledger.Doc) ([]guard.Finding, error) {
	damages, err := doc.Verify()
	var findings []guard.Finding
	for _, d := range damages {
		findings = append(findings, damageFinding(doc.Path(), fmt.Sprintf("log of %s, byte %d: %s", doc.Path(), d.Offset, d.Message)))
	}
	if len(damages) > 0 && err == nil {
		var w ledger.Wholeness
		w, err = doc.Whole()
		findings = append(findings, guard.Finding{Kind: "whole", Severity: severityNote, Path: doc.Path(), Message: wholeWords(doc.Path(), w)})
	}
	return findings, errors.Join(err, doc.Unlock())
}

// wholeWords says what can still be had from a damaged log.
func wholeWords(path string, w ledger.Wholeness) string {
	text := fmt.Sprintf("log of %s: %s and %s are whole", path, count(w.Records, "record"), count(w.Versions, "version"))
	if w.Versions > 0 {
		text += ", the newest " + w.Newest.Version.Short()
	}
	const named = 8
	for i, s := range w.Lost {
		switch {
		case i == 0:
			text += fmt.Sprintf("; the bytes of %s are lost: %s", count(len(w.Lost), "version"), s.Version.Short())
		case i < named:
			text += ", " + s.Version.Short()
		}
	}
	return text
}

func damageFinding(path, message string) guard.Finding {
	return guard.Finding{
		Kind: "damage", Severity: severityError, Path: path, Message: message,
		Mend: "what is damaged cannot be brought back from here; every version that `noclobber show` prints is whole",
	}
}

// documents are the real paths of those given, or of all that this machine knows.
func (s Streams) documents(g *guard.Guard, args []string) ([]string, error) {
	if len(args) == 0 {
		return g.Store().Documents()
	}
	var out []string
	for _, arg := range args {
		_, real, err := s.place(g, arg)
		if err != nil {
			return nil, err
		}
		out = append(out, real)
	}
	return out, nil
}
