package guard

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"noclobber/gate"
	"noclobber/ledger"
	"noclobber/policy"
)

// Finding is one thing that a person should look at.
type Finding struct {
	Kind     string   `json:"kind"`
	Severity string   `json:"severity"` // error, warning, note
	Path     string   `json:"path"`
	Message  string   `json:"message"`
	Lines    []string `json:"lines,omitempty"`
	Before   string   `json:"before,omitempty"`
	After    string   `json:"after,omitempty"`
	Mend     string   `json:"mend,omitempty"`
}

// Status is a document as a look at it shows.
type Status struct {
	Document string       `json:"document"`
	Path     string       `json:"path"`
	Mode     policy.Mode  `json:"mode"`
	Rule     string       `json:"rule"`
	Policy   string       `json:"policy"`
	Head     ledger.Stamp `json:"head"`
	Changed  string       `json:"changed,omitempty"` // who and when
	Open     int          `json:"open"`              // calls that hold or held a lease
	Alarms   int          `json:"alarms"`
	Findings []Finding    `json:"findings,omitempty"`
}

// Scan looks at documents: those given, or all that the policies in force for dir and those below it protect. It records
// external changes, carries out repairs that wait, and returns what each document's state is.
func (g *Guard) Scan(dir string, paths []string) ([]Status, []Finding, error) {
	var (
		policies []*policy.Policy
		findings []Finding
		out      []Status
	)
	if len(paths) == 0 {
		policies, findings = g.policiesAt(dir)
		paths = g.allDocuments(policies)
	}
	call := gate.Call{Event: gate.Other, Context: gate.Context{Host: "noclobber"}, CWD: dir}
	targets, missing := g.scanTargets(paths)
	findings = append(findings, missing...)
	for _, t := range targets {
		s, err := g.scanOne(call, t)
		if err != nil {
			findings = append(findings, Finding{Kind: "unreadable", Severity: "error", Path: t.name, Message: fmt.Sprintf("%s: %v", t.name, err)})
			continue
		}
		s.Findings = append(s.Findings, g.unmet(t)...)
		findings = append(findings, s.Findings...)
		out = append(out, s)
	}
	findings = append(findings, g.neverThere(policies, out)...)
	g.projectAll(targets)
	return out, append(findings, g.scanCopies(realPaths(targets))...), nil
}

func realPaths(targets []*target) []string {
	out := make([]string, len(targets))
	for i, t := range targets {
		out[i] = t.Real
	}
	return out
}

// projectAll tells the other nodes what the logs of the targets' policies have got.
func (g *Guard) projectAll(targets []*target) {
	done := map[string]bool{}
	for _, t := range targets {
		if p := t.Policy; p != nil && !done[p.File] && expects(p) {
			done[p.File] = true
			_ = g.project(p) // they learn it the next time
		}
	}
}

// scanTargets finds the rules of the documents to look at; one that has none is a finding. Several names may lead to one.
func (g *Guard) scanTargets(paths []string) (targets []*target, findings []Finding) {
	seen := map[string]bool{}
	add := func(t *target) {
		if !seen[t.Real] {
			targets = append(targets, t)
		}
		seen[t.Real] = true
	}
	for _, path := range paths {
		t, ok := g.targetOf(path)
		if !ok {
			findings = append(findings, unprotectedFinding(path))
			continue
		}
		add(t)
		if l, ok := g.linked(path, t); ok {
			if _, ok := g.remembered(l.Policy, path); ok {
				add(l)
			}
		}
	}
	return targets, findings
}

// unprotectedFinding tells of a document that was guarded before, or that was asked for by name.
func unprotectedFinding(path string) Finding {
	return Finding{
		Kind: "unprotected", Severity: "warning", Path: path, Message: path + " is not protected by any policy",
		Mend: "a rule that names it; below a nested work tree (a directory with .git) only with nested = true",
	}
}

// allDocuments are those that stand there now and those that are known from before.
func (g *Guard) allDocuments(policies []*policy.Policy) []string {
	var out []string
	for _, p := range policies {
		out = append(out, g.walk(p)...)
		known, err := g.store.Index(p.File).Load()
		if err != nil {
			continue
		}
		for _, k := range known {
			if _, err := os.Lstat(k.Path); err == nil || k.Version != ledger.Absent || g.awaited(k.Path) {
				out = append(out, filepath.Clean(k.Path))
			}
		}
	}
	slices.Sort(out)
	out = slices.DeleteFunc(slices.Compact(out), g.isCopy) // absorbed, not written
	return out
}

// awaited reports whether a document that is away has calls whose end nobody has heard of, or a loss that nobody accepted.
func (g *Guard) awaited(path string) bool {
	d, err := g.store.Read(path)
	if err != nil {
		return true // scanning it says what is wrong
	}
	defer func() { _ = d.Unlock() }()
	return len(d.Tail().Opens) > 0 || len(d.Tail().Alarms) > 0
}

func (g *Guard) scanOne(call gate.Call, t *target) (Status, error) {
	h, err := g.holdWithin(t.patience(), t, ledger.Writer{Host: "noclobber"})
	if err != nil {
		return Status{}, err
	}
	defer h.release()
	held, err := h.settle(call, true)
	if err != nil {
		return Status{}, err
	}
	if err := h.commit(false); err != nil {
		return Status{}, err
	}
	if held == nil {
		if _, err := h.mend(); err != nil {
			return Status{}, err
		}
	}
	return h.status(), nil
}

func (h *held) status() Status {
	tail := h.doc.Tail()
	s := Status{
		Document: h.t.name, Path: h.t.Real, Mode: h.rule().Mode, Rule: h.rule().Name, Policy: h.t.Policy.File,
		Head: h.disk.stamp, Open: len(tail.Opens), Alarms: len(tail.Alarms), Changed: h.lastBy(),
	}
	for _, r := range h.alarms() {
		s.Findings = append(s.Findings, alarmFinding(h.t, r))
	}
	if f, ok := h.waiting(); ok {
		s.Alarms++
		s.Findings = append(s.Findings, f)
	}
	if f, ok := h.erosion(); ok {
		s.Findings = append(s.Findings, f)
	}
	if last, ok, err := h.doc.LastChange(); err == nil && ok && last.Event == ledger.External && !last.Alarm {
		s.Findings = append(s.Findings, Finding{
			Kind: "external-change", Severity: "note", Path: h.t.name,
			Message: fmt.Sprintf("%s was changed outside the gate (%s), nothing that counts was lost", h.t.name, last.Cause),
			Before:  last.Before.Version.Short(), After: last.After.Version.Short(),
		})
	}
	return s
}

func alarmFinding(t *target, r ledger.Record) Finding {
	path := gate.ShellQuote(t.Real)
	return Finding{
		Kind: "lost-lines", Severity: "error", Path: t.name, Message: describe(t.name, r), Lines: r.Lines,
		Before: r.Before.Version.Short(), After: r.After.Version.Short(),
		Mend: mendOf(r, path),
	}
}

func mendOf(r ledger.Record, path string) string {
	switch r.Cause {
	case causeLinked:
		return wayBackOfLinked(r, path)
	case causeForgotten:
		return fmt.Sprintf("its earlier versions are gone; noclobber accept %s if it was meant", path)
	}
	return fmt.Sprintf("noclobber heal %s (or noclobber restore %s %s); noclobber accept %s if it was meant", path, path, r.Before.Version.Short(), path)
}
