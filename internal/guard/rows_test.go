package guard

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"noclobber/gate"
	"noclobber/internal/fsx"
	"noclobber/internal/seqlog"
	"noclobber/internal/seqlog/zframe"
	"noclobber/ledger"
)

var seqNumbers = seqlog.Options{Seq: "seq"}

// logRule is a policy for the world's document as a numbered log.
func logRule(more ...string) string {
	return rule("append", append([]string{`format = "jsonl"`, `seq = "seq"`}, more...)...)
}

func seqRows(numbers ...int) string {
	var b strings.Builder
	for _, n := range numbers {
		fmt.Fprintf(&b, `{"seq":%d,"e":"x"}`+"\n", n)
	}
	return b.String()
}

func (w *world) appendRows(text string, change ...func(*Rows)) (RowsReceipt, error) {
	b := Rows{Text: []byte(text), Numbers: seqNumbers}
	for _, c := range change {
		c(&b)
	}
	return w.guard().AppendRows(gate.Context{Host: "cli"}, w.doc, b)
}

func expecting(n int64) func(*Rows) { return func(b *Rows) { b.Expect = &n } }
func creating(b *Rows)              { b.Create = true }
func healing(b *Rows)               { b.Heal = true }

func TestRowsAreAppendedWhereTheyFollow(t *testing.T) {
	w := newWorld(t, logRule(), seqRows(0, 1))
	r, err := w.appendRows(seqRows(2, 3), expecting(2))
	require.NoError(t, err)
	require.Equal(t, seqRows(0, 1, 2, 3), w.text())
	require.EqualValues(t, 2, *r.First)
	require.EqualValues(t, 4, *r.Next)
	require.EqualValues(t, 4, r.After.Lines)
	require.Empty(t, r.Slipped)
	require.Empty(t, w.scan(), "a recorded change is no finding")
	require.True(t, w.kept(`{"seq":3,"e":"x"}`))
}

func TestRowsThatDoNotFollowAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		log, rows string
		change    []func(*Rows)
		says      []string
	}{
		"a stale cursor": {seqRows(0, 1, 2), seqRows(1, 2), []func(*Rows){expecting(1)},
			[]string{"what is stored ends with 2, so 3 comes next", "the writer expects 1, and the batch begins with 1", "number the rows from 3 on"}},
		"a stale cursor that expects nothing": {seqRows(0, 1, 2), seqRows(1, 2), nil, []string{"row 1", "restart", "the batch begins with 1"}},
		"a repeated number":                   {seqRows(0, 1), seqRows(1), nil, []string{"number 1 comes again, where 2 should follow"}},
		"a number left out":                   {seqRows(0, 1), seqRows(3), nil, []string{"number 2 is missing"}},
		"a batch that is not what it expects": {seqRows(0, 1), seqRows(3), []func(*Rows){expecting(2)}, []string{"the writer expects 2, and the batch begins with 3"}},
		"rows that are no JSON":               {seqRows(0), "hello\n", nil, []string{"no JSON", "no row of the batch has a number"}},
		"nothing":                             {seqRows(0), "\n", nil, []string{"no rows on standard input"}},
		"a torn end":                          {seqRows(0) + `{"se`, seqRows(1), nil, []string{"4 bytes that are no whole row", "--heal-tail", "truncate-tail"}},
		"a log damaged at its end":            {seqRows(0, 1, 2, 1), seqRows(2), nil, []string{"its last row has number 1, and rows before it go up to 2", "seqlog check"}},
		"a log that is not there":             {"", seqRows(0), nil, []string{"it is not there", "--create"}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, logRule(), c.log)
			_, err := w.appendRows(c.rows, c.change...)
			var d *Denied
			require.ErrorAs(t, err, &d)
			for _, say := range c.says {
				require.Contains(t, strings.ReplaceAll(d.Text, "a batch begins with 1, 2 below", "restart"), say)
			}
			require.Equal(t, c.log, w.text())
		})
	}
}

func TestRefusalTellsWhatIsStored(t *testing.T) {
	w := newWorld(t, logRule(), seqRows(0, 1, 2))
	_, err := w.appendRows(seqRows(1, 2), expecting(1))
	var d *RowsDenied
	require.ErrorAs(t, err, &d)
	require.EqualValues(t, 2, *d.Stored.Last)
	require.EqualValues(t, 3, *d.Stored.Next)
	require.EqualValues(t, 1, *d.First)
}

func TestANewLogBeginsOnlyWhenAskedTo(t *testing.T) {
	w := newWorld(t, logRule(), "")
	_, err := w.appendRows(seqRows(0), creating, expecting(0))
	require.NoError(t, err)
	require.Equal(t, seqRows(0), w.text())
}

