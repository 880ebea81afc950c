package precommit

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"noclobber/internal/staged"
)

// entry is one allowance as it is kept: it holds for one document's change from one commit, and for no other.
type entry struct {
	Time   time.Time `json:"time"`
	Head   string    `json:"head"` // what the commit is made on; "": the first
	Path   string    `json:"path"`
	After  string    `json:"after"` // the blob that is staged; "": the document is removed
	Reason string    `json:"reason"`
}

// recordFile is where allowances are kept: the repository's directory, never its history. The trailer of the commit is
// what others see.
const recordFile = "noclobber/allowed.jsonl"

func (j Judge) head() string {
	id, _ := j.Repo.Resolve("HEAD")
	return id
}

// recorded are the allowances for just this change.
func (j Judge) recorded(next staged.Commit) ([]staged.Allowance, error) {
	file, err := j.Repo.GitPath(recordFile)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, fmt.Errorf("reading what was allowed: %w", err)
	}
	var out []staged.Allowance
	head := j.head()
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		var e entry
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			continue // a row that was cut off allows nothing
		}
		a := staged.Allowance{Path: e.Path, Reason: e.Reason, By: "--allow"}
		if e.Head == head && next.Tree[e.Path].ID == e.After && !hasPath(out, e.Path) {
			out = append(out, a)
		}
	}
	return out, nil
}

func hasPath(list []staged.Allowance, path string) bool {
	for _, a := range list {
		if a.Path == path {
			return true
		}
	}
	return false
}

// record keeps allowances for the hook that runs when the commit is made.
func (j Judge) record(next staged.Commit, allowances []staged.Allowance) error {
	if len(allowances) == 0 {
		return nil
	}
	file, err := j.Repo.GitPath(recordFile)
	if err != nil {
		return err
	}
	var rows []byte
	for _, a := range allowances {
		row, err := json.Marshal(entry{
			Time: time.Now().UTC().Truncate(time.Second), Head: j.head(), Path: a.Path, After: next.Tree[a.Path].ID, Reason: a.Reason,
		})
		if err != nil {
			return err
		}
		rows = append(append(rows, row...), '\n')
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return fmt.Errorf("recording what is allowed: %w", err)
	}
	_, err = f.Write(rows)
	return errors.Join(err, f.Close())
}
