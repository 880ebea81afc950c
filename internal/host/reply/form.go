package reply

import (
	"errors"
	"fmt"

	"noclobber/gate"
	"noclobber/internal/host"
)

// The longest texts, in bytes. Claude Code puts a 2 KB preview in the place of a text above some 10,000 characters.
const (
	maxContext = 8000
	maxReason  = 4000
	maxCause   = 400
)

// Form is how a host is answered.
type Form struct {
	// Deny refuses a call.
	Deny func(reason string) host.Answer
	// Rewrite lets a call run with another input; context tells the model. nil: the host takes no rewrites.
	Rewrite func(input []byte, context string) host.Answer
	// Note tells the model something at an event and decides nothing. Where nobody reads it, it answers nothing.
	Note func(e gate.Event, text string) host.Answer
	// Blind refuses where the event is not known; nil: by exit code 2.
	Blind func(reason string) host.Answer
}

// Before answers a Before event. A pass without a text prints nothing, so the host's own permission rules decide.
func (f Form) Before(call gate.Call, v gate.Verdict) host.Answer {
	switch v.Action {
	case gate.Deny:
		return f.deny(v.Text)
	case gate.Rewrite:
		if f.Rewrite == nil || !call.Host.Rewrite {
			return f.Failure(gate.Before, fmt.Errorf("rewriting the input of %s: this host takes no rewrites", call.Tool))
		}
		input, err := rewrite(call, v.Sets)
		if err != nil {
			return f.Failure(gate.Before, fmt.Errorf("rewriting the input of %s: %w", call.Tool, err))
		}
		return f.Rewrite(input, receipt(v.Text))
	}
	return f.note(gate.Before, v.Text)
}

// After answers every other event: text for the model where the host has a reader for it, else nothing.
func (f Form) After(call gate.Call, r gate.Report) host.Answer { return f.note(call.Event, r.Text) }

// Failure answers where the call could not be judged or recorded.
func (f Form) Failure(e gate.Event, err error) host.Answer {
	cause := host.Clip(err.Error(), maxCause)
	var bad *host.PayloadError
	if e == gate.Other && errors.As(err, &bad) && bad.Event == "" {
		// What it is about is not known, so it may be a write.
		if f.Blind != nil {
			return f.Blind(unjudged(cause))
		}
		return Exit(unjudged(cause))
	}
	if e == gate.Before {
		return f.deny(unjudged(cause))
	}
	// Nothing is refused from here on: hosts end the agent's turn for it, forbid it to stop, or take back a prompt.
	answer := f.note(e, "noclobber could not record what this call did: "+cause+
		". The file stands as the tool left it; nothing about it was checked or repaired. "+
		"Tell the user, and run `noclobber doctor` and `noclobber scan`.")
	if answer.Stdout == nil {
		answer.Stderr = "noclobber: " + cause
	}
	return answer
}

func (f Form) deny(reason string) host.Answer {
	if reason == "" {
		reason = "noclobber refused this call: nothing was written. `noclobber why` tells the cause. Do not write the file in another way."
	}
	return f.Deny(host.Clip(reason, maxReason))
}

func (f Form) note(e gate.Event, text string) host.Answer {
	if text == "" || f.Note == nil {
		return host.Answer{}
	}
	return f.Note(e, host.Clip(text, maxContext))
}

func receipt(text string) string {
	if text == "" {
		return "noclobber changed the input of this call to keep lines that others had added. Read the file before you write it again."
	}
	return host.Clip(text, maxContext)
}

func unjudged(cause string) string {
	return "noclobber stopped this call: nothing was written. It could not check it: " + cause +
		". Run `noclobber doctor` and do what it says, or tell the user; then send the call once more." +
		" Do not write the file in another way."
}
