package ledger

import (
	"time"
)

// Version names the bytes of a document: the lower-case hex SHA-256, or Absent.
type Version string

// Absent is the version of a document that does not exist.
const Absent Version = "absent"

// Short is the form for people: the first 12 digits.
func (v Version) Short() string {
	if len(v) > 12 {
		return string(v[:12])
	}
	return string(v)
}

// Stamp describes one version of a document.
type Stamp struct {
	Version Version `json:"version"`
	Bytes   int64   `json:"bytes"`
	Lines   int64   `json:"lines"`
	At      int64   `json:"at,omitempty"` // offset of the stored bytes in the log; 0: not stored
}

// Writer is who caused a record.
type Writer struct {
	Node    string `json:"node,omitempty"`
	Host    string `json:"host,omitempty"`
	Session string `json:"session,omitempty"`
	Agent   string `json:"agent,omitempty"`
}

// Event is the kind of a record.
type Event string

// The events of a document's log.
const (
	Known    Event = "known"    // the document was seen for the first time; After is what stood there
	Intent   Event = "intent"   // a call may change the document: a lease begins
	Result   Event = "result"   // what came of an intent, or a change made by a verb
	External Event = "external" // bytes on disk that no recorded write produced
	Accept   Event = "accept"   // a person made the head the baseline
	Refusal  Event = "refusal"  // a call was denied
	Permit   Event = "permit"   // a person lets one call pass that would be refused
	Repair   Event = "repair"   // lines were merged back by the gate itself
	Read     Event = "read"     // of a remote document: a read showed what was recorded last
)

// Outcome says what came of an intent.
type Outcome string

// The outcomes of an intent.
const (
	Committed   Outcome = "committed"
	Late        Outcome = "late"        // it landed after somebody else's write was recorded
	Overwritten Outcome = "overwritten" // somebody's bytes were replaced, or its own were
	Unwritten   Outcome = "unwritten"   // the call did not take place
	Differs     Outcome = "differs"     // what landed is not what was planned
	Unknown     Outcome = "unknown"     // never heard of again, and the disk does not tell
)

// Record is one frame of a document's log.
type Record struct {
	Seq    uint64    `json:"seq"` // assigned by Doc.Append; an intent's Seq is its fence
	Time   time.Time `json:"time"`
	Event  Event     `json:"event"`
	Writer Writer    `json:"writer,omitzero"`
	Call   string    `json:"call,omitempty"` // the host's call id, or a digest of the call
	Tool   string    `json:"tool,omitempty"`
	Op     string    `json:"op,omitempty"`
	Mode   string    `json:"mode,omitempty"`
	Rule   string    `json:"rule,omitempty"`
	Before Stamp     `json:"before,omitzero"`
	After  Stamp     `json:"after,omitzero"` // intent: the planned result; refusal: the head

	// Intents
	On       Stamp     `json:"on,omitzero"`       // what it was judged against, where a due repair makes that another text than Before
	Proposal Stamp     `json:"proposal,omitzero"` // what the model means, where it is not After
	Shared   bool      `json:"shared,omitempty"`
	Permit   uint64    `json:"permit,omitempty"` // the permit that it uses up
	Expires  time.Time `json:"expires,omitzero"`
	Action   string    `json:"action,omitempty"` // pass, rewrite
	Answer   []byte    `json:"answer,omitempty"` // what the call was answered, so that asking twice tells the same
	View     string    `json:"view,omitempty"`   // of a shard: the document that the call meant to write; Proposal is that document's text then
	Own      Stamp     `json:"own,omitzero"`     // of a fold: the document's own text, without what comes out of shards
	Slot     int       `json:"slot,omitempty"`   // of a fold: the line of Own before which entries go, counted from 1; 0: where the rule says

	// Results, external changes, refusals
	Fence     uint64   `json:"fence,omitempty"` // the intent that this ends
	Outcome   Outcome  `json:"outcome,omitempty"`
	Cause     string   `json:"cause,omitempty"` // refusal: a stable word; external: checkout, reflow, restore…
	Text      string   `json:"text,omitempty"`  // what was told
	Lines     []string `json:"lines,omitempty"` // the lines at stake, lost or put back (at most 8)
	LostLines int64    `json:"lost_lines,omitempty"`
	LostBytes int64    `json:"lost_bytes,omitempty"`
	Alarm     bool     `json:"alarm,omitempty"`     // counts as a finding until accepted
	Confirmed bool     `json:"confirmed,omitempty"` // a shrink on purpose
	InFlight  []string `json:"in_flight,omitempty"` // calls under way at the time (never "by")
	Token     string   `json:"token,omitempty"`     // of a remote document: the store's own name of After, as JSON; of an intent: the one that was filled in
	Accepts   uint64   `json:"accepts,omitempty"`   // accept: alarms up to this seq are settled
}

