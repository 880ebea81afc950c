package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"syscall"

	"noclobber/internal/guard"
	"noclobber/ledger"
	"noclobber/policy"
)

// This file is the law of what people are told.
//
//   - What was asked for goes to standard output, everything else to standard error.
//   - With --json standard output holds one JSON object and nothing else.
//   - A failure is `error:` and one sentence that names the document and what was wrong, lower case, without a full
//     stop; lines that belong to it follow indented. What to do about it follows as `hint:`.
//   - Nothing is printed that tells no more than the exit code. No colours, no progress, no questions unless both
//     ends are a terminal.
//   - Versions are shown by their first 12 digits, sizes in lines and bytes, times in the local time zone.

// say prints an error and what can be done about it.
func say(w io.Writer, err error) {
	what, hints := explain(err)
	var page bytes.Buffer
	fmt.Fprintf(&page, "error: %s\n", indented(what))
	for _, h := range hints {
		fmt.Fprintf(&page, "hint: %s\n", indented(h))
	}
	_, _ = w.Write(page.Bytes()) // the exit code says the rest
}

// indented sets the lines after the first apart from what comes next.
func indented(text string) string {
	return strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n  ")
}

// hinted is an error with what can be done about it.
type hinted struct {
	error
	hint string
}

func (h hinted) Unwrap() error { return h.error }

// hint adds what can be done about an error.
func hint(err error, format string, args ...any) error {
	return hinted{err, fmt.Sprintf(format, args...)}
}

// explain turns an error into the sentence and the hints for people.
func explain(err error) (what string, hints []string) {
	var (
		denied *guard.Denied
		broken *policy.Broken
		with   hinted
	)
	switch {
	case errors.As(err, &denied):
		what, hints = explainDenied(denied)
	case errors.As(err, &broken):
		what, hints = explainBroken(broken)
	default:
		what = err.Error()
	}
	if errors.As(err, &with) {
		hints = append(hints, with.hint)
	}
	if len(hints) == 0 && exitCode(err) == exitInternal {
		hints = []string{"`noclobber doctor` looks for what is wrong here"}
	}
	return what, hints
}

// explainDenied takes a refusal apart that was worded for an agent: the step to take and what to
// leave alone become hints.
func explainDenied(d *guard.Denied) (what string, hints []string) {
	text := strings.TrimPrefix(d.Text, "noclobber: ")
	text, avoid, _ := strings.Cut(text, "\nDo not ")
	text, next, _ := strings.Cut(text, "\nNext: ")
	if next != "" {
		hints = append(hints, next)
	}
	if avoid != "" {
		hints = append(hints, "do not "+avoid)
	}
	if errors.Is(d.Err, fs.ErrPermission) {
		hints = append(hints, "who may write it decides that; noclobber changes no permissions")
	}
	if errors.Is(d.Err, syscall.ENOTDIR) {
		hints = append(hints, "a file stands where its folder would be; name another path, or move that file")
	}
	if errors.Is(d.Err, ledger.ErrLocked) {
		hints = append(hints, "another process is changing it; run the command again")
	}
	return text, hints
}

// explainBroken lists a policy's problems, each as file:line:col.
func explainBroken(b *policy.Broken) (what string, hints []string) {
	if len(b.Problems) == 0 {
		return b.Error(), nil
	}
	lines := []string{fmt.Sprintf("the policy %s cannot be used, so nothing below it may be written", b.File)}
	for _, p := range b.Problems {
		lines = append(lines, p.String())
	}
	return strings.Join(lines, "\n"), []string{"mend the policy file; writing it is allowed"}
}
