package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"noclobber/internal/document"
)

// merges prints what a three-way merge costs by the size of the document, against git's.
func (l *lab) merges(runs int, kib []int) error {
	dir := filepath.Join(l.project, "merges")
	if err := write(filepath.Join(dir, ".noclobber.toml"), "version = 1\n[[protect]]\npaths = [\"*.md\"]\nmode = \"merge\"\n"); err != nil {
		return err
	}
	fmt.Printf("| document | git merge-file | noclobber merge-driver | of git | the merge alone, in one process | of git | budget |\n|---|--:|--:|--:|--:|--:|---|\n")
	for _, n := range kib {
		pair, err := l.mergePair(dir, n)
		if err != nil {
			return err
		}
		if err := takeTurns(runs, pair); err != nil {
			return err
		}
		git, _ := pair[0].medians()
		ours, _ := pair[1].medians()
		alone := mergeAlone(runs, n)
		budget := ""
		if n == 1<<10 {
			budget = "≤ 1.0 (the merge)"
		}
		fmt.Printf("| %s | %.2f ms | %.2f ms | %.2f | %.2f ms | %.2f | %s |\n", kibWords(n), ms(git), ms(ours), ratio(ours, git), ms(alone), ratio(alone, git), budget)
	}
	return os.RemoveAll(dir)
}

// mergeAlone is the median time of the merge itself, without a process and files around it.
func mergeAlone(runs, kib int) time.Duration {
	lines := linesOf(kib)
	base, ours, theirs := []byte(version(lines, -1, "")), []byte(version(lines, 0, "ours")), []byte(version(lines, 50, "theirs"))
	var took []time.Duration
	for range runs {
		start := time.Now()
		document.Merge(base, theirs, ours)
		took = append(took, time.Since(start))
	}
	return median(took)
}

// linesOf is how many lines a document of that size has.
func linesOf(kib int) int { return kib<<10/60 + 1 }

// mergePair are the two programs on versions of a document of that size: one line in a hundred changed on each side.
func (l *lab) mergePair(dir string, kib int) ([]*candidate, error) {
	lines := linesOf(kib)
	ours := version(lines, 0, "ours")
	base, theirs := filepath.Join(dir, "base"), filepath.Join(dir, "theirs")
	if err := write(base, version(lines, -1, "")); err != nil {
		return nil, err
	}
	if err := write(theirs, version(lines, 50, "theirs")); err != nil {
		return nil, err
	}
	var list []*candidate
	for _, args := range [][]string{
		{"git", "merge-file", "-q", "OURS", base, theirs},
		{l.bins.noclobber, "merge-driver", base, "OURS", theirs, "DOC.md"},
	} {
		file := filepath.Join(dir, fmt.Sprintf("ours.%d", len(list)))
		for i, a := range args {
			if a == "OURS" {
				args[i] = file
			}
		}
		list = append(list, &candidate{
			name: args[0], args: args, env: l.env(), dir: dir,
			before: func(int) error { return write(file, ours) },
		})
	}
	return list, nil
}

// version is a document of so many lines, of which every hundredth from one on is somebody's; none from -1 on.
func version(lines, from int, whose string) string {
	var b strings.Builder
	for i := range lines {
		if from >= 0 && i%100 == from {
			fmt.Fprintf(&b, "- entry %07d: changed by %s, who knows what comes next\n", i, whose)
			continue
		}
		fmt.Fprintf(&b, "- entry %07d: what was done here, and what comes next\n", i)
	}
	return b.String()
}
