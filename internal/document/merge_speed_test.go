package document

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// BenchmarkMerge compares with git on the same texts; git's time has the writing of three files and a process in it.
func BenchmarkMerge(b *testing.B) {
	for _, lines := range []int{200, 20_000, 200_000} {
		base, prop, head := scattered(lines, 50)
		b.Run(fmt.Sprintf("git merge-file, 2%% edited each/%d kB", len(base)/1000), func(b *testing.B) {
			dir := b.TempDir()
			for b.Loop() {
				if _, clean := gitMerge(b, dir, triple{"", base, prop, head}); !clean {
					b.Fatal("conflict")
				}
			}
		})
		b.Run(fmt.Sprintf("2%% edited each/%d kB", len(base)/1000), func(b *testing.B) {
			b.SetBytes(int64(len(base)))
			for b.Loop() {
				if !Merge(base, prop, head).Clean() {
					b.Fatal("conflict")
				}
			}
		})
	}
}

// scattered gives a text of so many lines and two versions, each with one line in every `each` changed.
func scattered(lines, each int) (base, prop, head []byte) {
	rng := rand.New(rand.NewPCG(1, 2))
	var b, p, h strings.Builder
	for i := range lines {
		l := fmt.Sprintf("line %d %s\n", i, strings.Repeat("x", 10+rng.IntN(60)))
		b.WriteString(l)
		for side, w := range []*strings.Builder{&p, &h} {
			if i%each == side*each/2 {
				fmt.Fprintf(w, "side %d ", side)
			}
			w.WriteString(l)
		}
	}
	return []byte(b.String()), []byte(p.String()), []byte(h.String())
}
