package cli

import (
	"errors"
	"fmt"

	"noclobber/internal/guard"
	"noclobber/ledger"
	"noclobber/policy"
)

// The exit codes of every verb but hook.
const (
	exitOK       = 0
	exitFindings = 1 // findings, or a change that was denied, or a version or document that is not there
	exitUsage    = 2 // the command line, or a policy, is wrong
	exitInternal = 3 // noclobber itself failed
)

// errFindings says that a report holds findings; the report itself has been printed.
var errFindings = errors.New("findings")

// absentError says that something that was asked for is not there.
type absentError struct{ error }

func (e absentError) Unwrap() error { return e.error }

// exited asks for an exit code of a run that has said everything itself.
type exited int

func (e exited) Error() string { return fmt.Sprintf("exit code %d", int(e)) }

// usageError is a mistake in the command line.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// exitCode maps an error to the exit code, in one switch.
func exitCode(err error) int {
	var (
		code   exited
		denied *guard.Denied
		absent absentError
		usage  usageError
		broken *policy.Broken
		wrong  policy.Problems
	)
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &code):
		return int(code)
	case errors.Is(err, errFindings), errors.As(err, &absent), errors.As(err, &denied), isNoVersion(err):
		return exitFindings
	case errors.As(err, &usage), errors.As(err, &broken), errors.As(err, &wrong):
		return exitUsage
	default:
		return exitInternal
	}
}

// silent reports whether an error is only an exit code: what there was to say has been printed.
func silent(err error) bool {
	var code exited
	return errors.Is(err, errFindings) || errors.As(err, &code)
}

// isNoVersion reports whether the ledger does not have what was asked for.
func isNoVersion(err error) bool {
	var (
		none      *ledger.NoVersionError
		ambiguous *ledger.AmbiguousError
	)
	return errors.Is(err, ledger.ErrUnknown) || errors.Is(err, ledger.ErrNotStored) ||
		errors.As(err, &none) || errors.As(err, &ambiguous)
}
