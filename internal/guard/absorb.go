package guard

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"noclobber/gate"
	"noclobber/internal/document"
	"noclobber/internal/fsx/fault"
	"noclobber/internal/siblings"
	"noclobber/ledger"
)

// VerbAbsorb merges the conflict copies of a document back into it.
const VerbAbsorb Verb = "absorb"

// Fate is what became of a conflict copy, or would.
type Fate string

// The fates of copies.
const (
	FateEqual      Fate = "identical"  // removed: the document says the same
	FateContained  Fate = "contained"  // removed: every line of it stands in the document
	FateSuperseded Fate = "superseded" // removed: an earlier version of the document, written over through the gate
	FateMerged     Fate = "merged"     // removed: what it alone held stands in the document now
	FateDropped    Fate = "dropped"    // removed: somebody decided that the document need not hold what it held
	FateKept       Fate = "kept"       // it is where it was: it still holds something, or is nobody's to remove
	FateNoCopy     Fate = "no copy"    // another document with a similar name
)

// Absorbed is one copy of a document.
type Absorbed struct {
	Copy    string       `json:"copy"` // for people
	Path    string       `json:"path"`
	Tool    string       `json:"tool"`
	Fate    Fate         `json:"fate"`
	Removed bool         `json:"removed"`
	Version ledger.Stamp `json:"version,omitzero"` // its bytes, kept in the document's log
	Why     string       `json:"why,omitempty"`
	Left    []string     `json:"left,omitempty"` // what only it holds
}

// AbsorbOptions says how copies are absorbed.
type AbsorbOptions struct {
	DryRun bool // change nothing
	// Drop removes the copies that are named themselves even if they still hold something: the document was made to say
	// what it should. Their bytes are kept like those of all others.
	Drop bool
}

// AbsorbReceipt is what absorbing did to one document.
type AbsorbReceipt struct {
	Receipt
	DryRun bool       `json:"dry_run,omitempty"`
	Copies []Absorbed `json:"copies"`
}

// Absorb merges the conflict copies that lie beside documents back into them: those given, those below the directories
// given, or all that the policies in force for dir and those below it protect. A copy goes once its bytes are durable in
// the document's log and everything that it held stands in the document, or was there before; else it stays and is a
// finding.
func (g *Guard) Absorb(who gate.Context, dir string, paths []string, opt AbsorbOptions) ([]AbsorbReceipt, []Finding) {
	documents, only, findings := g.absorbable(dir, paths)
	var receipts []AbsorbReceipt
	for _, group := range byOwner(g.copiesOf(besides(documents)), only) {
		if opt.Drop {
			group = slices.DeleteFunc(group, func(c copyFile) bool {
				return !slices.ContainsFunc(only, func(p string) bool { return samePath(p, c.path) })
			})
		}
		if len(group) == 0 {
			continue
		}
		if group[0].alone {
			findings = append(findings, orphans(group)...)
			continue
		}
		r, found, err := g.absorb(who, group, opt)
		if err != nil {
			findings = append(findings, Finding{Kind: "unabsorbed", Severity: "error", Path: group[0].name, Message: err.Error()})
			continue
		}
		findings = append(findings, found...)
		if len(r.Copies) > 0 {
			receipts = append(receipts, r)
		}
	}
	return receipts, findings
}

// absorbable lists the documents beside which copies are looked for. only, where it is not empty, are the owners and
// copies that were asked for by name.
func (g *Guard) absorbable(dir string, paths []string) (documents, only []string, findings []Finding) {
	if len(paths) == 0 {
		documents, findings = g.inForceAt(dir)
		return documents, nil, findings
	}
	for _, path := range paths {
		info, err := os.Stat(path)
		if err == nil && info.IsDir() {
			found, broken := g.inForceAt(path)
			below := g.realDir(path) + string(filepath.Separator)
			for _, d := range found {
				if strings.HasPrefix(d, below) {
					documents = append(documents, d)
					only = append(only, d)
				}
			}
			findings = append(findings, broken...)
			continue
		}
		if _, protected := g.targetOf(path); !protected && !g.isCopy(path) {
			findings = append(findings, unprotectedFinding(path))
			continue
		}
		documents, only = append(documents, path), append(only, path)
	}
	return documents, only, findings
}

