package shell

import (
	"path"
	"slices"
	"strings"
)

// gitTools are version control: what changes in the work tree is theirs to decide, unless paths are named.
var gitTools = []command{
	{names: "git", how: gits},
	{names: "gh|glab|hub|tea", how: hubs},
	{names: "svn|hg|bzr|fossil|jj|sl|darcs|cvs|p4|yadm|chezmoi|stow|dvc|git-lfs|tig|lazygit|gitui|git-filter-repo|bfg", reason: ReasonRepository},
	{names: "pre-commit|lefthook|husky|lint-staged", reason: ReasonRunner},
}

// A gitEntry is what a git command does to the work tree.
type gitEntry struct {
	names  string
	opts   spec
	effect gitEffect
	quiet  string // options with which it changes nothing
}

type gitEffect uint8

const (
	gitReads    gitEffect = iota // nothing in the work tree changes
	gitDecides                   // git decides which files change
	gitCheckout                  // paths from a revision, or a branch
	gitRestore
	gitReset
	gitStash
	gitMove
	gitRemove
	gitClean
	gitApply
	gitConfig
	gitShow
	gitRevParse
	gitListFiles
	gitMakes // a directory or files that are new
	gitGrep
	gitBundle
	gitTrailers
	gitMergeFile
)

// gitCommands is the table of git's own commands. One that is not here may be an alias.
var gitCommands = []gitEntry{
	{names: "checkout", effect: gitCheckout, opts: "-b= -B= --orphan= --conflict= --pathspec-from-file="},
	{names: "restore", effect: gitRestore, opts: "-s|--source= --conflict= --pathspec-from-file="},
	{names: "reset", effect: gitReset, opts: "--pathspec-from-file="},
	{names: "stash", effect: gitStash, opts: "-m|--message= --pathspec-from-file= --output=writes"},
	{names: "mv", effect: gitMove},
	{names: "rm", effect: gitRemove, opts: "--pathspec-from-file=", quiet: "--cached|-n|--dry-run"},
	{names: "clean", effect: gitClean, opts: "-e|--exclude=", quiet: "-n|--dry-run"},
	{names: "apply", effect: gitApply, opts: "-p= -C= --directory= --exclude= --include= --build-fake-ancestor= --whitespace=", quiet: "--check|--stat|--numstat|--summary|--cached"},
	{names: "switch|merge|pull|rebase|revert|cherry-pick|am|bisect|submodule|sparse-checkout|read-tree|checkout-index|filter-branch|lfs|merge-one-file|mergetool|svn|p4|subtree|flow|worktree|rerere|fast-import|hook|maintenance|gui|citool|difftool|restore-mtime",
		effect: gitDecides},
	{names: "clone|init", effect: gitMakes},
	{names: "diff|log|show|whatchanged", effect: gitShow, opts: "--output=writes -n= --format? --pretty? --since= --until= --author= --grep= -S= -G= -L="},
	{names: "diff-tree|diff-index|diff-files|rev-list|reflog|range-diff", effect: gitShow,
		opts: "--output=writes -n= --format? --pretty? --since= --until= --author= --grep= -S= -G= -O="},
	{names: "blame|annotate", effect: gitShow, opts: "--output=writes -L= -S= --since= --contents=reads --date="},
	{names: "format-patch|shortlog", effect: gitShow, opts: "-o|--output-directory= --output=writes --format? --pretty? --since= --until= --author="},
	{names: "archive", effect: gitShow, opts: "-o|--output=writes --format= --prefix= --remote= --exec= --add-file=reads --mtime="},
	{names: "bundle", effect: gitBundle, opts: "--version="},
	{names: "grep", effect: gitGrep, opts: "-O|--open-files-in-pager? -e= -f= -m|--max-count= -A= -B= -C= --threads= --max-depth="},
	{names: "interpret-trailers", effect: gitTrailers, opts: "--trailer= --where= --if-exists= --if-missing="},
	{names: "merge-file", effect: gitMergeFile, opts: "-L= --marker-size= --diff-algorithm=", quiet: "-p|--stdout|--object-id"},
	{names: "config", effect: gitConfig, opts: "-f|--file= --blob= --type= --default= --comment="},
	{names: "rev-parse", effect: gitRevParse},
	{names: "ls-files", effect: gitListFiles},
	{names: "add|commit|status|branch|tag|fetch|push|remote|cat-file|ls-tree|ls-remote|merge-base|describe|name-rev|notes|gc|fsck|prune|repack|count-objects|hash-object|update-index|write-tree|commit-tree|mktree|update-ref|symbolic-ref|for-each-ref|show-ref|show-branch|cherry|check-ignore|check-attr|check-ref-format|var|version|help|credential|request-pull|send-email|instaweb|stripspace|column|verify-commit|verify-tag|verify-pack|pack-objects|pack-refs|unpack-objects|index-pack|replace|bugreport|diagnose|daemon|http-backend|merge-tree|mailinfo|mailsplit|patch-id|get-tar-commit-id|stage|last-modified|for-each-repo|multi-pack-index|commit-graph|show-index|upload-pack|receive-pack|--version|--help|--exec-path|--html-path|--man-path|--info-path",
		effect: gitReads},
}

