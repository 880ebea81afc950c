package guard

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"noclobber/gate"
)

// TestErosion: losses that are each too small to be refused add up to a finding, which an accept settles; what was
// confirmed or lies further back does not count.
func TestErosion(t *testing.T) {
	text := "# Memory\n"
	for i := range 40 {
		text += fmt.Sprintf("- fact %d of some length, to have bytes\n", i)
	}
	w := newWorld(t, rule("merge", `max_erosion = "25%/24h"`), text)
	a := w.agent("A")
	shrink := func(n int) {
		lines := strings.SplitAfter(w.text(), "\n")
		a.read()
		c := a.write(strings.Join(lines[:len(lines)-1-n], "")).run()
		require.False(t, c.denied(), c.verdict.Text)
	}
	kinds := func() []string {
		var out []string
		for _, f := range w.scan() {
			out = append(out, f.Kind)
		}
		return out
	}
	shrink(6)
	require.Empty(t, kinds(), "one write within its limit is none")
	shrink(6)
	require.Equal(t, []string{"erosion"}, kinds())

	_, err := w.guard().Apply(gate.Context{Host: "cli"}, w.doc, Change{Verb: VerbAccept})
	require.NoError(t, err)
	require.Empty(t, kinds(), "accepted")
	shrink(4)
	w.pass(25 * time.Hour)
	shrink(4)
	require.Empty(t, kinds(), "further back than the rule looks")
}

// TestRotationsAreNoErosion: nor are they losses.
func TestRotationsAreNoErosion(t *testing.T) {
	w := newWorld(t, rule("append"), journal+strings.Repeat("- more of it\n", 30))
	for keep := 20; keep > 0; keep -= 10 {
		_, err := w.guard().Rotate(gate.Context{Host: "cli"}, w.doc, Rotation{Archive: w.dir + "/project/archive.md", Keep: keep})
		require.NoError(t, err)
	}
	require.Empty(t, w.scan())
}

// TestStaleWritersAfterARotation: who still has the old text gets the new entry through, before and after the rotation
// was seen, and no old entry comes back.
func TestStaleWritersAfterARotation(t *testing.T) {
	for _, mode := range []string{"append", "merge"} {
		for _, when := range []string{"planned after", "lands after"} {
			w := newWorld(t, rule(mode), journal)
			a := w.agent("A")
			a.read()
			c := a.write(journal + "- 03 new\n")
			rotate := func() {
				w.pass(time.Minute) // no lease holds it up
				_, err := w.guard().Rotate(gate.Context{Host: "cli"}, w.doc, Rotation{Archive: w.dir + "/project/archive.md", Keep: 1})
				require.NoError(t, err)
			}
			if when == "planned after" {
				rotate()
				c.before().perform().after().batch()
			} else {
				c.before()
				rotate()
				c.perform().after().batch()
			}
			require.False(t, c.denied(), c.verdict.Text)
			w.scan()
			require.Equal(t, "# Journal\n- 02 second\n- 03 new\n", w.text(), "%s, %s", mode, when)
		}
	}
}
