package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"testing"

	"github.com/stretchr/testify/assert"

	"noclobber/internal/guard"
	"noclobber/ledger"
	"noclobber/policy"
)

func TestExitCodes(t *testing.T) {
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, 0},
		{errFindings, 1},
		{fmt.Errorf("x: %w", &guard.Denied{}), 1},
		{absentError{errors.New("gone")}, 1},
		{fmt.Errorf("x: %w", ledger.ErrUnknown), 1},
		{&ledger.NoVersionError{}, 1},
		{hint(usageError{errors.New("bad")}, "good"), 2},
		{&policy.Broken{}, 2},
		{policy.Problems{}, 2},
		{errors.New("disk on fire"), 3},
		{exited(2), 2},
	} {
		assert.Equal(t, c.want, exitCode(c.err), "%v", c.err)
	}
}

func TestSayTakesARefusalApart(t *testing.T) {
	text := "noclobber: nothing was written to J.md. It only grows.\n  - one\nNext: Read J.md.\nDo not send it whole."
	var b bytes.Buffer
	say(&b, &guard.Denied{Document: "J.md", Text: text})
	assert.Equal(t, "error: nothing was written to J.md. It only grows.\n    - one\nhint: Read J.md.\nhint: do not send it whole.\n", b.String())
}

func TestSayGivesAHintForEveryInternalError(t *testing.T) {
	var b bytes.Buffer
	say(&b, errors.New("disk on fire"))
	assert.Equal(t, "error: disk on fire\nhint: `noclobber doctor` looks for what is wrong here\n", b.String())
}

func TestSayNamesMissingPermission(t *testing.T) {
	var b bytes.Buffer
	say(&b, &guard.Denied{Document: "J.md", Text: "nothing was written to J.md: permission denied", Err: fs.ErrPermission})
	assert.Contains(t, b.String(), "hint: who may write it decides that")
}

func TestSayListsEveryProblemOfAPolicy(t *testing.T) {
	var b bytes.Buffer
	say(&b, &policy.Broken{File: "/p/.noclobber.toml", Problems: policy.Problems{
		{File: "/p/.noclobber.toml", Line: 3, Col: 1, Message: "one"}, {File: "/p/.noclobber.toml", Line: 5, Col: 2, Message: "two", Mend: "mend it"},
	}})
	assert.Equal(t, `error: the policy /p/.noclobber.toml cannot be used, so nothing below it may be written
  /p/.noclobber.toml:3:1: one
  /p/.noclobber.toml:5:2: two (mend it)
hint: mend the policy file; writing it is allowed
`, b.String())
}

func TestReceiptsForPeople(t *testing.T) {
	before := ledger.Stamp{Version: "aaaaaaaaaaaaaaaaaaaa", Bytes: 10, Lines: 2}
	after := ledger.Stamp{Version: "bbbbbbbbbbbbbbbbbbbb", Bytes: 30, Lines: 4}
	for want, r := range map[string]guard.Receipt{
		"appended to J.md: aaaaaaaaaaaa -> bbbbbbbbbbbb, lines 2 -> 4, bytes 10 -> 30\n": {
			Document: "J.md", Verb: guard.VerbAppend, Before: before, After: after},
		"wrote J.md: aaaaaaaaaaaa -> bbbbbbbbbbbb, lines 2 -> 4, bytes 10 -> 30, kept 2 lines of others, 1 line changed or gone\n  kept: - x\n  kept: - y\n  was:  - z\n": {
			Document: "J.md", Verb: guard.VerbWrite, Before: before, After: after, Kept: []string{"- x", "- y"}, Lost: []string{"- z"}},
		"unchanged: J.md is at aaaaaaaaaaaa, 2 lines, 10 bytes\n": {
			Document: "J.md", Verb: guard.VerbSplice, Before: before, After: before},
		"restored J.md: absent -> bbbbbbbbbbbb, lines 0 -> 4, bytes 0 -> 30\n": {
			Document: "J.md", Verb: guard.VerbRestore, Before: ledger.AbsentStamp(), After: after},
	} {
		var b bytes.Buffer
		printReceipt(&b, r)
		assert.Equal(t, want, b.String())
	}
}
