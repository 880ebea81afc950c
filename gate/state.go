package gate

import (
	"time"

	"noclobber/internal/seqlog"
)

// State is what is known of one document when an operation on it is judged.
type State struct {
	Name   string // for people: relative to the policy's directory
	Path   string // absolute, as the call gave it: for the next call
	Exists bool
	Head   []byte // H: what stands, or what a due repair will leave
	Disk   []byte // what the host will find: Head, unless a repair is due

	HasBase bool
	Base    []byte   // B: what this context was shown in full
	Added   [][]byte // texts that this context appended by other means since Base, oldest first

	HasOwn bool   // the last recorded change is this context's own
	Own    []byte // the version before it

	Confirmed bool // this same write was refused for its loss, and a complete read of this head followed

	Large  bool         // above max_document, or binary: append, record and deny only
	End    *seqlog.Tail // how a numbered log that is Large ends, where that can be read
	Packed bool         // it is a compressed log

	Vanished string // of a numbered log that is not there though nothing recorded removed it: its last version, in short

	Version string    // the head's short version
	By      string    // who wrote the head last, for messages; empty: unknown
	At      time.Time // when

	Reach bool  // this shell can reach the state: the CLI may be offered
	Size  int64 // bytes of a document that is too large to be at hand

	Shard     string // absolute path of this node's shard, where the rule has shards and the node's name is known
	ShardHead []byte // what stands in it; empty but not nil: nothing does
	ShardTool bool   // a call may be made to write it in the document's place: it is locked, and no host refused that before
	Foreign   bool   // the document is itself a shard, another writer's

	Unseen    bool          // a remote document that nobody on this machine has read: what it holds is not known
	HasRead   bool          // of a remote document: this context has asked its store for it
	ReadAge   time.Duration // how long ago that was
	Unsettled string        // who made a call on a remote document since then of which it is not known whether it took place
	Token     string        // the store's own name of the head, as JSON; empty: not told
}

// Plan is the judgement of one operation.
type Plan struct {
	Action   Action
	Proposal []byte // C: what the model means, when Known
	Result   []byte // M: what may stand afterwards, when Known
	Known    bool   // Proposal and Result are known before the call
	Edit     *Rewritten
	Absent   bool     // the document will be gone
	Shared   bool     // the lease may be shared: the OS appends
	Judge    bool     // the result is judged after the call
	Kept     []string // lines of others that the result keeps though the proposal lacks them
	Facts    []string // kept facts of the head, path=value, that the result has and the proposal would have erased or reverted
	Erased   []string // kept facts, path=value, that the proposal erases on a current base
	Rows     []string // rows that both sides changed, each with what became of it
	AsText   string   // why a document was merged as text that its rule calls JSON
	Confirms bool     // a shrink on purpose

	Token     string   // what the store's version field is filled in with, as JSON
	Permitted bool     // it would be refused, and a person permitted it
	Redirect  string   // the file that the call writes in the document's place: Result is what that will hold
	Added     []string // Redirect: the lines that go there
	Refusal   *Refusal // for Deny
}

// Rewritten is an Edit call's replacement.
type Rewritten struct {
	Old, New string
}

// Cause is a stable word for why a call was refused.
type Cause string

// The causes of a refusal.
const (
	CauseLost        Cause = "lines-lost"   // an append document would lose lines
	CauseNoBase      Cause = "not-read"     // the context has not read what it replaces
	CauseConflict    Cause = "conflict"     // both changed the same place
	CauseStale       Cause = "stale"        // compare-and-swap: the base is not the head
	CauseShrink      Cause = "shrink"       // the loss is beyond the rule
	CausePlaceholder Cause = "placeholder"  // a line stands for omitted text
	CauseEmpty       Cause = "empty"        // nothing would be left
	CauseGone        Cause = "gone"         // the document was moved or removed
	CauseAnchor      Cause = "anchor"       // markers damaged, missing, doubled, new
	CauseFrozen      Cause = "frozen"       // text outside the anchors
	CauseMode        Cause = "mode"         // the mode never lets this happen
	CauseUnknown     Cause = "unknown-text" // what would be written is not known
	CauseInPlace     Cause = "in-place"     // a program rewrites the document
	CauseDelete      Cause = "delete"       // the document would be gone
	CauseNewline     Cause = "newline"      // the append would be glued to the last line
	CausePlace       Cause = "place"        // the document does not grow at its end
	CauseBackground  Cause = "background"   // the append would run after the call
	CauseRewrite     Cause = "rewrite"      // right, but this tool cannot carry the result
	CauseFormat      Cause = "format"       // the result would not parse
	CauseRows        Cause = "rows"         // a log's numbers would not go on
	CauseLarge       Cause = "large"        // too large to be merged
	CauseLease       Cause = "lease"        // another call holds the document
	CausePolicy      Cause = "policy"       // the policy does not parse, or would be weakened
	CauseInternal    Cause = "internal"     // the gate itself failed
)
