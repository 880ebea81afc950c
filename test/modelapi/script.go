package modelapi

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Scripts are the scripts of a Server by the name that stands in a prompt as [[NAME]].
type Scripts map[string]Script

// Script is what one model says, turn by turn. After its last turn it says "done" and calls nothing.
type Script []Turn

// Turn is one assistant message, and what must have happened before it is sent.
type Turn struct {
	// Name is how other scripts and the tests refer to the turn; its number from 0 when empty.
	Name string

	// After lists turns ("A.write", "B.2") whose calls must be over: their results have been shown to their model.
	After []string
	// Amid lists turns that must have been sent; their calls may still be under way.
	Amid []string
	// Ended lists scripts that must have come to their end: a message without calls, or their client is gone.
	Ended []string
	// Delay is waited after that.
	Delay time.Duration
	// Do runs then: another writer's doing. It runs once, however often the request is sent.
	Do func() error

	// Calls are the tool calls of the message. Choose computes them from what was shown so far, in place of Calls.
	Calls  []Call
	Choose func(Conversation) []Call
	// Text is said before the calls.
	Text string
}

// Call is one tool call: the tool's name and its input, an object that encodes as JSON.
type Call struct {
	Tool  string
	Input map[string]any
	Text  string // the input of a tool that takes a bare text, in place of Input
}

// turn gives a script's turn by number, and its name.
func (s Script) turn(n int) (Turn, string) {
	if n >= len(s) {
		return Turn{Text: "done"}, strconv.Itoa(n)
	}
	if s[n].Name != "" {
		return s[n], s[n].Name
	}
	return s[n], strconv.Itoa(n)
}

// number finds a turn by its name.
func (s Script) number(name string) (int, bool) {
	for i := range s {
		if _, n := s.turn(i); n == name {
			return i, true
		}
	}
	return 0, false
}

// check refuses scripts that wait for turns that no script has.
func (s Scripts) check() error {
	for name, script := range s {
		for _, turn := range script {
			for _, other := range slices.Concat(turn.After, turn.Amid) {
				who, which, _ := strings.Cut(other, ".")
				if _, ok := s[who].number(which); !ok {
					return fmt.Errorf("script %s waits for turn %s, which there is not", name, other)
				}
			}
			for _, other := range turn.Ended {
				if s[other] == nil {
					return fmt.Errorf("script %s waits for script %s, which there is not", name, other)
				}
			}
		}
	}
	return nil
}

// moments are what the turn waits for.
func (t Turn) moments() []string {
	var out []string
	for _, turn := range t.After {
		out = append(out, "over "+turn)
	}
	for _, turn := range t.Amid {
		out = append(out, "sent "+turn)
	}
	for _, script := range t.Ended {
		out = append(out, "ended "+script)
	}
	return out
}
