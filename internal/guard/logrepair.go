package guard

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"noclobber/gate"
	"noclobber/internal/fsx"
	"noclobber/internal/seqlog"
	"noclobber/internal/seqlog/logfile"
	"noclobber/ledger"
)

// VerbRepair mends a numbered log.
const VerbRepair Verb = "seqlog repair"

// LogRepair says how a numbered log is to be mended.
type LogRepair struct {
	Steps   seqlog.Steps
	Numbers seqlog.Options
}

// RepairReceipt is what the repair of a log reports.
type RepairReceipt struct {
	Receipt
	Backup string         `json:"backup,omitempty"` // the file that holds the log as it was
	Result logfile.Result `json:"-"`
}

// RepairLog mends a numbered log under the document's lock: the mended log is written beside it, checked again, and
// takes its place once a backup named by the old bytes' SHA-256 is durable. A log in which nothing is to be mended is
// left alone. A refusal is a *Denied.
func (g *Guard) RepairLog(who gate.Context, path string, r LogRepair) (RepairReceipt, error) {
	var receipt RepairReceipt
	err := g.alone(who, path, VerbRepair, func(h *held, call gate.Call) (err error) {
		receipt, err = (&logRepair{held: h, call: call, LogRepair: r}).run()
		return err
	})
	return receipt, err
}

type logRepair struct {
	*held
	LogRepair
	call gate.Call
}

func (l *logRepair) run() (RepairReceipt, error) {
	r := RepairReceipt{Receipt: Receipt{Document: l.t.name, Path: l.t.Real, Verb: VerbRepair, Before: l.disk.stamp, After: l.disk.stamp}}
	if !l.disk.exists {
		return r, l.denyVerb("it is not there")
	}
	staged, err := l.stage()
	if err != nil {
		return r, err
	}
	defer staged.remove()
	if r.Result, err = l.mendInto(staged.File); err != nil {
		return r, err
	}
	if r.Result.Plan.Empty() {
		return r, nil
	}
	if err := l.checkAgain(staged.File, r.Result); err != nil {
		return r, err
	}
	if r.Backup, err = l.backUp(); err != nil {
		return r, err
	}
	if err := l.install(staged); err != nil {
		return r, err
	}
	r.After = l.disk.stamp
	return r, nil
}

// stagedFile is the mended log until it takes the old one's place.
type stagedFile struct {
	*os.File
	dir string // made for it, beside the log
}

// stage makes a file for the mended log where a rename leads to the log: in a directory beside it, whose name tells
// fsx.Replace to sweep it away should this process be killed.
func (l *logRepair) stage() (stagedFile, error) {
	dir, err := os.MkdirTemp(filepath.Dir(l.t.Real), ".noclobber-*.tmp")
	if err != nil {
		return stagedFile{}, err
	}
	f, err := os.OpenFile(filepath.Join(dir, "log"), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return stagedFile{}, errors.Join(err, os.Remove(dir))
	}
	return stagedFile{f, dir}, nil
}

func (s stagedFile) remove() {
	_ = s.Close()           // may be closed
	_ = os.RemoveAll(s.dir) // at worst it is swept away later
}

// mendInto writes the mended log to a file.
func (l *logRepair) mendInto(w io.Writer) (result logfile.Result, err error) {
	err = l.withFile(func(r io.ReaderAt, size int64) error {
		log, err := logfile.New(r, size)
		if err != nil {
			return err
		}
		result, err = log.Repair(w, l.Numbers, l.Steps)
		return err
	})
	if err != nil {
		return result, l.denyVerb("%v", err)
	}
	if worse := result.Worse(); len(worse) > 0 {
		slices.Sort(worse)
		return result, l.denyVerb("mended so, it would have more findings than before of the kinds %v", worse)
	}
	return result, nil
}

