package ledger

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"noclobber/internal/fsx"
)

// Index lists the documents that one policy protects and this machine knows, as they looked when they were last
// judged. It can be rebuilt by a scan, so nothing in it is made durable.
//
// The file is only appended to, one line an entry, the last line of a path wins:
//
//	CHECKSUM + PATH SIZE MTIME CTIME INODE VERSION     known (times in Unix nanoseconds; 0: none)
//	CHECKSUM - PATH                                    no longer
//
// with tabs between. Each write begins and ends with a line feed, so that the rest of a torn one spoils no other.
type Index struct {
	files fsx.FS
	path  string
	err   error // the store has no place
}

// Index returns the index of a policy, named by the path of its file. It does no I/O.
func (s *Store) Index(policyFile string) *Index {
	root, err := s.root()
	return &Index{files: s.files, path: filepath.Join(root, "index", hashName(policyFile)), err: err}
}

// Note adds a document, or how it looks now: one write at the file's end.
func (x *Index) Note(k KnownDoc) error {
	return x.add(encodeKnown(k))
}

// Remove takes a document out.
func (x *Index) Remove(path string) error {
	return x.add(checked("-\t" + escape(path)))
}

// add appends a line. Where the file was compacted at that moment, the line went into the old one: it is added again.
func (x *Index) add(line string) error {
	if x.err != nil {
		return x.err
	}
	const tries = 100
	for range tries {
		f, err := x.open()
		if err != nil {
			return fmt.Errorf("note in the index: %w", err)
		}
		_, err = f.Write([]byte("\n" + line + "\n"))
		stands := x.stands(f)
		if err = errors.Join(err, f.Close()); err != nil {
			return fmt.Errorf("note in the index: %w", err)
		}
		if stands {
			return nil
		}
	}
	return fmt.Errorf("note in the index: %s is replaced all the time", x.path)
}

func (x *Index) open() (fsx.File, error) {
	const flags = os.O_RDWR | os.O_CREATE | os.O_APPEND
	f, err := x.files.OpenFile(x.path, flags, 0o600)
	if errors.Is(err, os.ErrNotExist) {
		if err = x.files.MkdirAll(filepath.Dir(x.path), 0o700); err == nil {
			f, err = x.files.OpenFile(x.path, flags, 0o600)
		}
	}
	return f, err
}

func (x *Index) stands(f fsx.File) bool {
	mine, err := f.Stat()
	if err != nil {
		return true // nothing to be known
	}
	there, err := x.files.Lstat(x.path)
	return err == nil && os.SameFile(mine, there)
}

// Load returns the known documents by path. A file of which more than half is out of date is compacted on the way.
func (x *Index) Load() ([]KnownDoc, error) {
	if x.err != nil {
		return nil, x.err
	}
	b, err := fsx.ReadFile(x.files, x.path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("read the index: %w", err)
	}
	known, lines := parseIndex(string(b))
	if lines > 2*len(known)+64 {
		x.compact() // a failure leaves the long file, which is as good
	}
	return known, nil
}

// compact rewrites the file with its live lines. Whoever appended to the old file meanwhile either sees the new one
// afterwards and writes again (add), or has its line found here, in what the old file gained.
func (x *Index) compact() {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	unlock, err := fsx.Lock(ctx, x.path+".lock")
	if err != nil {
		return // another process is at it
	}
	defer func() { _ = unlock() }()
	f, err := x.files.OpenFile(x.path, os.O_RDONLY, 0)
	if err != nil {
		return
	}
	defer func() { _ = f.Close() }()
	b, err := readFrom(f, 0)
	if err != nil {
		return
	}
	known, _ := parseIndex(string(b))
	var text strings.Builder
	for _, k := range known {
		text.WriteString("\n" + encodeKnown(k) + "\n")
	}
	if place(x.files, x.path, []byte(text.String()), false) != nil {
		return
	}
	if more, err := readFrom(f, int64(len(b))); err == nil && len(more) > 0 {
		_ = appendTo(x.files, x.path, "\n"+string(more)+"\n")
	}
}

// readFrom returns a file's bytes from offset off to its end.
func readFrom(f fsx.File, off int64) ([]byte, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.NewSectionReader(f, off, max(0, info.Size()-off)))
}
