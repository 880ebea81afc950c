package shell

import (
	"errors"
	"path/filepath"
	"runtime"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// An analysis is one run of Analyze: what was found and what may still be spent.
type analysis struct {
	env    Env
	spend  budget
	ops    []Op
	opaque []Opaque
	sinks  []*sink // of files opened for writing
	top    *sink   // what the host will show
	script *Opaque // the script file being read, if any

	tree     overlay
	calling  map[string]int // functions being called
	hooks    []string       // commands that git is running, one within the other
	creators int            // programs that may have made files without an operation to show for it
	guess    int            // how often a value came from the environment rather than from the command

	textRead    int  // bytes of program text read so far
	scriptsRead int  // script files read so far
	cmdlets     bool // a command that only PowerShell has was seen
	unparsed    bool // some text is nested more deeply than the parser may go

	programs map[string]listing // what was looked up in the table of commands
	seen     map[deed]bool      // in a second look: the operations found
}

// Analyze finds out what a command does to files, without running anything. It never fails: what it cannot tell is in
// Result.Opaque. Time and memory are bounded (see budget.go), and linear in the length of the command.
func Analyze(command string, env Env) Result {
	a := newAnalysis(env)
	a.spend = newBudget(len(command))
	a.carryOut(command)
	if a.spend.over != "" {
		a.lookAgain(command)
	}
	a.finish()
	return Result{Ops: a.ops, Opaque: a.opaque}
}

func newAnalysis(env Env) *analysis {
	return &analysis{env: env, spend: newBudget(0), top: newSink(0), tree: newOverlay(), calling: make(map[string]int)}
}

// carryOut goes through the command. Should it fail, what was found until then stays, and the rest is opaque: a hook
// that dies on a command would stop every command.
func (a *analysis) carryOut(command string) {
	defer func() {
		if recover() != nil {
			a.script = nil
			a.hide(firstWord(command), ReasonFailure)
		}
	}()
	if isPowerShell(a.env.Dialect) {
		a.newShell().powershell(command)
		return
	}
	a.newShell().run(command, variants(a.env.Dialect))
	if a.cmdlets {
		a.newShell().powershell(command)
	}
}

// newShell is the shell that a host starts for a command.
func (a *analysis) newShell() *shell {
	s := &shell{
		analysis: a,
		vars:     &table[variable]{},
		funcs:    &table[*syntax.Stmt]{},
		locals:   &table[local]{},
		bared:    &table[bool]{},
		zero:     holeAny,
		dialect:  dialectName(a.env.Dialect),
		dir:      slashed(a.env.CWD),
		options:  options{globstar: a.env.Dialect == "zsh"},
	}
	if a.env.CWD == "" {
		s.dir = holeAny
	}
	s.fds = map[int]descriptor{0: {in: unknownInput()}, 1: {out: a.top}, 2: {out: newSink(0)}}
	return s
}

// dialectName is the name by which the shell of a dialect is known here.
func dialectName(dialect string) string {
	if dialect == "posix" {
		return "sh"
	}
	return dialect
}

// run analyses program text in this shell.
func (s *shell) run(text string, langs []syntax.LangVariant) status {
	text = dropNUL(text)
	if s.textRead += len(text); s.textRead > maxCommand {
		s.spend.stop(ReasonLarge)
		return undecided
	}
	if !s.spend.enter() {
		return undecided
	}
	defer s.spend.leave()
	if !s.spend.step(s.spend.nested() / 4) {
		return undecided // the parser looks at the stack, which is as deep as this
	}
	stmts, err := parse(text, langs)
	st := s.stmts(stmts)
	switch {
	case errors.Is(err, errTooDeep):
		s.unparsed = true
		s.spend.stop(ReasonDeep)
	case err != nil:
		s.hide(firstWord(text), ReasonSyntax)
	}
	if err != nil {
		s.chatter()
		return undecided
	}
	return st
}

// finish fills in what is known only at the end: the contents, the read that is the whole output, and why the
// analysis stopped early.
func (a *analysis) finish() {
	if a.spend.over != "" {
		a.hide("", a.spend.over)
		a.sinks, a.top = nil, newSink(0) // what was not followed to its end may have written more
	}
	for _, k := range a.sinks {
		text, ok := k.value().text()
		if !ok {
			continue
		}
		a.ops[k.op].Known, a.ops[k.op].Content = true, []byte(text)
	}
	for _, i := range a.top.whole {
		whole := a.onlyRead(a.ops[i].Path)
		a.ops[i].Whole, a.ops[i].Among = whole && i == a.top.read, whole && i != a.top.read
	}
	for i := range a.ops {
		a.ops[i].Path = native(a.ops[i].Path)
		a.ops[i].To = native(a.ops[i].To)
	}
}

// onlyRead reports whether the command does nothing else to a file.
func (a *analysis) onlyRead(p string) bool {
	for _, op := range a.ops {
		if op.Kind != Read && (within(p, op.Path) || op.To != "" && within(p, op.To)) {
			return false
		}
	}
	return true
}

// add records an operation and returns its number, or -1 when it is only foretold by a script or there are too many.
func (a *analysis) add(op Op) int {
	if a.script != nil {
		a.script.foretell(op)
		return -1
	}
	if len(a.ops) >= maxOps {
		a.spend.stop(ReasonSteps)
		return -1
	}
	if a.spend.once && a.repeated(op) {
		return -1
	}
	a.ops = append(a.ops, op)
	a.note(op)
	return len(a.ops) - 1
}

// foretell notes what a script file will probably do.
func (o *Opaque) foretell(op Op) {
	if len(o.Ops) < maxForetold && op.Kind != Read {
		op.Path, op.To = native(op.Path), native(op.To)
		o.Ops = append(o.Ops, op)
	}
}

// maxForetold is how many operations are noted for one script file.
const maxForetold = 256

// hide records an opaque part; the same one counts once.
func (a *analysis) hide(command, reason string) {
	if a.script != nil {
		return
	}
	command = value(command).show()
	for _, have := range a.opaque {
		if have.Command == command && have.Reason == reason {
			return
		}
	}
	if len(a.opaque) < maxOpaque {
		a.opaque = append(a.opaque, Opaque{Command: command, Reason: reason})
	}
}

// maxOpaque is how many opaque parts are listed; one is enough to remember and judge.
const maxOpaque = 64

// firstWord is a short rendering of a command for messages.
func firstWord(text string) string {
	fields := strings.Fields(text[:min(len(text), 200)])
	if len(fields) == 0 {
		return ""
	}
	return fields[0]
}

// slashed turns a path of this system into the form that a shell uses.
func slashed(path string) value { return literal(filepath.ToSlash(path)) }

// native turns a shell's path into one of this system. The shells of Windows spell C:\x as /c/x.
func native(path string) string {
	if runtime.GOOS == "windows" && len(path) > 1 && path[0] == '/' && isLetter(path[1]) && (len(path) == 2 || path[2] == '/') {
		path = path[1:2] + ":" + path[2:]
	}
	return filepath.FromSlash(path)
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
