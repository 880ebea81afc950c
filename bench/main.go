package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
)

// growths is how often the journal of 10 MiB is appended to.
const growths = 20

func main() {
	runs := flag.Int("runs", 40, "runs of each candidate")
	most := flag.Int("frames", 1_000_000, "frames of the longest log")
	mib := flag.Int("mib", logMiB, "size of the session log that is checked")
	largest := flag.Int("largest", 1<<10, "size of the largest document that is appended to, in MiB")
	flag.Parse()
	log.SetFlags(0)
	dir, err := os.MkdirTemp("", "noclobber-bench-")
	if err != nil {
		log.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := measure(dir, *runs, *most, *mib, *largest); err != nil {
		log.Fatal("bench: ", err)
	}
}

// measure prints the tables.
func measure(dir string, runs, most, mib, largest int) error {
	bins, err := build(dir)
	if err != nil {
		return err
	}
	l, err := newLab(filepath.Join(dir, "lab"), bins)
	if err != nil {
		return err
	}
	fmt.Printf("## A hook call, whole process (%d runs each, in turns, medians)\n\n", runs)
	if err := l.calls(runs); err != nil {
		return err
	}
	fmt.Printf("\n## Reading a command's text, in one process\n\n")
	readings()
	fmt.Printf("\n## 16 processes that append, 20 lines each, one process a line\n\n")
	if err := l.appends(); err != nil {
		return err
	}
	fmt.Printf("\n## An append by the length of the document's log (%d runs each, in turns, medians)\n\n", runs)
	if err := l.frames(runs, []int{10, most}); err != nil {
		return err
	}
	fmt.Printf("\n## An append by the size of the document; above 16 MiB its bytes are not kept (%d runs each, in turns, medians)\n\n", runs)
	if err := l.sizes(runs, []int{1, 64, 1 << 10, 10 << 10, 100 << 10, largest << 10}); err != nil {
		return err
	}
	fmt.Printf("\n## The snapshots of a journal of 10 MiB that grows\n\n")
	if err := l.growth(growths); err != nil {
		return err
	}
	fmt.Printf("\n## A three-way merge, one line in a hundred changed on each side (%d runs each, in turns, medians)\n\n", runs)
	if err := l.merges(runs, []int{1, 64, 1 << 10, 16 << 10}); err != nil {
		return err
	}
	fmt.Printf("\n## A check of a session log of %d MiB (%d runs each, in turns, medians)\n\n", mib, logRuns)
	return l.checks(logRuns, mib)
}
