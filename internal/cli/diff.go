package cli

import (
	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"noclobber/ledger"
)

func newDiff(s Streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "diff PATH [VERSION [VERSION]]",
		Short: "show what differs between versions",
		Example: `  noclobber diff JOURNAL.md                             # the last change
  noclobber diff JOURNAL.md 3f2a9c118d2e                # from that version to what stands on disk
  noclobber diff JOURNAL.md 3f2a9c118d2e 81b0c2d4e5f6   # between two versions`,
		Args: takes(1, 3, "a PATH and up to two VERSIONs"),
		RunE: func(_ *cobra.Command, args []string) error {
			d, err := s.diff(args[0], args[1:])
			if err != nil {
				return err
			}
			if asJSON {
				return printJSON(s.Out, d)
			}
			_, err = s.Out.Write([]byte(d.Diff))
			return err
		},
	}
	jsonFlag(cmd, &asJSON)
	return cmd
}

// difference is a comparison of two versions.
type difference struct {
	Document string       `json:"document"`
	From     ledger.Stamp `json:"from"`
	To       ledger.Stamp `json:"to"`
	Diff     string       `json:"diff"` // unified; empty: the same bytes
}

// side is one side of a comparison.
type side struct {
	stamp ledger.Stamp
	text  []byte
	note  string // where it stands, when not in the ledger
}

func (s Streams) diff(arg string, versions []string) (difference, error) {
	doc, err := s.look(s.guard(s.Dir), arg)
	if err != nil {
		return difference{}, err
	}
	defer doc.close()
	from, err := doc.from(versions)
	if err != nil {
		return difference{}, err
	}
	to, err := doc.to(versions)
	if err != nil {
		return difference{}, err
	}
	unified := diff.Diff(doc.label(from), from.text, doc.label(to), to.text)
	from.stamp.At, to.stamp.At = 0, 0
	return difference{Document: doc.name, From: from.stamp, To: to.stamp, Diff: string(unified)}, nil
}

// from is the version named first, or else the one before the last recorded change.
func (l look) from(versions []string) (side, error) {
	if len(versions) > 0 {
		return l.side(versions[0])
	}
	tail := l.Tail()
	stamp := tail.Prev
	if onDisk, err := l.onDisk(); err == nil && onDisk.stamp.Version != tail.Head.Version || stamp.Version == "" {
		stamp = tail.Head // what stands on disk is not recorded yet, or there was no change at all
	}
	text, err := l.bytes(stamp)
	return side{stamp: stamp, text: text}, err
}

// to is the version named second, or else what stands on disk.
func (l look) to(versions []string) (side, error) {
	if len(versions) > 1 {
		return l.side(versions[1])
	}
	return l.onDisk()
}

func (l look) onDisk() (side, error) {
	if isRemote(l.real) {
		head := l.Tail().Head
		text, err := l.bytes(head)
		return side{stamp: head, text: text, note: " (last seen)"}, err
	}
	text, stamp, err := readDocument(l.real)
	return side{stamp: stamp, text: text, note: " (on disk)"}, err
}

func (l look) side(prefix string) (side, error) {
	stamp, err := l.version(prefix)
	if err != nil {
		return side{}, err
	}
	text, err := l.bytes(stamp)
	return side{stamp: stamp, text: text}, err
}

func (l look) label(s side) string { return l.name + "@" + s.stamp.Version.Short() + s.note }
