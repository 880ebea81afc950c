package shell

import (
	"strconv"

	"mvdan.cc/sh/v3/syntax"
)

// test is [ and test. Only what is certain counts: comparisons of texts that the command itself made, and files that
// exist now and that nothing before has touched.
func (s *shell) test(name string, args []value) status {
	if name == "[" {
		if len(args) == 0 || args[len(args)-1] != "]" {
			return undecided
		}
		args = args[:len(args)-1]
	}
	negate := false
	for len(args) > 1 && args[0] == "!" {
		negate, args = !negate, args[1:]
	}
	st := s.testWords(args)
	if negate {
		return st.not()
	}
	return st
}

func (s *shell) testWords(args []value) status {
	for i, arg := range args {
		if (arg == "-a" || arg == "-o") && i > 0 && i < len(args)-1 {
			return undecided
		}
	}
	switch len(args) {
	case 0:
		return failure
	case 1:
		return s.nonEmpty(args[0])
	case 2:
		return s.testOne(string(args[0]), args[1])
	case 3:
		return s.testTwo(string(args[1]), args[0], args[2])
	}
	return undecided
}

// nonEmpty is the test of a text alone. Texts that came from the environment prove nothing: the shell's own may differ.
func (s *shell) nonEmpty(v value) status {
	if !v.known() || s.guessing() {
		return undecided
	}
	return decided(v != "")
}

// testOne is a test with one operand. That a file is missing is no proof: the other branch is followed as well. That it is
// of another kind is one.
func (s *shell) testOne(op string, v value) status {
	switch op {
	case "-n":
		return s.nonEmpty(v)
	case "-z":
		return s.nonEmpty(v).not()
	case "-e", "-f", "-r", "-w", "-d", "-a", "-s":
		return s.testFile(op, v)
	case "!":
		return s.nonEmpty(v).not()
	}
	return undecided
}

func (s *shell) testFile(op string, v value) status {
	at, ok := s.locate(v)
	if !ok || !at.known() {
		return undecided
	}
	if op == "-d" && s.tree.dirs[string(at)] {
		return success
	}
	dir, exists := s.statReal(string(at))
	switch {
	case !exists || s.changed(at), op == "-s" && !dir && !s.holdsText(at):
		return undecided
	case op == "-f" && dir, op == "-d" && !dir:
		return failure
	}
	return success
}

// holdsText reports whether a file is known not to be empty.
func (s *shell) holdsText(at value) bool {
	if s.env.ReadFile == nil || !s.spend.look() {
		return false
	}
	text, err := s.env.ReadFile(native(string(at)))
	return err == nil && len(text) > 0
}

func (s *shell) testTwo(op string, a, b value) status {
	if !a.known() || !b.known() || s.guessing() {
		return undecided
	}
	switch op {
	case "=", "==":
		return decided(a == b)
	case "!=":
		return decided(a != b)
	}
	m, errM := strconv.Atoi(string(a))
	n, errN := strconv.Atoi(string(b))
	if errM != nil || errN != nil {
		return undecided
	}
	switch op {
	case "-eq":
		return decided(m == n)
	case "-ne":
		return decided(m != n)
	case "-lt":
		return decided(m < n)
	case "-le":
		return decided(m <= n)
	case "-gt":
		return decided(m > n)
	case "-ge":
		return decided(m >= n)
	}
	return undecided
}

// testExpr is [[ ... ]].
func (s *shell) testExpr(x syntax.TestExpr) status {
	if !s.spend.enter() {
		return undecided
	}
	defer s.spend.leave()
	switch x := x.(type) {
	case *syntax.Word:
		return s.nonEmpty(s.one(x))
	case *syntax.ParenTest:
		return s.testExpr(x.X)
	case *syntax.UnaryTest:
		if x.Op == syntax.TsNot {
			return s.testExpr(x.X).not()
		}
		if w, ok := x.X.(*syntax.Word); ok {
			return s.testOne(x.Op.String(), s.one(w))
		}
	case *syntax.BinaryTest:
		return s.testBinary(x)
	}
	return undecided
}

func (s *shell) testBinary(x *syntax.BinaryTest) status {
	switch x.Op {
	case syntax.AndTest:
		a, b := s.testExpr(x.X), s.testExpr(x.Y)
		if a == failure || b == failure {
			return failure
		}
		return bothSucceed(a, b)
	case syntax.OrTest:
		a, b := s.testExpr(x.X), s.testExpr(x.Y)
		return bothSucceed(a.not(), b.not()).not()
	}
	left, okLeft := x.X.(*syntax.Word)
	right, okRight := x.Y.(*syntax.Word)
	if !okLeft || !okRight {
		return undecided
	}
	a := s.one(left)
	switch x.Op {
	case syntax.TsMatch, syntax.TsMatchShort, syntax.TsNoMatch:
		st := s.testMatch(a, right)
		if x.Op == syntax.TsNoMatch {
			return st.not()
		}
		return st
	case syntax.TsEql, syntax.TsNeq, syntax.TsLeq, syntax.TsGeq, syntax.TsLss, syntax.TsGtr:
		return s.testTwo(x.Op.String(), a, s.one(right))
	}
	s.one(right)
	return undecided
}

func bothSucceed(a, b status) status {
	switch {
	case a == failure || b == failure:
		return failure
	case a == success && b == success:
		return success
	}
	return undecided
}

func (s *shell) testMatch(text value, right *syntax.Word) status {
	pattern, known := s.pattern(right)
	if !known || !text.known() || s.guessing() {
		return undecided
	}
	return decided(s.matchesWord(pattern, string(text)))
}
