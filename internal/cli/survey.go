package cli

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"noclobber/policy"
)

// The bounds of a walk for documents.
const (
	maxSurveyed    = 20_000 // entries
	maxSurveyDepth = 6      // directories below the project
	maxSurveyPeek  = 64 << 10
)

// survey finds the documents of a project that several agents are likely to share and that are not
// covered yet, and proposes a rule for each kind with its reason.
func survey(dir string, covered func(path string) bool) []policy.Proposal {
	ignored := ignoredDirectories(dir)
	left := maxSurveyed
	kinds := map[string]*policy.Proposal{}
	_ = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if left--; left < 0 {
			return filepath.SkipAll
		}
		switch {
		case err != nil:
			return nil // what cannot be read cannot be proposed
		case e.IsDir() && path != dir && (passedOver(e.Name()) || slices.Contains(ignored, path) || depth(dir, path) > maxSurveyDepth):
			return filepath.SkipDir
		case !e.Type().IsRegular():
			return nil
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil {
			return nil
		}
		if k, ok := classify(filepath.ToSlash(rel), func() []byte { return peek(path) }); ok && !covered(path) {
			addProposal(kinds, k, filepath.ToSlash(rel))
		}
		return nil
	})
	return proposals(kinds)
}

func depth(dir, path string) int {
	return strings.Count(strings.TrimPrefix(path, dir), string(filepath.Separator))
}

// passedOver reports whether a directory holds no documents of the project's own.
func passedOver(name string) bool {
	switch name {
	case "node_modules", "vendor", "venv", "target", "dist", "build", "__pycache__", "testdata", "fixtures":
		return true
	}
	return strings.HasPrefix(name, ".") && name != ".claude"
}

// peek reads the beginning of a file.
func peek(path string) []byte {
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer func() { _ = f.Close() }()
	head := make([]byte, maxSurveyPeek)
	n, _ := f.Read(head) // what was read is enough
	return head[:n]
}

// ignoredDirectories are those that git ignores; none where git does not say.
func ignoredDirectories(dir string) []string {
	out, ok := gitSays(dir, "ls-files", "--others", "--ignored", "--exclude-standard", "--directory", "-z")
	if !ok {
		return nil
	}
	var dirs []string
	for name := range strings.SplitSeq(out, "\x00") {
		if strings.HasSuffix(name, "/") {
			dirs = append(dirs, filepath.Join(dir, filepath.FromSlash(name)))
		}
	}
	return dirs
}

// gitTime bounds one question to git.
const gitTime = 10 * time.Second

// gitSays asks git; ok is false where there is no git, no repository, or the answer is no.
func gitSays(dir string, args ...string) (out string, ok bool) {
	ctx, cancel := context.WithTimeout(context.Background(), gitTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = dir
	text, err := cmd.Output()
	return string(text), err == nil
}

// maxListed bounds the files that a rule names one by one; of more their directories are named.
const maxListed = 4

func addProposal(kinds map[string]*policy.Proposal, k kind, rel string) {
	p := kinds[k.name]
	if p == nil {
		p = &policy.Proposal{Name: k.name, Mode: k.mode, Format: k.format, Reason: k.reason}
		kinds[k.name] = p
	}
	p.Paths = append(p.Paths, rel)
}

// proposals turns the files found into patterns, in the order of names.
func proposals(kinds map[string]*policy.Proposal) []policy.Proposal {
	var out []policy.Proposal
	for _, p := range kinds {
		p.Paths = patterns(p.Paths)
		out = append(out, *p)
	}
	slices.SortFunc(out, func(a, b policy.Proposal) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// patterns names few files one by one, and many in one directory by their extension.
func patterns(files []string) []string {
	byPlace := map[string][]string{}
	for _, f := range files {
		place := f[:strings.LastIndexByte(f, '/')+1] + "\x00" + extension(f)
		byPlace[place] = append(byPlace[place], f)
	}
	var out []string
	for place, files := range byPlace {
		dir, ext, _ := strings.Cut(place, "\x00")
		if len(files) > maxListed && dir != "" && ext != "" {
			out = append(out, policy.Quote(dir)+"*"+policy.Quote(ext))
			continue
		}
		for _, f := range files {
			out = append(out, policy.Quote(f))
		}
	}
	slices.Sort(out)
	return out
}

func extension(name string) string {
	return name[len(name)-len(filepath.Ext(name)):]
}
