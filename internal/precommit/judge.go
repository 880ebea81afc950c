package precommit

import (
	"path/filepath"

	"noclobber/internal/gitrepo"
	"noclobber/internal/report"
	"noclobber/internal/staged"
	"noclobber/policy"
)

// Judge judges commits of one repository.
type Judge struct {
	Repo       *gitrepo.Repo
	UserPolicy string // file of the user's own policy; "": none
	Home       string
	Owner      func(name string) (owner string, sure bool) // whose conflict copy a file is
}

// Outcome is what was found.
type Outcome struct {
	Findings []staged.Finding
	Looked   int                // protected documents that change
	Used     []staged.Allowance // without which there would be more findings
	Policy   bool               // some policy holds here
	Scene    staged.Scene
}

// review judges one commit by the policies of its first parent and its own.
func (j Judge) review(c staged.Commit, only ...string) (staged.Result, *policy.Set, error) {
	was := staged.Tree{}
	if len(c.Parents) > 0 {
		was = c.Parents[0].Tree
	}
	before, after := j.policies(was, c.Tree), j.policies(c.Tree, was)
	result, err := staged.Review{
		Top: j.Repo.Top, Blobs: j.Repo, Before: before, After: after, Owner: j.Owner, Only: only,
	}.Commit(c)
	return result, after, err
}

func (j Judge) policies(tree, other staged.Tree) *policy.Set {
	return policy.NewSet(j.Repo.Files(tree, other), j.UserPolicy, j.Home)
}

// anyPolicy says whether some policy may hold for the files of a tree.
func anyPolicy(set *policy.Set, top string, tree staged.Tree) bool {
	if set.Any(top) {
		return true
	}
	for name := range tree {
		if filepath.Base(name) == policy.FileName {
			return true
		}
	}
	return false
}

// errorsOf are the findings that keep a commit from being made.
func errorsOf(findings []staged.Finding) []staged.Finding {
	var out []staged.Finding
	for _, f := range findings {
		if f.Severity == report.Error {
			out = append(out, f)
		}
	}
	return out
}
