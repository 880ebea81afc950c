package guard

import (
	"os"
	"slices"

	"noclobber/gate"
	"noclobber/internal/fsx"
	"noclobber/internal/shell"
)

// shellOps are the operations that a command's text is found to do.
func (g *Guard) shellOps(call gate.Call, w *work) []gate.Op {
	result := shell.Analyze(call.Command, g.shellEnv(call))
	for _, o := range result.Opaque {
		w.markOpaque(o.Reason)
		for _, op := range o.Ops {
			w.foretell(op.Path, op.To)
		}
	}
	ops := make([]gate.Op, 0, len(result.Ops))
	for _, o := range result.Ops {
		ops = append(ops, fromShell(o, call.Background))
	}
	return ops
}

// foretell notes paths that the text of a script speaks of: what to remember before it runs, never a reason to refuse.
func (w *work) foretell(paths ...string) {
	for _, path := range paths {
		if path != "" && !slices.Contains(w.foretold, path) {
			w.foretold = append(w.foretold, path)
		}
	}
}

// foreseen finds the documents among the paths that a script speaks of, and makes them known.
func (g *Guard) foreseen(call gate.Call, w work) []string {
	var docs []string
	for _, path := range w.foretold {
		m, err := g.policies.Find(path)
		if err != nil || !m.Protected || m.Rule == nil || slices.Contains(docs, m.Real) {
			continue
		}
		if id, err := fsx.Stat(m.Real); err == nil && id.Exists {
			g.recheck(call, m.Real)
			docs = append(docs, m.Real)
		}
	}
	return docs
}

func fromShell(o shell.Op, background bool) gate.Op {
	return gate.Op{
		Kind: shellKind(o.Kind), Path: o.Path, To: o.To, From: o.From, Tree: o.Tree,
		Content: o.Content, HasContent: o.Known, Whole: o.Whole, Among: o.Among,
		Via: o.Via, Shell: true, Background: o.Background || background,
	}
}

func shellKind(k shell.Kind) gate.Kind {
	switch k {
	case shell.Read:
		return gate.Read
	case shell.Write:
		return gate.Write
	case shell.Append:
		return gate.Append
	case shell.InPlace:
		return gate.InPlace
	case shell.Delete:
		return gate.Delete
	case shell.Move:
		return gate.Move
	case shell.Restore:
		return gate.Restore
	default:
		return gate.Touch
	}
}

// maxScript bounds a script file that a command names; a longer one stays opaque.
const maxScript = 256 << 10

func (g *Guard) shellEnv(call gate.Call) shell.Env {
	return shell.Env{
		CWD: call.CWD, Home: g.config.Home, Lookup: g.config.Lookup, Dialect: call.Shell,
		Stat: func(path string) (dir, exists bool) {
			if _, given := g.given[path]; given {
				return false, true
			}
			info, err := os.Stat(path)
			return err == nil && info.IsDir(), err == nil
		},
		Link: func(path string) (string, bool) {
			target, err := os.Readlink(path)
			return target, err == nil
		},
		List:     listNames,
		Ignored:  func(dir string) []string { return localStatesBelow(dir, g.knownBelow(dir, dir)) },
		ReadFile: readScript,
	}
}

func listNames(dir string) ([]string, error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	return f.Readdirnames(-1)
}

func readScript(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxScript {
		return nil, os.ErrInvalid
	}
	return os.ReadFile(path)
}
