package shell

import (
	"mvdan.cc/sh/v3/syntax"
)

// stmts runs a list of statements and gives the last one's status.
func (s *shell) stmts(list []*syntax.Stmt) status {
	st := success
	for _, stmt := range list {
		if s.ended != goesOn || s.spend.over != "" {
			break
		}
		st = s.stmt(stmt)
		if _, chain := stmt.Cmd.(*syntax.BinaryCmd); s.options.errexit && !chain {
			s.alt = nil // had it failed, the shell had ended
		}
		s.settle()
	}
	return st
}

// settle goes on after a statement whose status nobody looked at: it may have failed.
func (s *shell) settle() {
	alt := s.alt
	if alt == nil {
		return
	}
	s.alt = nil
	s.join(s.fork(), alt)
}

// stmt runs one statement with its redirections.
func (s *shell) stmt(stmt *syntax.Stmt) status {
	if !s.spend.step(1) || !s.spend.enter() {
		return undecided
	}
	defer s.spend.leave()
	s.before = s.guess
	if stmt.Background || stmt.Coprocess || stmt.Disown {
		s.inBackground(stmt)
		return success
	}
	st := s.foreground(stmt)
	if stmt.Negated {
		return st.not()
	}
	return st
}

// inBackground runs a statement as a job of its own.
func (s *shell) inBackground(stmt *syntax.Stmt) {
	c := s.fork()
	c.background = true
	from := len(s.ops)
	c.foreground(stmt)
	s.jobs = append(s.jobs, job{from: from, to: len(s.ops)})
}

// A job is the operations of a command that runs in the background.
type job struct{ from, to int }

// await says that background jobs have ended before the command does.
func (s *shell) await() {
	for _, j := range s.jobs {
		for i := j.from; i < j.to; i++ {
			s.ops[i].Background = s.background
		}
	}
	s.jobs = nil
}

func (s *shell) foreground(stmt *syntax.Stmt) status {
	if len(stmt.Redirs) == 0 {
		return s.command(stmt.Cmd)
	}
	if !s.opensForCertain(stmt.Redirs) {
		defer s.mayNotHaveRun(s.options.noclobber)
	}
	before := s.fds
	if call, ok := stmt.Cmd.(*syntax.CallExpr); ok && len(call.Args) > 0 {
		return s.redirectedCall(call, stmt.Redirs, before)
	}
	unopened := s.redirectAll(stmt.Redirs)
	if s.refused {
		return s.notRun(stmt.Cmd, before)
	}
	st := success
	if stmt.Cmd != nil {
		st = s.command(stmt.Cmd)
	}
	s.fds = before
	return s.orUnopened(st, unopened)
}

// redirectAll applies redirections. Where one of them may fail, since its directory may be missing, it returns the
// state in which the shell then goes on.
func (s *shell) redirectAll(redirs []*syntax.Redirect) (unopened *shell) {
	s.doubt, s.refused = false, false
	before := s.fork()
	for _, r := range redirs {
		if s.redirect(r); s.refused {
			break
		}
	}
	if !s.doubt {
		return nil
	}
	s.doubt = false
	return before
}

// notRun is a command one of whose redirections has failed: only an assignment without a command is made all the same.
// The status stays open, since the file that stands in the way may be gone by then, as a lock is.
func (s *shell) notRun(cmd syntax.Command, before map[int]descriptor) status {
	s.fds, s.refused = before, false
	if call, ok := cmd.(*syntax.CallExpr); ok && len(call.Args) == 0 {
		s.assignAll(call.Assigns)
	}
	return undecided
}

// orUnopened is the status of a command whose redirections may have failed.
func (s *shell) orUnopened(st status, unopened *shell) status {
	if unopened == nil || s.ended != goesOn {
		return st
	}
	unopened.alt = nil
	if s.alt != nil {
		unopened = joined(unopened, s.alt)
	}
	s.alt = unopened
	if st == success {
		return undecided
	}
	return st
}

// redirectedCall expands the words before the redirections, as a shell does. Redirections of a bare exec stay.
func (s *shell) redirectedCall(call *syntax.CallExpr, redirs []*syntax.Redirect, before map[int]descriptor) status {
	args := s.words(call.Args)
	unopened := s.redirectAll(redirs)
	if s.refused {
		return s.notRun(nil, before)
	}
	st := s.simple(call.Assigns, args)
	if len(args) == 1 && args[0] == "exec" {
		return success
	}
	s.fds = before
	return s.orUnopened(st, unopened)
}

