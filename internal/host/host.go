package host

import "noclobber/gate"

// Adapter speaks one host's hook protocol. It does no I/O.
type Adapter interface {
	// Name is the HOST of `noclobber hook HOST`.
	Name() string

	// Decode reads one payload. With an error (a *PayloadError where the payload
	// is at fault) the Call holds at least its Event, as far as that is known.
	Decode(payload []byte) (gate.Call, error)

	// Before answers a Before event.
	Before(call gate.Call, v gate.Verdict) Answer

	// After answers every other event.
	After(call gate.Call, r gate.Report) Answer

	// Failure answers when Decode or the guard failed. It refuses, in the host's
	// own form, what may still be refused; where the event is not known either
	// (a *PayloadError without Event), it refuses by exit code.
	Failure(event gate.Event, err error) Answer
}

// Abled is an adapter that says what its host can do where there is no payload to tell by.
type Abled interface {
	Abilities() gate.Abilities
}

// Answer is what the hook process leaves behind: one JSON object or nothing on
// stdout, text without a final line feed on stderr, and the exit code 0, or 2
// with a reason on stderr.
type Answer struct {
	Stdout []byte
	Stderr string
	Exit   int
}