func gitLookUp(name string) (gitEntry, bool) {
	for _, e := range gitCommands {
		if named(e.names, name) {
			return e, true
		}
	}
	return gitEntry{}, false
}

// git runs one git command. Its own options stand before the command's name.
func (c *call) git() status {
	opts := spec("-C= -c= --git-dir= --work-tree= --namespace= --exec-path? --super-prefix= --config-env=")
	p := opts.parse(c.args, posix)
	g := &gitCall{call: c}
	outer := c.shell
	g.shell = outer.fork()
	for _, o := range p.options {
		if o.spelled == "-C" || o.spelled == "--work-tree" {
			g.moveTo(o.value)
		}
	}
	g.ended = goesOn
	if len(p.operands) == 0 {
		outer.chatter()
		return undecided
	}
	name, ok := p.operands[0].text()
	entry, listed := gitLookUp(name)
	g.name, g.raw = name, p.operands[1:]
	g.p = entry.opts.parse(g.raw, gnu)
	g.runsConfigured(p.options)
	if !ok || !listed {
		outer.hide("git "+p.operands[0].show(), ReasonRepository)
		outer.chatter()
		return undecided
	}
	outer.creators++
	if entry.quiet != "" && g.p.has(entry.quiet) {
		outer.chatter()
		return undecided
	}
	return g.perform(entry)
}

// hub is a forge's client: of its commands a few change the work tree.
func (c *call) hub() status {
	if anyOption(c.args, "checkout", "clone", "sync", "download", "develop") {
		c.hide(c.name, ReasonRepository)
	}
	c.input().all()
	c.chatter()
	return undecided
}

// A gitCall is one git command, with the shell standing where git does.
type gitCall struct {
	*call
	p    parsed
	name string
	raw  []value
}

// moveTo is -C: without the notes that cd leaves.
func (g *gitCall) moveTo(dir value) {
	at, ok := g.locate(dir)
	if !ok {
		at = holeAny
	}
	g.dir = at
}

func (g *gitCall) perform(entry gitEntry) status {
	switch entry.effect {
	case gitDecides:
		g.decides()
	case gitCheckout:
		g.checkout()
	case gitRestore:
		g.restore()
	case gitReset:
		g.reset()
	case gitStash:
		g.stash()
	case gitMove:
		g.mv()
	case gitRemove:
		g.rm()
	case gitClean:
		g.clean()
	case gitApply:
		g.apply()
	default:
		return g.inform(entry)
	}
	g.chatter()
	return undecided
}