// Base is the version that an intent's result was planned from.
func (r Record) Base() Stamp {
	if r.On.Version != "" {
		return r.On
	}
	return r.Before
}

// Open is an intent whose outcome is not recorded yet.
type Open struct {
	Record
	Offset  int64 `json:"offset"`
	Lapsed  bool  `json:"lapsed,omitempty"`  // its lease is over; its call may still land
	Damaged bool  `json:"damaged,omitempty"` // its frame cannot be read: only Seq and Event are known; end it as Unknown
}

// Tail is the state of a document, kept in the last frame of its log, so that no call reads more than that.
type Tail struct {
	Seq    uint64    `json:"seq"`
	Head   Stamp     `json:"head,omitzero"` // the last recorded version; zero Version: never seen
	Prev   Stamp     `json:"prev,omitzero"` // the version before the last recorded change
	Last   Record    `json:"-"`             // the record that made Head, read on demand by Doc.LastChange
	LastAt int64     `json:"last_at,omitempty"`
	Opens  []OpenRef `json:"opens,omitempty"`
	Alarms []uint64  `json:"alarms,omitempty"` // seqs of unaccepted alarms
	Repair *Pending  `json:"repair,omitempty"` // a repair that waits for the batch's end
	Permit *Grant    `json:"permit,omitempty"` // a permit that nobody has used yet
	Token  string    `json:"token,omitempty"`  // of a remote document: the store's own name of Head, as JSON, where an answer carried one
}

// Grant is a permit: the next call that would be refused passes, once.
type Grant struct {
	Seq    uint64    `json:"seq"`
	Until  time.Time `json:"until"`
	Reason string    `json:"reason"`
}

// OpenRef points at an intent's frame.
type OpenRef struct {
	Seq    uint64 `json:"seq"`
	At     int64  `json:"at"`
	Lapsed bool   `json:"lapsed,omitempty"`
}

// Pending is a repair that was found to be due.
type Pending struct {
	Fence  uint64   `json:"fence"`
	Want   Stamp    `json:"want"` // what should stand
	Over   Stamp    `json:"over"` // what stood when it was planned
	Text   string   `json:"text"` // what the context is told when it is done
	Lines  []string `json:"lines,omitempty"`
	Writer Writer   `json:"writer,omitzero"` // the context whose call it repairs
}

// View is what one context has been shown of a document. It is not fsynced: losing it costs a re-read, never a line.
type View struct {
	Epoch   uint64    `json:"epoch"` // of the context when it was taken; another epoch: forgotten
	HasBase bool      `json:"has_base"`
	Base    []byte    `json:"-"`
	BaseSeq uint64    `json:"base_seq"`         // the log's Seq at the last complete read or own write
	ReadAt  time.Time `json:"read_at,omitzero"` // of a remote document: when its store was last asked, and showed it or said that it is not there
	Added   [][]byte  `json:"added,omitempty"`  // texts that the context appended by other means since the base, oldest first
	Windows *Windows  `json:"windows,omitempty"`
	Refused *Refused  `json:"refused,omitempty"`
	Told    uint64    `json:"told,omitempty"`   // alarms up to this seq were reported to the context
	Notice  string    `json:"notice,omitempty"` // what the context is to be told with its next call
}

// Windows are partial reads of one version that may add up to a complete one.
type Windows struct {
	Version Version  `json:"version"`
	Total   int      `json:"total"`
	Ranges  [][2]int `json:"ranges"` // first and last line, 1-based
}

// Refused is the last refusal that a context got for a document.
type Refused struct {
	Seq      uint64  `json:"seq"`
	Cause    string  `json:"cause"`
	Head     Version `json:"head"`
	Proposal Version `json:"proposal"`
	Count    int     `json:"count"` // in a row, for the same cause
}

// Known is one line of an index: a document this machine knows, and how it looked when last judged.
type KnownDoc struct {
	Path    string
	Size    int64
	ModTime time.Time
	Change  time.Time
	Inode   uint64
	Version Version
}

// Flight is a call under way whose effects are not known beforehand.
type Flight struct {
	Writer  Writer   `json:"writer"`
	Call    string   `json:"call"`
	Tool    string   `json:"tool"`
	Command string   `json:"command,omitempty"` // cut to 200 bytes
	CWD     string   `json:"cwd,omitempty"`     // where the call ran when it was judged
	Docs    []string `json:"docs,omitempty"`    // real paths of the documents that it touches
	Opaque  bool     `json:"opaque,omitempty"`
	// The policies in force when it took off, by file; only of a call whose effects are not known.
	Policies map[string]string `json:"policies,omitempty"`

	Done    bool      `json:"done,omitempty"` // the call is over; its message's batch is not
	Task    string    `json:"task,omitempty"` // the host's id of what goes on in the background
	Started time.Time `json:"started"`
}
