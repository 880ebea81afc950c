package shard

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"noclobber/internal/document"
)

// drawLine makes lines as journals have them; many are equal, on purpose.
func drawLine(t *rapid.T) string {
	return rapid.SampledFrom([]string{
		"- ping", "- pong", "- a", "- ab", "- abc", "plain", "  indented", "", "", "```", "---", "- [ ] task",
		"- 2026-11-29 10:00 x", "- 2026-11-29 10:00 y", "2026-11-28T23:00:00Z z", "- 10:15 clock", "- 09:15 clock",
		"# J", "## Log", "## Ideas", "### Sub", "## 2026-11-29", "## 2026-11-29 10:00 entry", "## 2026-11-30 entry",
		"<!-- anchor:log -->", "<!-- /anchor:log -->", "<!-- anchor:none -->", "  - 2026-11-29 nested", "日本 2026-11-29",
	}).Draw(t, "line")
}

func drawText(t *rapid.T, name string, most int) []byte {
	var out []byte
	end := rapid.SampledFrom([]string{"\n", "\n", "\n", "\r\n"}).Draw(t, name+" ending")
	for range rapid.IntRange(0, most).Draw(t, name) {
		out = append(out, drawLine(t)+end...)
	}
	if rapid.Bool().Draw(t, name+" torn") {
		out = bytes.TrimRight(out, "\r\n")
	}
	return out
}

func drawOptions(t *rapid.T) Options {
	at := rapid.SampledFrom([]document.At{{}, {}, {Place: document.Top}, {Place: document.After, Anchor: "Log"}}).Draw(t, "at")
	return Options{At: at, Rows: rapid.IntRange(0, 9).Draw(t, "rows") == 0}
}

func drawShards(t *rapid.T) []Shard {
	var out []Shard
	for _, name := range []string{"a.md", "b.md", "c.md"} {
		out = append(out, Shard{Name: name, Text: drawText(t, name, 8)})
	}
	return out
}

// drawHistory cuts shards into states on their way, each a prefix of the next.
func drawHistory(t *rapid.T, shards []Shard) [][]Shard {
	var states [][]Shard
	done := make([]int, len(shards))
	for range rapid.IntRange(0, 4).Draw(t, "folds") {
		state := make([]Shard, len(shards))
		for i, s := range shards {
			done[i] = rapid.IntRange(done[i], len(s.Text)).Draw(t, "grown to")
			state[i] = Shard{Name: s.Name, Text: s.Text[:done[i]]}
		}
		states = append(states, state)
	}
	return append(states, shards)
}

// Any order of the shards, and any folds on the way while they grew, give the same bytes.
func TestTheResultDependsOnTheShardsAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		own, shards, opt := Bare(drawText(t, "own", 8)), drawShards(t), drawOptions(t)
		want := string(Fold(own, shards, opt))

		mixed := rapid.Permutation(shards).Draw(t, "order")
		assert.Equal(t, want, string(Fold(own, mixed, opt)))

		var last *Last
		doc := own.Text
		for _, state := range drawHistory(t, shards) {
			sk := own
			if last != nil {
				sk = Strip(doc, state, last, opt)
			}
			doc = Fold(sk, state, opt)
			last = &Last{Text: doc, Own: sk}
		}
		assert.Equal(t, want, string(doc))
	})
}

// Folding again, without any memory of the first fold, loses no line and doubles none.
func TestWithoutMemoryNothingIsLostOrDoubled(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		own, shards, opt := Bare(drawText(t, "own", 8)), drawShards(t), drawOptions(t)
		unfence(&own.Text, shards)
		once := Fold(own, shards, opt)
		twice := Fold(Strip(once, shards, nil, opt), shards, opt)
		assert.Equal(t, wordsOf(once), wordsOf(twice), "first:\n%s\nsecond:\n%s", once, twice)
		third := Fold(Strip(twice, shards, nil, opt), shards, opt)
		assert.Equal(t, wordsOf(twice), wordsOf(third))
	})
}

