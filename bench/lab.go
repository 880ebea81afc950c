package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"os/exec"
)

// lab is a project with one protected journal of 64 KiB.
type lab struct {
	bins          binaries
	project, home string
	journal       string
	known         int // documents that opaque calls look at
}

const knownDocuments = 10_000

func newLab(dir string, bins binaries) (*lab, error) {
	l := &lab{bins: bins, project: filepath.Join(dir, "project"), home: filepath.Join(dir, "home"), known: knownDocuments}
	l.journal = filepath.Join(l.project, "JOURNAL.md")
	if err := os.MkdirAll(l.home, 0o755); err != nil {
		return nil, err
	}
	many := filepath.Join(dir, "many", "notes")
	if err := os.MkdirAll(many, 0o755); err != nil {
		return nil, err
	}
	for i := range l.known {
		if err := os.WriteFile(filepath.Join(many, fmt.Sprintf("%04d.md", i)), []byte("- one\n"), 0o644); err != nil {
			return nil, err
		}
	}
	if err := write(filepath.Join(dir, "many", ".noclobber.toml"), "version = 1\n[[protect]]\npaths = [\"notes/*.md\"]\nmode = \"append\"\n"); err != nil {
		return nil, err
	}
	if err := write(filepath.Join(l.project, ".noclobber.toml"), "version = 1\n[[protect]]\npaths = [\"JOURNAL.md\"]\nmode = \"append\"\n"); err != nil {
		return nil, err
	}
	return l, write(l.journal, journalText())
}

func write(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o644)
}

// journalText is 64 KiB of entries.
func journalText() string {
	var b strings.Builder
	for i := 0; b.Len() < 64<<10; i++ {
		fmt.Fprintf(&b, "- entry %06d: what was done and what comes next\n", i)
	}
	return b.String()
}

func (l *lab) many() string { return filepath.Join(filepath.Dir(l.project), "many") }

func (l *lab) env() []string { return []string{"HOME=" + l.home, "PATH=" + os.Getenv("PATH")} }

// payload is an event of Claude Code.
func payload(event, cwd, id, tool string, input, response any) string {
	p := map[string]any{
		"session_id": "bench", "cwd": cwd, "hook_event_name": event, "tool_name": tool, "tool_use_id": id,
		"tool_input": input, "permission_mode": "default", "transcript_path": "/dev/null",
	}
	if response != nil {
		p["tool_response"] = response
	}
	b, err := json.Marshal(p)
	if err != nil {
		panic(err) // maps of strings
	}
	return string(b)
}

// calls prints what single hook calls cost.
func (l *lab) calls(runs int) error {
	entry := func(run int) string { return journalText() + entries(run) }
	input := func(run int) any { return map[string]any{"file_path": l.journal, "content": entry(run)} }
	id := func(run int) string { return fmt.Sprintf("call-%d", run) }
	hook := []string{l.bins.noclobber, "hook", "claude"}
	start := l.hook("session", func(int) string { return payload("SessionStart", l.many(), "", "", nil, nil) })
	start.args = hook
	if err := start.once(0); err != nil {
		return err
	}
	list := []*candidate{
		{name: "/bin/true", args: []string{"/bin/true"}},
		{name: "empty Go binary", args: []string{l.bins.empty}},
		l.hook("unprotected Write", func(run int) string {
			return payload("PreToolUse", l.project, id(run), "Write", map[string]any{"file_path": l.project + "/other.md", "content": "x\n"}, nil)
		}),
		l.hook("unprotected Bash (reads)", func(run int) string {
			return payload("PreToolUse", l.project, id(run), "Bash", map[string]any{"command": "grep -c entry JOURNAL.md | head"}, nil)
		}),
		l.hook(fmt.Sprintf("opaque Bash, %d documents known", l.known), func(run int) string {
			return payload("PreToolUse", l.many(), id(run), "Bash", map[string]any{"command": "make test"}, nil)
		}),
		l.hook("protected Write of 64 KiB, Pre", func(run int) string {
			return payload("PreToolUse", l.project, id(run), "Write", input(run), nil)
		}),
		l.hook("protected Write of 64 KiB, Post", func(run int) string {
			return payload("PostToolUse", l.project, id(run), "Write", input(run),
				map[string]any{"type": "update", "filePath": l.journal, "content": entry(run), "originalFile": entry(run - 1)})
		}),
	}
	list[2].budget = "wall ≤ 2.0 × empty, CPU ≤ 3 × true"
	list[4].budget = "unprotected + 20 µs a document"
	list[5].budget = "unprotected + 3 × write and fsync"
	list[6].budget = list[5].budget
	list[6].before = func(run int) error { return write(l.journal, entry(run)) }
	if err := takeTurns(runs, list); err != nil {
		return err
	}
	synced, err := writeAndSync(filepath.Join(l.home, "block"), runs)
	if err != nil {
		return err
	}
	printCalls(list, l.known, synced)
	return nil
}

