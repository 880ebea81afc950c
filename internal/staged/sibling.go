package staged

import (
	"fmt"
	"path"

	"noclobber/internal/document"
	"noclobber/internal/report"
)

// copied reports a conflict copy of a protected document that the commit adds.
func (r *run) copied(name string, was Tree) error {
	if r.Owner == nil || was[name].Kind != 0 || r.commit.Tree[name].Kind != File || !r.wanted(name) {
		return nil
	}
	dir, base := path.Split(name)
	owner, sure := r.Owner(base)
	if owner == "" || r.rules.of(dir+owner) == nil {
		return nil
	}
	if !sure {
		related, err := r.related(name, dir+owner)
		if err != nil || !related {
			return err
		}
	}
	r.findings = append(r.findings, Finding{
		Kind: Sibling, Severity: report.Error, Path: name,
		Message: fmt.Sprintf("%s is a conflict copy of %s: lines that it alone has are read by nobody", name, dir+owner),
	})
	return nil
}

// related says whether most lines of a file that may be a copy stand in its owner: people name files "plan 2.md" too.
func (r *run) related(name, owner string) (bool, error) {
	copied, err := r.read(r.commit.Tree[name])
	if err != nil {
		return false, err
	}
	text, err := r.read(r.commit.Tree[owner])
	if err != nil {
		return false, err
	}
	total := len(document.Lost(copied, nil).Lines)
	return total > 0 && 2*len(document.Lost(copied, text).Lines) < total, nil
}
