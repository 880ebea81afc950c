package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"noclobber/internal/fsx"
	"noclobber/internal/guard"
)

// stateCheck is what was looked at of the state.
type stateCheck struct {
	Home      string   `json:"home"`
	XDG       string   `json:"xdg_state_home,omitempty"`
	Place     string   `json:"place"`           // of this machine's state
	Local     []string `json:"local,omitempty"` // .noclobber directories that keep documents' state beside them
	Documents int      `json:"documents"`       // with state here
}

func (c stateCheck) print(page *bytes.Buffer) {
	fmt.Fprintf(page, "state %s\n  HOME=%s XDG_STATE_HOME=%s\n  %s with a log there\n", orElse(c.Place, "nowhere"), c.Home, c.XDG, count(c.Documents, "document"))
	for _, dir := range c.Local {
		fmt.Fprintf(page, "  and %s\n", dir)
	}
}

func (c *checkup) examineState(s Streams, g *guard.Guard) {
	c.State = stateCheck{Home: s.home(), XDG: s.env("XDG_STATE_HOME"), Place: s.stateRoot()}
	if c.State.Place == "" {
		c.add("no-state", severityError, "", "neither HOME nor XDG_STATE_HOME names a place for the state, so writes of protected documents are refused",
			"set HOME for the agent's hooks")
		return
	}
	if c.State.XDG != "" && !filepath.IsAbs(c.State.XDG) {
		c.add("relative-state", severityWarning, c.State.XDG, "XDG_STATE_HOME is not absolute and is ignored", "make it absolute or unset it")
	}
	c.writable(c.State.Place)
	documents, err := g.Store().Documents()
	if err != nil {
		c.add("unreadable-state", severityError, c.State.Place, err.Error(), "make the state directory readable for this user")
		return
	}
	c.State.Documents = len(documents)
	c.examinePlaces(s, g, documents)
}

// examinePlaces looks at where the state of the documents in force stands.
func (c *checkup) examinePlaces(s Streams, g *guard.Guard, documents []string) {
	told := map[string]bool{}
	for _, real := range append(documents, filepath.Join(s.Dir, "any document")) {
		dir, err := g.Store().Dir(real)
		if err != nil || !filepath.IsAbs(real) {
			continue
		}
		root := filepath.Dir(filepath.Dir(dir)) // PLACE/docs/HASH
		if root != c.State.Place && !slices.Contains(c.State.Local, root) {
			c.State.Local = append(c.State.Local, root)
			c.writable(root)
		}
		if kind := mounts(filepath.Dir(real), root); kind != "" && !told[kind] {
			told[kind] = true
			c.addMount(kind, filepath.Dir(real), root)
		}
	}
}

// How the state's file system differs from a document's.
const (
	otherMount     = "other-mount"
	ephemeralState = "ephemeral-state"
)

// mounts compares the file systems of a document and of its state; empty where that is one.
func mounts(document, state string) string {
	a, b := device(document), device(state)
	switch {
	case a == b || a == 0 || b == 0:
		return ""
	case ephemeral(existing(state)):
		return ephemeralState
	}
	return otherMount
}

// device is the file system of a path, or of its nearest parent that exists.
func device(path string) uint64 {
	id, err := fsx.Stat(existing(path))
	if err != nil {
		return 0
	}
	return id.Dev
}

// existing is the nearest path at or above that exists.
func existing(path string) string {
	for {
		if _, err := os.Stat(path); err == nil || path == filepath.Dir(path) {
			return path
		}
		path = filepath.Dir(path)
	}
}

func (c *checkup) addMount(kind, document, state string) {
	mend := "if other containers or users write there too: mkdir " + filepath.Join(document, ".noclobber") + ", so that all share one state"
	if kind == ephemeralState {
		c.add(kind, severityWarning, state, fmt.Sprintf("the state in %s goes away with this container or machine, the documents in %s do not", state, document), mend)
		return
	}
	c.add(kind, severityNote, state, fmt.Sprintf("the state in %s and the documents in %s are on different file systems", state, document), mend)
}

// writable tries to write into a state directory, or where it would be made.
func (c *checkup) writable(dir string) {
	f, err := os.CreateTemp(existing(dir), "noclobber-doctor-*")
	if err == nil {
		err = errors.Join(f.Close(), os.Remove(f.Name()))
	}
	if err != nil {
		c.add("unwritable-state", severityError, dir, "the state directory cannot be written, so writes of protected documents are refused: "+err.Error(),
			"make it writable for this user")
	}
}