// inform is the commands that change nothing in the work tree but may write what they print to a file.
func (g *gitCall) inform(entry gitEntry) status {
	switch entry.effect {
	case gitRevParse:
		g.complain()
		if anyOption(g.raw, "--show-toplevel") && len(g.raw) == 1 {
			g.print(g.topLevel() + "\n")
		} else {
			g.print(holeName + "\n")
		}
		return undecided
	case gitShow:
		g.writesOutput()
	case gitBundle, gitTrailers, gitMergeFile:
		g.writesOperands(entry.effect)
	case gitGrep:
		if o, ok := g.p.find("-O|--open-files-in-pager"); ok && o.has {
			g.runs(o.value, holeAny)
		}
	case gitConfig:
		if o, ok := g.p.find("-f|--file"); ok && len(g.p.operands) > 1 {
			g.act(Op{Kind: InPlace, Via: "git config -f"}, o.value)
		}
	}
	if g.name == "commit" || g.name == "hash-object" {
		g.input().all()
	}
	g.chatter()
	return undecided
}

// writesOperands is the commands that write files that they are given.
func (g *gitCall) writesOperands(effect gitEffect) {
	files := g.p.operands
	switch {
	case effect == gitBundle && len(files) > 1 && files[0] == "create":
		g.actAs(writes, files[1], "git bundle create")
	case effect == gitTrailers && g.p.has("--in-place"):
		for _, file := range files {
			g.actAs(edits, file, "git interpret-trailers --in-place")
		}
	case effect == gitMergeFile && len(files) > 0:
		g.actAs(edits, files[0], "git merge-file")
	}
}

// writesOutput is --output of diff and log, and -o of archive; format-patch's -o is a directory for new files.
func (g *gitCall) writesOutput() {
	for _, o := range g.p.options {
		if o.role == writes && o.has {
			g.act(Op{Kind: Write, Via: "git " + g.name + " " + o.spelled}, o.value)
		}
	}
}

func (g *gitCall) decides() {
	switch {
	case g.name == "worktree" && !anyOption(g.raw, "remove", "move", "repair"),
		g.name == "submodule" && anyOption(g.raw, "status", "summary"),
		g.name == "sparse-checkout" && anyOption(g.raw, "list"),
		g.name == "bisect" && anyOption(g.raw, "log", "view"),
		g.name == "lfs" && anyOption(g.raw, "ls-files", "status", "env", "track"):
		return
	}
	g.hide("git "+g.name, ReasonRepository)
}

// checkout is of a branch, unless paths are named: behind --, or as operands that exist.
func (g *gitCall) checkout() {
	paths := g.pathspecs()
	if paths == nil {
		paths = g.existing()
	}
	switch {
	case len(paths) > 0:
		g.restorePaths(paths)
	case g.p.has("-b|-B|--orphan") && len(g.p.operands) == 0:
	default:
		g.hide("git checkout", ReasonRepository)
	}
}

// existing is the operands from the first one on that is a path.
func (g *gitCall) existing() []value {
	for i, v := range g.p.operands {
		if g.exists(v) && !g.p.has("-b|-B|--orphan") {
			return g.p.operands[i:]
		}
	}
	return nil
}

// pathspecs is what stands behind --; nil without one.
func (g *gitCall) pathspecs() []value {
	for i, v := range g.raw {
		if v == "--" {
			return g.raw[i+1:]
		}
	}
	return nil
}

// restorePaths brings paths back from the repository.
func (g *gitCall) restorePaths(paths []value) {
	via := "git " + g.name
	for _, p := range paths {
		if p == "--" {
			continue
		}
		p, ok := g.plainPathspec(p)
		if !ok {
			g.hide(via, ReasonRepository)
			continue
		}
		g.act(Op{Kind: Restore, Via: via, Tree: g.isDir(p)}, p)
	}
	if g.p.has("--pathspec-from-file") {
		g.hide(via, ReasonRepository)
	}
}

