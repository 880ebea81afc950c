package staged

import (
	"fmt"

	"noclobber/gate"
)

// Scene is where a finding was made, for the commands that mend it.
type Scene struct {
	Range bool // in commits that exist; else in the index
	Below bool // the working directory is not the top of the work tree
}

// Mend is what to do about a finding: commands as they can be typed.
func (s Scene) Mend(f Finding) string {
	switch f.Kind {
	case BrokenPolicy:
		return "correct " + f.Path + "; until it parses nothing below it is judged"
	case Unmerged:
		return fmt.Sprintf("resolve it, then git add %s", s.path(f.Path))
	case Marks:
		return fmt.Sprintf("keep the lines of both sides, take the markers out, then git add %s; %s", s.path(f.Path), s.meant(f))
	case Sibling:
		return fmt.Sprintf("git rm --cached -- %s, and noclobber absorb merges it back; %s", s.path(f.Path), s.meant(f))
	case MovedOut:
		return fmt.Sprintf("protect %s by a rule; %s", f.Path, s.meant(f))
	}
	return s.back(f) + s.meant(f)
}

// back is how what stood before comes back.
func (s Scene) back(f Finding) string {
	name := f.Path
	if f.From != "" {
		name = f.From
	}
	switch {
	case s.Range && !f.takesAway():
		return "correct it in another commit; "
	case !f.takesAway():
		return fmt.Sprintf("correct it, then git add %s; ", s.path(f.Path))
	case s.Range:
		return fmt.Sprintf("bring it back in another commit (git show %s prints what stood); ", gate.ShellQuote(f.Parent+":"+name))
	case f.Own:
		return "it came with the last commit; to amend that one: git reset --soft HEAD~1, then git commit -c ORIG_HEAD; "
	case f.Kind == LostDocument:
		return fmt.Sprintf("git restore --staged -- %s; ", s.path(f.Path))
	}
	return fmt.Sprintf("git show %s prints what stood: put it back, then git add %s; ", gate.ShellQuote(f.Parent+":"+name), s.path(f.Path))
}

// takesAway says that what stood before would mend the finding.
func (f Finding) takesAway() bool {
	switch f.Kind {
	case Reordered, DamagedAnchor, FrozenText, DeniedChange, WeakerPolicy:
		return f.Before != ""
	}
	return losing(f.Kind) && f.Before != ""
}

// meant is how somebody says that the change is meant.
func (s Scene) meant(f Finding) string {
	a := Allowance{Path: f.Path, Reason: "WHY"}
	switch {
	case f.Final:
		return `no allowance counts here (shrink = "deny")`
	case s.Range:
		return fmt.Sprintf("if it is meant, the message of the commit that does it says: %s", a)
	}
	return fmt.Sprintf("if it is meant: noclobber precommit --allow %s --reason 'WHY', or in the commit message: %s", s.path(f.Path), a)
}

// path is a path from the top as an argument of git, and of noclobber, where they are run.
func (s Scene) path(name string) string {
	if s.Below {
		name = ":/" + name
	}
	return gate.ShellQuote(name)
}
