package document

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// anchored draws an anchored document and two descendants: lines in and around anchors come, go and change, anchors move
// and nest; with headings, sections come, go, move and are renamed.
func anchored(t *rapid.T, headings bool) triple {
	word := rapid.SampledFrom([]string{"", "x", "y", "z", "- [ ] t", "- [x] t", "```"})
	var base []string
	for i := range rapid.IntRange(0, 4).Draw(t, "anchors") {
		body := rapid.SliceOfN(word, 0, 3).Draw(t, "body")
		if headings {
			base = append(base, rapid.SampledFrom([]string{"# A", "## B", "## C"}).Draw(t, "heading"))
			base = append(base, body...)
			continue
		}
		base = append(base, fmt.Sprintf("<!-- anchor:%d -->", i))
		base = append(append(base, body...), fmt.Sprintf("<!-- /anchor:%d -->", i))
		base = append(base, rapid.SliceOfN(word, 0, 2).Draw(t, "around")...)
	}
	side := func(name string) []string {
		l := slices.Clone(base)
		for range rapid.IntRange(0, 3).Draw(t, name) {
			at := rapid.IntRange(0, len(l)).Draw(t, "at")
			switch op := rapid.IntRange(0, 4).Draw(t, "op"); {
			case op == 0 || at == len(l):
				l = insert(l, at, rapid.SliceOfN(word, 1, 3).Draw(t, "new")...)
			case op == 1:
				l = remove(l, at, min(len(l)-at, rapid.IntRange(1, 3).Draw(t, "n")))
			case op == 2 && headings:
				l = insert(l, at, rapid.SampledFrom([]string{"# A", "## B", "## N"}).Draw(t, "section"), word.Draw(t, "body"))
			case op == 3:
				n := min(len(l)-at, rapid.IntRange(1, 5).Draw(t, "n"))
				block := slices.Clone(l[at : at+n])
				l = remove(l, at, n)
				l = insert(l, rapid.IntRange(0, len(l)).Draw(t, "to"), block...)
			default:
				l = change(l, at, word.Draw(t, "to"))
			}
		}
		return l
	}
	return triple{"anchored", join(base), join(side("prop")), join(side("head"))}
}

func TestAnchorMergeLosesNothing(t *testing.T) {
	for _, headings := range []bool{false, true} {
		m := Marks{Headings: headings, AllowNew: headings}
		rapid.Check(t, func(t *rapid.T) {
			tr := anchored(t, headings)
			got := MergeAnchors(tr.base, true, tr.prop, tr.head, m)
			checkAnchors(t, tr, m, got)
			if _, damage := ParseAnchors(tr.head, m); len(damage) > 0 {
				return
			}
			if same := MergeAnchors(tr.base, true, tr.base, tr.head, m); same.Clean() && string(same.Text) != string(tr.head) {
				t.Fatalf("nothing proposed for %q, and yet %q", tr.head, same.Text)
			}
			if current := MergeAnchors(tr.base, true, tr.prop, tr.base, m); current.Clean() && !Equal(current.Text, tr.prop) {
				t.Fatalf("%q to %q is %q", tr.base, tr.prop, current.Text)
			}
		})
	}
}
