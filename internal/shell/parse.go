package shell

import (
	"errors"
	"io"
	"runtime"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

var (
	errTooDeep = errors.New("nested too deeply")
	errGaveUp  = errors.New("the parser gave up")
)

// guardedReader hands out text piecewise and refuses to go on once the parser, which recurses and which reads as it
// goes, stands too deep in the stack: a stack overflow cannot be recovered from.
type guardedReader struct {
	rest   string
	frames []uintptr
}

func (r *guardedReader) Read(p []byte) (int, error) {
	if runtime.Callers(maxFrames, r.frames) > 0 {
		return 0, errTooDeep
	}
	if r.rest == "" {
		return 0, io.EOF
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

func newGuardedReader(text string) *guardedReader {
	return &guardedReader{rest: text, frames: make([]uintptr, 1)}
}

// parse reads shell text in the first of the variants that accepts it. Where none does, it returns the statements
// that a shell would have run before it came to the error, with the error.
func parse(text string, variants []syntax.LangVariant) ([]*syntax.Stmt, error) {
	var before []*syntax.Stmt
	var first error
	for _, variant := range variants {
		stmts, err := parseVariant(text, variant)
		if err == nil {
			return stmts, nil
		}
		if first == nil {
			before, first = complete(text, stmts), err
		}
		if errors.Is(err, errTooDeep) {
			break
		}
	}
	return before, first
}

// parseVariant turns a panic of the parser into an error: the text comes from outside.
func parseVariant(text string, variant syntax.LangVariant) (stmts []*syntax.Stmt, err error) {
	defer func() {
		if r := recover(); r != nil {
			stmts, err = nil, errGaveUp
		}
	}()
	parser := syntax.NewParser(syntax.Variant(variant))
	for stmt, err := range parser.StmtsSeq(newGuardedReader(text)) {
		if err != nil {
			return stmts, err
		}
		stmts = append(stmts, stmt)
	}
	return stmts, nil
}

// complete drops the statements that stand on the line on which an error begins: a shell reads a whole line
// before it runs any of it.
func complete(text string, stmts []*syntax.Stmt) []*syntax.Stmt {
	if len(stmts) == 0 {
		return nil
	}
	end := stmts[len(stmts)-1].End()
	rest := text[min(int(end.Offset()), len(text)):]
	if strings.HasPrefix(strings.TrimLeft(rest, " \t;&"), "\n") {
		return stmts
	}
	for len(stmts) > 0 && stmts[len(stmts)-1].End().Line() == end.Line() {
		stmts = stmts[:len(stmts)-1]
	}
	return stmts
}

// variants lists the languages to try for a dialect or a shell's name, best first.
func variants(dialect string) []syntax.LangVariant {
	switch dialect {
	case "posix", "sh", "dash", "ash":
		return []syntax.LangVariant{syntax.LangBash, syntax.LangPOSIX}
	case "zsh":
		return []syntax.LangVariant{syntax.LangZsh, syntax.LangBash}
	case "ksh", "mksh":
		return []syntax.LangVariant{syntax.LangMirBSDKorn, syntax.LangBash}
	}
	return []syntax.LangVariant{syntax.LangBash, syntax.LangZsh, syntax.LangPOSIX}
}

// dropNUL removes the bytes that no shell text can hold.
func dropNUL(text string) string {
	if strings.IndexByte(text, 0) < 0 {
		return text
	}
	return strings.ReplaceAll(text, "\x00", "")
}
