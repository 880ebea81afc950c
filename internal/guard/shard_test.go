package guard

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"noclobber/gate"
	"noclobber/internal/shard"
)

// fleet is one synced folder with several machines: each has a state of its own, so no lock is common to two of them.
type fleet struct {
	*world
}

func newFleet(t *testing.T, view string) fleet {
	f := fleet{newWorld(t, rule("shard", `shards = "J.d/{node}.md"`), view)}
	return f
}

// node is a process on a machine of that name.
func (f fleet) node(name string) *Guard {
	f.t.Helper()
	home := filepath.Join(f.dir, name)
	state := filepath.Join(home, ".local", "state", "noclobber")
	require.NoError(f.t, os.MkdirAll(state, 0o755))
	require.NoError(f.t, os.WriteFile(filepath.Join(state, "node"), []byte(name+"\n"), 0o644))
	return New(Config{Home: home, Lookup: func(string) (string, bool) { return "", false }, Files: unsynced{}})
}

func (f fleet) shard(name string) string { return filepath.Join(filepath.Dir(f.doc), "J.d", name) }

func (f fleet) putShard(name, text string) {
	f.t.Helper()
	require.NoError(f.t, os.MkdirAll(filepath.Dir(f.shard(name)), 0o755))
	require.NoError(f.t, os.WriteFile(f.shard(name), []byte(text), 0o644))
}

func (f fleet) fold(node string) FoldReceipt {
	f.t.Helper()
	r, err := f.node(node).Fold(gate.Context{Host: "cli"}, f.doc, FoldOptions{})
	require.NoError(f.t, err)
	return r
}

func TestMachinesWithoutACommonLockLoseAndDoubleNoEntry(t *testing.T) {
	f := newFleet(t, "# J\n")
	nodes := []string{"a", "b", "c"}
	const each = 8
	var all sync.WaitGroup
	for _, name := range nodes {
		for writer := range 2 {
			g := f.node(name)
			all.Go(func() {
				for i := range each {
					entry := fmt.Sprintf("- %s writer %d entry %d\n", name, writer, i)
					_, err := g.Apply(gate.Context{Host: "cli"}, f.doc, Change{Verb: VerbAppend, Content: []byte(entry)})
					assert.NoError(t, err)
				}
			})
		}
	}
	all.Wait()
	f.fold("a")
	got := f.text()
	for _, name := range nodes {
		f.fold(name)
		assert.Equal(t, got, f.text(), "folded by %s", name)
		for writer := range 2 {
			for i := range each {
				assert.Equal(t, 1, strings.Count(got, fmt.Sprintf("- %s writer %d entry %d\n", name, writer, i)))
			}
		}
	}
	assert.Equal(t, 1+len(nodes)*2*each, strings.Count(got, "\n"))
}

func TestAnUnfinishedLineIsReplacedWhenItIsWhole(t *testing.T) {
	f := newFleet(t, "# J\n")
	f.putShard("b.md", "- b1\n- b2 unfini")
	r := f.fold("a")
	assert.Equal(t, "# J\n- b1\n- b2 unfini\n", f.text())
	assert.True(t, r.Shards[0].Unfinished)
	f.putShard("b.md", "- b1\n- b2 unfinished\n- b3\n")
	f.fold("a")
	assert.Equal(t, "# J\n- b1\n- b2 unfinished\n- b3\n", f.text())
}

func TestWhatWasWrittenIntoTheViewByHandStays(t *testing.T) {
	f := newFleet(t, "# J\n")
	f.putShard("b.md", "- b1\n- b2\n")
	f.fold("a")
	f.put("# Journal of the fleet\n\nRead me first.\n- b1\n- b2\n\n## Footer\n")
	f.putShard("b.md", "- b1\n- b2\n- b3\n")
	f.fold("a")
	assert.Equal(t, "# Journal of the fleet\n\nRead me first.\n- b1\n- b2\n- b3\n\n## Footer\n", f.text())
}

func TestAViewThatLostLinesGetsThemBackAndTheAlarmIsSettled(t *testing.T) {
	f := newFleet(t, "# J\n")
	f.putShard("b.md", "- b1\n- b2\n")
	f.fold("a")
	f.put("# J\n- b2\n")
	_, found, err := f.node("a").Scan(filepath.Dir(f.doc), []string{f.doc})
	require.NoError(t, err)
	require.NotEmpty(t, found, "the loss is seen")
	f.fold("a")
	assert.Equal(t, "# J\n- b1\n- b2\n", f.text())
	_, found, err = f.node("a").Scan(filepath.Dir(f.doc), []string{f.doc})
	require.NoError(t, err)
	assert.Empty(t, found)
}

func TestAShardThatIsMissingTakesNothingOutOfTheView(t *testing.T) {
	f := newFleet(t, "# J\n")
	f.putShard("b.md", "- b1\n")
	f.putShard("c.md", "- c1\n")
	f.fold("a")
	require.NoError(t, os.Remove(f.shard("b.md")))
	r := f.fold("a")
	assert.Equal(t, "# J\n- b1\n- c1\n", f.text())
	require.NotEmpty(t, r.Findings)
	assert.Equal(t, "lost-lines", r.Findings[0].Kind)
	f.putShard("b.md", "- b1\n- b2\n")
	f.fold("a")
	assert.Equal(t, "# J\n- b1\n- b2\n- c1\n", f.text())
}

