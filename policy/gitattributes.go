package policy

import "strings"

// MergeLine is one pattern for a .gitattributes file in the policy's directory. As there, the last one that matches a
// path counts.
type MergeLine struct {
	Pattern string // from that directory on: "/notes/**/*.md", quoted where git wants that
	Ours    bool   // git is to merge such files by this policy; else as it would without it
}

// MergeLines says which files git is to merge by this policy: those whose rule has a way to merge two versions. What a
// user's policy names outside a repository is left out.
func (p *Policy) MergeLines() []MergeLine {
	var out []MergeLine
	for _, r := range p.everyRule() {
		ours := r.Mode == Append || r.Mode == Anchors || r.Mode == Merge
		if !ours && len(out) == 0 {
			continue
		}
		out = append(out, mergeLines(r.paths, ours)...)
		if ours {
			out = append(out, mergeLines(r.except, false)...)
		}
	}
	return out
}

func mergeLines(patterns []pattern, ours bool) []MergeLine {
	var out []MergeLine
	for _, one := range patterns {
		if one.rooted {
			continue
		}
		line := "/" + one.text
		if strings.ContainsAny(line, " \"") {
			line = `"` + strings.ReplaceAll(line, `"`, `\"`) + `"`
		}
		out = append(out, MergeLine{Pattern: line, Ours: ours})
	}
	return out
}
