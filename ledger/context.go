package ledger

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"noclobber/internal/fsx"
)

// contextName names a context's files. A context is one agent of one session of one host, on whatever machine.
func contextName(w Writer) string { return hashName(w.Host, w.Session, w.Agent) }

// Epoch is the number of the present life of w's context: views taken in another one do not count. It is 0 until
// something was forgotten.
func (s *Store) Epoch(w Writer) uint64 {
	path, err := s.contextPath(w)
	if err != nil {
		return 0
	}
	return readEpoch(s.files, path)
}

func readEpoch(files fsx.FS, path string) uint64 {
	b, err := fsx.ReadFile(files, path)
	if err != nil {
		return 0
	}
	n, _ := strconv.ParseUint(strings.TrimSpace(string(b)), 10, 64)
	return n
}

// Forget drops all that w's context has seen, of every document at once: after a compaction, a clear, its end. Epochs
// are times in nanoseconds, so that one is not used again after the state was lost.
func (s *Store) Forget(w Writer) error {
	path, err := s.contextPath(w)
	if err != nil {
		return err
	}
	next := max(s.Epoch(w)+1, uint64(time.Now().UnixNano()))
	if err := place(s.files, path, fmt.Appendf(nil, "%d\n", next), false); err != nil {
		return fmt.Errorf("forget what session %s has seen: %w", w.Session, err)
	}
	return nil
}

func (s *Store) contextPath(w Writer) (string, error) {
	root, err := s.root()
	return filepath.Join(root, "contexts", contextName(w)), err
}
