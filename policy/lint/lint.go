package lint

import (
	"io/fs"

	"noclobber/internal/report"
	"noclobber/policy"
)

// Check is one thing to look for.
type Check interface {
	// About describes the check; its ID never changes.
	About() report.Check
	// Run looks at a policy that parses and reports what it finds.
	Run(p *Pass)
}

// Subject is one policy and what stands around it.
type Subject struct {
	File     string // the policy's absolute path
	Name     string // what reports call it
	Text     []byte
	Policy   *policy.Policy  // nil where it does not parse
	Problems policy.Problems // why
	World    World
}

// World is what checks ask about the disk and about what acts on it. Names are "/"-separated and relative to the policy's
// directory, or absolute where the file lies elsewhere.
type World interface {
	// Files are the regular files that the policy's patterns may mean, without those in folders that are passed over
	// (version control, dependencies), sorted by name.
	Files() []File
	// Passed are the names of files in the folders that are passed over.
	Passed() []string
	// ReadFile reads one of the files.
	ReadFile(name string) ([]byte, error)
	// Lstat looks at any path: absolute, or relative to the policy's directory.
	Lstat(path string) (fs.FileInfo, error)
	// Hooks are the agents' settings of this project that start noclobber, and what is wrong with them.
	Hooks() []Hook
	// Judge says what would become of a test's call. Nothing is written.
	Judge(t policy.Test) (Judgement, error)
	// Report is what a document is called in reports.
	Report(name string) string
}

// File is one file that a policy may be about.
type File struct {
	Name    string
	Rule    *policy.Rule // the policy's rule that decides about it; nil where none does, or another policy
	Ignored bool         // git ignores it
	Size    int64
}

// Hook is one settings file of an agent host.
type Hook struct {
	Path     string // absolute
	Findings []report.Finding
}

// Judgement is the verdict on a call.
type Judgement struct {
	Verdict string // pass, rewrite, deny
	Text    string // what the agent is told
}

// Pass is one run of one check over one subject.
type Pass struct {
	Subject
	*seen
	index    policy.Index
	about    report.Check
	findings []found
}

// found is a finding and the rule that it is about.
type found struct {
	report.Finding
	rule *policy.Rule
	line int // of the policy, where the finding itself is about another file
}

// Run runs the checks over a subject. Of a policy that does not parse only its problems are reported.
func Run(s Subject, checks []Check) []report.Finding {
	index, seen := policy.NewIndex(s.Text), newSeen(s)
	var all []found
	for _, c := range checks {
		if _, parses := c.(problems); s.Policy == nil && !parses {
			continue
		}
		p := &Pass{Subject: s, seen: seen, index: index, about: c.About()}
		c.Run(p)
		all = append(all, p.findings...)
	}
	kept := silence(s, all)
	report.Sort(kept)
	return kept
}

// place is a line and a column in the policy.
type place struct{ line, col int }

// key is the place of a key.
func (p *Pass) key(path ...string) place {
	line, col := p.index.Key(path...)
	return place{line, col}
}

// inRule is the place of a key of a rule, or of the rule where it has no such key.
func (p *Pass) inRule(r *policy.Rule, path ...string) place {
	for i, other := range p.Policy.Rules {
		if other != r {
			continue
		}
		for n := len(path); n >= 0; n-- {
			if at := p.key(append([]string{"protect", itoa(i)}, path[:n]...)...); at.line > 0 {
				return at
			}
		}
	}
	return place{line: r.Line}
}

// inPolicy reports something about a place in the policy.
func (p *Pass) inPolicy(r *policy.Rule, at place, message, mend string) {
	p.add(r, report.Finding{Path: p.Name, Line: at.line, Col: at.col, Message: message, Mend: mend})
}

// inDocument reports something about a line of a document; 0 is the document as a whole.
func (p *Pass) inDocument(r *policy.Rule, name string, line int, message, mend string) {
	p.add(r, report.Finding{Path: p.World.Report(name), Line: line, Message: message, Mend: mend})
}

// add completes a finding: the check's own id and severity hold where it says nothing else.
func (p *Pass) add(r *policy.Rule, f report.Finding) {
	if f.Kind == "" {
		f.Kind = p.about.ID
	}
	if f.Severity == "" {
		f.Severity = p.about.Severity
	}
	one := found{Finding: f, rule: r}
	if f.Path == p.Name {
		one.line = f.Line
	}
	p.findings = append(p.findings, one)
}

// documents are the files about which a rule decides.
func (p *Pass) documents(r *policy.Rule) []File {
	var all []File
	for _, f := range p.World.Files() {
		if f.Rule == r {
			all = append(all, f)
		}
	}
	return all
}

// eachDocument reads every document of every rule that has text for f. Documents above the rule's limit, and those that
// cannot be read, which is somebody else's finding, are passed over.
func (p *Pass) eachDocument(wanted func(*policy.Rule) bool, f func(r *policy.Rule, d File, text []byte)) {
	for _, d := range p.World.Files() {
		if d.Rule == nil || d.Rule.Mode == policy.Off || !wanted(d.Rule) || d.Size > d.Rule.MaxDocument {
			continue
		}
		if text, err := p.World.ReadFile(d.Name); err == nil {
			f(d.Rule, d, text)
		}
	}
}
