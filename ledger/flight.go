package ledger

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"noclobber/internal/fsx"
)

const (
	mostCommand = 200            // bytes of a command that are kept
	longestCall = 24 * time.Hour // a call begun earlier is over, whatever was heard of it
)

// Begin notes a call whose effects are not known beforehand, until End. Its command is cut to 200 bytes.
func (s *Store) Begin(f Flight) error {
	path, err := s.flightPath(f.Writer, f.Call)
	if err != nil {
		return err
	}
	f.Command = cut(f.Command, mostCommand)
	b, err := json.Marshal(f)
	if err == nil {
		err = place(s.files, path, b, false)
	}
	if err != nil {
		return fmt.Errorf("note call %s as under way: %w", f.Call, err)
	}
	return nil
}

// End notes that a call is over. A call that never began is none's business.
func (s *Store) End(w Writer, call string) error {
	path, err := s.flightPath(w, call)
	if err != nil {
		return err
	}
	if err := s.files.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("note call %s as over: %w", call, err)
	}
	return nil
}

// InFlight returns the calls under way, oldest first. Calls begun more than 24 hours ago are removed.
func (s *Store) InFlight() ([]Flight, error) {
	root, err := s.root()
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(root, "calls")
	entries, err := s.files.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("list the calls under way: %w", err)
	}
	var flights []Flight
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		f, ok := s.flight(path)
		switch {
		case !ok: // ended meanwhile, or lost in a crash
		case time.Since(f.Started) > longestCall:
			_ = s.files.Remove(path)
		default:
			flights = append(flights, f)
		}
	}
	slices.SortFunc(flights, func(a, b Flight) int {
		return cmp.Or(a.Started.Compare(b.Started), cmp.Compare(a.Call, b.Call))
	})
	return flights, nil
}

func (s *Store) flight(path string) (Flight, bool) {
	var f Flight
	if !strings.HasSuffix(path, ".json") {
		return f, false
	}
	b, err := fsx.ReadFile(s.files, path)
	return f, err == nil && json.Unmarshal(b, &f) == nil
}

func (s *Store) flightPath(w Writer, call string) (string, error) {
	root, err := s.root()
	return filepath.Join(root, "calls", hashName(w.Host, w.Session, w.Agent, call)+".json"), err
}

// cut shortens s to at most n bytes, at a character's boundary.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// KeepText keeps the text of a file that is no document, and returns where.
func (s *Store) KeepText(file string, text []byte) (path string, err error) {
	root, err := s.root()
	if err != nil {
		return "", err
	}
	path = filepath.Join(root, "kept", hashName(file, string(text)))
	if err := place(s.files, path, text, true); err != nil {
		return "", fmt.Errorf("keep the text of %s: %w", file, err)
	}
	return path, nil
}
