package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"noclobber/gate"
	"noclobber/internal/fsx"
	"noclobber/internal/guard"
	"noclobber/internal/shell"
)

// A lab is a project with a protected journal.
type lab struct {
	dir, home string
	calls     int
}

const policyText = "version = 1\n[[protect]]\nname = \"journal\"\npaths = [\"" + document + "\"]\nmode = \"append\"\n"

func newLab(dir string) (*lab, error) {
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, err
	}
	l := &lab{dir: filepath.Join(dir, "project"), home: filepath.Join(dir, "home")}
	for name, text := range map[string]string{
		".noclobber.toml": policyText, document: "# Journal\n- 01 first entry\n- 02 second entry\n", "sub/x.txt": "x\n",
		"draft.md": "# Draft\n", "src/main.c": "int main() {}\n", ".git/HEAD": "ref: refs/heads/main\n",
	} {
		path := filepath.Join(l.dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return nil, err
		}
	}
	if err := os.MkdirAll(l.home, 0o755); err != nil {
		return nil, err
	}
	l.guard().Session(gate.Call{Event: gate.SessionStart, Source: "startup", CWD: l.dir, Context: gate.Context{Host: "claude", Session: "s"}})
	return l, nil
}

// unsynced does not wait for the disk: nothing here is worth keeping.
type unsynced struct{ fsx.OS }

type unsyncedFile struct{ fsx.File }

func (unsyncedFile) Sync() error { return nil }

func (unsynced) SyncDir(string) error { return nil }

func (u unsynced) OpenFile(name string, flag int, perm os.FileMode) (fsx.File, error) {
	f, err := u.OS.OpenFile(name, flag, perm)
	return unsyncedFile{f}, err
}

// refused judges a command as the hook does before it runs.
func (l *lab) refused(command string) (reason string, refused bool) {
	l.calls++
	call := gate.Call{
		Event: gate.Before, Context: gate.Context{Host: "claude", Session: fmt.Sprint("s", l.calls)}, ID: "call", CWD: l.dir,
		Tool: "Bash", Command: command, Shell: "bash",
		Host: gate.Abilities{Rewrite: true, ReadTool: "Read", EditTool: "Edit", WriteTool: "Write", ShellTool: "Bash"},
	}
	v := l.guard().Before(call)
	if v.Action == gate.Deny {
		return v.Text, true
	}
	call.Event, call.Response = gate.After, &gate.Response{} // it never ran: what it holds is given back
	l.guard().After(call)
	return "", false
}

func (l *lab) guard() *guard.Guard {
	return guard.New(guard.Config{Home: l.home, From: l.dir, Lookup: l.lookup, Now: time.Now, Files: unsynced{}})
}

// opaque reports whether documents are looked at after a command.
func (l *lab) opaque(command string) bool {
	r := shell.Analyze(command, shell.Env{
		CWD: l.dir, Home: l.home, Lookup: l.lookup, ReadFile: os.ReadFile,
		Stat: func(p string) (bool, bool) {
			info, err := os.Stat(p)
			return err == nil && info.IsDir(), err == nil
		},
		List: func(dir string) ([]string, error) {
			f, err := os.Open(dir)
			if err != nil {
				return nil, err
			}
			defer func() { _ = f.Close() }()
			return f.Readdirnames(-1)
		},
	})
	return len(r.Opaque) > 0 || slices.ContainsFunc(r.Ops, wholeTree)
}

// wholeTree recognises what the guard treats as opaque: a program or a repository over a whole directory.
func wholeTree(op shell.Op) bool {
	return op.Tree && (op.Kind == shell.Restore || op.Kind == shell.InPlace)
}

func (l *lab) lookup(name string) (string, bool) { return l.home, name == "HOME" }