// plainPathspec turns a pathspec into a path; git's own wildcards and most of its magic are not followed.
func (g *gitCall) plainPathspec(p value) (value, bool) {
	text := string(p)
	if rest, ok := strings.CutPrefix(text, ":/"); ok {
		top := g.topLevel()
		return value(path.Join(string(top), rest)), top.known()
	}
	if strings.HasPrefix(text, ":") || strings.ContainsAny(text, "*?[") {
		return "", false
	}
	return p, true
}

func (g *gitCall) restore() {
	if g.p.has("--staged|-S") && !g.p.has("--worktree|-W") {
		return
	}
	g.restorePaths(g.p.operands)
}

// reset touches files with --hard, --merge and --keep only.
func (g *gitCall) reset() {
	if g.p.has("--hard|--merge|--keep") {
		g.hide("git reset", ReasonRepository)
	}
}

func (g *gitCall) stash() {
	verb := value("push")
	if len(g.p.operands) > 0 {
		verb = g.p.operands[0]
	}
	switch verb {
	case "list", "show":
		g.writesOutput()
		return
	case "drop", "clear", "create", "store":
		return
	case "push":
		if paths := g.p.operands[min(1, len(g.p.operands)):]; len(paths) > 0 {
			g.restorePaths(paths)
			return
		}
	}
	g.hide("git stash", ReasonRepository)
	if g.p.has("-a|--all") {
		g.takeIgnored("git stash --all")
	}
}

// clean takes away what git does not track; with -x and -X also what it ignores.
func (g *gitCall) clean() {
	g.hide("git clean", ReasonRepository)
	if g.p.has("-f|--force") && g.p.has("-x|-X") {
		g.takeIgnored("git clean -x", g.p.operands...)
	}
}

// takeIgnored is of what git ignores only what must stay: the rest is looked at after the command.
func (g *gitCall) takeIgnored(via string, below ...value) {
	if g.env.Ignored == nil || !g.dir.known() {
		return
	}
	for _, dir := range g.env.Ignored(string(g.dir)) {
		at := slashed(dir)
		if !g.leavesOut(path.Base(string(at))) && g.meant(at, below) {
			g.act(Op{Kind: Delete, Via: via, Tree: true}, at)
		}
	}
}

// meant reports whether one of the paths that a command names may lead to a place; with none it is all below.
func (g *gitCall) meant(at value, below []value) bool {
	return len(below) == 0 || slices.ContainsFunc(below, func(v value) bool {
		top, ok := g.locate(v)
		return !ok || !top.known() || within(string(at), string(top))
	})
}

func (g *gitCall) leavesOut(name string) bool {
	return slices.ContainsFunc(g.p.options, func(o given) bool {
		return (o.spelled == "-e" || o.spelled == "--exclude") && strings.Trim(string(o.value), "/*") == name
	})
}

func (g *gitCall) mv() {
	if g.p.has("-n|--dry-run") {
		return
	}
	to := destinationOf(g.p, "")
	for _, src := range to.sources {
		g.moveOne(src, g.place(src, to), "git mv")
	}
}

func (g *gitCall) rm() {
	for _, v := range g.p.operands {
		p, ok := g.plainPathspec(v)
		if !ok {
			g.hide("git rm", ReasonRepository)
			continue
		}
		g.act(Op{Kind: Delete, Via: "git rm", Tree: g.p.has("-r") && g.isDir(p)}, p)
	}
}

// apply changes what the patch names, where the patch can be read.
func (g *gitCall) apply() {
	strip := 1
	if o, ok := g.p.find("-p"); ok {
		strip, _ = smallNumber(o.value)
	}
	if len(g.p.operands) > 0 && g.p.operands[0] != "-" {
		for _, v := range g.p.operands {
			g.actAs(reads, v, "git apply")
			g.patchText(g.patchIn(v), strip, "git apply")
		}
		return
	}
	g.patchText(g.patchInput(), strip, "git apply")
}