func TestAVanishedLogIsNotBegunAnew(t *testing.T) {
	w := newWorld(t, logRule(), "")
	_, err := w.appendRows(seqRows(0, 1), creating)
	require.NoError(t, err)
	require.NoError(t, os.Remove(w.doc))
	for range 2 {
		_, err = w.appendRows(seqRows(2), creating)
		require.ErrorContains(t, err, "it vanished")
		require.ErrorContains(t, err, "noclobber restore")
		require.NoFileExists(t, w.doc)
	}
	_, err = w.guard().Apply(gate.Context{Host: "cli"}, w.doc, Change{Verb: VerbAccept})
	require.NoError(t, err)
	_, err = w.appendRows(seqRows(0), creating)
	require.NoError(t, err, "its end was meant")
}

func TestATornEndIsCutIntoAFileBesideTheLog(t *testing.T) {
	w := newWorld(t, logRule(), seqRows(0, 1)+`{"seq":2,"p":"x`)
	r, err := w.appendRows(seqRows(2), healing)
	require.NoError(t, err)
	require.Equal(t, seqRows(0, 1, 2), w.text())
	torn, err := os.ReadFile(r.Healed)
	require.NoError(t, err)
	require.Equal(t, `{"seq":2,"p":"x`, string(torn))
	require.Empty(t, w.scan())
}

func TestAMissingNewlineIsAdded(t *testing.T) {
	w := newWorld(t, logRule(), seqRows(0)+`{"seq":1}`)
	_, err := w.appendRows(`{"seq":2}`)
	require.NoError(t, err)
	require.Equal(t, seqRows(0)+`{"seq":1}`+"\n"+`{"seq":2}`+"\n", w.text())
}

func TestACompressedLogGetsAFrame(t *testing.T) {
	frame := func(text string) string {
		b, err := new(zframe.Encoder).Encode([]byte(text), true)
		require.NoError(t, err)
		return string(b)
	}
	w := newWorld(t, logRule(), frame(seqRows(0))+frame(seqRows(1)))
	_, err := w.appendRows(seqRows(1))
	require.ErrorContains(t, err, "number 1 comes again")
	_, err = w.appendRows(seqRows(2, 3))
	require.NoError(t, err)
	require.Equal(t, frame(seqRows(0))+frame(seqRows(1))+frame(seqRows(2, 3)), w.text())

	w.put(w.text() + frame(seqRows(4))[:9])
	_, err = w.appendRows(seqRows(4))
	require.ErrorContains(t, err, "--heal-tail")
	_, err = w.appendRows(seqRows(4), healing)
	require.NoError(t, err)
	require.True(t, strings.HasSuffix(w.text(), frame(seqRows(2, 3))+frame(seqRows(4))))
}

// TestALogTooLargeForTheLedger proves the same where bytes are not held in memory.
func TestALogTooLargeForTheLedger(t *testing.T) {
	var numbers []int
	for n := range 200 {
		numbers = append(numbers, n)
	}
	w := newWorld(t, strings.Replace(logRule(), "[defaults]", "[defaults]\nmax_document = \"1KiB\"", 1), seqRows(numbers...))
	_, err := w.appendRows(seqRows(199))
	require.ErrorContains(t, err, "number 199 comes again")
	_, err = w.appendRows(seqRows(200), expecting(200))
	require.NoError(t, err)
	require.Equal(t, seqRows(append(numbers, 200)...), w.text())

	w.put(w.text() + `{"se`)
	_, err = w.appendRows(seqRows(201))
	require.ErrorContains(t, err, "--heal-tail")
	r, err := w.appendRows(seqRows(201), healing)
	require.NoError(t, err)
	require.FileExists(t, r.Healed)
	require.Equal(t, seqRows(append(numbers, 200, 201)...), w.text())

	w.put(w.text() + seqRows(201, 202) + `{"se`)
	steps := seqlog.Steps{Renumber: true, Truncate: true}
	fixed, err := w.guard().RepairLog(gate.Context{Host: "cli"}, w.doc, LogRepair{Steps: steps, Numbers: seqNumbers})
	require.NoError(t, err)
	require.Equal(t, seqRows(append(numbers, 200, 201, 202, 203)...), w.text())
	require.FileExists(t, fixed.Backup)
	require.Empty(t, w.scan())
}

// TestRowsWaitForCallsOnTheirWay: an append of the OS that was granted is yet to come, and nobody knows what it adds.
func TestRowsWaitForCallsOnTheirWay(t *testing.T) {
	w := newWorld(t, logRule(), seqRows(0))
	a := w.agent("A")
	c := a.append(seqRows(1)).before()
	require.False(t, c.denied(), c.verdict.Text)
	_, err := w.appendRows(seqRows(1))
	require.ErrorContains(t, err, "holds its lease")
	c.perform().after().batch()
	_, err = w.appendRows(seqRows(1))
	require.ErrorContains(t, err, "number 1 comes again")
	_, err = w.appendRows(seqRows(2))
	require.NoError(t, err)
	require.Equal(t, seqRows(0, 1, 2), w.text())
}

