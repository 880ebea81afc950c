package precommit

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"noclobber/internal/gitrepo"
	"noclobber/internal/report"
	"noclobber/internal/staged"
)

// ErrHistory says that commits of a range are not in this clone.
var ErrHistory = errors.New("this clone lacks the history")

// ParseRange takes "A..B" apart. An empty B is HEAD.
func ParseRange(text string) (from, to string, err error) {
	from, to, ok := strings.Cut(text, "..")
	to = strings.TrimPrefix(to, ".")
	switch {
	case !ok || from == "":
		return "", "", fmt.Errorf("%q is no range: it is written FROM..TO", text)
	case to == "":
		to = "HEAD"
	}
	return from, to, nil
}

// Range judges what the commits of to that from lacks do together: the tree of to against that where the two histories
// forked. What one of them lost and another one brought back is no finding. A finding is allowed by the messages of the
// commits that made it; the work is then done commit by commit, for its documents only.
func (j Judge) Range(from, to string) (Outcome, error) {
	base, tip, err := j.ends(from, to)
	if err != nil {
		return Outcome{}, err
	}
	whole := staged.Commit{}
	if whole.Tree, err = j.Repo.Tree(tip); err != nil {
		return Outcome{}, err
	}
	if base != "" {
		tree, err := j.Repo.Tree(base)
		if err != nil {
			return Outcome{}, err
		}
		whole.Parents = []staged.Parent{{Name: gitrepo.Short(base), Tree: tree}}
	}
	result, set, err := j.review(whole)
	if err != nil {
		return Outcome{}, err
	}
	out := Outcome{Looked: result.Looked, Policy: anyPolicy(set, j.Repo.Top, whole.Tree), Scene: staged.Scene{Range: true}}
	for _, f := range result.Findings {
		f, used, err := j.trace(f, base, tip)
		if err != nil {
			return Outcome{}, err
		}
		out.Findings, out.Used = append(out.Findings, f), append(out.Used, used...)
	}
	return out, nil
}

// ends finds the commits whose trees are compared. base is "" where everything is new.
func (j Judge) ends(from, to string) (base, tip string, err error) {
	tip, ok := j.Repo.Resolve(to)
	if !ok {
		return "", "", fmt.Errorf("%w: there is no commit %q", ErrHistory, to)
	}
	if strings.Trim(from, "0") == "" { // what code hosts say of a branch that is new
		return "", tip, nil
	}
	start, ok := j.Repo.Resolve(from)
	if !ok {
		return "", "", fmt.Errorf("%w: there is no commit %q", ErrHistory, from)
	}
	base = j.Repo.Fork(start, tip)
	if base == "" && j.Repo.Shallow() {
		return "", "", fmt.Errorf("%w where %s and %s forked", ErrHistory, from, to)
	}
	return base, tip, nil
}

// trace finds the commits that made a finding, and whether all of them say that it is meant.
func (j Judge) trace(f staged.Finding, base, tip string) (staged.Finding, []staged.Allowance, error) {
	if f.Severity != report.Error || f.Final {
		return f, nil, nil
	}
	paths := []string{f.Path}
	if f.From != "" {
		paths = append(paths, f.From)
	}
	ids, err := j.Repo.Since(base, tip, paths...)
	if err != nil {
		return f, nil, err
	}
	var (
		made = newBlame(f)
		said = map[string][]staged.Allowance{}
		all  []staged.Allowance
	)
	for _, id := range ids {
		findings, allowed, err := j.one(id, paths)
		if err != nil {
			return f, nil, err
		}
		made.commit(id, findings)
		said[id] = allowed
		all = append(all, allowed...)
	}
	culprits := slices.DeleteFunc(made.culprits(ids), func(id string) bool { return len(said[id]) > 0 })
	if len(culprits) > 0 {
		f.Message += " (by " + shortIDs(culprits) + ")"
		return f, nil, nil
	}
	notes, used := staged.Allow([]staged.Finding{f}, all[:min(1, len(all))])
	return notes[0], used, nil
}

func shortIDs(ids []string) string {
	var out []string
	for _, id := range ids {
		out = append(out, gitrepo.Short(id))
	}
	return strings.Join(out, ", ")
}

// one judges one commit for some documents, and reads what its message allows for them.
func (j Judge) one(id string, paths []string) (findings []staged.Finding, allowed []staged.Allowance, err error) {
	message, err := j.Repo.Message(id)
	if err != nil {
		return nil, nil, err
	}
	all, _ := staged.ParseMessage(message, gitrepo.Short(id))
	for _, a := range all {
		if slices.Contains(paths, a.Path) {
			allowed = append(allowed, a)
		}
	}
	c, err := j.Repo.Commit(id)
	if err != nil {
		return nil, nil, err
	}
	result, _, err := j.review(c, paths...)
	return errorsOf(result.Findings), allowed, err
}
