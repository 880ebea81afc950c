package fsx

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// SyncGap is how long a file that a synchronising tool replaces may be missing: such tools unlink, then rename.
// Gaps up to 50 ms were measured with Syncthing on a busy machine.
const SyncGap = 100 * time.Millisecond

// ReadOptions says how patient and how greedy a read is.
type ReadOptions struct {
	Wait time.Duration // how long a missing file may take to come back, see SyncGap; 0: absence is believed at once
	Max  int64         // a file above this many bytes is not read: ErrTooLarge; 0: any size
}

// ReadSettled returns a document's bytes and the identity they belong to: a file that changes while it is read is read
// again. A missing document is no error but ID{} without bytes. It fails with ErrLink, ErrNotRegular, ErrTooLarge
// (the ID is returned) and, for a file that keeps changing, ErrChanged.
func ReadSettled(path string, opt ReadOptions) ([]byte, ID, error) {
	data, id, err := readThere(path, opt)
	if err != nil {
		return nil, id, fmt.Errorf("read %s: %w", path, err)
	}
	return data, id, nil
}

func readThere(path string, opt ReadOptions) ([]byte, ID, error) {
	const tries, between = 20, 2 * time.Millisecond
	giveUp := time.Now().Add(opt.Wait)
	for try := 0; ; {
		data, id, settled, err := readOnce(path, opt.Max)
		switch {
		case missing(err) && !time.Now().Before(giveUp):
			return nil, ID{}, nil
		case err != nil && !missing(err):
			return nil, id, err
		case err == nil && settled:
			return data, id, nil
		case err == nil:
			if try++; try == tries {
				return nil, id, ErrChanged
			}
		}
		time.Sleep(between)
	}
}

// readOnce reports settled when the file that was opened is the one that stands at path afterwards, unchanged.
func readOnce(path string, limit int64) (data []byte, id ID, settled bool, err error) {
	f, err := openDocument(path, os.O_RDONLY)
	if err != nil {
		return nil, ID{}, false, err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return nil, ID{}, false, err
	}
	id = identify(info)
	if limit > 0 && id.Size > limit {
		return nil, id, false, ErrTooLarge
	}
	data = make([]byte, id.Size)
	if n, err := io.ReadFull(f, data); err != nil {
		return nil, id, false, shorter(err, n)
	}
	after, err := Stat(path)
	return data, id, after.Same(id), err
}

// shorter takes a file that was cut while it was read for one that has not settled.
func shorter(err error, n int) error {
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) && n == 0 {
		return nil
	}
	return err
}
