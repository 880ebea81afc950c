package shell

import "mvdan.cc/sh/v3/syntax"

// maxRounds is how often one loop's body is followed.
const maxRounds = 2000

// forLoop runs a loop over a list once for each element; what is not known is run once for all.
func (s *shell) forLoop(cmd *syntax.ForClause) status {
	maybe := s.maybe
	defer func() { s.maybe = maybe }()
	switch loop := cmd.Loop.(type) {
	case *syntax.WordIter:
		s.forWords(cmd, loop)
	case *syntax.CStyleLoop:
		s.forNumbers(cmd, loop)
	}
	return undecided
}

func (s *shell) forWords(cmd *syntax.ForClause, loop *syntax.WordIter) {
	var items []value
	if loop.InPos.IsValid() {
		items = s.words(loop.Items)
	} else {
		items = s.args
		if s.moreArgs {
			items = append(append([]value(nil), items...), holeAny)
		}
	}
	if cmd.Select {
		s.blindly(cmd.Do, loop.Name.Value, func(c *shell) { c.bind(loop.Name.Value, holeAny) })
		return
	}
	if s.spend.once {
		s.blindly(cmd.Do, loop.Name.Value, func(c *shell) { c.bind(loop.Name.Value, holeAny) })
		return
	}
	for i, item := range items {
		if i >= maxRounds {
			s.spend.stop(ReasonSteps)
			return
		}
		if !s.bind(loop.Name.Value, item) {
			return
		}
		if item.has(holeAny) {
			s.blindly(cmd.Do, loop.Name.Value, func(c *shell) { c.bind(loop.Name.Value, item) })
			continue
		}
		if !s.round(cmd.Do) {
			return
		}
	}
}

// bind gives a loop's variable one element. A name reference comes to stand for the variable of that name; it ends the
// loop, as bash does, where there can be none.
func (s *shell) bind(name string, item value) bool {
	if s.vars.entries[name].refers == "" {
		s.assign(name, item)
		return true
	}
	if text, ok := item.text(); ok && !syntax.ValidName(text) {
		return false
	}
	s.refer(name, item)
	return true
}

// round runs a loop's body and reports whether the loop goes on.
func (s *shell) round(body []*syntax.Stmt) bool {
	s.stmts(body)
	switch s.ended {
	case endsRound:
		s.ended = goesOn
	case endsLoop:
		s.ended = goesOn
		return false
	}
	return s.ended == goesOn && s.spend.over == ""
}

func (s *shell) forNumbers(cmd *syntax.ForClause, loop *syntax.CStyleLoop) {
	if loop.Init != nil {
		s.number64(loop.Init, 0)
	}
	if s.spend.once {
		s.blindly(cmd.Do, "", nil)
		return
	}
	for i := 0; i < maxRounds; i++ {
		n, ok := int64(1), loop.Cond == nil
		if !ok {
			n, ok = s.number64(loop.Cond, 0)
		}
		if !ok {
			s.blindly(cmd.Do, "", nil)
			return
		}
		if n == 0 || !s.round(cmd.Do) {
			return
		}
		if loop.Post != nil {
			s.number64(loop.Post, 0)
		}
	}
	s.spend.stop(ReasonSteps)
}

// whileLoop follows a loop as long as its condition is known, and then runs its body once for all that may come.
func (s *shell) whileLoop(cmd *syntax.WhileClause) status {
	maybe := s.maybe
	defer func() { s.maybe = maybe }()
	if s.spend.once {
		s.blindly(append(cmd.Cond[:len(cmd.Cond):len(cmd.Cond)], cmd.Do...), "", nil)
		return undecided
	}
	var last loopState
	for i := 0; i < maxRounds; i++ {
		now := s.loopState()
		if i > 0 && s.sameState(now, last) {
			s.scatter() // every further round is like the last one, there is no telling how many
			return undecided
		}
		last = now
		st := s.condition(cmd.Cond)
		if cmd.Until {
			st = st.not()
		}
		switch {
		case s.ended != goesOn || s.spend.over != "" || st == failure:
			s.settle()
			return undecided
		case st == undecided:
			s.blindly(append(cmd.Do[:len(cmd.Do):len(cmd.Do)], cmd.Cond...), "", nil)
			return undecided
		}
		s.alt = nil
		if !s.round(cmd.Do) {
			return undecided
		}
	}
	s.hide("while", ReasonSteps)
	return undecided
}

