package cli

import (
	"encoding/base64"
	"fmt"
	"os"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"noclobber/internal/fsx"
	"noclobber/ledger"
)

func newRead(s Streams) *cobra.Command {
	var versionOnly, asJSON bool
	cmd := &cobra.Command{
		Use:     "read PATH",
		Short:   "print a document, and its version on standard error",
		Example: "  v=$(noclobber read JOURNAL.md --version-only)",
		Long: `Prints the document's bytes on standard output and its version on standard error, and remembers that version: a later
"write --if-version" can be merged from it, whatever happens to the document meanwhile.`,
		Args: takes(1, 1, "one PATH"),
		RunE: func(_ *cobra.Command, args []string) error {
			text, stamp, err := s.readRecorded(s.document(args[0]))
			if err != nil {
				return err
			}
			switch {
			case asJSON:
				return printJSON(s.Out, asReading(text, stamp))
			case versionOnly:
				_, err = fmt.Fprintln(s.Out, stamp.Version)
				return err
			case stamp.Version == ledger.Absent:
				return hint(absentError{fmt.Errorf("%s does not exist", args[0])}, "noclobber write %s --if-version absent creates it", args[0])
			}
			s.remark("%s", stamp.Version)
			_, err = s.Out.Write(text)
			return err
		},
	}
	cmd.Flags().BoolVar(&versionOnly, "version-only", false, "print the version alone; \"absent\" where nothing stands")
	jsonFlag(cmd, &asJSON)
	return cmd
}

// reading is a document as JSON. Bytes that are no UTF-8 text are given in base64.
type reading struct {
	Content string         `json:"content"`
	Base64  string         `json:"content_base64,omitempty"`
	Version ledger.Version `json:"version"`
	Bytes   int64          `json:"bytes"`
	Lines   int64          `json:"lines"`
}

func asReading(text []byte, stamp ledger.Stamp) reading {
	r := reading{Version: stamp.Version, Bytes: stamp.Bytes, Lines: stamp.Lines}
	if utf8.Valid(text) {
		r.Content = string(text)
	} else {
		r.Base64 = base64.StdEncoding.EncodeToString(text)
	}
	return r
}

// readTries bounds how often a document is read again that changes while it is read.
const readTries = 5

// readRecorded reads a document and makes sure that the ledger has the version that is returned.
// Reading is free: a document that no policy protects, or a ledger that cannot be written, is no
// reason not to show the text.
func (s Streams) readRecorded(path string) ([]byte, ledger.Stamp, error) {
	if isRemote(path) {
		return s.show(path)
	}
	var (
		text  []byte
		stamp ledger.Stamp
		err   error
	)
	for range readTries {
		states, _, scanErr := s.guard(s.Dir).Scan(s.Dir, []string{path})
		if text, stamp, err = readDocument(path); err != nil {
			return nil, stamp, err
		}
		if scanErr != nil || len(states) == 0 || states[0].Head.Version == stamp.Version {
			break
		}
	}
	return text, stamp, nil
}

// readDocument reads the bytes on disk; a document that is not there is absent, which is no error.
func readDocument(path string) ([]byte, ledger.Stamp, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil, ledger.Stamp{}, usageError{fmt.Errorf("%s is a directory", path)}
	}
	real, err := fsx.Resolve(path)
	if err != nil {
		return nil, ledger.Stamp{}, err
	}
	text, id, err := fsx.ReadSettled(real, fsx.ReadOptions{Wait: fsx.SyncGap})
	switch {
	case err != nil:
		return nil, ledger.Stamp{}, err
	case !id.Exists:
		return nil, ledger.AbsentStamp(), nil
	}
	return text, ledger.StampOf(text), nil
}
