package guard

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"noclobber/gate"
	"noclobber/internal/fsx"
)

// breaking is a file system whose nth change of the state fails, once or from then on.
type breaking struct {
	unsynced
	after int // changes that still work
	stays bool
	err   error
	hits  int
}

func (b *breaking) change() error {
	if b.after--; b.after == -1 || b.stays && b.after < -1 {
		b.hits++
		return b.err
	}
	return nil
}

type breakingFile struct {
	fsx.File
	fs *breaking
}

func (b *breaking) OpenFile(name string, flag int, perm os.FileMode) (fsx.File, error) {
	if flag&os.O_CREATE != 0 {
		if err := b.change(); err != nil {
			return nil, err
		}
	}
	f, err := b.unsynced.OpenFile(name, flag, perm)
	if err != nil {
		return nil, err
	}
	return breakingFile{f, b}, nil
}

func (b *breaking) Rename(from, to string) error {
	if err := b.change(); err != nil {
		return err
	}
	return b.unsynced.Rename(from, to)
}

func (b *breaking) SyncDir(string) error { return b.change() }

func (f breakingFile) Write(p []byte) (int, error) {
	if err := f.fs.change(); err != nil {
		n, _ := f.File.Write(p[:len(p)/2])
		return n, err
	}
	return f.File.Write(p)
}

func (f breakingFile) WriteAt(p []byte, off int64) (int, error) {
	if err := f.fs.change(); err != nil {
		n, _ := f.File.WriteAt(p[:len(p)/2], off)
		return n, err
	}
	return f.File.WriteAt(p, off)
}

func (f breakingFile) Sync() error { return f.fs.change() }

// with runs each step of a call in a process with that file system.
func (w *world) with(files fsx.FS) *Guard {
	c := w.guard().config
	c.Files = files
	return New(c)
}

// TestEachFailureOfTheDiskDeniesOrIsMadeGood lets every single change of the state fail, and all from then on, before
// and after a call. A call is denied with the reason, or its line is there or reported.
func TestEachFailureOfTheDiskDeniesOrIsMadeGood(t *testing.T) {
	for _, err := range []error{syscall.EIO, syscall.ENOSPC, fs.ErrPermission} {
		for _, stays := range []bool{false, true} {
			for n := 0; ; n++ {
				require.Less(t, n, 100)
				w := newWorld(t, rule("append"), journal)
				a, b := w.agent("A"), w.agent("B")
				a.read()
				b.write("- B was here\n").run()
				broken := &breaking{after: n, stays: stays, err: err}
				c := a.write(journal + "- A was here\n")
				c.Event = gate.Before
				c.verdict = w.with(broken).Before(c.Call)
				if c.denied() {
					require.Contains(t, c.verdict.Text, "J.md")
					require.Contains(t, c.verdict.Text, "Next:")
					require.LessOrEqual(t, len(c.verdict.Text), gate.MaxText)
				}
				c.perform()
				if c.wrote {
					c.Event = gate.After
					w.with(broken).After(c.Call)
					w.with(broken).Batch(gate.Call{Event: gate.Batch, Context: c.Context, CWD: c.CWD, Host: abilities, Calls: []gate.Call{c.Call}})
					w.requireKept("- A was here")
				}
				w.requireKept("- 02 second")
				w.requireKept("- B was here")
				require.False(t, w.agent("A").append("- later\n").run().denied(), "the disk works again")
				if broken.hits == 0 {
					require.Greater(t, n, 5)
					break
				}
			}
		}
	}
}

// TestAFullDisk fills a small file system for real.
func TestAFullDisk(t *testing.T) {
	dir := t.TempDir()
	if err := mountSmall(dir); err != nil {
		t.Skipf("a small file system can be mounted by root on Linux only: %v", err)
	}
	t.Cleanup(func() { require.NoError(t, unmount(dir)) })
	w := &world{t: t, dir: dir, doc: filepath.Join(dir, "project", "J.md"), clock: time.Now()}
	require.NoError(t, os.MkdirAll(filepath.Dir(w.doc), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "project", ".noclobber.toml"), []byte(rule("append")), 0o644))
	w.put(journal)
	a := w.agent("A")
	a.read()
	require.False(t, a.append("- before\n").run().denied())
	filler := filepath.Join(dir, "filler")
	f, err := os.Create(filler)
	require.NoError(t, err)
	for err == nil {
		_, err = f.Write(make([]byte, 512))
	}
	require.ErrorIs(t, err, syscall.ENOSPC)
	require.NoError(t, f.Close())
	stood := w.text()
	denied := a.write(stood + "- does not fit: " + strings.Repeat("long ", 2000) + "\n").before()
	require.True(t, denied.denied(), "an intent that cannot be made durable is refused")
	require.Contains(t, denied.verdict.Text, "no space left")
	_, err = w.guard().Apply(gate.Context{Host: "cli"}, w.doc, Change{Verb: VerbAppend, Content: []byte("- " + strings.Repeat("long ", 2000) + "\n")})
	var refused *Denied
	require.ErrorAs(t, err, &refused)
	require.Equal(t, stood, w.text(), "nothing of it was written")
	require.NoError(t, os.Remove(filler))
	require.False(t, a.append("- after\n").run().denied())
	require.Equal(t, stood+"- after\n", w.text())
}

