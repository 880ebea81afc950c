package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"noclobber/ledger"
)

// frames prints what an append costs by the length of the document's log.
func (l *lab) frames(runs int, counts []int) error {
	var list []*candidate
	for _, n := range counts {
		document := filepath.Join(l.project, "frames", fmt.Sprintf("%d.md", n), "JOURNAL.md")
		if err := write(filepath.Join(filepath.Dir(document), ".noclobber.toml"), "version = 1\n[[protect]]\npaths = [\"JOURNAL.md\"]\nmode = \"append\"\n"); err != nil {
			return err
		}
		if err := write(document, "# Journal\n"); err != nil {
			return err
		}
		if err := l.fill(document, n); err != nil {
			return err
		}
		list = append(list, l.appendTo(fmt.Sprintf("noclobber append, %d frames", n), document))
	}
	if err := takeTurns(runs, list); err != nil {
		return err
	}
	printRatios(list, list[0], "of the first", "≤ 1.2")
	return nil
}

// fill gives a document's log that many records.
func (l *lab) fill(document string, n int) error {
	d, err := ledger.New(l.home, "", nil).Lock(context.Background(), document)
	if err != nil {
		return err
	}
	head := ledger.StampOf([]byte("# Journal\n"))
	for i := range n {
		d.Append(ledger.Record{Event: ledger.External, Time: time.Now(), After: head, Cause: "appended"})
		if i%1000 == 999 || i == n-1 {
			if err := d.Commit(false); err != nil {
				return err
			}
		}
	}
	return d.Unlock()
}

func (l *lab) appendTo(name, document string) *candidate {
	return &candidate{
		name: name, args: []string{l.bins.noclobber, "append", document}, env: l.env(), dir: filepath.Dir(document),
		stdin: func(run int) string { return fmt.Sprintf("- line %d\n", run) },
	}
}

// sizes prints what an append costs by the size of the document, against the bare system calls.
func (l *lab) sizes(runs int, kib []int) error {
	bare := filepath.Join(l.project, "bare.md")
	list := []*candidate{{name: "bare lock, O_APPEND, fsync", args: []string{l.bins.bare, bare, "- line"}, env: l.env(), dir: l.project}}
	for _, n := range kib {
		document := filepath.Join(l.project, "sizes", fmt.Sprint(n), "JOURNAL.md")
		if err := write(filepath.Join(filepath.Dir(document), ".noclobber.toml"), "version = 1\n[[protect]]\npaths = [\"JOURNAL.md\"]\nmode = \"append\"\n"); err != nil {
			return err
		}
		line := "- an entry: what was done and what comes next, in words\n"
		if err := write(document, strings.Repeat(line, n<<10/len(line)+1)); err != nil {
			return err
		}
		list = append(list, l.appendTo(fmt.Sprintf("noclobber append, document of %s", kibWords(n)), document))
		if err := list[len(list)-1].once(-1); err != nil { // the first one makes the document known
			return err
		}
		list[len(list)-1].samples = samples{}
	}
	if err := takeTurns(runs, list); err != nil {
		return err
	}
	printRatios(list, list[0], "of bare", "")
	return os.RemoveAll(filepath.Join(l.project, "sizes"))
}

func kibWords(n int) string {
	if n >= 1<<10 {
		return fmt.Sprintf("%d MiB", n>>10)
	}
	return fmt.Sprintf("%d KiB", n)
}

func printRatios(list []*candidate, first *candidate, of, budget string) {
	base, _ := first.medians()
	fmt.Printf("| candidate | wall | %s | budget |\n|---|--:|--:|---|\n", of)
	for i, c := range list {
		wall, _ := c.medians()
		allowed := budget
		if i == 0 {
			allowed = ""
		}
		fmt.Printf("| %s | %.2f ms | %.2f | %s |\n", c.name, ms(wall), ratio(wall, base), allowed)
	}
}
