package shell

// Kind says what a command does to a path.
type Kind uint8

// The kinds of operations found in a command.
const (
	Read    Kind = iota + 1
	Write        // truncates and writes
	Append       // >>, tee -a
	InPlace      // a program rewrites the file: sed -i, sort -o same, formatters
	Delete       // rm, unlink; also a parent directory's removal
	Move         // mv: Path goes away, To is written over
	Restore      // git checkout/restore/stash/reset: content from a repository
	Touch        // creates or stamps, keeps every byte: touch, chmod, mkdir
)

// String gives the kind's name in lower case, as messages and fixtures spell it.
func (k Kind) String() string {
	switch k {
	case Read:
		return "read"
	case Write:
		return "write"
	case Append:
		return "append"
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
	}
	return "unknown"
}

// Op is one operation on one path.
type Op struct {
	Kind       Kind
	Path       string // absolute and lexically clean; links are not resolved
	To         string // Move: the new name
	From       string // Write: the file that is copied there, where it is one
	Tree       bool   // everything below Path is meant (rm -r, mv of a directory, git checkout of a directory)
	Content    []byte // Write and Append: the bytes, when Known
	Known      bool
	Whole      bool   // Read: the command's output holds the whole file and nothing else (cat FILE)
	Among      bool   // Read: the command's output may hold the whole file among other text (cat A B; date): look
	Via        string // how the command does it, for messages: ">", "tee -a", "sed -i"
	Background bool   // runs on after the command returned: &, nohup, setsid, coproc
}

// Opaque is a part of a command whose effect on files is not known before it runs.
type Opaque struct {
	Command string // the part's first word or a short rendering
	Reason  string // why: one of the Reason constants

	// Ops is what the text of a script file (sh ./fix.sh, source env.sh) was found to do, where Env.ReadFile gave it.
	// It says what to remember before the command runs. It is never a reason to refuse: a script is read with
	// less certainty than the command itself, and naming a document is what most scripts do with it.
	Ops []Op
}

// The reasons that Opaque gives.
const (
	ReasonInterpreter = "interpreter"
	ReasonScript      = "script"
	ReasonRunner      = "package runner"
	ReasonUnknown     = "unknown command"
	ReasonPath        = "unknown path"
	ReasonArguments   = "unknown arguments"
	ReasonRepository  = "repository" // the files that change are those that git decides on
	ReasonArchive     = "archive"    // the files that change are those that an archive holds
	ReasonEditor      = "editor"
	ReasonPatch       = "patch"
	ReasonDatabase    = "database"
	ReasonContainer   = "container"
	ReasonSyntax      = "syntax"
	ReasonDeep        = "too deep"
	ReasonLarge       = "too large"
	ReasonSteps       = "too many steps"
	ReasonFailure     = "failed analysis" // a mistake in this package
)

// Result is what a command was found to do. Ops stand in the order in which they would happen; one path may
// occur several times.
type Result struct {
	Ops    []Op
	Opaque []Opaque
}

// Env is what the analysis may know of the world. All functions may be nil.
type Env struct {
	CWD      string
	Home     string
	Lookup   func(name string) (string, bool)           // environment variables
	Stat     func(path string) (dir, exists bool)       // for cp/mv onto a directory
	Link     func(path string) (target string, ok bool) // what a symbolic link says
	List     func(dir string) ([]string, error)         // names in a directory, for globs
	ReadFile func(path string) ([]byte, error)          // a script named by the command; bounded by the caller
	Ignored  func(dir string) []string                  // directories below one that git ignores and that must stay
	Dialect  string                                     // "bash" (default), "posix", "zsh", "powershell"
}
