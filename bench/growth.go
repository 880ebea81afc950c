package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// growth prints what the snapshots of a journal of 10 MiB cost while it grows.
func (l *lab) growth(appends int) error {
	home := filepath.Join(filepath.Dir(l.home), "growth-home")
	document := filepath.Join(l.project, "growth", "JOURNAL.md")
	if err := write(filepath.Join(filepath.Dir(document), ".noclobber.toml"), "version = 1\n[[protect]]\npaths = [\"JOURNAL.md\"]\nmode = \"append\"\n"); err != nil {
		return err
	}
	line := "- an entry: what was done and what comes next, in words\n"
	if err := write(document, strings.Repeat(line, 10<<20/len(line))); err != nil {
		return err
	}
	grow := l.appendTo("growth", document)
	grow.env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}
	entry := strings.Repeat("- a longer entry of this journal\n", 32)
	grow.stdin = func(int) string { return entry }
	if err := os.MkdirAll(home, 0o755); err != nil {
		return err
	}
	if err := grow.once(-1); err != nil { // makes the document known: one whole snapshot
		return err
	}
	first, err := bytesIn(home)
	if err != nil {
		return err
	}
	for run := range appends {
		if err := grow.once(run); err != nil {
			return err
		}
	}
	last, err := bytesIn(home)
	if err != nil {
		return err
	}
	fmt.Printf("| appends of %d bytes | the state grew by | of what was appended |\n|--:|--:|--:|\n", len(entry))
	fmt.Printf("| %d | %d KiB | %.2f |\n", appends, (last-first)>>10, float64(last-first)/float64(appends*len(entry)))
	return os.RemoveAll(filepath.Dir(document))
}

// bytesIn sums the sizes of the files below a directory.
func bytesIn(dir string) (int64, error) {
	var sum int64
	err := filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err == nil {
			sum += info.Size()
		}
		return err
	})
	return sum, err
}
