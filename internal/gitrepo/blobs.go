package gitrepo

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"
)

// blobReader is a running `git cat-file --batch`.
type blobReader struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

// Blob returns the bytes of a blob.
func (r *Repo) Blob(id string) ([]byte, error) {
	if r.blobs == nil {
		b, err := r.startBlobs()
		if err != nil {
			return nil, err
		}
		r.blobs = b
	}
	text, err := r.blobs.read(id)
	if err != nil {
		return nil, fmt.Errorf("reading the blob %s: %w", Short(id), err)
	}
	return text, nil
}

func (r *Repo) startBlobs() (*blobReader, error) {
	cmd := r.command(context.Background(), "cat-file", "--batch")
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting git cat-file: %w", err)
	}
	return &blobReader{cmd: cmd, in: in, out: bufio.NewReader(out)}, nil
}

// read asks for one object. The answer is "ID TYPE SIZE", then the bytes and a newline, or "ID missing".
func (b *blobReader) read(id string) ([]byte, error) {
	if _, err := io.WriteString(b.in, id+"\n"); err != nil {
		return nil, err
	}
	header, err := b.out.ReadString('\n')
	if err != nil {
		return nil, err
	}
	f := strings.Fields(header)
	if len(f) != 3 {
		return nil, fmt.Errorf("git says %q", strings.TrimSpace(header))
	}
	size, err := strconv.Atoi(f[2])
	if err != nil {
		return nil, fmt.Errorf("git says %q", strings.TrimSpace(header))
	}
	text := make([]byte, size+1)
	if _, err := io.ReadFull(b.out, text); err != nil {
		return nil, err
	}
	return text[:size], nil
}

func (b *blobReader) close() {
	_ = b.in.Close() // which ends it
	_ = b.cmd.Wait()
}
