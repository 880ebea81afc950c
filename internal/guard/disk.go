package guard

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"noclobber/internal/fsx"
	"noclobber/ledger"
)

// disk is a document as it was just seen.
type disk struct {
	exists bool
	data   []byte // nil when large
	large  bool   // above max_document: known by its version alone
	binary bool   // holds NUL bytes
	stamp  ledger.Stamp
	id     fsx.ID
}

// stamper describes the first id.Size bytes of a document that is not kept in full.
type stamper func(r io.ReaderAt, id fsx.ID) (ledger.Stamp, error)

// observe reads a document; one above max bytes is only described. A name that is not a regular file is an error.
func observe(path string, max int64, large stamper) (disk, error) {
	data, id, err := fsx.ReadSettled(path, fsx.ReadOptions{Wait: fsx.SyncGap, Max: max})
	switch {
	case errors.Is(err, fsx.ErrTooLarge):
		return observeLarge(path, large)
	case err != nil:
		return disk{}, fmt.Errorf("reading %s: %w", path, err)
	case !id.Exists:
		return disk{stamp: ledger.AbsentStamp()}, nil
	}
	return disk{exists: true, data: data, binary: bytes.IndexByte(data, 0) >= 0, stamp: ledger.StampOf(data), id: id}, nil
}

// observeLarge describes a document that is not kept in full, as it is when it is opened: one that grows meanwhile is
// found longer by the next look.
func observeLarge(path string, large stamper) (disk, error) {
	f, err := os.Open(path)
	if err != nil {
		return disk{}, fmt.Errorf("reading %s: %w", path, err)
	}
	defer func() { _ = f.Close() }()
	id, err := fsx.Identify(f)
	if err != nil {
		return disk{}, fmt.Errorf("reading %s: %w", path, err)
	}
	stamp, err := large(f, id)
	if err != nil {
		return disk{}, fmt.Errorf("reading %s: %w", path, err)
	}
	return disk{exists: true, large: true, stamp: stamp, id: id}, nil
}

// stampAll reads all of a document.
func stampAll(r io.ReaderAt, id fsx.ID) (ledger.Stamp, error) {
	return ledger.StampReader(io.NewSectionReader(r, 0, id.Size))
}

// text tells whether the document's bytes are at hand and can be merged.
func (d disk) text() bool { return !d.large && !d.binary }