// command runs a command without its redirections.
func (s *shell) command(cmd syntax.Command) status {
	switch cmd := cmd.(type) {
	case *syntax.CallExpr:
		return s.simple(cmd.Assigns, s.words(cmd.Args))
	case *syntax.BinaryCmd:
		return s.binaryCommand(cmd)
	case *syntax.Block:
		return s.stmts(cmd.Stmts)
	case *syntax.Subshell:
		return s.fork().stmts(cmd.Stmts)
	case *syntax.IfClause:
		return s.ifClause(cmd)
	case *syntax.WhileClause:
		return s.whileLoop(cmd)
	case *syntax.ForClause:
		return s.forLoop(cmd)
	case *syntax.CaseClause:
		return s.caseClause(cmd)
	}
	return s.lesserCommand(cmd)
}

func (s *shell) lesserCommand(cmd syntax.Command) status {
	switch cmd := cmd.(type) {
	case *syntax.FuncDecl:
		s.declareFunction(cmd)
		return success
	case *syntax.DeclClause:
		s.declare(cmd)
		return success
	case *syntax.ArithmCmd:
		n, ok := s.number64(cmd.X, 0)
		if !ok {
			return undecided
		}
		return decided(n != 0)
	case *syntax.LetClause:
		for _, x := range cmd.Exprs {
			s.number64(x, 0)
		}
		return undecided
	case *syntax.TestClause:
		return s.testExpr(cmd.X)
	case *syntax.TimeClause:
		s.complain()
		if cmd.Stmt == nil {
			return success
		}
		return s.stmt(cmd.Stmt)
	case *syntax.CoprocClause:
		s.inBackground(cmd.Stmt)
		return success
	case *syntax.TestDecl:
		return success
	}
	return success
}

func (s *shell) declareFunction(decl *syntax.FuncDecl) {
	if s.spend.once {
		c := s.fork()
		c.args, c.moreArgs, c.maybe = nil, true, c.maybe+1
		c.stmt(decl.Body)
	}
	if decl.Name != nil {
		s.define(decl.Name.Value, decl.Body)
		return
	}
	for _, name := range decl.Names {
		s.define(name.Value, decl.Body)
	}
	if len(decl.Names) == 0 {
		s.stmt(decl.Body) // zsh runs an anonymous function at once
	}
}

// binaryCommand runs a chain of && and ||, or a pipeline. Long chains nest to the left, so they are laid flat first.
func (s *shell) binaryCommand(cmd *syntax.BinaryCmd) status {
	if cmd.Op == syntax.Pipe || cmd.Op == syntax.PipeAll {
		return s.pipeline(cmd)
	}
	var ops []syntax.BinCmdOperator
	var links []*syntax.Stmt
	at := &syntax.Stmt{Cmd: cmd}
	for {
		b, ok := at.Cmd.(*syntax.BinaryCmd)
		if !ok || b.Op == syntax.Pipe || b.Op == syntax.PipeAll || len(at.Redirs) > 0 || at.Negated || at.Background {
			break
		}
		ops, links = append(ops, b.Op), append(links, b.Y)
		at = b.X
	}
	st := s.stmt(at)
	for i := len(links) - 1; i >= 0; i-- {
		st = s.chain(ops[i], st, links[i])
	}
	return st
}

// chain runs the right side of && or || after the left one ended with st.
func (s *shell) chain(op syntax.BinCmdOperator, st status, right *syntax.Stmt) status {
	onSuccess := op == syntax.AndStmt
	if s.ended != goesOn {
		return st
	}
	switch {
	case st == undecided:
		return s.mayRun(onSuccess, right)
	case (st == success) == onSuccess:
		return s.stmt(right)
	}
	return st
}

// mayRun runs the right side of && or || where it is not known whether the left one succeeded.
func (s *shell) mayRun(onSuccess bool, right *syntax.Stmt) status {
	succeeded, failed := s.outcomes()
	if !onSuccess {
		failed.maybe++
		st := failed.stmt(right)
		alt := failed.alt
		failed.alt = nil
		ended := failed.ended != goesOn
		s.join(succeeded, failed)
		s.alt = alt
		if ended || st == success {
			return success
		}
		return undecided
	}
	succeeded.maybe++
	succeeded.stmt(right)
	if succeeded.ended != goesOn {
		s.join(succeeded, failed)
		return failure
	}
	if succeeded.alt != nil {
		failed = joined(failed, succeeded.alt)
		succeeded.alt = nil
	}
	s.adopt(succeeded)
	s.alt = failed
	return undecided
}

