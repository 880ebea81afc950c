package shell

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// arithmetic evaluates an expression; what is not known is some number.
func (s *shell) arithmetic(x syntax.ArithmExpr) value {
	n, ok := s.number64(x, 0)
	if !ok {
		return holeNumber
	}
	return value(strconv.FormatInt(n, 10))
}

// number64 evaluates an expression. Assignments take effect; those of unknown numbers too.
func (s *shell) number64(x syntax.ArithmExpr, depth int) (int64, bool) {
	if depth > maxDepth || !s.spend.step(1) {
		return 0, false
	}
	switch x := x.(type) {
	case *syntax.Word:
		return s.operand(x, depth)
	case *syntax.ParenArithm:
		return s.number64(x.X, depth+1)
	case *syntax.UnaryArithm:
		return s.unary(x, depth+1)
	case *syntax.BinaryArithm:
		return s.binary(x, depth+1)
	}
	return 0, false
}

// operand is a number, a variable's name, or an expansion.
func (s *shell) operand(w *syntax.Word, depth int) (int64, bool) {
	text, ok := s.one(w).text()
	if !ok {
		return 0, false
	}
	return s.numeral(strings.TrimSpace(text), depth)
}

// numeral reads 12, 0x1f, 017, or a variable that holds such text.
func (s *shell) numeral(text string, depth int) (int64, bool) {
	if text == "" {
		return 0, true
	}
	if n, err := strconv.ParseInt(text, 0, 64); err == nil && !strings.ContainsAny(text, "_oObB") {
		return n, true
	}
	if !syntax.ValidName(text) || depth > maxDepth {
		return 0, false
	}
	v := s.lookUp(text)
	if !v.set && !s.assigned(text) {
		return 0, false
	}
	inner, ok := v.text.text()
	if !ok || inner == text {
		return 0, false
	}
	return s.numeral(inner, depth+1)
}

func (s *shell) unary(x *syntax.UnaryArithm, depth int) (int64, bool) {
	n, ok := s.number64(x.X, depth)
	switch x.Op {
	case syntax.Inc, syntax.Dec:
		after := n + 1
		if x.Op == syntax.Dec {
			after = n - 1
		}
		s.store(x.X, after, ok)
		if x.Post {
			return n, ok
		}
		return after, ok
	case syntax.Minus:
		return -n, ok
	case syntax.Plus:
		return n, ok
	case syntax.BitNegation:
		return ^n, ok
	case syntax.Not:
		return truth(n == 0), ok
	}
	return 0, false
}

func truth(ok bool) int64 {
	if ok {
		return 1
	}
	return 0
}

// store assigns to the variable that an expression names.
func (s *shell) store(x syntax.ArithmExpr, n int64, known bool) {
	w, ok := x.(*syntax.Word)
	if !ok || !syntax.ValidName(w.Lit()) {
		return
	}
	v := holeNumber
	if known {
		v = value(strconv.FormatInt(n, 10))
	}
	s.assign(w.Lit(), v)
}

func (s *shell) binary(x *syntax.BinaryArithm, depth int) (int64, bool) {
	switch x.Op {
	case syntax.Assgn:
		n, ok := s.number64(x.Y, depth)
		s.store(x.X, n, ok)
		return n, ok
	case syntax.TernQuest:
		return s.ternary(x, depth)
	}
	a, okA := s.number64(x.X, depth)
	b, okB := s.number64(x.Y, depth)
	if op, assigns := assigning(x.Op); assigns {
		n, ok := calculate(op, a, b)
		ok = ok && okA && okB
		s.store(x.X, n, ok)
		return n, ok
	}
	n, ok := calculate(x.Op, a, b)
	return n, ok && okA && okB
}

func (s *shell) ternary(x *syntax.BinaryArithm, depth int) (int64, bool) {
	cond, ok := s.number64(x.X, depth)
	arms, isArms := x.Y.(*syntax.BinaryArithm)
	if !isArms || arms.Op != syntax.TernColon {
		return 0, false
	}
	if !ok {
		s.number64(arms.X, depth)
		s.number64(arms.Y, depth)
		return 0, false
	}
	if cond != 0 {
		return s.number64(arms.X, depth)
	}
	return s.number64(arms.Y, depth)
}

// assigning gives the operator within += and its kin.
func assigning(op syntax.BinAritOperator) (syntax.BinAritOperator, bool) {
	switch op {
	case syntax.AddAssgn:
		return syntax.Add, true
	case syntax.SubAssgn:
		return syntax.Sub, true
	case syntax.MulAssgn:
		return syntax.Mul, true
	case syntax.QuoAssgn:
		return syntax.Quo, true
	case syntax.RemAssgn:
		return syntax.Rem, true
	case syntax.AndAssgn, syntax.OrAssgn, syntax.XorAssgn, syntax.ShlAssgn, syntax.ShrAssgn, syntax.PowAssgn,
		syntax.AndBoolAssgn, syntax.OrBoolAssgn, syntax.XorBoolAssgn:
		return op, true
	}
	return op, false
}

func calculate(op syntax.BinAritOperator, a, b int64) (int64, bool) {
	switch op {
	case syntax.Add:
		return a + b, true
	case syntax.Sub:
		return a - b, true
	case syntax.Mul:
		return a * b, true
	case syntax.Quo:
		if b == 0 || b == -1 {
			return -a, b == -1
		}
		return a / b, true
	case syntax.Rem:
		if b == 0 || b == -1 {
			return 0, b == -1
		}
		return a % b, true
	case syntax.Comma:
		return b, true
	case syntax.Eql:
		return truth(a == b), true
	case syntax.Neq:
		return truth(a != b), true
	case syntax.Lss:
		return truth(a < b), true
	case syntax.Gtr:
		return truth(a > b), true
	case syntax.Leq:
		return truth(a <= b), true
	case syntax.Geq:
		return truth(a >= b), true
	case syntax.AndArit:
		return truth(a != 0 && b != 0), true
	case syntax.OrArit:
		return truth(a != 0 || b != 0), true
	}
	return 0, false
}
