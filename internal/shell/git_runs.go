package shell

import (
	"slices"
	"strings"
)

// What git runs besides itself: the commands that -c and the environment name. Git gives them arguments of its own.

// runsConfigured runs, on paper, the commands that git's own options and the variables set by the command name.
func (g *gitCall) runsConfigured(own []given) {
	for _, o := range own {
		if o.spelled != "-c" {
			continue
		}
		if key, text := cutAt(o.value, "="); text != "" {
			g.runsKey(strings.ToLower(key), text)
		}
	}
	for _, name := range []string{"GIT_EDITOR", "VISUAL", "EDITOR"} {
		if v, ok := g.variable(name); ok && v.exported {
			g.runsKey("core.editor", v.text)
			break
		}
	}
	for _, pair := range [][2]string{
		{"GIT_SEQUENCE_EDITOR", "sequence.editor"}, {"GIT_EXTERNAL_DIFF", "diff.external"}, {"GIT_SSH_COMMAND", "core.sshcommand"},
		{"GIT_ASKPASS", "core.askpass"}, {"GIT_PAGER", "core.pager"},
	} {
		if v, ok := g.variable(pair[0]); ok && v.exported {
			g.runsKey(pair[1], v.text)
		}
	}
}

// runsKey runs the command that a configuration variable names, where this git command may run it. Outside of grep -O a
// pager needs a terminal, and an agent has none.
func (g *gitCall) runsKey(key string, text value) {
	last := key[strings.LastIndexByte(key, '.')+1:]
	switch {
	case key == "alias."+g.name:
		if shellText, ok := strings.CutPrefix(string(text), "!"); ok {
			g.runs(value(shellText), g.raw...)
		}
	case key == "core.editor":
		if g.opensEditor() {
			g.runs(text, g.gitFile("COMMIT_EDITMSG"))
		}
	case key == "sequence.editor":
		if g.name == "rebase" {
			g.runs(text, g.gitFile("rebase-merge/git-rebase-todo"))
		}
	case key == "core.pager":
		if o, ok := g.p.find("-O|--open-files-in-pager"); ok && g.name == "grep" && !o.has {
			g.runs(text, holeAny)
		}
	case last == "helper":
		if shellText, ok := strings.CutPrefix(string(text), "!"); ok {
			g.runs(value(shellText), holeAny)
		}
	case named("external|command|cmd|textconv|sshcommand|gitproxy|fsmonitor|clean|smudge|process|driver|program|difffilter|askpass", last):
		g.runs(text, holeAny)
	}
}

// maxHooks is how deep git runs commands that run git; none is followed within itself.
const maxHooks = 4

// runs runs shell text the way git does: with arguments behind it, and at the top of the work tree, except for grep.
func (g *gitCall) runs(text value, args ...value) {
	plain, ok := text.text()
	if !ok {
		g.hide("git "+g.name, ReasonArguments)
		return
	}
	if len(g.hooks) >= maxHooks || slices.Contains(g.hooks, plain) {
		g.hide("git "+g.name, ReasonDeep)
		return
	}
	g.hooks = append(g.hooks, plain)
	defer func() { g.hooks = g.hooks[:len(g.hooks)-1] }()
	inner := g.process()
	inner.maybe++
	if top := g.topLevel(); top.known() && g.name != "grep" {
		inner.dir = top
	}
	inner.args, inner.moreArgs = args, false
	inner.run(plain+` "$@"`, variants("sh"))
}

// gitFile is a file in the repository's own directory.
func (g *gitCall) gitFile(name value) value {
	top := g.topLevel()
	if !top.known() {
		return holeAny
	}
	return top + "/.git/" + name
}

// opensEditor reports whether the command may open an editor: for a message that is not given, or for a list.
func (g *gitCall) opensEditor() bool {
	switch g.name {
	case "commit", "tag", "merge", "notes":
		p := spec("-m|--message= -F|--file= -C|--reuse-message= -c|--reedit-message= -t|--template= --author= --date= -s? -X= -u=").parse(g.raw, gnu)
		return p.has("-e|--edit|-c|--reedit-message") || !p.has("-m|--message|-F|--file|-C|--reuse-message|--no-edit")
	}
	return named("rebase|revert|cherry-pick|pull|am|config|branch|add|replace|send-email", g.name)
}
