package staged

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"noclobber/internal/report"
)

// Trailer is the key of a line in a commit message that allows what the commit does to one document.
const Trailer = "Noclobber-Allow"

// Allowance is that somebody means a change that would be refused.
type Allowance struct {
	Path   string // "/"-separated, from the top
	Reason string
	By     string // where it stands: a commit's short id, the commit message, --allow
}

// String is the allowance as a line of a commit message.
func (a Allowance) String() string {
	path := a.Path
	if strings.ContainsAny(path, " \t\"") {
		path = strconv.Quote(path)
	}
	return fmt.Sprintf("%s: %s %s", Trailer, path, a.Reason)
}

// scissors begins what `git commit --verbose` shows below the message.
const scissors = "# ------------------------ >8 ------------------------"

// ParseMessage reads the allowances of a commit message: lines "Noclobber-Allow: PATH REASON", wherever they stand. A
// path with blanks stands in double quotes. Problems are such lines that say no path or no reason.
func ParseMessage(message []byte, by string) (allowed []Allowance, problems []string) {
	for line := range bytes.Lines(message) {
		text := strings.TrimRight(string(line), "\r\n\t ")
		if text == scissors {
			break
		}
		key, value, found := strings.Cut(text, ":")
		if !found || !strings.EqualFold(key, Trailer) {
			continue
		}
		path, reason, ok := cutPath(strings.TrimSpace(value))
		if !ok || reason == "" {
			problems = append(problems, fmt.Sprintf("%q says no reason; write \"%s: PATH REASON\"", text, Trailer))
			continue
		}
		allowed = append(allowed, Allowance{Path: path, Reason: reason, By: by})
	}
	return allowed, problems
}

// cutPath takes the path off an allowance's value.
func cutPath(value string) (path, reason string, ok bool) {
	if quoted, err := strconv.QuotedPrefix(value); err == nil && value[0] == '"' {
		path, err = strconv.Unquote(quoted)
		return clean(path), strings.TrimSpace(value[len(quoted):]), err == nil && path != ""
	}
	path, reason, _ = strings.Cut(value, " ")
	return clean(path), strings.TrimSpace(reason), path != ""
}

// clean takes the harmless variety out of a path as people write it.
func clean(path string) string { return strings.TrimPrefix(path, "./") }

// MessageProblem is a finding about a line of the commit message that allows nothing.
func MessageProblem(text string) Finding {
	return Finding{Kind: UnusedAllow, Severity: report.Warning, Message: text, Final: true}
}
