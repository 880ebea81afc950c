package guard

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"noclobber/internal/fsx"
)

// modeFile keeps, in a document's state, the permission bits that it had before it was sealed.
const modeFile = "mode"

// rest leaves the document as it should be when nobody is at work on it here: sealed where the rule says so, and open as
// long as a call may write it. It is asked whenever the document's lock is given back, so that a crash is mended by
// whatever looks next.
func (h *held) rest() {
	if h.t.remote() || !h.disk.exists || !h.doc.Locked() {
		return
	}
	sealed := h.isSealed()
	switch want := h.rule().Seal && !h.leased(); {
	case want && (!sealed || !fsx.Sealed(h.disk.id)):
		h.seal()
	case !want && sealed:
		h.unseal()
	}
}

// leased reports whether a call may be writing the document now.
func (h *held) leased() bool {
	opens, err := h.doc.Opens()
	if err != nil {
		return true
	}
	for _, o := range opens {
		if h.live(o) {
			return true
		}
	}
	return false
}

func (h *held) modePath() string { return filepath.Join(h.doc.Dir(), modeFile) }

// isSealed reports whether this machine has sealed the document.
func (h *held) isSealed() bool {
	_, err := os.Lstat(h.modePath())
	return err == nil
}

// seal notes the bits first: a document that is sealed must never be found without them.
func (h *held) seal() {
	mode := fs.FileMode(h.disk.id.Mode)
	if !fsx.Sealed(h.disk.id) {
		if os.WriteFile(h.modePath(), []byte(strconv.FormatUint(uint64(mode), 8)), 0o600) != nil {
			return // then it stays open: nobody could tell what to give back
		}
	}
	if _, err := fsx.Seal(h.t.Real); err == nil {
		h.bitsChanged()
	}
}

// unseal gives the document its bits back. Sealed bits without a note came from a machine that was sealed as a whole, a
// backup say: the owner gets to write.
func (h *held) unseal() {
	const ownerWrites fs.FileMode = 0o200
	mode := fs.FileMode(h.disk.id.Mode) | ownerWrites
	if text, err := os.ReadFile(h.modePath()); err == nil {
		if n, err := strconv.ParseUint(strings.TrimSpace(string(text)), 8, 32); err == nil {
			mode = fs.FileMode(n) & fs.ModePerm
		}
	}
	if fsx.Unseal(h.t.Real, mode) != nil {
		return
	}
	if err := os.Remove(h.modePath()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return
	}
	h.bitsChanged()
}

// lift opens a sealed document for a change of our own; rest seals it again.
func (h *held) lift() {
	if h.disk.exists && h.isSealed() {
		h.unseal()
	}
}

// bitsChanged takes in that a document's bits were changed here, and nothing else of it.
func (h *held) bitsChanged() {
	now, err := fsx.Stat(h.t.Real)
	old := h.disk.id
	if err != nil || now.Inode != old.Inode || now.Size != old.Size || !now.ModTime.Equal(old.ModTime) {
		return // somebody else was at it as well: it is looked at again
	}
	h.disk.id = now
	_ = h.note() // else it is read again the next time
}
