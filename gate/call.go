package gate

import "noclobber/internal/document"

// Event is a moment of a host's tool call or session.
type Event uint8

// The events that hosts report. Before and After are a call's two sides.
const (
	Other        Event = iota // an event that asks for nothing
	Before                    // PreToolUse: the call may still be refused
	After                     // PostToolUse: the call took place
	Failed                    // PostToolUseFailure: the call was tried
	Batch                     // PostToolBatch: all calls of one message are over
	SessionStart              // also after a resume, a clear and a compaction
	Compact                   // the context forgot what it had read
	ContextEnd                // SubagentStop: one context is over
	Turn                      // Stop: the agent's turn is over
	SessionEnd
	ContextStart // SubagentStart: one more context of the session begins
)

// Context is one agent's view: a subagent is its own context.
type Context struct {
	Host    string // "claude", …
	Session string
	Agent   string // empty in the main loop
}

// Call is one tool call, or one session event, as a host reports it.
type Call struct {
	Event   Event
	Context Context
	ID      string // the host's call id; empty where the host gives none
	CWD     string
	Tool    string
	Source  string // SessionStart: startup, resume, clear, compact

	Ops   []Op   // what the adapter knows the tool does; nil with Known false: not in the adapter's table
	Known bool   // the adapter knows this tool; Ops nil then means that it touches no file
	Input []byte // the tool's raw input, a JSON object

	Command string // a shell tool's command text
	Shell   string // its dialect: "bash", "powershell"; empty: not a shell tool

	Background   bool     // the whole command goes on after the call
	TellsRunning bool     // Turn, ContextEnd, SessionEnd: Running is told
	Running      []string // ids of the background tasks that still run

	Response *Response // After and Failed
	Calls    []Call    // Batch: the calls of the message, with Tool, ID, Input, Ops and Response

	Host    Abilities
	Dialect string // of several that the host speaks, the one of the payload: the answer's must be the same
}

// Abilities is what a host can do with an answer, and what its tools are called in messages.
type Abilities struct {
	Rewrite   bool   // typed input may be replaced without skipping an approval
	Redirect  bool   // such input may name another file
	Batch     bool   // a Batch event follows each message
	DropsCR   bool   // its whole write turns CR LF into LF
	AnyBytes  bool   // a new text is not carried in JSON: it need not be UTF-8 (our own verbs)
	Patches   bool   // its edit tool takes a patch envelope (*** Begin Patch …)
	TellAfter bool   // what is said before a call does not reach the model: it is told after it
	ReadTool  string // names for the next step: "Read", "Edit", "Write", "Bash"
	EditTool  string
	WriteTool string
	ShellTool string
}

// Kind says what an Op does to its document.
type Kind uint8

// The kinds of operations that tools perform.
const (
	Read    Kind = iota + 1
	Write        // a whole-document write
	Append       // adds at the end, by the host or the OS
	Edit         // replaces old text by new text
	InPlace      // a program rewrites the document; what it leaves is not known
	Delete
	Move    // Path goes away, To is written over
	Restore // content comes out of a repository
	Touch   // keeps every byte
)

// String is the kind's word in records and messages.
func (k Kind) String() string {
	switch k {
	case Read:
		return "read"
	case Write:
		return "write"
	case Append:
		return "append"
	case Edit:
		return "edit"
	case InPlace:
		return "in-place"
	case Delete:
		return "delete"
	case Move:
		return "move"
	case Restore:
		return "restore"
	case Touch:
		return "touch"
	default:
		return "none"
	}
}

// Op is one operation of a call on one path.
type Op struct {
	Kind       Kind
	Path       string // absolute and lexically clean, links not resolved; or "scheme:name"
	To         string // Move
	From       string // Write: the file that a command copies there, where it is one
	Tree       bool   // everything below Path is meant
	Content    []byte // Write and Append, when HasContent
	HasContent bool
	Edits      []document.Edit // Edit
	Cells      bool            // Edit of a notebook cell: not text that can be applied here
	Cell       Cell            // which one
	Whole      bool            // Read: the command's whole output is this document
	Among      bool            // Read: its output holds this document among other text
	Answer     string          // Read by a mapped tool: the gjson path of the text in its answer
	Via        string          // how, for messages: "Write", "tee -a", "sed -i"
	Shell      bool            // found in command text: never rewritten
	Background bool
	Kept       bool // Move: the new name is protected by the same rule, so the history goes along
	Fields     Fields
	Remote     *Remote // the document is no file: how its store's tools are called
}

// Cell is what a call tells of the notebook cell that it changes.
type Cell struct {
	Name   string // its id, or its place as cell-0; empty: not told, or the notebook's beginning
	Insert bool   // a new cell goes behind it
	Shown  bool   // the call has the text that it replaces
}

// Fields are the gjson paths of a typed op's parts in the tool's input, for rewriting.
type Fields struct {
	Path    string // where the host's own tools have it: the call may be made to write another file
	Content string
	Old     string
	New     string
	All     string // replace_all: turned off when the edit is rewritten
	Patch   bool   // Content, Old and New are one field, which holds a patch envelope: it is written anew
}

// Response is what a tool answered, as far as it tells of documents.
type Response struct {
	Failed       bool
	Error        string
	Read         *ReadResult // what a read tool showed
	Replaced     []byte      // what the host replaced, as it says (LF, no BOM); HasReplaced tells nil from empty
	HasReplaced  bool
	Created      bool   // the host says that the file was new
	Stdout       string // a shell tool's output
	Cut          bool   // the output was cut by the host
	Background   string // id of a task that goes on
	UserModified bool   // a person changed the proposal in the permission dialog
	Raw          []byte
}

// ReadResult is one window of a document as a tool showed it.
type ReadResult struct {
	Path       string
	Content    []byte // LF, no BOM
	FirstLine  int    // 1-based
	Lines      int    // shown
	TotalLines int    // of the document; 0: not told
	Among      bool   // Content holds more than the document
	Rendered   bool   // the whole document was shown in another form: a notebook as cells
}
