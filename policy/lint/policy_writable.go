package lint

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"

	"noclobber/internal/report"
	"noclobber/policy"
)

// policyWritable finds ways to change what protects that the gate does not close.
type policyWritable struct{}

func (policyWritable) About() report.Check {
	return report.Check{
		ID: "policy-writable", Severity: report.Error, Title: "a policy, or hook settings, that anybody may write",
		Help: "The gate refuses agents' changes of the policy that weaken it, and of its entries in the hosts' settings. It cannot keep out another user's process: a policy, a settings file or their folder with write permission for everybody is one `echo` away from being gone. A rule that switches protection off for such a file does nothing, and is reported as well.",
	}
}

func (c policyWritable) Run(p *Pass) {
	files := []string{p.File}
	for _, h := range p.World.Hooks() {
		files = append(files, h.Path)
	}
	for _, file := range files {
		c.permissions(p, file)
	}
	c.rules(p, files)
}

func (policyWritable) permissions(p *Pass, file string) {
	if runtime.GOOS == "windows" {
		return // there are no such bits
	}
	for _, path := range []string{file, filepath.Dir(file)} {
		info, err := p.World.Lstat(path)
		if err != nil || info.Mode().Perm()&0o002 == 0 || info.IsDir() && info.Mode()&fs.ModeSticky != 0 {
			continue
		}
		what := "the file"
		if info.IsDir() {
			what = "its folder"
		}
		p.add(nil, report.Finding{
			Path:    p.World.Report(filepath.ToSlash(file)),
			Message: fmt.Sprintf("%s may be written by everybody (mode %04o)", what, info.Mode().Perm()), Mend: "chmod o-w " + path,
		})
	}
}

// rules reports rules that are meant to leave a policy or settings alone.
func (policyWritable) rules(p *Pass, files []string) {
	for _, file := range append(files, filepath.Join(p.Policy.Dir, policy.FileName)) {
		name := filepath.ToSlash(file)
		if rel, err := filepath.Rel(p.Policy.Dir, file); err == nil && filepath.IsLocal(rel) {
			name = filepath.ToSlash(rel)
		}
		if r := p.Policy.MatchRel(name); r != nil && r.Mode == policy.Off {
			p.inPolicy(r, p.inRule(r, "mode"), fmt.Sprintf("rule %q would leave %s unprotected; what protects it stays in force", r.Name, name), "take the file out of the rule")
			return
		}
	}
}
