package guard

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The schedules in this file are those that storms (storm_test.go) found: each once lost a line without a word.

// TestATextThatIsBroughtBackHidesNoCall: a call lands, somebody else's text is recorded, and then that comes back on which
// the call was planned. Its event says that it took place.
func TestATextThatIsBroughtBackHidesNoCall(t *testing.T) {
	for _, heard := range []bool{true, false} {
		w := newWorld(t, rule("append"), journal)
		a := w.agent("A")
		a.read()
		c := a.write(journal + "- A was here\n").before().perform().mute()
		w.pass(time.Minute)
		w.put(journal + "- U was here\n")
		w.scan()
		w.put(journal)
		w.scan()
		if heard {
			c.after().batch()
		}
		w.requireKept("- A was here")
	}
}

// TestACallOnADocumentThatStaysAwayIsGivenUp: nobody hears of the call again, and the document does not come back.
func TestACallOnADocumentThatStaysAwayIsGivenUp(t *testing.T) {
	w := newWorld(t, rule("append"), journal)
	a, b := w.agent("A"), w.agent("B")
	a.read()
	a.write(journal + "- A was here\n").before().perform()
	require.NoError(t, os.Remove(w.doc))
	w.pass(time.Minute)
	b.append("- B was here\n").before() // records that the document is away
	w.settled()
	require.True(t, w.recordedLoss()["- A was here"], w.history())
}

// TestWhatARepairWasToPutBackGoesWithItsDocument: the document is taken away while a repair waits.
func TestWhatARepairWasToPutBackGoesWithItsDocument(t *testing.T) {
	for _, mode := range []string{"append", "merge"} {
		w, a, b := twoReaders(t, mode)
		late := b.write(journal + "- B was here\n").before()
		w.pass(time.Minute)
		a.write(journal + "- A was here\n").run()
		late.perform().mute().after()
		require.Equal(t, 0, count(w.text(), "- A was here"), "it waits for the repair")
		require.NoError(t, os.Remove(w.doc))
		w.settled()
		require.True(t, w.recordedLoss()["- A was here"], w.history())
		require.True(t, w.recordedLoss()["- B was here"], w.history())
	}
}

// TestAReadCarriesOutARepairThatIsOverdue: the end of B's message never comes, and what C reads lacks what the repair is to
// put back. While the message may still end, the host's other hooks may be at work on the document, and nothing is written.
func TestAReadCarriesOutARepairThatIsOverdue(t *testing.T) {
	w := newWorld(t, rule("cas"), journal)
	b, c := w.agent("B"), w.agent("C")
	b.read()
	late := b.write(journal + "- B was here\n").before()
	w.put(journal + "- U was here\n")
	late.perform().after()
	c.readOnce()
	require.Equal(t, journal+"- B was here\n", w.text(), "B's message may still end")
	require.True(t, c.write(w.text()+"- C was here\n").before().denied())
	w.pass(time.Minute)
	require.Contains(t, c.readOnce(), "Read it again before you write it.")
	require.Equal(t, 1, count(w.text(), "- U was here"))
	c.readOnce()
	require.False(t, c.write(w.text()+"- C was here\n").run().denied())
	for _, line := range []string{"- B was here", "- U was here", "- C was here"} {
		require.Equal(t, 1, count(w.text(), line))
	}
}
