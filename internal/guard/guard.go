package guard

import (
	"os"
	"path/filepath"
	"time"

	"noclobber/gate"
	"noclobber/internal/fsx"
	"noclobber/ledger"
	"noclobber/policy"
)

// Settings tells the guard about hook settings of hosts, which it protects but does not read itself.
type Settings interface {
	// IsSettings reports whether path is a host's settings file that may hold our entries.
	IsSettings(path string) bool
	// Below lists the settings files that may lie in a directory or below it.
	Below(dir string) []string
	// Weakens reports whether a change of such a file takes our entries away or disarms them.
	Weakens(path string, old, new []byte) bool
}

// Config is what a Guard needs to know of the process it runs in.
type Config struct {
	Home      string
	StateHome string                                    // $XDG_STATE_HOME
	Policy    string                                    // the user's policy file
	Lookup    func(name string) (value string, ok bool) // environment
	Now       func() time.Time                          // nil: time.Now
	Settings  Settings                                  // nil: no host settings to protect
	Files     fsx.FS                                    // nil: the real one
	From      string                                    // the call's working directory
	Names     gate.Abilities                            // of a verb's caller that has tools: their names, for next steps
	Cancel    <-chan struct{}                           // closed when nobody waits for the verb any more; nil: never
	Project   string                                    // the directory of the host's project, where that is told; for remote documents, which have no directory
	Instead   map[string][]byte                         // policy files that are tried out, by path, in place of what stands there
}

// Guard runs changes. It serves one process and one call at a time.
type Guard struct {
	config   Config
	store    *ledger.Store
	policies *policy.Set
	now      func() time.Time
	poll     time.Duration     // between two looks at a lease that is held
	node     string            // this machine's name, once it was asked for
	given    map[string][]byte // a preview's documents, by path

	indexes map[string]map[string]ledger.KnownDoc // by policy file and path, once they were asked for
}

// New makes a Guard. It does no I/O.
func New(c Config) *Guard {
	g := &Guard{config: c, now: c.Now, poll: 10 * time.Millisecond, indexes: map[string]map[string]ledger.KnownDoc{}}
	if g.now == nil {
		g.now = time.Now
	}
	g.store = ledger.New(c.Home, c.StateHome, c.Files)
	options := []policy.Option{policy.Also(policy.BuiltinState, g.stateDir()), policy.AlsoNamed(policy.BuiltinState, ledger.LocalName)}
	if c.From != "" {
		options = append(options, policy.From(c.From))
	}
	g.policies = policy.NewSet(files{c.Instead}, c.Policy, c.Home, options...)
	return g
}

func (g *Guard) stateDir() string {
	if filepath.IsAbs(g.config.StateHome) {
		return filepath.Join(g.config.StateHome, "noclobber")
	}
	return filepath.Join(g.config.Home, ".local", "state", "noclobber")
}

// Store is the ledger, for verbs that only look.
func (g *Guard) Store() *ledger.Store { return g.store }

// Policies is the set of policies, for verbs that only look.
func (g *Guard) Policies() *policy.Set { return g.policies }

// files lets package policy look at the disk.
type files struct{ instead map[string][]byte }

func (f files) ReadFile(name string) ([]byte, error) {
	if text, ok := f.instead[name]; ok {
		return text, nil
	}
	return os.ReadFile(name)
}

func (files) Lstat(name string) (os.FileInfo, error) { return os.Lstat(name) }
func (files) Resolve(path string) (string, error)    { return fsx.Resolve(path) }
func (files) FoldsCase(dir string) bool              { return fsx.FoldsCase(dir) }