// A loopState is what decides how a round of a loop goes.
type loopState struct {
	vars  *table[variable]
	dir   value
	input int // bytes left to be read
}

func (s *shell) loopState() loopState {
	s.vars.shared = true // so that it stands still
	state := loopState{vars: s.vars, dir: s.dir}
	for _, d := range s.fds {
		if d.in != nil {
			state.input += len(d.in.rest)
		}
	}
	return state
}

func (s *shell) sameState(a, b loopState) bool {
	if a.dir != b.dir || a.input != b.input || len(a.vars.entries) != len(b.vars.entries) {
		return false
	}
	if a.vars == b.vars {
		return true
	}
	if !s.spend.step(len(a.vars.entries) / 8) {
		return false
	}
	for name, v := range a.vars.entries {
		if w, ok := b.vars.entries[name]; !ok || !v.equal(w) {
			return false
		}
	}
	return true
}

// blindly runs a body that may run any number of times: what it assigns is not known at its start.
func (s *shell) blindly(body []*syntax.Stmt, name string, set func(*shell)) {
	c := s.fork()
	c.maybe++
	for assigned, number := range assignments(body) {
		if assigned == name {
			continue
		}
		v := holeAny
		if old, ok := s.variable(assigned); number && ok && old.text.numeric() {
			v = holeNumber
		}
		c.assign(assigned, v)
	}
	if set != nil {
		set(c)
	}
	c.alt = nil
	dir := c.dir
	c.stmts(body)
	if c.ended < endsCall {
		c.ended = goesOn
	}
	if dir != c.dir && c.ended == goesOn {
		c.dir = holeAny // it moves on with each round
	}
	s.join(s.fork(), c)
}

// assignments lists the variables that statements may assign, and whether only numbers are assigned to them.
func assignments(body []*syntax.Stmt) map[string]bool {
	names := make(map[string]bool)
	note := func(name string, number bool) {
		before, ok := names[name]
		names[name] = number && (before || !ok)
	}
	for _, stmt := range body {
		syntax.Walk(stmt, func(node syntax.Node) bool {
			switch node := node.(type) {
			case *syntax.Assign:
				if node.Name != nil {
					note(node.Name.Value, isArithmetic(node.Value))
				}
			case *syntax.WordIter:
				note(node.Name.Value, false)
			case *syntax.BinaryArithm:
				noteWord(node.X, note)
			case *syntax.UnaryArithm:
				noteWord(node.X, note)
			case *syntax.CallExpr:
				noteRead(node, note)
			}
			return true
		})
	}
	return names
}

func isArithmetic(w *syntax.Word) bool {
	if w == nil || len(w.Parts) != 1 {
		return false
	}
	_, ok := w.Parts[0].(*syntax.ArithmExp)
	return ok
}

func noteWord(x syntax.ArithmExpr, note func(string, bool)) {
	if w, ok := x.(*syntax.Word); ok && syntax.ValidName(w.Lit()) {
		note(w.Lit(), true)
	}
}

// noteRead notes the names that read, mapfile, getopts and printf -v assign.
func noteRead(call *syntax.CallExpr, note func(string, bool)) {
	if len(call.Args) == 0 {
		return
	}
	switch call.Args[0].Lit() {
	case "read", "mapfile", "readarray", "getopts", "printf", "let", "set", "shift":
		for _, w := range call.Args[1:] {
			if name := w.Lit(); syntax.ValidName(name) {
				note(name, false)
			}
		}
		note("REPLY", false)
	}
}