// unfence takes code fences and front matter away: an open one makes code of all that other writers wrote below it.
func unfence(own *[]byte, shards []Shard) {
	for _, open := range []string{"```", "---"} {
		*own = bytes.ReplaceAll(*own, []byte(open), []byte("***"))
		for i := range shards {
			shards[i].Text = bytes.ReplaceAll(shards[i].Text, []byte(open), []byte("***"))
		}
	}
}

// wordsOf counts the lines that have a word in them and are no headings: those may be shared.
func wordsOf(text []byte) map[string]int {
	n := map[string]int{}
	outline := document.OutlineOf(text)
	for i, line := range cut(text) {
		if outline[i].Level == 0 && hasWord(line) {
			n[key(line)]++
		}
	}
	return n
}

// Every line of the skeleton and every entry of every shard stands in the result as often as it was written.
func TestEveryLineStandsThereAsOftenAsItWasWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		own, shards, opt := Bare(drawText(t, "own", 8)), drawShards(t), drawOptions(t)
		want := map[string]int{}
		for _, text := range append([]Shard{{Text: own.Text}}, shards...) {
			for _, line := range cut(text.Text) {
				want[key(line)]++
			}
		}
		got := map[string]int{}
		for _, line := range cut(Fold(own, shards, opt)) {
			got[key(line)]++
		}
		for k, n := range want {
			shared := !opt.Rows && slices.Contains([]string{"# J", "## Log", "## Ideas", "## 2026-11-29", "### Sub"}, k)
			switch {
			case k == "", strings.HasPrefix(k, "<!--"):
			case shared:
				assert.GreaterOrEqual(t, n, got[k], k)
				assert.NotZero(t, got[k], k)
			default:
				assert.Equal(t, n, got[k], k)
			}
		}
		for k := range got {
			assert.True(t, k == "" || want[k] > 0, "%q was written by nobody", k)
		}
	})
}

// The skeleton's own lines stay, in their order.
func TestTheSkeletonStays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		own, shards, opt := drawText(t, "own", 8), drawShards(t), drawOptions(t)
		rest := cut(Fold(Bare(own), shards, opt))
		for _, line := range cut(own) {
			found := -1
			for i, l := range rest {
				if key(l) == key(line) {
					found = i
					break
				}
			}
			if found < 0 {
				t.Fatalf("%q is not there in its order", line)
			}
			rest = rest[found+1:]
		}
	})
}

// A union is the same from both sides, and keeps what both have.
func TestTheUnionOfTwoCopiesIsSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawText(t, "a", 6), drawText(t, "b", 6)
		assert.Equal(t, string(Union(a, b)), string(Union(b, a)))
		for _, side := range [][]byte{a, b} {
			if bytes.HasPrefix(a, side) && bytes.HasPrefix(b, side) {
				continue // the other one continues it, a torn last line included
			}
			assert.Empty(t, document.Lost(side, Union(a, b)).Lines)
		}
	})
}

func FuzzStampOf(f *testing.F) {
	for _, s := range []string{"- 2026-11-29 10:15 x", "20261129T101500Z", "[2026/11/29] x", "2026-11-29T10:15:00.5+02:00", "2026-1", "- [x] 2026-11-29"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		s, ok := stampOf(line)
		if ok && (s.at.Year() < 1969 || s.at.Year() > 10000 || len(s.rest) > len(line)) {
			t.Fatalf("%q reads as %v", line, s.at)
		}
		clockOf(line)
	})
}

func BenchmarkFold(b *testing.B) {
	var shards []Shard
	for _, writer := range []string{"a", "b", "c", "d", "e", "f"} {
		line := "- 2026-11-29 10:15 an entry of the usual length by " + writer + "\n"
		shards = append(shards, Shard{Name: writer + ".md", Text: []byte(strings.Repeat(line, 2000))})
	}
	for b.Loop() {
		Fold(Bare([]byte("# J\n")), shards, Options{})
	}
}
