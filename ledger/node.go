package ledger

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"noclobber/internal/fsx"
)

// Node returns this machine's name: the host name and 4 hexadecimal digits, made once and then kept, so that two
// machines of one name stay two and a renamed machine stays one. It fits into a file name.
func (s *Store) Node() (string, error) {
	root, err := s.root()
	if err != nil {
		return "", err
	}
	path := filepath.Join(root, "node")
	if name, ok := s.nodeIn(path); ok {
		return name, nil
	}
	name, err := s.makeNode(path)
	if err != nil {
		return "", fmt.Errorf("name this machine: %w", err)
	}
	return name, nil
}

// KnownNode is this machine's name, or "" where it was never made. Nothing is written.
func (s *Store) KnownNode() string {
	root, err := s.root()
	if err != nil {
		return ""
	}
	name, _ := s.nodeIn(filepath.Join(root, "node"))
	return name
}

func (s *Store) nodeIn(path string) (string, bool) {
	b, err := fsx.ReadFile(s.files, path)
	name := strings.TrimSpace(string(b))
	return name, err == nil && name != ""
}

func (s *Store) makeNode(path string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	unlock, err := fsx.Lock(ctx, path+".lock")
	if err != nil {
		return "", err
	}
	defer func() { _ = unlock() }()
	if name, ok := s.nodeIn(path); ok { // another process was first
		return name, nil
	}
	host, err := os.Hostname()
	if err != nil {
		host = ""
	}
	name := fmt.Sprintf("%s-%04x", fileName(host), rand.N(1<<16))
	return name, place(s.files, path, []byte(name+"\n"), true)
}

// fileName keeps of a host name what any file system takes: its first label in lower case, other characters as dashes.
func fileName(host string) string {
	host, _, _ = strings.Cut(strings.ToLower(host), ".")
	name := strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			return r
		}
		return '-'
	}, host)
	name = strings.Trim(cut(name, 40), "-")
	if name == "" {
		return "node"
	}
	return name
}
