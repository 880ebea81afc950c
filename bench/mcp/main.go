package main

import (
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// places is how many edits are made in all, each at a place of its own.
const places = 40

// subject is a server to be measured.
type subject struct {
	name    string
	command []string
	tool    string
	args    func(doc string, place int) map[string]any
}

func main() {
	log.SetFlags(0)
	subjects, err := subjectsOf(os.Args[1:])
	if err != nil {
		log.Fatal("bench/mcp: ", err)
	}
	fmt.Printf("| server | %d edits on one connection | 2 servers, %d edits each | time of both |\n|---|---|---|---|\n", places, places/2)
	for _, s := range subjects {
		start := time.Now()
		one, err := s.measure(1)
		if err != nil {
			log.Fatalf("bench/mcp: %s: %v", s.name, err)
		}
		two, err := s.measure(2)
		if err != nil {
			log.Fatalf("bench/mcp: %s: %v", s.name, err)
		}
		fmt.Printf("| %s | %s | %s | %.1f s |\n", s.name, one, two, time.Since(start).Seconds())
	}
}

// subjectsOf are noclobber mcp, and the reference server where its command is given.
func subjectsOf(reference []string) ([]subject, error) {
	bin, err := os.MkdirTemp("", "noclobber-bench-")
	if err != nil {
		return nil, err
	}
	out, err := exec.Command("go", "build", "-o", bin+string(os.PathSeparator), ".", "./cmd/noclobber-mcp").CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("building: %w\n%s", err, out)
	}
	ours := subject{
		name: "noclobber mcp, doc_splice", command: []string{filepath.Join(bin, "noclobber"), "mcp"}, tool: "doc_splice",
		args: func(doc string, place int) map[string]any {
			return map[string]any{"path": doc, "anchor": fmt.Sprint(place), "content": done(place)}
		},
	}
	if len(reference) == 0 {
		return []subject{ours}, nil
	}
	theirs := subject{
		name: "reference filesystem server, edit_file", command: reference, tool: "edit_file",
		args: func(doc string, place int) map[string]any {
			return map[string]any{"path": doc, "edits": []any{map[string]any{"oldText": open(place), "newText": done(place)}}}
		},
	}
	return []subject{ours, theirs}, nil
}

func open(place int) string { return fmt.Sprintf("- [ ] place %d.", place) }
func done(place int) string { return fmt.Sprintf("- [x] place %d.", place) }

// document has a place for each edit.
func document() string {
	var b strings.Builder
	for i := range places {
		fmt.Fprintf(&b, "<!-- anchor:%d -->\n%s\n<!-- /anchor:%d -->\n", i, open(i), i)
	}
	return b.String()
}

// tally is what came of the edits.
type tally struct{ kept, answered, failed int }

func (t tally) String() string {
	return fmt.Sprintf("%d of %d kept, %d reported as made", t.kept, places, t.answered-t.failed)
}

// measure makes the edits through a number of servers of one fresh directory.
func (s subject) measure(servers int) (tally, error) {
	root, err := os.MkdirTemp("", "noclobber-bench-")
	if err != nil {
		return tally{}, err
	}
	defer func() { _ = os.RemoveAll(root) }()
	dir := filepath.Join(root, "project")
	doc := filepath.Join(dir, "LIST.md")
	policy := "version = 1\n[[protect]]\nname = \"list\"\npaths = [\"LIST.md\"]\nmode = \"anchors\"\n"
	for _, err := range []error{
		os.Mkdir(dir, 0o777), os.WriteFile(doc, []byte(document()), 0o666), os.WriteFile(filepath.Join(dir, ".noclobber.toml"), []byte(policy), 0o666),
	} {
		if err != nil {
			return tally{}, err
		}
	}
	total, err := s.run(servers, dir, doc)
	if err != nil {
		return tally{}, err
	}
	text, err := os.ReadFile(doc)
	for i := range places {
		if strings.Contains(string(text), done(i)) {
			total.kept++
		}
	}
	return total, err
}

// run plays the edits through servers that are started together.
func (s subject) run(servers int, dir, doc string) (tally, error) {
	var all []*connection
	for range servers {
		c, err := s.start(dir)
		if err != nil {
			return tally{}, err
		}
		defer c.end()
		all = append(all, c)
	}
	for i, c := range all {
		go c.send(s, doc, i*places/servers, (i+1)*places/servers)
	}
	var total tally
	for _, c := range all {
		t, err := c.answers(places / servers)
		if err != nil {
			return tally{}, err
		}
		total.answered, total.failed = total.answered+t.answered, total.failed+t.failed
	}
	return total, nil
}