// inForceAt lists the documents of the policies in force for a directory and of those below it, and the names of those
// that should be there.
func (g *Guard) inForceAt(dir string) ([]string, []Finding) {
	policies, findings := g.policiesAt(dir)
	documents := g.allDocuments(policies)
	for _, p := range policies {
		documents = append(documents, p.Literals()...)
	}
	slices.Sort(documents)
	return slices.Compact(documents), findings
}

func (g *Guard) realDir(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return filepath.Clean(path)
}

// byOwner groups copies by their document. With only, those of other documents are left out; a copy that was named
// itself is taken alone.
func byOwner(copies []copyFile, only []string) [][]copyFile {
	var owners []string
	groups := map[string][]copyFile{}
	for _, c := range copies {
		if len(only) > 0 && !asked(c, only) {
			continue
		}
		if _, ok := groups[c.owner]; !ok {
			owners = append(owners, c.owner)
		}
		groups[c.owner] = append(groups[c.owner], c)
	}
	slices.Sort(owners)
	out := make([][]copyFile, len(owners))
	for i, o := range owners {
		out[i] = groups[o]
	}
	return out
}

func asked(c copyFile, only []string) bool {
	return slices.ContainsFunc(only, func(path string) bool { return samePath(path, c.owner) || samePath(path, c.path) })
}

func samePath(a, b string) bool {
	return filepath.Dir(a) == filepath.Dir(b) && siblings.Same(filepath.Base(a), filepath.Base(b))
}

// orphans are copies of a document that is not there: a missing file may come back, and is no reason to make one.
func orphans(group []copyFile) []Finding {
	var out []Finding
	for _, c := range group {
		out = append(out, Finding{
			Kind: "conflict-copy-alone", Severity: "warning", Path: c.name,
			Message: fmt.Sprintf("%s is a conflict copy (%s) of %s, which is not there", c.name, c.Tool, filepath.Base(c.owner)),
			Mend:    "bring the document back (noclobber log and restore, or wait for the sync), then: noclobber absorb " + gate.ShellQuote(c.path),
		})
	}
	return out
}

// absorb merges the copies of one document and removes those that hold nothing more.
func (g *Guard) absorb(who gate.Context, group []copyFile, opt AbsorbOptions) (AbsorbReceipt, []Finding, error) {
	if opt.DryRun {
		return g.absorbDry(who, group, opt)
	}
	var a *absorption
	none := func(*held) bool { return false }
	err := g.run(who, group[0].owner, VerbAbsorb, none, func(h *held, call gate.Call, note string) error {
		a = newAbsorption(h, group)
		a.opt = opt
		return a.perform(call, note)
	})
	if err != nil {
		return AbsorbReceipt{}, nil, err
	}
	fault.At("absorb.merged")
	a.remove(who)
	r, findings := a.report()
	return r, findings, nil
}

// absorbDry plans on what stands there, and changes nothing.
func (g *Guard) absorbDry(who gate.Context, group []copyFile, opt AbsorbOptions) (AbsorbReceipt, []Finding, error) {
	t, err := g.Target(group[0].owner)
	if err != nil {
		return AbsorbReceipt{}, nil, err
	}
	doc, err := g.store.Read(t.Real)
	if err != nil && !errors.Is(err, ledger.ErrUnknown) {
		return AbsorbReceipt{}, nil, err
	}
	h := &held{g: g, t: t, doc: doc, writer: g.writerOf(who)}
	if doc != nil {
		defer h.release()
	}
	if err := h.look(); err != nil {
		return AbsorbReceipt{}, nil, err
	}
	a := newAbsorption(h, group)
	a.opt = opt
	a.plan()
	r, findings := a.report()
	return r, findings, nil
}

// absorption is what happens to the copies of one document.
type absorption struct {
	*held
	copies  []*copied
	opt     AbsorbOptions
	before  ledger.Stamp
	after   ledger.Stamp
	text    []byte // what is to stand
	doubts  []document.Doubt
	notes   []string
	lineage *lineage
}

// copied is one copy, read.
type copied struct {
	copyFile
	disk
	rival
	fate Fate
	note bool // what is wrong with it is no reason to fail
}

func newAbsorption(h *held, group []copyFile) *absorption {
	a := &absorption{held: h, before: h.disk.stamp, after: h.disk.stamp, text: h.disk.data}
	for _, c := range group {
		a.copies = append(a.copies, &copied{copyFile: c})
	}
	return a
}

