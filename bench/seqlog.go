package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// validMain is the loop that any reader of a JSONL log runs at least: each line through gjson.Valid.
const validMain = `package main

import (
	"bufio"
	"os"

	"github.com/tidwall/gjson"
)

func main() {
	f, err := os.Open(os.Args[1])
	if err != nil {
		panic(err)
	}
	s := bufio.NewScanner(f)
	s.Buffer(make([]byte, 1<<20), 1<<26)
	for s.Scan() {
		if !gjson.ValidBytes(s.Bytes()) {
			panic("no JSON")
		}
	}
	if s.Err() != nil {
		panic(s.Err())
	}
}
`

// The log that is checked, and how often by each candidate.
const (
	logMiB  = 1024
	logRuns = 5
)

// checks prints what a check of a long log costs.
func (l *lab) checks(runs, mib int) error {
	valid := filepath.Join(filepath.Dir(l.bins.noclobber), "valid")
	if err := os.WriteFile(valid+".go", []byte(validMain), 0o644); err != nil {
		return err
	}
	if err := compile(valid, valid+".go"); err != nil {
		return err
	}
	log := filepath.Join(l.project, "session.jsonl")
	if err := writeLog(log, int64(mib)<<20); err != nil {
		return err
	}
	defer func() { _ = os.Remove(log) }()
	list := []*candidate{
		{name: "bufio.Scanner and gjson.Valid", args: []string{valid, log}, env: l.env(), dir: l.project},
		{name: "noclobber seqlog check", budget: "≥ 0.50", env: l.env(), dir: l.project,
			args: []string{l.bins.noclobber, "seqlog", "check", log, "--seq", "seq", "--seq-first", "seq0", "--seq-count", "events.#"}},
	}
	if err := takeTurns(runs, list); err != nil {
		return err
	}
	printChecks(list, mib)
	return nil
}

func printChecks(list []*candidate, mib int) {
	loop, _ := list[0].medians()
	fmt.Println("| candidate | MiB/s | speed of the loop | budget |")
	fmt.Println("|---|--:|--:|---|")
	for _, c := range list {
		wall, _ := c.medians()
		fmt.Printf("| %s | %.0f | %.2f | %s |\n", c.name, float64(mib)/max(wall, time.Microsecond).Seconds(), ratio(loop, wall), c.budget)
	}
}

// writeLog writes a healthy session log: rows of some hundred bytes, one in eight packed.
func writeLog(path string, size int64) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(f, 1<<20)
	text := strings.Repeat(`she said \"go on\" and the build went on — at last\n`, 6)
	for n, seq, written := 0, 0, int64(0); written < size; n++ {
		var k int
		if n%8 == 7 {
			k, err = fmt.Fprintf(w, `{"type":"text-chunks","seq0":%d,"turn":%d,"events":["so","it","went"," on"]}`+"\n", seq, n/40)
			seq += 4
		} else {
			k, err = fmt.Fprintf(w, `{"type":"assistant/message","seq":%d,"time":"2026-11-29T10:00:00.%03dZ","turn":%d,"data":{"role":"assistant","content":[{"type":"text","text":"%s"}],"usage":{"input":%d,"output":17}}}`+"\n",
				seq, n%1000, n/40, text, n*3)
			seq++
		}
		if err != nil {
			return err
		}
		written += int64(k)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Close()
}