// checkAgain reads the mended log back from the disk.
func (l *logRepair) checkAgain(f *os.File, want logfile.Result) error {
	if err := f.Sync(); err != nil {
		return err
	}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	log, err := logfile.New(f, info.Size())
	if err != nil {
		return err
	}
	got, err := log.Check(l.Numbers, logfile.Watch{})
	if err != nil {
		return err
	}
	for kind, n := range got.Counts {
		if n != want.After.Counts[kind] {
			return l.denyVerb("the mended log reads back with %d findings of the kind %s, not %d", n, kind, want.After.Counts[kind])
		}
	}
	if got.Rows != want.After.Rows || got.Events != want.After.Events {
		return l.denyVerb("the mended log reads back with %d rows and %d events, not %d and %d", got.Rows, got.Events, want.After.Rows, want.After.Events)
	}
	return nil
}

// backUp copies the log as it stands into a file named by its version. One that is there already must hold it.
func (l *logRepair) backUp() (string, error) {
	name := l.t.Real + "." + l.disk.stamp.Version.Short() + ".bak"
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, fs.FileMode(l.disk.id.Mode))
	if errors.Is(err, fs.ErrExist) {
		return name, l.sameVersion(name)
	}
	if err != nil {
		return name, fmt.Errorf("keeping a backup: %w", err)
	}
	err = l.copyOld(f)
	if err = errors.Join(err, f.Close()); err != nil {
		return name, errors.Join(fmt.Errorf("keeping a backup: %w", err), os.Remove(name))
	}
	return name, fsx.OS{}.SyncDir(filepath.Dir(name))
}

// copyOld writes the old log to a backup, durably, and makes sure that these are the bytes that were mended.
func (l *logRepair) copyOld(f *os.File) error {
	sum := sha256.New()
	err := l.withFile(func(r io.ReaderAt, size int64) error {
		_, err := io.Copy(io.MultiWriter(f, sum), io.NewSectionReader(r, 0, size))
		return err
	})
	if err == nil && hex.EncodeToString(sum.Sum(nil)) != string(l.disk.stamp.Version) {
		err = fsx.ErrChanged
	}
	return errors.Join(err, f.Sync())
}

func (l *logRepair) sameVersion(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("looking at the backup: %w", err)
	}
	defer func() { _ = f.Close() }()
	s, err := ledger.StampReader(f)
	if err == nil && s.Version != l.disk.stamp.Version {
		err = fmt.Errorf("%s stands there and holds something else", name)
	}
	return err
}

// install puts the mended log in the old one's place, as a recorded change.
func (l *logRepair) install(s stagedFile) error {
	if l.disk.large {
		return l.installLarge(s)
	}
	text, err := os.ReadFile(s.Name())
	if err != nil {
		return err
	}
	if bytes.Equal(text, l.disk.data) {
		return nil
	}
	return l.perform(l.call, known(text), VerbRepair, func() error { return l.replace(text) })
}

// installLarge replaces a log whose bytes the ledger does not hold. That it got shorter is an alarm like any other, which
// this repair settles unless there are alarms of others that it would settle too.
func (l *logRepair) installLarge(s stagedFile) error {
	alarmed := len(l.doc.Tail().Alarms) > 0
	if err := l.perform(l.call, gate.Plan{Judge: true}, VerbRepair, func() error { return l.rename(s) }); err != nil || alarmed {
		return err
	}
	l.settleAlarms(l.call)
	return l.commit(false)
}

// rename replaces a log that is not held in memory. Its mode is kept; one with several names would lose the others.
func (l *logRepair) rename(s stagedFile) error {
	now, err := fsx.Stat(l.t.Real)
	switch {
	case err != nil:
		return err
	case !now.Same(l.disk.id):
		return fsx.ErrChanged
	case now.Links > 1:
		return fmt.Errorf("it has %d names, and is too large to be written in place", now.Links)
	}
	if err := s.Chmod(fs.FileMode(now.Mode)); err != nil {
		return err
	}
	if err := errors.Join(s.Sync(), s.Close()); err != nil {
		return err
	}
	if err := os.Rename(s.Name(), l.t.Real); err != nil {
		return err
	}
	return fsx.OS{}.SyncDir(filepath.Dir(l.t.Real))
}
