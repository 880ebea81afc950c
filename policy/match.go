package policy

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// subject is a path in the forms in which one policy's patterns may name it.
type subject struct {
	abs, rel   string // NFC, "/" between names; rel "" when the path is not below the policy's directory
	private    bool   // inside a version control system's own directory
	anyFolding bool   // compare as a directory does that ignores letter case
}

// about is what p's patterns see of a slash-separated path, absolute or relative to p.Dir.
func (p *Policy) about(name string) subject {
	name = upperDrive(nfc(name))
	if !isRooted(name) {
		name = path.Join(slash(p.Dir), name)
	}
	s := subject{abs: name}
	if rel, below := relativeTo(name, slash(p.Dir)); below && rel != "." {
		s.rel = rel
	}
	s.private = hasVCSName(s.rel) || s.rel == "" && hasVCSName(s.abs)
	return s
}

func hasVCSName(p string) bool {
	for name := range strings.SplitSeq(p, "/") {
		if isVCSName(name) {
			return true
		}
	}
	return false
}

// folded is the same subject where letter case does not matter.
func (s subject) folded() subject {
	return subject{abs: fold(s.abs), rel: fold(s.rel), private: s.private, anyFolding: true}
}

func (p pattern) matches(s subject) bool {
	name, text := s.rel, p.text
	if p.rooted {
		name = s.abs
	}
	if s.anyFolding {
		text = p.folded
	}
	if name == "" || s.private && !hasVCSName(p.text) {
		return false
	}
	return doublestar.MatchUnvalidated(text, name)
}

// matches says whether the rule is about s: some path fits and no exception does.
func (r *Rule) matches(s subject) bool {
	about := func(p pattern) bool { return p.matches(s) }
	return slices.ContainsFunc(r.paths, about) && !slices.ContainsFunc(r.except, about)
}

// last is the last rule that matches s and that reaches it.
func (p *Policy) last(s subject, reaches func(*Rule) bool) *Rule {
	for _, r := range slices.Backward(p.Rules) {
		if about := r.ruleFor(s); about != nil && reaches(r) {
			return about
		}
	}
	return nil
}

// MatchRel is the last rule that matches rel, a "/"-separated path relative to p.Dir (a user policy's rules also match
// absolute ones), or nil. It may be one with the mode Off. The disk is not asked: nested work trees and directories
// that ignore letter case are only seen by Set.Find.
func (p *Policy) MatchRel(rel string) *Rule {
	return p.last(p.about(rel), func(*Rule) bool { return true })
}

// Protects says whether the policy has a rule that protects something.
func (p *Policy) Protects() bool {
	return slices.ContainsFunc(p.Rules, func(r *Rule) bool { return r.Mode != Off })
}

// Literals are the absolute paths that the policy names without glob characters and protects.
func (p *Policy) Literals() []string {
	var all []string
	for _, r := range p.everyRule() {
		for _, one := range r.paths {
			if r.Mode != Off && one.plain {
				all = append(all, p.base(one))
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Roots are the absolute directories where a walk must start to find every path that the policy's globs may protect.
// None lies in another. What a user policy's "/**/x" protects is left to be found when it is touched: nobody walks a
// whole disk.
func (p *Policy) Roots() []string {
	var all []string
	for _, r := range p.everyRule() {
		for _, one := range r.paths {
			if r.Mode != Off && !one.plain && !isDisk(one) {
				all = append(all, p.base(one))
			}
		}
	}
	return outermost(all)
}

// isDisk says whether a pattern may match anywhere on a disk.
func isDisk(one pattern) bool { return one.rooted && strings.HasSuffix(one.base, "/") }

// base is the absolute directory, or file, that a pattern's leading plain names name.
func (p *Policy) base(one pattern) string {
	if one.rooted {
		return filepath.FromSlash(one.base)
	}
	return filepath.Join(p.Dir, filepath.FromSlash(one.base))
}

// outermost drops directories inside others.
func outermost(dirs []string) []string {
	slices.SortFunc(dirs, func(a, b string) int { return len(a) - len(b) })
	var kept []string
	for _, d := range dirs {
		inside := slices.ContainsFunc(kept, func(k string) bool {
			_, below := relativeTo(filepath.ToSlash(d), filepath.ToSlash(k))
			return below
		})
		if !inside {
			kept = append(kept, d)
		}
	}
	slices.Sort(kept)
	return kept
}
