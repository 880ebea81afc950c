package staged

import (
	"fmt"
	"slices"
	"strings"

	"noclobber/internal/report"
	"noclobber/policy"
)

// Blobs gives the bytes of blobs by their ids.
type Blobs interface {
	Blob(id string) ([]byte, error)
}

// Review judges commits of one repository.
type Review struct {
	Top    string // of the work tree, absolute: what the policies' paths are relative to
	Blobs  Blobs
	Before Policies // in force before the commit
	After  Policies // in force with it
	// Owner says whose conflict copy a file is by its name, without a directory; sure where no person would choose it.
	Owner func(name string) (owner string, sure bool)
	// Only narrows the review to these paths; empty: everything.
	Only []string
}

// Result is what a review found.
type Result struct {
	Findings []Finding
	Looked   int // protected documents that the commit changes
}

// Commit judges a commit against each of its parents. The order of findings is that of the paths.
func (r Review) Commit(c Commit) (Result, error) {
	run := &run{
		Review: r, commit: c, looked: map[string]bool{},
		rules: rules{top: r.Top, before: r.Before, after: r.After, broken: map[string]*policy.Broken{}},
	}
	run.unmerged()
	for i := range c.parents() {
		if err := run.parent(i); err != nil {
			return Result{}, err
		}
	}
	run.findings = append(run.findings, run.rules.brokenFindings()...)
	sortFindings(run.findings)
	return Result{Findings: unique(run.findings), Looked: len(run.looked)}, nil
}

// run is one review at work.
type run struct {
	Review
	commit   Commit
	rules    rules
	looked   map[string]bool
	findings []Finding
}

func (r *run) unmerged() {
	for _, p := range r.commit.Unmerged {
		if r.rules.of(p) != nil {
			r.findings = append(r.findings, Finding{
				Kind: Unmerged, Severity: report.Error, Path: p, Final: true,
				Message: p + " has a conflict that is not resolved",
			})
		}
	}
}

// parent judges the commit against one of its parents.
func (r *run) parent(i int) error {
	p := r.commit.parents()[i]
	was := p.Tree.without(r.commit.Unmerged)
	paths := changed(was, r.commit.Tree)
	added := slices.DeleteFunc(slices.Clone(paths), func(path string) bool {
		return was[path].Kind == File || r.commit.Tree[path].Kind != File
	})
	var changes []change
	for _, name := range paths {
		if err := r.copied(name, p.Tree); err != nil {
			return err
		}
		c, ok, err := r.changeOf(i, p, name, added)
		if err != nil {
			return err
		}
		if ok {
			changes = append(changes, c)
		}
	}
	r.judge(withoutArrivals(changes))
	return nil
}

// withoutArrivals leaves out files that look new and are documents that moved there, which have a change of their own.
func withoutArrivals(changes []change) []change {
	arrived := map[string]bool{}
	for _, c := range changes {
		if c.from != "" {
			arrived[c.path] = true
		}
	}
	return slices.DeleteFunc(changes, func(c change) bool { return c.from == "" && arrived[c.path] && !c.before.exists() })
}

// changeOf is what became of one path: a change of a policy or a document, the document's move, or nothing of interest.
func (r *run) changeOf(i int, p Parent, name string, added []string) (c change, ok bool, err error) {
	var rule *policy.Rule
	if !isPolicy(name) {
		rule = r.rules.of(name)
	}
	if rule == nil && !isPolicy(name) || !r.wanted(name) || r.settled(i, name) {
		return change{}, false, nil
	}
	if c, err = r.load(i, p, name, name); err != nil {
		return c, false, err
	}
	c.rule = rule
	if !c.mayHaveMoved() {
		return c, true, nil
	}
	to, err := moved(c.before, r.guardedFirst(added), r.commit.Tree, r.read)
	if err != nil || to == "" {
		return c, true, err
	}
	c, err = r.load(i, p, name, to)
	c.rule, c.from = rule, name
	return c, true, err
}

func (r *run) wanted(name string) bool {
	return len(r.Only) == 0 || slices.Contains(r.Only, name)
}

// settled says that a merge takes a path from another parent, and that this parent had not touched it: what was done to
// the document there was a commit of its own.
func (r *run) settled(i int, name string) bool {
	if len(r.commit.Parents) < 2 || r.commit.Base[name] != r.commit.Parents[i].Tree[name] {
		return false
	}
	for j, other := range r.commit.Parents {
		if j != i && other.Tree[name] == r.commit.Tree[name] {
			return true
		}
	}
	return false
}

// load reads a document at both sides, and at those of a merge.
func (r *run) load(i int, p Parent, before, after string) (change, error) {
	c := change{path: after, parent: p.Name}
	var err error
	if c.before, err = r.version(p.Tree[before]); err != nil {
		return c, fmt.Errorf("reading %s of %s: %w", before, p.Name, err)
	}
	if c.after, err = r.version(r.commit.Tree[after]); err != nil {
		return c, fmt.Errorf("reading the staged %s: %w", after, err)
	}
	for j, other := range r.commit.Parents {
		if j == i {
			continue
		}
		var f fork
		if f.base, err = r.version(r.commit.Base[before]); err != nil {
			return c, fmt.Errorf("reading %s of the merge base: %w", before, err)
		}
		if f.side, err = r.version(other.Tree[before]); err != nil {
			return c, fmt.Errorf("reading %s of %s: %w", before, other.Name, err)
		}
		c.forks = append(c.forks, f)
	}
	return c, nil
}

func (r *run) version(e Entry) (version, error) {
	text, err := r.read(e)
	return version{entry: e, text: text}, err
}

func (r *run) read(e Entry) ([]byte, error) {
	if e.Kind != File {
		return nil, nil
	}
	return r.Blobs.Blob(e.ID)
}

// judge judges the changes from one parent.
func (r *run) judge(changes []change) {
	there := elsewhere{}
	var found []Finding
	for _, c := range changes {
		if c.rule == nil {
			r.findings = append(r.findings, r.rules.policyFindings(c)...)
			continue
		}
		r.looked[c.path] = true
		there.add(c)
		found = append(found, c.judge()...)
		if c.from != "" && r.rules.of(c.path) == nil {
			found = append(found, c.finding(MovedOut, "%s moved to %s, which no rule protects", c.from, c.path))
		}
	}
	r.findings = append(r.findings, there.settle(found)...)
}

func sortFindings(list []Finding) {
	slices.SortStableFunc(list, func(a, b Finding) int {
		if d := strings.Compare(a.Path, b.Path); d != 0 {
			return d
		}
		return a.Line - b.Line
	})
}

// unique drops what a merge shows from both of its parents.
func unique(list []Finding) []Finding {
	var out []Finding
	for _, f := range list {
		if !slices.ContainsFunc(out, f.repeats) {
			out = append(out, f)
		}
	}
	return out
}

// repeats says that a finding tells nothing that another one does not tell.
func (f Finding) repeats(other Finding) bool {
	switch {
	case f.Path != other.Path || f.Kind != other.Kind:
		return false
	case f.Kind == LostDocument || f.Message == other.Message:
		return true
	}
	news := slices.ContainsFunc(f.Lines, func(l string) bool { return !slices.Contains(other.Lines, l) })
	return len(f.Lines) > 0 && !news
}
