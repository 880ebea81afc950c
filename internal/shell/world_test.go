package shell

import (
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// root is where the tests' imaginary tree stands.
const root = "/w"

// A world is an imaginary tree: file names, relative to root, with their texts. Directories end in a slash.
type world map[string]string

// sample is the tree that most tests use.
func sample() world {
	return world{
		"notes/JOURNAL.md": "# Journal\n- 01\n", "notes/TODO.md": "- [ ] a\n", "MEMORY.md": "- one\n", "draft.md": "d\n",
		"src/a.txt": "a\n", "src/b.txt": "b\n", "state/tasks.json": "{}\n", "out/": "", "backup/notes/JOURNAL.md": "old\n",
		".git/HEAD": "ref: refs/heads/main\n", "fix.sh": "echo gone > notes/JOURNAL.md\n", "report.sh": "wc -l \"$1\"\n",
		"env.sh": "TARGET=notes/JOURNAL.md\n", "fix.diff": "--- a/notes/JOURNAL.md\n+++ b/notes/JOURNAL.md\n@@ -1,2 +1 @@\n # Journal\n-- 01\n", "write.py": "open('notes/JOURNAL.md','w').write('x')\n",
	}
}

// kind tells whether a path, relative to root, is a directory and whether it exists.
func (w world) kind(name string) (dir, exists bool) {
	if name == "." {
		return true, true
	}
	for have := range w {
		if have == name {
			return false, true
		}
		if strings.HasPrefix(have, name+"/") {
			dir, exists = true, true
		}
	}
	return dir, exists
}

func (w world) list(dir string) ([]string, error) {
	if isDir, _ := w.kind(dir); !isDir {
		return nil, errors.New("no directory")
	}
	var names []string
	for have := range w {
		rest := have
		if dir != "." {
			var ok bool
			if rest, ok = strings.CutPrefix(have, dir+"/"); !ok {
				continue
			}
		}
		name, _, _ := strings.Cut(rest, "/")
		if name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}

// inWorld gives a path relative to root.
func inWorld(p string) (string, bool) {
	p = filepath.ToSlash(p)
	if p == root {
		return ".", true
	}
	return strings.CutPrefix(p, root+"/")
}

// env is the world as Analyze sees it.
func (w world) env() Env {
	return Env{
		CWD: root, Home: "/home/u",
		Lookup: func(name string) (string, bool) {
			switch name {
			case "HOME":
				return "/home/u", true
			case "DOCS":
				return "notes", true
			}
			return "", false
		},
		Stat: func(p string) (bool, bool) {
			if name, ok := inWorld(p); ok {
				return w.kind(name)
			}
			return p == "/tmp" || p == "/", p == "/tmp" || p == "/"
		},
		List: func(dir string) ([]string, error) {
			if name, ok := inWorld(dir); ok {
				return w.list(name)
			}
			return nil, errors.New("outside")
		},
		ReadFile: func(p string) ([]byte, error) {
			if name, ok := inWorld(p); ok {
				if text, ok := w[name]; ok {
					return []byte(text), nil
				}
			}
			return nil, errors.New("no such file")
		},
	}
}

// render shows a result, one line an operation, as the fixtures spell it. Reads can be left out.
func render(r Result, reads bool) string {
	var b strings.Builder
	for _, op := range r.Ops {
		if reads || op.Kind != Read {
			b.WriteString(renderOp(op) + "\n")
		}
	}
	for _, o := range r.Opaque {
		b.WriteString("opaque " + o.Reason)
		for _, op := range o.Ops {
			b.WriteString(" [" + renderOp(op) + "]")
		}
		b.WriteString("\n")
	}
	return b.String()
}

func renderOp(op Op) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s", op.Kind, relative(op.Path))
	if op.To != "" {
		fmt.Fprintf(&b, " -> %s", relative(op.To))
	}
	if op.Tree {
		b.WriteString(" tree")
	}
	if op.Whole {
		b.WriteString(" whole")
	}
	if op.Among {
		b.WriteString(" among")
	}
	if op.Background {
		b.WriteString(" background")
	}
	if op.Known {
		fmt.Fprintf(&b, " = %q", op.Content)
	}
	return b.String()
}

func relative(p string) string {
	if name, ok := inWorld(p); ok {
		return name
	}
	return path.Clean(filepath.ToSlash(p))
}
