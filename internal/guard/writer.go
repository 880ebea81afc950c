package guard

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"noclobber/gate"
	"noclobber/ledger"
)

// writerOf names the context of a call in the ledger's terms.
func (g *Guard) writerOf(c gate.Context) ledger.Writer {
	if g.node == "" {
		g.node, _ = g.store.Node() // a name only; the document's own state decides whether the call can be judged
	}
	return ledger.Writer{Node: g.node, Host: c.Host, Session: c.Session, Agent: c.Agent}
}

// callID is the host's id of a call, or a digest of the call where the host gives none.
func callID(call gate.Call) string {
	if call.ID != "" {
		return call.ID
	}
	sum := sha256.Sum256([]byte(call.Tool + "\x00" + subject(call)))
	return derived + hex.EncodeToString(sum[:8])
}

// subject is what stays of a call when its input is rewritten: what it does to which paths, or its command.
func subject(call gate.Call) string {
	if call.Command != "" || len(call.Ops) == 0 {
		return string(call.Input)
	}
	var b strings.Builder
	for _, op := range call.Ops {
		b.WriteString(op.Kind.String() + "\x00" + op.Path + "\x00" + op.To + "\x00")
	}
	return b.String()
}

// derived marks a call id that we made up: two calls of one tool on one path have the same one.
const derived = "~"

func isDerived(id string) bool { return strings.HasPrefix(id, derived) }

// sameContext reports whether two writers are one context; the node does not matter.
func sameContext(a, b ledger.Writer) bool {
	return a.Host == b.Host && a.Session == b.Session && a.Agent == b.Agent
}

// who names a writer for people: the same words for the same context, short.
func who(w, self ledger.Writer) string {
	switch {
	case w == (ledger.Writer{}):
		return ""
	case w.Session == "":
		return orDefault(w.Host, "a command") + onNode(w, self)
	case sameContext(w, self):
		return "yourself"
	case w.Session == self.Session:
		return "another agent of this session"
	default:
		return "session " + short(w.Session) + onNode(w, self)
	}
}

func onNode(w, self ledger.Writer) string {
	if w.Node == "" || w.Node == self.Node {
		return ""
	}
	return " on " + w.Node
}

func short(s string) string {
	if len(s) > 8 {
		return s[:8]
	}
	return s
}

// ago tells a time for people.
func ago(now, then time.Time) string {
	d := now.Sub(then)
	switch {
	case then.IsZero() || d < 0:
		return ""
	case d < time.Minute:
		return fmt.Sprintf(" %d s ago", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf(" %d min ago", int(d.Minutes()))
	default:
		return " at " + then.Format("2006-01-02 15:04")
	}
}
