package policy

import (
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// overlap says whether two patterns without alternatives may match the same path. It errs towards yes.
func overlap(a, b string) bool {
	x, y := strings.Split(fold(a), "/"), strings.Split(fold(b), "/")
	// meet[i][j]: x[i:] and y[j:] may match the same rest of a path.
	meet := make([][]bool, len(x)+1)
	for i := len(x); i >= 0; i-- {
		meet[i] = make([]bool, len(y)+1)
		for j := len(y); j >= 0; j-- {
			switch {
			case i == len(x) && j == len(y):
				meet[i][j] = true
			case i < len(x) && x[i] == "**":
				meet[i][j] = meet[i+1][j] || j < len(y) && meet[i][j+1]
			case j < len(y) && y[j] == "**":
				meet[i][j] = meet[i][j+1] || i < len(x) && meet[i+1][j]
			case i < len(x) && j < len(y):
				meet[i][j] = meet[i+1][j+1] && namesOverlap(x[i], y[j])
			}
		}
	}
	return meet[0][0]
}

// namesOverlap is overlap for patterns of one name.
func namesOverlap(a, b string) bool {
	switch wildA, wildB := hasGlob(a), hasGlob(b); {
	case !wildA && !wildB:
		return a == b
	case !wildB:
		return doublestar.MatchUnvalidated(a, b)
	case !wildA:
		return doublestar.MatchUnvalidated(b, a)
	}
	headA, tailA := ends(a)
	headB, tailB := ends(b)
	return (strings.HasPrefix(headA, headB) || strings.HasPrefix(headB, headA)) &&
		(strings.HasSuffix(tailA, tailB) || strings.HasSuffix(tailB, tailA))
}

// ends are the plain beginning and the plain end of a pattern that has glob characters between.
func ends(p string) (head, tail string) {
	return p[:strings.IndexAny(p, "*?[{")], p[strings.LastIndexAny(p, "*?]}")+1:]
}

// absolute is a pattern of p as it would be written from the root.
func (p *Policy) absolute(one pattern) string {
	if one.rooted {
		return one.text
	}
	return path.Join(Quote(slash(p.Dir)), one.text)
}