func TestACallThatIsNotAllowedToWriteTheShardInsteadIsToldTheCommandNextTime(t *testing.T) {
	f := newFleet(t, "# J\n- 01\n")
	a := f.agent("s1")
	op := gate.Op{Kind: gate.Write, Content: []byte("# J\n- 01\n- 02\n"), HasContent: true, Fields: gate.Fields{Path: "file_path", Content: "content"}}
	first := a.call("Write", op)
	first.Event = gate.Before
	v := f.guard().Before(first.Call)
	require.Equal(t, gate.Rewrite, v.Action, v.Text)
	batch := gate.Call{Event: gate.Batch, Context: first.Context, CWD: first.CWD, Host: abilities, Calls: []gate.Call{first.Call}}
	f.guard().Batch(batch) // the client refused the other path: no event of the call's own comes

	second := a.call("Write", op)
	second.Event = gate.Before
	v = f.guard().Before(second.Call)
	assert.Equal(t, gate.Deny, v.Action)
	assert.Contains(t, v.Text, "noclobber append "+f.doc)
	assert.Contains(t, v.Text, "- 02")
}

func TestCompactedShardsGiveTheSameViewOnEveryMachine(t *testing.T) {
	f := fleet{newWorld(t, rule("shard", `shards = "J.d/{node}-{date}.md"`), "# J\n")}
	f.putShard("a-2026-01-01.md", "- a first\n")
	f.putShard("a-2026-01-02.md", "- 2026-01-02 09:00 a second\n- torn")
	f.putShard("b-2026-01-01.md", "- b first\n")
	f.fold("a")
	f.fold("b")
	want := f.text()
	c, err := f.node("a").Compact(gate.Context{Host: "cli"}, f.doc, time.Nanosecond)
	require.NoError(t, err)
	assert.Equal(t, "J.d/a-archive.md", c.Archive)
	assert.Equal(t, []string{"J.d/a-2026-01-01.md", "J.d/a-2026-01-02.md"}, c.Shards)
	assert.NoFileExists(t, f.shard("a-2026-01-01.md"))
	assert.FileExists(t, f.shard("b-2026-01-01.md"), "another machine's is not ours to compact")
	for _, node := range []string{"a", "b", "c"} {
		r := f.fold(node)
		assert.Equal(t, want, f.text(), node)
		assert.Empty(t, r.Findings, node)
	}

	// One comes back, as a sync tool may bring it, with a line more: it counts once, and goes into the archive again.
	f.putShard("a-2026-01-01.md", "- a first\n- a late\n")
	f.fold("b")
	want = strings.Replace(want, "- a first\n", "- a first\n- a late\n", 1)
	assert.Equal(t, want, f.text())
	_, err = f.node("a").Compact(gate.Context{Host: "cli"}, f.doc, time.Nanosecond)
	require.NoError(t, err)
	f.fold("c")
	assert.Equal(t, want, f.text())
}

// killedFold is a fold that ends where a kill would end it: before it writes, or before it records what it wrote.
func (f fleet) killedFold(node string, written bool) {
	f.t.Helper()
	killed := errors.New("killed")
	g := f.node(node)
	all := func(*held) bool { return true }
	err := g.run(gate.Context{Host: "cli"}, f.doc, VerbReduce, all, func(h *held, call gate.Call, _ string) error {
		read, err := g.readShards(h.t)
		require.NoError(f.t, err)
		options := foldOptions(h.rule(), h.t.Real)
		h.fold = &folding{own: shard.Strip(h.disk.data, read.shards, h.lastFold(), options)}
		text := shard.Fold(h.fold.own, read.shards, options)
		p := known(text)
		p.Shared = true
		require.NoError(f.t, h.intend(call, p, nil))
		if written {
			require.NoError(f.t, h.replace(text))
		}
		return killed
	})
	require.ErrorIs(f.t, err, killed)
}

func TestAFoldThatIsKilledAnywhereLosesAndDoublesNothing(t *testing.T) {
	for _, written := range []bool{false, true} {
		f := newFleet(t, "# J\n")
		f.putShard("b.md", "- b1\n- b2 unfini")
		f.fold("a")
		f.putShard("b.md", "- b1\n- b2 unfinished\n- b3 unfini")
		f.killedFold("a", written)
		f.putShard("b.md", "- b1\n- b2 unfinished\n- b3 unfinished\n")
		f.fold("a")
		assert.Equal(t, "# J\n- b1\n- b2 unfinished\n- b3 unfinished\n", f.text(), "written: %v", written)
		_, found, err := f.node("a").Scan(filepath.Dir(f.doc), []string{f.doc})
		require.NoError(t, err)
		assert.Empty(t, found)
	}
}
