package precommit

import (
	"slices"

	"noclobber/internal/staged"
)

// blame says which commits of a range made what the range does as a whole. A line that one commit took away, a second one
// brought back and a third one took away again is the third one's.
type blame struct {
	finding staged.Finding
	last    map[string]string // line: the commit that took it away last
	other   []string          // commits with findings of that kind that are not about lines
}

func newBlame(f staged.Finding) *blame {
	return &blame{finding: f, last: map[string]string{}}
}

// commit notes the findings of the next commit, in the order of history.
func (b *blame) commit(id string, findings []staged.Finding) {
	for _, f := range findings {
		if len(b.finding.Lines) == 0 || len(f.Lines) == 0 {
			if f.Kind == b.finding.Kind {
				b.other = append(b.other, id)
			}
			continue
		}
		for _, l := range f.Lines {
			if slices.Contains(b.finding.Lines, l) {
				b.last[l] = id
			}
		}
	}
}

// culprits are those of the commits that are to blame.
func (b *blame) culprits(ids []string) []string {
	var out []string
	for _, id := range ids {
		guilty := slices.Contains(b.other, id)
		for _, by := range b.last {
			guilty = guilty || by == id
		}
		if guilty {
			out = append(out, id)
		}
	}
	return out
}
