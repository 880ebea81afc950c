package host

// Wiring puts the gate into a host's settings. All methods are pure: texts in,
// texts out. Reading, backing up and writing the files is the caller's.
type Wiring interface {
	// Places are the settings files of a project and of its user, absolute, the
	// one that init writes by default first. env looks up an environment variable.
	Places(project, home string, env func(string) string) []Place

	// Wire returns settings with the gate's entries in them and everything else
	// byte for byte as it was; changed is false where there was nothing to do.
	// A nil or blank text is a file that does not exist. binary is the absolute
	// path of the executable that the hooks start.
	Wire(settings []byte, scope Scope, binary string) (out []byte, changed bool, err error)

	// Unwire takes the gate's entries out. An empty result: nothing else was in it.
	Unwire(settings []byte) (out []byte, changed bool, err error)

	// Inspect says what is missing, weak or in the way, over all the files together.
	Inspect(sources []Source, probe Probe) []Finding

	// IsSettings reports whether a path is one of this host's settings files.
	IsSettings(path string) bool

	// Weakens reports whether a change of a settings file removes the gate's
	// entries or makes them protect less.
	Weakens(before, after []byte) bool
}

// Scope says whose settings a file holds.
type Scope string

// The scopes of settings files.
const (
	Local   Scope = "local"   // one person's, in the project; not committed
	User    Scope = "user"    // one person's, in every project
	Shared  Scope = "shared"  // committed with the project
	Managed Scope = "managed" // the administrator's; only looked at
	Plugin  Scope = "plugin"  // comes with a plugin of the host's; init never writes it
)

// Travels reports whether the settings go to other machines, where the binary may be elsewhere or not at all.
func (s Scope) Travels() bool { return s == Shared || s == Plugin }

// Place is one settings file.
type Place struct {
	Scope Scope
	Path  string // absolute
	Runs  bool   // the host runs the file itself: it must be executable
}

// Source is a settings file and its text; a nil Text is a file that does not exist.
type Source struct {
	Place
	Text []byte
}

// Probe answers the one question about the machine that a look at settings asks.
type Probe interface {
	// Runnable says why the command of a hook cannot be started: nil, it can.
	// command is a path, or a name to be found on PATH.
	Runnable(command string) error
}

// Severity is how bad a Finding is.
type Severity string

// The severities. A note needs no action.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Note    Severity = "note"
)

// Finding is one thing that is wrong, weak or worth knowing about a host's settings.
type Finding struct {
	Kind     string // "missing-event", "matcher-gap", …: a stable word
	Severity Severity
	Path     string // the settings file; empty: all of them together
	Message  string
	Mend     string // what to do; empty for most notes
}
