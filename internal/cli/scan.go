package cli

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"noclobber/internal/guard"
)

func newScan(s Streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "scan [PATH...]",
		Short: "look for losses that happened outside the gate; exit 1 if there are any",
		Example: `  noclobber scan
  noclobber scan notes/ JOURNAL.md --json`,
		Long: `Looks at the documents given, or at all that the policies in force here and those below protect, and reports lines
that went missing outside the gate until they are restored or accepted. Changes that lost nothing are listed as notes.
Run it where a writer may have bypassed the gate: in CI, from cron, after a sync.`,
		Args: takes(0, -1, "any number of PATHs"),
		RunE: func(_ *cobra.Command, args []string) error {
			states, findings, err := s.scan(args)
			if err != nil {
				return err
			}
			return s.report(findings, len(states), "document", asJSON)
		},
	}
	jsonFlag(cmd, &asJSON)
	return cmd
}

// scan looks at what the arguments name: documents, directories, or everything that is in force here.
func (s Streams) scan(args []string) ([]guard.Status, []guard.Finding, error) {
	if len(args) == 0 {
		states, findings, err := s.guard(s.Dir).Scan(s.Dir, nil)
		return states, append(findings, s.noPolicy()...), err
	}
	var (
		states   []guard.Status
		findings []guard.Finding
	)
	for _, path := range s.named(args) {
		more, found, err := s.scanPath(path)
		if err != nil {
			return nil, nil, err
		}
		states, findings = append(states, more...), append(findings, found...)
	}
	return states, findings, nil
}

func (s Streams) scanPath(path string) ([]guard.Status, []guard.Finding, error) {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return s.guard(s.Dir).Scan(s.Dir, []string{path})
	}
	return s.scanDirectory(path)
}

// scanDirectory looks at the documents below a directory.
func (s Streams) scanDirectory(dir string) ([]guard.Status, []guard.Finding, error) {
	all, found, err := s.guard(s.namesFrom(dir)).Scan(dir, nil)
	if real, realErr := filepath.EvalSymlinks(dir); realErr == nil {
		dir = real
	}
	below := map[string]bool{}
	var states []guard.Status
	for _, st := range all {
		if strings.HasPrefix(st.Path, dir+string(filepath.Separator)) {
			states = append(states, st)
			below[st.Document] = true
		}
	}
	var findings []guard.Finding
	for _, f := range found {
		if below[f.Path] || !isDocument(all, f.Path) {
			findings = append(findings, f)
		}
	}
	return states, findings, err
}

// namesFrom is the directory that a scan's names begin at: this one, or the one that is looked at where that lies elsewhere.
func (s Streams) namesFrom(dir string) string {
	if rel, err := filepath.Rel(s.Dir, dir); err == nil && filepath.IsLocal(rel) {
		return s.Dir
	}
	return dir
}

// isDocument reports whether a finding is about one of the documents, and not about the policy.
func isDocument(all []guard.Status, name string) bool {
	for _, st := range all {
		if st.Document == name {
			return true
		}
	}
	return false
}

// noPolicy is a finding where nothing is protected at all: a run whose policy did not arrive must not look fine.
func (s Streams) noPolicy() []guard.Finding {
	if s.guard(s.Dir).AnyPolicy(s.Dir) {
		return nil
	}
	return []guard.Finding{{
		Kind: "no-policy", Severity: severityWarning, Path: s.Dir,
		Message: "no .noclobber.toml stands here or above, so nothing is protected",
		Mend:    "noclobber init proposes one",
	}}
}