// outcomes are the states after the last command's success and after its failure.
func (s *shell) outcomes() (succeeded, failed *shell) {
	failed = s.alt
	if failed == nil {
		failed = s.fork()
	}
	succeeded = s.fork()
	succeeded.alt, failed.alt = nil, nil
	failed.maybe = s.maybe
	return succeeded, failed
}

func joined(a, b *shell) *shell {
	c := a.fork()
	c.join(a, b)
	return c
}

// pipeline runs each part in a subshell of its own, and connects them.
func (s *shell) pipeline(cmd *syntax.BinaryCmd) status {
	var parts []*syntax.Stmt
	var both []bool
	at := &syntax.Stmt{Cmd: cmd}
	for {
		b, ok := at.Cmd.(*syntax.BinaryCmd)
		if !ok || b.Op != syntax.Pipe && b.Op != syntax.PipeAll || len(at.Redirs) > 0 || at.Negated {
			break
		}
		parts, both = append(parts, b.Y), append(both, b.Op == syntax.PipeAll)
		at = b.X
	}
	parts = append(parts, at)
	in := s.fds[0]
	st := undecided
	for i := len(parts) - 1; i >= 0; i-- {
		c := s.fork()
		c.setDescriptor(0, in)
		if i == 0 {
			st = c.stmt(parts[0])
			break
		}
		k := newSink(c.maybe)
		c.setDescriptor(1, descriptor{out: k})
		if both[i-1] {
			c.setDescriptor(2, descriptor{out: k})
		}
		c.stmt(parts[i])
		in = descriptor{in: pipeInput(k)}
	}
	return st
}

// pipeInput is what the next part of a pipeline reads.
func pipeInput(k *sink) *source {
	in := knownInput(k.value())
	if k.read >= 0 {
		in.file = k.read
	}
	return in
}

// ifClause runs the branch that is taken, or, where that is not known, all of them.
func (s *shell) ifClause(cmd *syntax.IfClause) status {
	if len(cmd.Cond) == 0 { // else
		return s.stmts(cmd.Then)
	}
	switch s.condition(cmd.Cond) {
	case success:
		return s.stmts(cmd.Then)
	case failure:
		if cmd.Else == nil {
			return success
		}
		return s.ifClause(cmd.Else)
	}
	yes, no := s.outcomes()
	yes.maybe++
	no.maybe++
	yes.stmts(cmd.Then)
	if cmd.Else != nil {
		no.ifClause(cmd.Else)
	}
	s.join(yes, no)
	return undecided
}

// condition runs the statements between if and then.
func (s *shell) condition(list []*syntax.Stmt) status {
	st := success
	for i, stmt := range list {
		if i > 0 {
			s.settle()
		}
		st = s.stmt(stmt)
	}
	return st
}

// caseClause runs the item that matches, or, where that is not known, all of them.
func (s *shell) caseClause(cmd *syntax.CaseClause) status {
	guess := s.guess
	word, known := s.one(cmd.Word).text()
	known = known && guess == s.guess
	if known {
		if item, ok := s.chooseItem(cmd, word); ok {
			return s.runItems(cmd.Items[item:])
		}
	}
	branches := []*shell{s.fork()}
	for i, item := range cmd.Items {
		c := s.fork()
		c.maybe++
		for _, p := range item.Patterns {
			c.one(p)
		}
		c.runItems(cmd.Items[i:])
		branches = append(branches, c)
	}
	s.join(branches...)
	return undecided
}

// chooseItem finds the item whose pattern matches; ok is false where that cannot be told.
func (s *shell) chooseItem(cmd *syntax.CaseClause, word string) (item int, ok bool) {
	for i, item := range cmd.Items {
		if item.Op == syntax.Resume || item.Op == syntax.ResumeKorn {
			return 0, false
		}
		for _, p := range item.Patterns {
			pattern, known := s.pattern(p)
			if !known {
				return 0, false
			}
			if s.matchesWord(pattern, word) {
				return i, true
			}
		}
	}
	return len(cmd.Items), true
}

// runItems runs the first item and those it falls through to.
func (s *shell) runItems(items []*syntax.CaseItem) status {
	st := success
	for _, item := range items {
		st = s.stmts(item.Stmts)
		if item.Op != syntax.Fallthrough {
			break
		}
	}
	return st
}