// perform merges under the document's lock. When it returns, the bytes of every copy that may go are durable, and so is
// the document.
func (a *absorption) perform(call gate.Call, note string) error {
	if note != "" {
		a.notes = append(a.notes, note)
	}
	a.plan()
	kept := a.keepCopies(call)
	if !a.disk.exists || ledger.VersionOf(a.text) == a.disk.stamp.Version || a.disk.large {
		if kept {
			return a.commit(true)
		}
		return nil // unchanged bytes are not written
	}
	if err := a.held.perform(call, known(a.text), VerbAbsorb, func() error { return a.put(a.text) }); err != nil {
		return err
	}
	a.after = a.disk.stamp
	return nil
}

// keepCopies stages the bytes of the copies, those that stay included, each with a record that names it.
func (a *absorption) keepCopies(call gate.Call) bool {
	kept := false
	for _, c := range a.copies {
		if !c.goes() && (c.fate != FateKept || !c.exists || a.stored(c.stamp)) {
			continue
		}
		if !c.large {
			c.stamp = a.doc.Keep(c.disk.data, a.doc.Tail().Head, nil)
		}
		r := a.record(ledger.Result, call)
		r.Op, r.Outcome, r.Text = opOf(call, nil), ledger.Committed, "conflict copy "+filepath.Base(c.path)+": "+string(c.fate)
		r.Before, r.After, r.Proposal = a.doc.Tail().Head, a.doc.Tail().Head, c.stamp
		a.doc.Append(r)
		kept = true
	}
	return kept
}

// stored reports whether the document's log has a version.
func (a *absorption) stored(s ledger.Stamp) bool {
	_, err := a.doc.Find(string(s.Version))
	return err == nil
}

func (c *copied) goes() bool {
	switch c.fate {
	case FateEqual, FateContained, FateSuperseded, FateMerged, FateDropped:
		return true
	}
	return false
}

// report tells what was done, and what a person has to look at.
func (a *absorption) report() (AbsorbReceipt, []Finding) {
	r := AbsorbReceipt{DryRun: a.opt.DryRun, Receipt: Receipt{
		Document: a.t.name, Path: a.t.Real, Verb: VerbAbsorb, Before: a.before, After: a.after, Notes: a.notes,
	}}
	if a.opt.DryRun {
		r.After = ledger.StampOf(a.text)
	}
	var findings []Finding
	for _, c := range a.copies {
		if c.fate == FateNoCopy {
			continue
		}
		one := Absorbed{Copy: c.name, Path: c.path, Tool: string(c.Tool), Fate: c.fate, Removed: c.goes() && !a.opt.DryRun, Version: c.stamp, Why: c.why, Left: c.left}
		one.Version.At = 0
		r.Copies = append(r.Copies, one)
		if c.fate == FateKept {
			findings = append(findings, a.keptFinding(c))
		}
	}
	if len(a.doubts) > 0 {
		findings = append(findings, a.doubtFinding())
	}
	return r, findings
}

func (a *absorption) keptFinding(c *copied) Finding {
	f := Finding{
		Kind: "conflict-copy-kept", Severity: "warning", Path: c.name, Lines: c.left,
		Message: fmt.Sprintf("%s (%s) stays beside %s: %s", c.name, c.Tool, a.t.name, c.why),
		Before:  c.stamp.Version.Short(), After: a.after.Version.Short(),
	}
	if c.note {
		f.Severity = "note"
	} else if len(c.left) > 0 {
		f.Mend = "make the document say what it should, then: noclobber absorb --drop " + gate.ShellQuote(c.path)
	}
	return f
}

func (a *absorption) doubtFinding() Finding {
	f := Finding{
		Kind: "two-forms", Severity: "warning", Path: a.t.name,
		Message: fmt.Sprintf("%s: nobody can tell which form is newer, so both stand at %s", a.t.name, places(len(a.doubts))),
		Before:  a.before.Version.Short(), After: a.after.Version.Short(),
		Mend: "read the document and take out the older form of each",
	}
	for _, d := range a.doubts {
		f.Lines = append(f.Lines, "document: "+strings.Join(d.A, " / "), "copy: "+strings.Join(d.B, " / "))
	}
	return f
}

func places(n int) string {
	if n == 1 {
		return "one place"
	}
	return fmt.Sprintf("%d places", n)
}
