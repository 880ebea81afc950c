package precommit

import (
	"slices"

	"noclobber/internal/document"
	"noclobber/internal/staged"
)

// Said is what somebody says is meant.
type Said struct {
	Allow   []staged.Allowance // now, on the command line
	Message []byte             // the message of the commit
}

// Staged judges the commit that `git commit` would make. What Said.Allow allowed is recorded, so that the hook that runs
// next knows of it.
func (j Judge) Staged(said Said) (Outcome, error) {
	next, err := j.Repo.Next()
	if err != nil {
		return Outcome{}, err
	}
	result, set, err := j.review(next)
	if err != nil {
		return Outcome{}, err
	}
	if err := j.markOwn(result.Findings, next); err != nil {
		return Outcome{}, err
	}
	inMessage, problems := staged.ParseMessage(said.Message, "the commit message")
	recorded, err := j.recorded(next)
	if err != nil {
		return Outcome{}, err
	}
	all, used := staged.Allow(result.Findings, slices.Concat(inMessage, said.Allow, recorded))
	for _, p := range problems {
		all = append(all, staged.MessageProblem(p))
	}
	if err := j.record(next, intersect(used, said.Allow)); err != nil {
		return Outcome{}, err
	}
	return Outcome{
		Findings: all, Looked: result.Looked, Used: used, Policy: anyPolicy(set, j.Repo.Top, next.Tree),
		Scene: staged.Scene{Below: j.Repo.Below()},
	}, nil
}

// intersect are the allowances of used that are among said.
func intersect(used, said []staged.Allowance) []staged.Allowance {
	var out []staged.Allowance
	for _, a := range used {
		if slices.Contains(said, a) {
			out = append(out, a)
		}
	}
	return out
}

// markOwn marks losses of what HEAD itself brought: git does not tell its hooks that a commit is being amended.
func (j Judge) markOwn(findings []staged.Finding, next staged.Commit) error {
	if len(next.Parents) != 1 {
		return nil
	}
	for i, f := range findings {
		if len(f.Lines) == 0 {
			continue
		}
		own, err := j.broughtByHead(f, next.Parents[0].Tree)
		if err != nil {
			return err
		}
		findings[i].Own = own
	}
	return nil
}

func (j Judge) broughtByHead(f staged.Finding, head staged.Tree) (bool, error) {
	id, ok := j.Repo.Resolve("HEAD~1")
	if !ok {
		return false, nil
	}
	tree, err := j.Repo.Tree(id)
	if err != nil {
		return false, err
	}
	name := f.Path
	if f.From != "" {
		name = f.From
	}
	was, is := tree[name], head[name]
	if was.Kind != staged.File || is.Kind != staged.File {
		return false, nil
	}
	old, err := j.Repo.Blob(was.ID)
	if err != nil {
		return false, err
	}
	now, err := j.Repo.Blob(is.ID)
	if err != nil {
		return false, err
	}
	brought := map[string]int{}
	for _, l := range document.Added(old, now) {
		brought[l]++
	}
	for _, l := range f.Lines {
		if brought[l]--; brought[l] < 0 {
			return false, nil
		}
	}
	return true, nil
}
