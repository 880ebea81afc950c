package document

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// versions draws a base and two descendants over a small alphabet, with moves, copies and repeated lines: the hard case
// for a matcher.
func versions(t *rapid.T) triple {
	alphabet := rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "", "- [ ] f", "- [x] f", "k=1", "k=2"})
	base := rapid.SliceOfN(alphabet, 0, 12).Draw(t, "base")
	side := func(name string) []string {
		l := base
		for range rapid.IntRange(0, 4).Draw(t, name) {
			at := rapid.IntRange(0, len(l)).Draw(t, "at")
			switch op := rapid.IntRange(0, 3).Draw(t, "op"); {
			case op == 0 || at == len(l):
				l = insert(l, at, rapid.SliceOfN(alphabet, 1, 3).Draw(t, "new")...)
			case op == 1:
				l = remove(l, at, min(len(l)-at, rapid.IntRange(1, 3).Draw(t, "n")))
			case op == 2:
				l = change(l, at, alphabet.Draw(t, "to"))
			default:
				moved := l[at]
				l = remove(l, at, 1)
				l = insert(l, rapid.IntRange(0, len(l)).Draw(t, "to"), moved)
			}
		}
		return l
	}
	return triple{"drawn", join(base), join(side("prop")), join(side("head"))}
}

func join(l []string) []byte {
	if len(l) == 0 {
		return nil
	}
	return []byte(strings.Join(l, "\n") + "\n")
}

func TestMergeOfMovedAndRepeatedLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := versions(t)
		got := Merge(tr.base, tr.prop, tr.head)
		if lost := unkept(tr, got.Text); got.Clean() && len(lost) > 0 {
			t.Fatalf("%v in\n%q\n%q\n%q\nmerged %q", lost, tr.base, tr.prop, tr.head, got.Text)
		}
		if m := Merge(tr.base, tr.prop, tr.base); !m.Clean() || !Equal(m.Text, tr.prop) {
			t.Fatalf("only the proposal changed, and yet %q", m.Text)
		}
		if m := Merge(tr.base, tr.base, tr.head); !m.Clean() || string(m.Text) != string(tr.head) {
			t.Fatalf("only the head changed, and yet %q", m.Text)
		}
		if m := Merge(tr.base, tr.head, tr.head); !m.Clean() || string(m.Text) != string(tr.head) {
			t.Fatalf("both made the same change, and yet %q", m.Text)
		}
		one, two := MergeSymmetric(tr.base, tr.prop, tr.head), MergeSymmetric(tr.base, tr.head, tr.prop)
		if string(one.Text) != string(two.Text) || one.Clean() != two.Clean() {
			t.Fatalf("not symmetric: %q and %q", one.Text, two.Text)
		}
	})
}
