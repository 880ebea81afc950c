package ledger

import (
	"bytes"
	"crypto/sha256"
	"encoding"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"noclobber/internal/fsx"
)

// StampReader describes the bytes of a reader without holding them in memory.
func StampReader(r io.Reader) (Stamp, error) {
	counted := &counter{Reader: r}
	sum := sha256.New()
	lines, last, err := consume(sum, counted)
	if err != nil {
		return Stamp{}, err
	}
	if counted.n > 0 && last != '\n' {
		lines++
	}
	return Stamp{Version: Version(hex.EncodeToString(sum.Sum(nil))), Bytes: counted.n, Lines: lines}, nil
}

// counter counts what is read through it.
type counter struct {
	io.Reader
	n int64
}

func (c *counter) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	c.n += int64(n)
	return n, err
}

// A document above max_document is known by its hash alone. The hash of a file that grows is continued from where it
// stood: what was hashed is kept beside the log, with the state of the hash function (crypto/sha256 can marshal it), and
// holds for the same file when it is untouched, or when it is longer and the bytes before the old end are the same.
// Bytes that were changed in place further up, in a file that has grown besides, are found by the next look that finds
// it touched and not grown.
const (
	hashedFile = "hashed"
	tailSize   = 64 << 10 // bytes before the old end that are compared
)

// hashed is how far a document was hashed.
type hashed struct {
	Size   int64     `json:"size"`
	Lines  int64     `json:"lines"` // line feeds
	Inode  uint64    `json:"inode"`
	Dev    uint64    `json:"dev"`
	Mod    time.Time `json:"mod"`
	Change time.Time `json:"change"`
	Tail   Version   `json:"tail"`  // of the last tailSize bytes
	State  []byte    `json:"state"` // of the hash function
}

// StampLarge describes the first id.Size bytes of a document that is not held in memory. It reads what was added since
// the last time, where that can be told; what it keeps for that is not made durable.
func (d *Doc) StampLarge(r io.ReaderAt, id fsx.ID) (Stamp, error) {
	sum := sha256.New()
	from := d.resume(r, id)
	if from.Size > 0 {
		if err := sum.(encoding.BinaryUnmarshaler).UnmarshalBinary(from.State); err != nil {
			from = hashed{}
			sum.Reset()
		}
	}
	lines, last, err := consume(sum, io.NewSectionReader(r, from.Size, id.Size-from.Size))
	if err != nil {
		return Stamp{}, d.fail("hash", err)
	}
	lines += from.Lines
	s := Stamp{Version: Version(hex.EncodeToString(sum.Sum(nil))), Bytes: id.Size, Lines: lines}
	if from.Size == id.Size && id.Size > 0 {
		last, err = byteAt(r, id.Size-1)
	}
	if last != '\n' && id.Size > 0 {
		s.Lines++
	}
	if err == nil && !from.sameFile(id) {
		d.keepHashed(sum.(encoding.BinaryMarshaler), r, id, lines)
	}
	return s, err
}

// resume returns what was hashed of the same file and stands there still; the zero value where nothing can be told.
func (d *Doc) resume(r io.ReaderAt, id fsx.ID) hashed {
	var h hashed
	b, err := fsx.ReadFile(d.store.files, filepath.Join(d.dir, hashedFile))
	if err != nil || json.Unmarshal(b, &h) != nil || h.Inode != id.Inode || h.Dev != id.Dev || id.Inode == 0 {
		return hashed{}
	}
	switch {
	case h.sameFile(id):
		return h // untouched
	case h.Size >= id.Size:
		return hashed{} // changed in place, or cut
	}
	tail, err := tailVersion(r, h.Size)
	if err != nil || tail != h.Tail {
		return hashed{}
	}
	return h
}

// sameFile tells whether nothing has touched the file since.
func (h hashed) sameFile(id fsx.ID) bool {
	return h.Size == id.Size && h.Inode == id.Inode && h.Dev == id.Dev && h.Mod.Equal(id.ModTime) && h.Change.Equal(id.ChangeTime)
}

// keepHashed is a short cut for the next call: where it fails, that one reads the whole file.
func (d *Doc) keepHashed(sum encoding.BinaryMarshaler, r io.ReaderAt, id fsx.ID, lines int64) {
	state, err := sum.MarshalBinary()
	if err != nil || d.readOnly {
		return
	}
	tail, err := tailVersion(r, id.Size)
	if err != nil {
		return
	}
	b, err := json.Marshal(hashed{
		Size: id.Size, Lines: lines, Inode: id.Inode, Dev: id.Dev, Mod: id.ModTime, Change: id.ChangeTime, Tail: tail, State: state,
	})
	if err == nil {
		_ = place(d.store.files, filepath.Join(d.dir, hashedFile), b, false)
	}
}

// tailVersion names the last bytes of the first size ones.
func tailVersion(r io.ReaderAt, size int64) (Version, error) {
	b := make([]byte, min(size, tailSize))
	_, err := io.ReadFull(io.NewSectionReader(r, size-int64(len(b)), int64(len(b))), b)
	return VersionOf(b), err
}

func byteAt(r io.ReaderAt, at int64) (byte, error) {
	b := make([]byte, 1)
	_, err := r.ReadAt(b, at)
	return b[0], err
}

// consume writes all of r into w, and returns its line feeds and its last byte.
func consume(w io.Writer, r io.Reader) (lines int64, last byte, err error) {
	buf := make([]byte, 1<<16)
	for {
		n, err := r.Read(buf)
		if n > 0 {
			_, _ = w.Write(buf[:n]) // a hash takes all
			lines += int64(bytes.Count(buf[:n], []byte("\n")))
			last = buf[n-1]
		}
		switch {
		case err == io.EOF:
			return lines, last, nil
		case err != nil:
			return lines, last, fmt.Errorf("hashing: %w", err)
		}
	}
}
