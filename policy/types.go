package policy

import "time"

// Mode says what a rule lets happen to a document.
type Mode string

// The modes of a rule, as they stand in a policy.
const (
	Append  Mode = "append"
	Anchors Mode = "anchors"
	Merge   Mode = "merge"
	CAS     Mode = "cas"
	Shard   Mode = "shard"
	Deny    Mode = "deny"
	Record  Mode = "record"
	Off     Mode = "off"
)

// Format is how a document's bytes are understood.
type Format string

// The formats of a document; the default follows its extension.
const (
	Text     Format = "text"
	Markdown Format = "markdown"
	JSON     Format = "json"
	JSONL    Format = "jsonl"
)

// At is where an append document grows.
type At struct {
	Place  Place
	Anchor string // for After: the heading's text or the anchor's name
}

// Place is the kind of an At.
type Place uint8

// The places where an append document may grow.
const (
	End Place = iota
	Top
	After
)

// Expect is the reader-side alarm of a rule: what a living document does.
type Expect struct {
	MinGrowth int           // lines
	PerRun    bool          // the growth is counted per run
	Per       time.Duration // else per this time
	MaxAge    time.Duration
}

// Rule is one [[protect]] table with the defaults filled in.
type Rule struct {
	Name      string
	Paths     []string
	Except    []string
	Documents []string // remote documents, "scheme:glob"
	Mode      Mode
	At        At
	Format    Format // "" : by extension
	Key       string
	Keep      []string
	Seq       string
	SeqFirst  string
	SeqCount  string
	Begin     string // marker lines with NAME in them; "" when Style is "heading"
	End       string
	Style     string // "markers" or "heading"
	Outside   string // "merge" or "frozen"
	New       bool   // a write may bring new anchors
	Shards    string
	Reduce    string // "local" or a node's name
	Seal      bool
	Nested    bool // reaches into nested work trees
	Expect    Expect

	MaxShrink   Limit
	MinLoss     Limit
	Shrink      string // "confirm" or "deny"
	MaxErosion  Limit
	ErosionPer  time.Duration
	OnRewrite   string // "apply" or "deny"
	MaxDocument int64  // bytes

	Line int // of its [[protect]] in the policy

	// ShardOf is set in the rule of a shard: mode append, made of the rule whose document the shards are folded into.
	ShardOf *Rule

	paths, except []pattern // Paths and Except, ready to match
	documents     []document
	shard         *Rule // what holds for its shards; nil unless the mode is shard
}

// Tool maps a host's or an MCP server's tool onto an operation.
type Tool struct {
	Match         string // glob on the tool's name
	Kind          string // read, write, append, edit, delete, move, shell
	Path          string // gjson paths into the tool's input
	Content       string
	To            string
	Edits         string
	Old           string
	New           string
	Command       string // shell: where the command text is
	Dry           string // where the input says that nothing is to be changed
	CWD           string // shell: where the working directory is
	Result        string // gjson path into the tool's response
	Scheme        string // the document is remote
	Fresh         time.Duration
	Version       string
	ResultVersion string

	Line int
}

// Test is one [[test]] table: a call and the verdict it must get.
type Test struct {
	Call   map[string]any
	Expect string
	Says   string
	Given  map[string]string // documents as they stand during the test, by their path as in Paths
	Read   bool              // the agent has read them
	Line   int
}

// Policy is one parsed policy file.
type Policy struct {
	File  string        // as it was found, absolute
	Dir   string        // what relative patterns are relative to
	User  bool          // the user's own policy: ~/ and absolute patterns too
	Lease time.Duration // how long a granted call may take
	Wait  time.Duration // how long another waits for it
	Share string        // directory that gets this node's ledger projection, absolute; "" : none
	Rules []*Rule
	Tools []Tool
	Tests []Test

	// MaxDocument is the size in bytes above which a document is only appended to, recorded or denied.
	MaxDocument int64
}
