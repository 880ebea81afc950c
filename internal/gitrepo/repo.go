package gitrepo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"noclobber/internal/fsx"
	"noclobber/internal/staged"
)

// The reasons for which there is nothing to judge.
var (
	ErrNoGit        = errors.New("git is not on PATH")
	ErrNoRepository = errors.New("not a git repository")
	ErrBare         = errors.New("there is no work tree, so nothing is staged")
)

// patience bounds one command of git. A first commit of a large tree is listed in seconds.
const patience = 2 * time.Minute

// Repo is a repository, seen from one directory. It is not for concurrent use.
type Repo struct {
	Top  string // of the work tree, absolute and with links resolved; of a bare repository the repository itself
	Dir  string // the repository's own directory, absolute; of a linked work tree its own
	Bare bool   // there is no work tree here, so nothing is staged

	cwd   string // where git runs: what GIT_DIR and GIT_INDEX_FILE of a hook are relative to
	folds bool
	trees map[string]staged.Tree // of commits, by id
	blobs *blobReader
}

// Open finds the repository of a directory, as git does: hooks and their environment included.
// The errors are ErrNoGit and ErrNoRepository, wrapped.
func Open(dir string) (*Repo, error) {
	if _, err := exec.LookPath("git"); err != nil {
		return nil, fmt.Errorf("judging what is staged: %w", ErrNoGit)
	}
	r := &Repo{cwd: dir, trees: map[string]staged.Tree{}}
	out, err := r.git("rev-parse", "--absolute-git-dir")
	if err != nil {
		return nil, fmt.Errorf("%s: %w (%s)", dir, ErrNoRepository, firstLine(err.Error()))
	}
	r.Dir = filepath.FromSlash(strings.TrimSuffix(out, "\n"))
	r.Top = r.Dir
	if out, err = r.git("rev-parse", "--show-toplevel"); err != nil {
		r.Bare = true // or git runs inside the repository's own directory
	} else {
		r.Top = filepath.FromSlash(strings.TrimSuffix(out, "\n"))
	}
	if real, err := fsx.Resolve(r.Top); err == nil {
		r.Top = real
	}
	ignore, err := r.git("config", "--type=bool", "--get", "core.ignorecase")
	r.folds = err == nil && strings.TrimSpace(ignore) == "true"
	return r, nil
}

// Below says that the directory that the repository was opened from is not its top.
func (r *Repo) Below() bool {
	real, err := fsx.Resolve(r.cwd)
	return err == nil && real != r.Top
}

// Close ends what runs in the background.
func (r *Repo) Close() {
	if r.blobs != nil {
		r.blobs.close()
	}
}

// command prepares git so that nothing of the user's taste changes what it prints.
func (r *Repo) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "git", append([]string{"--no-pager", "-c", "core.quotePath=false", "-c", "log.showSignature=false"}, args...)...)
	cmd.Dir = r.cwd
	cmd.Env = append(os.Environ(), "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C")
	return cmd
}

// git runs one command and returns what it prints. Its error says what git said.
func (r *Repo) git(args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := r.command(ctx, args...)
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w: %s", args[0], err, firstLine(said.String()))
	}
	return string(out), nil
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}

// entries cuts a listing that ends each entry with NUL.
func entries(listing string) []string {
	listing = strings.TrimSuffix(listing, "\x00")
	if listing == "" {
		return nil
	}
	return strings.Split(listing, "\x00")
}