// TestAReadOnlyState: the file system of the state is mounted read-only, for real. What cannot be recorded is refused, and
// the same call goes through as soon as it is writable again.
func TestAReadOnlyState(t *testing.T) {
	w := newWorld(t, rule("append"), journal)
	home := filepath.Join(w.dir, "home")
	require.NoError(t, os.MkdirAll(home, 0o700))
	if err := mountSmall(home); err != nil {
		t.Skipf("a file system can be mounted by root on Linux only: %v", err)
	}
	t.Cleanup(func() { require.NoError(t, unmount(home)) })
	a := w.agent("A")
	a.read()
	require.False(t, a.append("- before\n").run().denied())
	under := a.append("- under way\n").before()
	require.NoError(t, readOnly(home, true))
	under.perform().after().batch()
	stood := w.text()
	for _, c := range []*call{a.write(stood + "- A was here\n"), a.append("- A was here\n")} {
		require.True(t, c.before().denied())
		require.Contains(t, c.verdict.Text, "read-only file system")
		require.Contains(t, c.verdict.Text, "Next:")
	}
	a.read()
	require.Equal(t, stood, w.text())
	require.NoError(t, readOnly(home, false))
	require.False(t, a.write(stood+"- A was here\n").run().denied(), "a write is judged by what was read before")
	for _, line := range []string{"- before", "- under way", "- A was here"} {
		w.requireKept(line)
	}
}

// TestADocumentThatCannotBeWritten: what the gate itself cannot write stays as it is, with the reason.
func TestADocumentThatCannotBeWritten(t *testing.T) {
	w := newWorld(t, rule("append"), journal)
	require.NoError(t, os.Remove(w.doc))
	require.NoError(t, os.Symlink("/dev/null", w.doc)) // root may write a file without write permission, but not this
	_, err := w.guard().Apply(gate.Context{Host: "cli"}, w.doc, Change{Verb: VerbAppend, Content: []byte("- x\n")})
	require.Error(t, err)
	c := w.agent("A").append("- x\n").before()
	require.True(t, c.denied() || c.verdict.Action == gate.Pass)
}

// TestAStateDirectoryThatVanishes: somebody removes it between the two halves of a call, and while another waits.
func TestAStateDirectoryThatVanishes(t *testing.T) {
	w := newWorld(t, rule("append"), journal)
	a, b := w.agent("A"), w.agent("B")
	a.read()
	b.read()
	c := a.write(journal + "- A was here\n").before()
	require.False(t, c.denied())
	require.NoError(t, os.RemoveAll(filepath.Join(w.dir, "home")))
	c.perform().after().batch()
	d := b.write(journal + "- B was here\n").run()
	if !d.denied() {
		w.requireKept("- B was here")
	}
	require.Equal(t, 1, count(w.text(), "- A was here"), "a context whose base is lost reads again: %s", w.text())
}

// TestAClockThatJumps: leases end by the clock of the machine, which may be set back or forward at any time.
func TestAClockThatJumps(t *testing.T) {
	for _, jump := range []time.Duration{-time.Hour, -time.Second, time.Hour, 365 * 24 * time.Hour} {
		w := newWorld(t, rule("append"), journal)
		a, b := w.agent("A"), w.agent("B")
		a.read()
		b.read()
		c := a.write(journal + "- A was here\n").before()
		w.pass(jump)
		d := b.write(journal + "- B was here\n").before()
		c.perform().after().batch()
		d.perform().after().batch()
		w.requireKept("- A was here")
		if !d.denied() {
			w.requireKept("- B was here")
		}
		lost := a.write(w.text() + "- lost\n").before()
		require.False(t, lost.denied(), lost.verdict.Text)
		w.clock = w.clock.Add(-24 * time.Hour)
		after := b.append("- B again\n").before()
		require.False(t, after.denied(), "a lease from the future holds nobody for longer than a lease: %s", after.verdict.Text)
	}
}

// TestDamagedStateOfOneDocumentDeniesOrRecovers: a flipped byte, or a log torn there, stops nobody and invents nothing.
func TestDamagedStateOfOneDocumentDeniesOrRecovers(t *testing.T) {
	w := newWorld(t, rule("append"), journal)
	a := w.agent("A")
	a.read()
	a.write(journal + "- A was here\n").run()
	w.pass(time.Minute) // a result that is torn off leaves its intent open
	logs, err := filepath.Glob(filepath.Join(w.dir, "home", ".local", "state", "noclobber", "docs", "*", "log"))
	require.NoError(t, err)
	require.Len(t, logs, 1)
	whole, err := os.ReadFile(logs[0])
	require.NoError(t, err)
	text := w.text()
	for at := 0; at < len(whole); at += 1 + len(whole)/200 {
		for _, torn := range []bool{false, true} {
			log := append([]byte{}, whole...)
			log[at] ^= 0x10
			if torn {
				log = log[:at]
			}
			require.NoError(t, os.WriteFile(logs[0], log, 0o600))
			require.NoError(t, os.RemoveAll(filepath.Join(logs[0], "..", "..", "..", "index"))) // it remembers the last round's line
			w.put(text)
			line := fmt.Sprintf("- B at %d %v", at, torn)
			c := w.agent(fmt.Sprintf("B%d%v", at, torn)).append(line + "\n").run()
			require.False(t, c.denied(), c.verdict.Text)
			require.Equal(t, text+line+"\n", w.text())
			_, findings, err := w.guard().Scan(filepath.Dir(w.doc), nil)
			require.NoError(t, err)
			require.Empty(t, errorsAmong(findings), "byte %d, torn %v", at, torn)
		}
	}
}

func errorsAmong(findings []Finding) []Finding {
	var out []Finding
	for _, f := range findings {
		if f.Severity == "error" {
			out = append(out, f)
		}
	}
	return out
}
