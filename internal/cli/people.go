package cli

import (
	"time"

	"noclobber/ledger"
)

// writerWords names who caused a record.
func writerWords(r ledger.Record) string {
	w := r.Writer
	switch {
	case r.Event == ledger.Known:
		return "-"
	case r.Event == ledger.External:
		return "outside the gate"
	case r.Event == ledger.Repair:
		return "the gate"
	case w.Session != "" && w.Agent != "":
		return "session " + clip(w.Session, 8) + ", agent " + clip(w.Agent, 8)
	case w.Session != "":
		return "session " + clip(w.Session, 8)
	case w.Host == "cli", w.Host == "":
		return "a command"
	default:
		return w.Host
	}
}

// clip keeps the first n bytes of an id.
func clip(id string, n int) string {
	if len(id) > n {
		return id[:n]
	}
	return id
}

func clock(t time.Time) string { return t.Local().Format("2006-01-02 15:04:05") }
