package ledger

import (
	"errors"
	"os"
	"path/filepath"
)

// open opens the log and finds its last frame and tail.
func (d *Doc) open() error {
	flags := os.O_RDWR | os.O_CREATE
	if d.readOnly {
		flags = os.O_RDONLY
	}
	file, err := d.store.files.OpenFile(d.logPath(), flags, 0o600)
	if err != nil {
		return err
	}
	d.log = &stored{file: file}
	info, err := file.Stat()
	if err != nil {
		return err
	}
	d.log.size = info.Size()
	if err := d.checkFormat(); err != nil {
		return err
	}
	if err := d.findEnd(); err != nil {
		return err
	}
	if d.saved, err = d.lastTail(); err != nil {
		return err
	}
	d.tail = d.saved
	return nil
}

func (d *Doc) logPath() string { return filepath.Join(d.dir, "log") }

// checkFormat refuses a newer log. A header that is damaged stops nobody: every frame speaks for itself.
func (d *Doc) checkFormat() error {
	b, err := d.log.read(0, int(min(fileHeaderSize, d.log.size)))
	if err != nil {
		return err
	}
	if err := checkFileHeader(b); errors.Is(err, ErrFormat) {
		return err
	}
	return nil
}

// findEnd finds the last whole frame, by one read unless the end is torn.
func (d *Doc) findEnd() error {
	f, ok := lastWhole(d.log)
	switch {
	case d.log.err != nil:
		return d.log.err
	case ok:
		d.last = f
	case d.readOnly:
		return d.lookBack()
	case d.log.size > 0:
		if err := mend(d.store.files, d.dir, d.log); err != nil {
			return err
		}
		d.last, _ = lastWhole(d.log)
	}
	return d.log.err
}

// lookBack finds the last whole frame for a reader, who changes nothing.
func (d *Doc) lookBack() (err error) {
	if d.torn, err = findTorn(d.log); err != nil {
		return err
	}
	if d.torn.keep == 0 {
		return ErrUnknown
	}
	d.last, d.log.size = d.torn.last, d.torn.keep
	return nil
}

// lastTail returns the newest tail that can be read. It stands in the last frame, unless a crash tore off a commit
// after its snapshots.
func (d *Doc) lastTail() (Tail, error) {
	src := &window{log: d.log}
	for f, ok := d.last, d.last.at != 0; ok; f, ok = before(src, f.at) {
		if f.kind != kindRecord && f.kind != kindTail {
			continue
		}
		t, err := tailOf(d.log, f)
		if errors.Is(err, ErrDamaged) {
			continue
		}
		return t, err
	}
	return Tail{}, d.log.err
}
