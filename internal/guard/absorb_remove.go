package guard

import (
	"errors"
	"fmt"
	"os"

	"noclobber/gate"
	"noclobber/internal/fsx"
	"noclobber/internal/fsx/fault"
	"noclobber/ledger"
)

// remove takes away the copies whose bytes are kept. The document's lock is free by then: a copy may itself be a known
// document with a log and a lock, and no two locks are held at once here.
func (a *absorption) remove(who gate.Context) {
	for _, c := range a.copies {
		if !c.goes() {
			continue
		}
		if err := a.removeOne(who, c); err != nil {
			c.fate, c.why = FateKept, fmt.Sprintf("its text is in the document, but it could not be removed: %v", err)
		}
	}
}

var errCopyChanged = errors.New("it changed meanwhile")

func (a *absorption) removeOne(who gate.Context, c *copied) error {
	doc, err := a.g.store.Read(c.path)
	if errors.Is(err, ledger.ErrUnknown) {
		return a.unlink(c)
	}
	if err != nil {
		return err
	}
	_ = doc.Unlock() // it was opened for looking
	none := func(*held) bool { return false }
	return a.g.run(who, c.path, VerbAbsorb, none, func(h *held, call gate.Call, _ string) error {
		if h.disk.stamp.Version != c.stamp.Version {
			return errCopyChanged
		}
		return h.perform(call, gate.Plan{Absent: true}, VerbAbsorb, func() error { return a.unlink(c) })
	})
}

// unlink removes a copy that still is the one that was read, while the document is there.
func (a *absorption) unlink(c *copied) error {
	owner, err := fsx.Stat(a.t.Real)
	switch {
	case err != nil:
		return err
	case !owner.Exists:
		return fmt.Errorf("%s went missing meanwhile", a.t.name)
	}
	now, err := observe(c.path, a.rule().MaxDocument, stampAll)
	switch {
	case err != nil:
		return err
	case !now.exists:
		return nil // another node was quicker
	case now.stamp.Version != c.stamp.Version:
		return errCopyChanged
	case now.id.Inode == owner.Inode && now.id.Dev == owner.Dev && owner.Inode != 0:
		return errors.New("it is the document itself")
	}
	err = os.Remove(c.path)
	fault.At("absorb.removed")
	return err
}
