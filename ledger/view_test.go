package ledger

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAViewIsWhatOneContextHasSeen(t *testing.T) {
	s, document := newStore(t, nil)
	d := lock(t, s, document)
	me, sub := Writer{Node: "n1", Host: "claude", Session: "s"}, Writer{Host: "claude", Session: "s", Agent: "sub"}
	v, err := d.View(me)
	require.NoError(t, err)
	require.Equal(t, View{}, v)
	v = View{
		HasBase: true, Base: []byte("a\nb\x00\xff"), BaseSeq: 7, Windows: &Windows{Version: "v", Total: 9, Ranges: [][2]int{{1, 4}}},
		Refused: &Refused{Seq: 3, Cause: "stale", Head: "h", Proposal: "p", Count: 2}, Told: 5,
	}
	require.NoError(t, d.SetView(me, v))
	got, err := d.View(Writer{Node: "another", Host: "claude", Session: "s"})
	require.NoError(t, err)
	require.Equal(t, v, got)
	got, err = d.View(sub)
	require.NoError(t, err)
	require.Equal(t, View{}, got)
	v.Base = []byte{}
	require.NoError(t, d.SetView(me, v))
	got, err = d.View(me)
	require.NoError(t, err)
	require.Equal(t, v, got, "an empty base is a base")
}

func TestAContextForgetsAllItsViewsAtOnce(t *testing.T) {
	s, document := newStore(t, nil)
	a, b := lock(t, s, document), lock(t, s, document+"2")
	me, other := Writer{Session: "s"}, Writer{Session: "t"}
	v := View{HasBase: true, Base: []byte("x"), BaseSeq: 1, Windows: &Windows{}, Refused: &Refused{Count: 2}, Told: 5}
	for _, d := range []*Doc{a, b} {
		require.NoError(t, d.SetView(me, v))
		require.NoError(t, d.SetView(other, v))
	}
	require.NoError(t, s.Forget(me))
	first := s.Epoch(me)
	require.NotZero(t, first)
	for _, d := range []*Doc{a, b} {
		got, err := d.View(me)
		require.NoError(t, err)
		require.Equal(t, View{Epoch: first, Refused: v.Refused, Told: 5}, got)
		got.HasBase, got.Base = true, []byte("y")
		require.NoError(t, d.SetView(me, got))
		again, err := d.View(me)
		require.NoError(t, err)
		require.Equal(t, got, again, "what is seen afterwards counts")
		got, err = d.View(other)
		require.NoError(t, err)
		require.Equal(t, v, got)
	}
	require.NoError(t, s.Forget(me))
	require.Greater(t, s.Epoch(me), first)
}

func TestADamagedViewIsAForgottenOne(t *testing.T) {
	s, document := newStore(t, nil)
	d := lock(t, s, document)
	me := Writer{Session: "s"}
	require.NoError(t, d.SetView(me, View{HasBase: true, Base: []byte("some lines\n")}))
	whole, err := os.ReadFile(d.viewPath(me))
	require.NoError(t, err)
	for i := range whole {
		flipped := append([]byte{}, whole...)
		flipped[i] ^= 1
		for _, b := range [][]byte{whole[:i], flipped} {
			require.NoError(t, os.Remove(d.viewPath(me)))
			require.NoError(t, os.WriteFile(d.viewPath(me), b, 0o600))
			got, err := d.View(me)
			require.NoError(t, err)
			require.Equal(t, View{}, got, "byte %d", i)
		}
	}
}