// hooked runs something when the ledger first makes a record durable: right before the log is written.
type hooked struct {
	unsynced
	once *func()
}

type hookedFile struct {
	fsx.File
	once *func()
}

func (f hookedFile) Sync() error {
	if do := *f.once; do != nil {
		*f.once = nil
		do()
	}
	return nil
}

func (h hooked) OpenFile(name string, flag int, perm os.FileMode) (fsx.File, error) {
	f, err := h.OS.OpenFile(name, flag, perm)
	if filepath.Base(name) != "log" {
		return f, err
	}
	return hookedFile{f, h.once}, err
}

// TestAWriterThatSlipsInIsReported: between the look at the log's end and the append a writer that does not ask the
// gate stores the same number. Nobody can prevent that; it is told at once.
func TestAWriterThatSlipsInIsReported(t *testing.T) {
	w := newWorld(t, logRule(), "")
	_, err := w.appendRows(seqRows(0), creating)
	require.NoError(t, err)
	slip := func() {
		f, err := os.OpenFile(w.doc, os.O_APPEND|os.O_WRONLY, 0)
		require.NoError(t, err)
		_, err = f.WriteString(seqRows(1))
		require.NoError(t, err)
		require.NoError(t, f.Close())
	}
	g := w.guard()
	g.store = ledger.New(filepath.Join(w.dir, "home"), "", hooked{once: &slip})
	r, err := g.AppendRows(gate.Context{Host: "cli"}, w.doc, Rows{Text: []byte(seqRows(1)), Numbers: seqNumbers})
	require.NoError(t, err)
	require.Len(t, r.Slipped, 1)
	require.Equal(t, seqlog.Duplicate, r.Slipped[0].Kind)
	require.Equal(t, seqRows(0, 1, 1), w.text())
}

func TestRepairIsRecordedAndKeepsABackup(t *testing.T) {
	damaged := seqRows(0, 1, 1, 2)
	w := newWorld(t, logRule(), damaged)
	r, err := w.guard().RepairLog(gate.Context{Host: "cli"}, w.doc, LogRepair{Steps: seqlog.Steps{Renumber: true}, Numbers: seqNumbers})
	require.NoError(t, err)
	require.Equal(t, seqRows(0, 1, 2, 3), w.text())
	require.Equal(t, w.doc+"."+ledger.VersionOf([]byte(damaged)).Short()+".bak", r.Backup)
	kept, err := os.ReadFile(r.Backup)
	require.NoError(t, err)
	require.Equal(t, damaged, string(kept))
	require.Empty(t, w.scan(), "what a repair takes away was asked for")
	_, err = w.guard().Apply(gate.Context{Host: "cli"}, w.doc, Change{Verb: VerbRestore, Version: string(ledger.VersionOf([]byte(damaged)))})
	require.NoError(t, err)
	require.Equal(t, damaged, w.text())

	again, err := w.guard().RepairLog(gate.Context{Host: "cli"}, w.doc, LogRepair{Steps: seqlog.Steps{Renumber: true}, Numbers: seqNumbers})
	require.NoError(t, err, "a backup of the same bytes is one")
	require.Equal(t, r.Backup, again.Backup)
	require.NoError(t, os.WriteFile(r.Backup, []byte("something else"), 0o644))
	w.put(damaged)
	_, err = w.guard().RepairLog(gate.Context{Host: "cli"}, w.doc, LogRepair{Steps: seqlog.Steps{Renumber: true}, Numbers: seqNumbers})
	require.ErrorContains(t, err, "holds something else")
	require.Equal(t, damaged, w.text())
}

func TestRepairLeavesTheLogAloneWhereItMust(t *testing.T) {
	for name, c := range map[string]struct {
		log  string
		says string // empty: no refusal
	}{
		"nothing to mend":            {seqRows(0, 1, 2), ""},
		"rows that cannot be read":   {seqRows(0, 0) + "hello\n", "cannot be read"},
		"a result that would be bad": {seqRows(1, 3, 3, 2, 4), "more findings than before of the kinds [gap]"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, logRule(), c.log)
			r, err := w.guard().RepairLog(gate.Context{Host: "cli"}, w.doc, LogRepair{Steps: seqlog.Steps{Renumber: true}, Numbers: seqNumbers})
			if c.says == "" {
				require.NoError(t, err)
				require.Empty(t, r.Backup)
			} else {
				var d *Denied
				require.ErrorAs(t, err, &d)
				require.ErrorContains(t, err, c.says)
			}
			require.Equal(t, c.log, w.text())
			entries, err := os.ReadDir(filepath.Dir(w.doc))
			require.NoError(t, err)
			require.Len(t, entries, 2, "no file is left beside the log")
		})
	}
}
