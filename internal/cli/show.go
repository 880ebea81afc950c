package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"noclobber/ledger"
)

func newShow(s Streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "show PATH@VERSION",
		Short:   "print the exact bytes of a version",
		Example: "  noclobber show JOURNAL.md@3f2a9c118d2e > JOURNAL.before.md",
		Long: `Prints the bytes that a version of the document had, also when the document is gone. Without @VERSION: those of the
last recorded version. The first digits of a version are enough.`,
		Args: takes(1, 1, "one PATH@VERSION"),
		RunE: func(_ *cobra.Command, args []string) error {
			text, stamp, err := s.show(args[0])
			if err != nil {
				return err
			}
			if asJSON {
				return printJSON(s.Out, asReading(text, stamp))
			}
			_, err = s.Out.Write(text)
			return err
		},
	}
	jsonFlag(cmd, &asJSON)
	return cmd
}

func (s Streams) show(arg string) ([]byte, ledger.Stamp, error) {
	path, version := splitVersion(arg)
	doc, err := s.look(s.guard(s.Dir), path)
	if err != nil {
		return nil, ledger.Stamp{}, err
	}
	defer doc.close()
	stamp, err := doc.wanted(version)
	if err != nil {
		return nil, stamp, err
	}
	text, err := doc.bytes(stamp)
	return text, stamp, err
}

// wanted is the version that was named, or else the last recorded one.
func (l look) wanted(version string) (ledger.Stamp, error) {
	if version != "" {
		return l.version(version)
	}
	tail := l.Tail()
	if tail.Head.Version == ledger.Absent && tail.Prev.Version != "" {
		return tail.Head, hint(absentError{fmt.Errorf("%s is gone", l.name)}, "noclobber show %s@%s prints its last version", l.name, tail.Prev.Version.Short())
	}
	return tail.Head, nil
}

// splitVersion takes PATH@VERSION apart at the last @, unless what follows cannot be a version.
func splitVersion(arg string) (path, version string) {
	i := strings.LastIndexByte(arg, '@')
	if i < 0 || strings.ContainsAny(arg[i:], `/\.`) {
		return arg, ""
	}
	return arg[:i], arg[i+1:]
}