// entries are what the journal has gained by a run.
func entries(run int) string {
	var b strings.Builder
	for i := range run + 1 {
		fmt.Fprintf(&b, "- new entry %d\n", i)
	}
	return b.String()
}

// writeAndSync is the median time of one 4 KiB write and fsync on the lab's disk.
func writeAndSync(path string, runs int) (time.Duration, error) {
	f, err := os.Create(path)
	if err != nil {
		return 0, err
	}
	defer func() { _ = f.Close() }()
	block := make([]byte, 4096)
	var took []time.Duration
	for range runs {
		start := time.Now()
		if _, err := f.Write(block); err != nil {
			return 0, err
		}
		if err := f.Sync(); err != nil {
			return 0, err
		}
		took = append(took, time.Since(start))
	}
	return median(took), nil
}

func (l *lab) hook(name string, stdin func(int) string) *candidate {
	return &candidate{name: name, args: []string{l.bins.noclobber, "hook", "claude"}, stdin: stdin, env: l.env(), dir: l.project}
}

func printCalls(list []*candidate, known int, fsync time.Duration) {
	trueWall, trueCPU := list[0].medians()
	emptyWall, _ := list[1].medians()
	plain, plainCPU := list[2].medians()
	fmt.Println("| call | wall | × empty | × true | CPU × true | over unprotected | budget |")
	fmt.Println("|---|--:|--:|--:|--:|---|---|")
	for i, c := range list {
		wall, cpu := c.medians()
		over := ""
		switch i {
		case 4:
			over = fmt.Sprintf("%.1f µs a document, %.1f µs of them CPU", perDocument(wall-plain, known), perDocument(cpu-plainCPU, known))
		case 5, 6:
			over = fmt.Sprintf("%.2f ms, %.1f × one write and fsync of %.2f ms", ms(wall-plain), ratio(wall-plain, fsync), ms(fsync))
		}
		fmt.Printf("| %s | %.2f ms | %.2f | %.2f | %.2f | %s | %s |\n", c.name, ms(wall), ratio(wall, emptyWall), ratio(wall, trueWall), ratio(cpu, trueCPU), over, c.budget)
	}
}

func perDocument(d time.Duration, known int) float64 {
	return float64(d.Microseconds()) / float64(known)
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func ratio(a, b time.Duration) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

const (
	appenders = 16
	each      = 20
)

// appends prints the throughput of many processes that append to one document.
func (l *lab) appends() error {
	bare := filepath.Join(l.project, "bare.md")
	bareTime, err := l.race(func(line string) *exec.Cmd { return exec.Command(l.bins.bare, bare, line) })
	if err != nil {
		return err
	}
	if err := write(l.journal, "# Journal\n"); err != nil {
		return err
	}
	ours, err := l.race(func(line string) *exec.Cmd {
		cmd := exec.Command(l.bins.noclobber, "append", l.journal)
		cmd.Stdin = strings.NewReader(line + "\n")
		return cmd
	})
	if err != nil {
		return err
	}
	if err := l.everyLineOnce(); err != nil {
		return err
	}
	lines := float64(appenders * each)
	fmt.Println("| candidate | lines/s | of bare | budget |")
	fmt.Println("|---|--:|--:|---|")
	fmt.Printf("| bare lock, O_APPEND, fsync | %.0f | 1.00 | |\n", lines/bareTime.Seconds())
	fmt.Printf("| noclobber append | %.0f | %.2f | ≥ 0.33, every line once (checked) |\n", lines/ours.Seconds(), bareTime.Seconds()/ours.Seconds())
	return nil
}

// race runs all appenders at once and returns how long they took together.
func (l *lab) race(cmd func(line string) *exec.Cmd) (time.Duration, error) {
	var wg sync.WaitGroup
	errs := make(chan error, appenders*each)
	start := time.Now()
	for w := range appenders {
		wg.Go(func() {
			for n := range each {
				c := cmd(fmt.Sprintf("- writer %d line %d", w, n))
				c.Env, c.Dir = l.env(), l.project
				if out, err := c.CombinedOutput(); err != nil {
					errs <- fmt.Errorf("%w: %s", err, out)
				}
			}
		})
	}
	wg.Wait()
	took := time.Since(start)
	close(errs)
	return took, <-errs
}

func (l *lab) everyLineOnce() error {
	b, err := os.ReadFile(l.journal)
	if err != nil {
		return err
	}
	seen := map[string]int{}
	for _, line := range strings.Split(string(b), "\n") {
		seen[line]++
	}
	for w := range appenders {
		for n := range each {
			if line := fmt.Sprintf("- writer %d line %d", w, n); seen[line] != 1 {
				return fmt.Errorf("%q stands %d times in the journal", line, seen[line])
			}
		}
	}
	return nil
}
