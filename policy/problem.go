package policy

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// Problem is one mistake in a policy file, with its mend.
type Problem struct {
	File      string
	Line, Col int // 1-based, Col in characters; 0 when the place is not known
	Kind      ProblemKind
	Message   string
	Mend      string
	Fix       *Edit // carries out the mend, where that takes no judgement
}

// ProblemKind says what sort of mistake a Problem is.
type ProblemKind string

// The sorts of mistakes in a policy file.
const (
	BadSyntax  ProblemKind = "syntax"      // it is no TOML, or cannot be read
	BadValue   ProblemKind = "value"       // a value of the wrong type or meaning, or something is missing
	UnknownKey ProblemKind = "unknown-key" // a key that nobody knows, or that does not belong where it stands
)

// String is "file:line:col: message (mend)".
func (p Problem) String() string {
	if p.Line == 0 {
		return p.File + ": " + p.text()
	}
	return fmt.Sprintf("%s:%d:%d: %s", p.File, p.Line, p.Col, p.text())
}

// text is "message (mend)".
func (p Problem) text() string {
	if p.Mend == "" {
		return p.Message
	}
	return p.Message + " (" + p.Mend + ")"
}

// Problems is every mistake found in a policy file, in the order of their places. It is the error of Parse.
type Problems []Problem

// Error is one line for each problem.
func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

func (ps Problems) sort() {
	slices.SortStableFunc(ps, func(a, b Problem) int {
		if a.Line != b.Line {
			return a.Line - b.Line
		}
		return a.Col - b.Col
	})
}

// Broken is the error of a lookup below a policy file that cannot be used: nothing below it may be written,
// since nobody knows what it meant to protect.
type Broken struct {
	File     string
	User     bool // it is the user's own policy, which holds everywhere
	Problems Problems
}

// Error names the file, what it blocks, and the first problem.
func (b *Broken) Error() string {
	where := "writes below " + filepath.Dir(b.File)
	if b.User {
		where = "all writes"
	}
	place, what := b.File, "no problem is known"
	if len(b.Problems) > 0 {
		first := b.Problems[0]
		if first.Line > 0 {
			place = fmt.Sprintf("%s:%d:%d", b.File, first.Line, first.Col)
		}
		what = first.text()
	}
	if more := len(b.Problems) - 1; more > 0 {
		what += fmt.Sprintf(" and %d more", more)
	}
	return fmt.Sprintf("policy %s is broken, so %s are refused: %s", place, where, what)
}

// Unwrap gives the Problems.
func (b *Broken) Unwrap() error { return b.Problems }

// mistake is a value that cannot be read, before its place is known.
type mistake struct {
	message, mend string
	instead       string // what to write in the value's place, as TOML; "" where somebody must think about it
}

func (m *mistake) Error() string { return Problem{Message: m.message, Mend: m.mend}.text() }

func wrong(mend, format string, args ...any) *mistake {
	return &mistake{message: fmt.Sprintf(format, args...), mend: mend}
}

// fixed adds the text that mends the mistake.
func (m *mistake) fixed(instead string) *mistake {
	m.instead = tomlQuote(instead)
	return m
}
