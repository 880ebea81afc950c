package guard

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// gitTime bounds one question to git; it is asked only when a loss is about to be reported.
const gitTime = 2 * time.Second

// checkedOut reports whether git explains a change: the new bytes are what the index holds for the
// file, and the old ones stand in a commit, so nothing was thrown away that git's history lacks.
func checkedOut(path string, old, now []byte) bool {
	dir, base := filepath.Split(path)
	if !inWorkTree(dir) {
		return false
	}
	staged, ok := git(dir, nil, "ls-files", "-s", "--", base)
	fields := strings.Fields(staged)
	if !ok || len(fields) < 2 {
		return false
	}
	if id, ok := blobID(dir, base, now); !ok || id != fields[1] {
		return false
	}
	return committed(dir, base, old)
}

// checkedAway reports whether git explains that a file is gone: neither the index nor the commit that is checked out has
// it, and its bytes stand in another commit.
func checkedAway(path string, old []byte) bool {
	dir, base := filepath.Split(path)
	if !inWorkTree(dir) {
		return false
	}
	if _, err := os.Lstat(path); err == nil {
		return false
	}
	staged, ok := git(dir, nil, "ls-files", "--", base)
	if !ok || strings.TrimSpace(staged) != "" {
		return false
	}
	there, ok := git(dir, nil, "ls-tree", "--name-only", "HEAD", "--", base)
	return ok && strings.TrimSpace(there) == "" && committed(dir, base, old)
}

// committed reports whether a commit of the repository has a text as that file.
func committed(dir, base string, old []byte) bool {
	id, ok := blobID(dir, base, old)
	if !ok {
		return false
	}
	// A stash or a dangling object keeps the bytes too, but nobody who reads the document sees them.
	found, ok := git(dir, nil, "log", "-1", "--format=%H", "--branches", "--remotes", "--tags", "HEAD", "--find-object="+id, "--", base)
	return ok && strings.TrimSpace(found) != ""
}

// blobID is the object id that git would give the text as that file.
func blobID(dir, base string, text []byte) (string, bool) {
	out, ok := git(dir, text, "hash-object", "--stdin", "--path="+base)
	return strings.TrimSpace(out), ok
}

// inWorkTree looks for a repository above dir without starting a process.
func inWorkTree(dir string) bool {
	for dir = filepath.Clean(dir); ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return true
		}
		if dir == filepath.Dir(dir) {
			return false
		}
	}
}

func git(dir string, stdin []byte, args ...string) (string, bool) {
	ctx, cancel := context.WithTimeout(context.Background(), gitTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = filepath.Clean(dir)
	cmd.Env = append(os.Environ(), "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C")
	cmd.Stdin = bytes.NewReader(stdin)
	out, err := cmd.Output()
	return string(out), err == nil
}
