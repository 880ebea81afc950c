package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"noclobber/gate"
	"noclobber/internal/fsx"
	"noclobber/internal/gitrepo"
)

// hookName is the hook that judges commits: the only one that knows the message, and that `git merge` runs too.
const hookName = "commit-msg"

// gitHookMark is in every hook file of ours.
const gitHookMark = "# noclobber's git hook"

// chainedSuffix names the hook that stood there before, and that ours runs first.
const chainedSuffix = ".before-noclobber"

// gitHookScript is the hook. Where the program is gone a commit goes on: CI still judges it, and a repository that cannot
// be committed to helps nobody. Without a binary, as in a hook that is committed, it is looked for on PATH.
func gitHookScript(binary string) string {
	find := "noclobber=$(command -v noclobber) || {"
	if binary != "" {
		find = "noclobber=" + gate.ShellQuote(filepath.ToSlash(binary)) + "\n[ -x \"$noclobber\" ] || " + find
	}
	return `#!/bin/sh
` + gitHookMark + `: noclobber init --git-hook wrote it, noclobber uninstall takes it back.
# It judges what is staged, after the hook that stood here before.
before=$0` + chainedSuffix + `
if [ -x "$before" ]; then
	"$before" "$@" || exit
fi
` + find + `
	echo "noclobber is not installed, so what is staged was not judged; to be rid of this: rm $0" >&2
	exit 0
}
exec "$noclobber" precommit --message "$1"
`
}

// huskyLines go into a hook of husky's, which is committed: teammates without the program are not stopped.
func huskyLines() string {
	return gitHookMark + `
if command -v noclobber >/dev/null; then noclobber precommit --message "$1"; fi
` + gitHookMark + ` ends
`
}

// wireGitHook puts the hook where git looks for it.
func (s Streams) wireGitHook(l *steps, user bool) error {
	repo, err := gitrepo.Open(s.Dir)
	if err != nil {
		return hint(usageError{err}, "git init makes one")
	}
	defer repo.Close()
	hooks, err := repo.Hooks()
	if err != nil {
		return err
	}
	if !hooks.Own && !hooks.Shared && !user {
		return hint(usageError{fmt.Errorf("core.hooksPath leads to %s, where hooks are every repository's", hooks.Dir)},
			"--git-hook --user puts it there all the same")
	}
	if dir, ok := huskyDir(hooks.Dir); ok {
		return l.wireHusky(filepath.Join(dir, hookName))
	}
	binary := ""
	if !hooks.Shared {
		if binary, err = ownPath(); err != nil {
			return fmt.Errorf("finding this program: %w", err)
		}
	}
	return l.chainHook(filepath.Join(hooks.Dir, hookName), gitHookScript(binary), hooks.Shared)
}

// huskyDir is where husky keeps the hooks that people write, if it is what git asks: it generates .husky/_ anew.
func huskyDir(hooks string) (string, bool) {
	dir := filepath.Dir(hooks)
	return dir, filepath.Base(hooks) == "_" && filepath.Base(dir) == ".husky"
}

// chainHook writes the hook; one that stood there is kept beside it and run first.
func (l *steps) chainHook(file, script string, shared bool) error {
	text, err := os.ReadFile(file)
	switch {
	case err == nil && string(text) == script:
		l.add("kept", file, "the hook is there already")
		return nil
	case err == nil && bytes.Contains(text, []byte(gitHookMark)):
		l.add("wrote", file, "anew, for this program's place")
		return writeHook(file, script)
	case err == nil && bytes.Contains(text, []byte("lefthook")):
		l.add("kept", file, "lefthook generates it, and would move another one away")
		l.next("lefthook.yml: commit-msg: jobs: - run: noclobber precommit --message {1}    (docs/precommit.md)")
		return nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("reading the hook that is there: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	note := "judges each commit"
	if _, err := os.Lstat(file); err == nil {
		if err := moveAside(file); err != nil {
			return err
		}
		note += ", after the hook that stood there, now " + filepath.Base(file) + chainedSuffix
	}
	l.add("wrote", file, "%s", note)
	if shared {
		l.next("commit %s: it is the team's; where noclobber is missing it stops nobody", file)
	}
	return writeHook(file, script)
}

// moveAside renames a hook so that git does not run it. One that was moved there before is not overwritten.
func moveAside(file string) error {
	to := file + chainedSuffix
	if _, err := os.Lstat(to); err == nil {
		return hint(fmt.Errorf("%s is there already, so %s cannot be moved there", to, file), "remove the one that is not needed")
	}
	return os.Rename(file, to)
}

func writeHook(file, script string) error {
	return fsx.Replace(file, []byte(script), fsx.ReplaceOptions{Mode: 0o755})
}

// wireHusky puts the lines at the beginning of husky's hook: what stands there may end the script.
func (l *steps) wireHusky(file string) error {
	text, err := os.ReadFile(file)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("reading husky's hook: %w", err)
	case bytes.Contains(text, []byte(gitHookMark)):
		l.add("kept", file, "the hook is there already")
		return nil
	}
	head, rest := "", string(text)
	if strings.HasPrefix(rest, "#!") {
		first, after, _ := strings.Cut(rest, "\n")
		head, rest = first+"\n", after
	}
	l.add("edited", file, "husky runs it before each commit")
	l.next("commit %s: it is the team's; where noclobber is missing it stops nobody", file)
	return fsx.Replace(file, []byte(head+huskyLines()+rest), fsx.ReplaceOptions{})
}

// unwireGitHook takes the hook back, wherever another tool has moved it to.
func (s Streams) unwireGitHook(l *steps) error {
	repo, err := gitrepo.Open(s.Dir)
	if err != nil {
		return nil // no repository, no hook
	}
	defer repo.Close()
	hooks, err := repo.Hooks()
	if err != nil {
		return err
	}
	if dir, ok := huskyDir(hooks.Dir); ok {
		if err := l.unwireHusky(filepath.Join(dir, hookName)); err != nil {
			return err
		}
	}
	for _, name := range []string{hookName, hookName + ".legacy", hookName + ".old"} { // pre-commit's and lefthook's names
		if err := l.unchainHook(filepath.Join(hooks.Dir, name)); err != nil {
			return err
		}
	}
	return nil
}

// unchainHook removes our hook and puts back the one before it.
func (l *steps) unchainHook(file string) error {
	text, err := os.ReadFile(file)
	if err != nil || !bytes.Contains(text, []byte(gitHookMark)) {
		return nil // not ours
	}
	before := file + chainedSuffix
	if _, err := os.Lstat(before); err == nil {
		l.add("restored", file, "the hook that stood there before")
		return os.Rename(before, file)
	}
	l.add("removed", file, "")
	return os.Remove(file)
}

func (l *steps) unwireHusky(file string) error {
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text), huskyLines()) {
		return nil // not ours
	}
	rest := strings.Replace(string(text), huskyLines(), "", 1)
	l.add("edited", file, "without noclobber")
	if rest == "" {
		return os.Remove(file)
	}
	return fsx.Replace(file, []byte(rest), fsx.ReplaceOptions{})
}
