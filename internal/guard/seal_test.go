package guard

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"noclobber/gate"
	"noclobber/internal/fsx"
)

func (w *world) mode() string {
	w.t.Helper()
	info, err := os.Stat(w.doc)
	require.NoError(w.t, err)
	return info.Mode().Perm().String()
}

func (w *world) lookAt() {
	w.t.Helper()
	_, _, err := w.guard().Scan(w.dir, []string{w.doc})
	require.NoError(w.t, err)
}

func newSealed(t *testing.T) *world {
	w := newWorld(t, rule("append", "seal = true"), "# J\n- 01\n")
	require.NoError(t, os.Chmod(w.doc, 0o664))
	t.Cleanup(func() { _ = fsx.Unseal(w.doc, 0o644) })
	w.lookAt()
	return w
}

func TestASealedDocumentIsReadOnlyAtRestAndOpenWithinTheLease(t *testing.T) {
	w := newSealed(t)
	assert.Equal(t, "-r--r--r--", w.mode())

	c := w.agent("s1").write("# J\n- 01\n- 02\n")
	c.Event = gate.Before
	v := w.guard().Before(c.Call)
	require.NotEqual(t, gate.Deny, v.Action, v.Text)
	assert.Equal(t, "-rw-rw-r--", w.mode(), "the host may write, with the bits that were there")
	require.NoError(t, os.WriteFile(w.doc, []byte("# J\n- 01\n- 02\n"), 0o664))
	c.Event, c.Response = gate.After, &gate.Response{}
	w.guard().After(c.Call)
	assert.Equal(t, "-r--r--r--", w.mode())

	_, err := w.guard().Apply(gate.Context{Host: "cli"}, w.doc, Change{Verb: VerbAppend, Content: []byte("- 03\n")})
	require.NoError(t, err)
	assert.Equal(t, "# J\n- 01\n- 02\n- 03\n", w.text())
	assert.Equal(t, "-r--r--r--", w.mode())
}

func TestACallThatNeverEndsLeavesTheDocumentSealedOnceItsLeaseIsOver(t *testing.T) {
	w := newSealed(t)
	c := w.agent("s1").write("# J\n- 01\n- 02\n")
	c.Event = gate.Before
	w.guard().Before(c.Call)
	assert.Equal(t, "-rw-rw-r--", w.mode())
	w.pass(time.Minute)
	w.lookAt()
	assert.Equal(t, "-r--r--r--", w.mode())
}

func TestAReplacementFromOutsideIsSealedAgainAndARefusalOpensNothing(t *testing.T) {
	w := newSealed(t)
	require.NoError(t, fsx.Unseal(w.doc, 0o600))
	w.put("# J\n- 01\n- by an editor\n")
	require.NoError(t, os.Chmod(w.doc, 0o600))
	w.lookAt()
	assert.Equal(t, "-r--------", w.mode())

	c := w.agent("s1").write("# J\n- 01\n")
	c.Event = gate.Before
	assert.Equal(t, gate.Deny, w.guard().Before(c.Call).Action)
	assert.Equal(t, "-r--------", w.mode())
}

func TestARuleThatNoLongerSealsGivesTheBitsBack(t *testing.T) {
	w := newSealed(t)
	require.NoError(t, os.WriteFile(w.dir+"/project/.noclobber.toml", []byte(rule("append")), 0o644))
	w.lookAt()
	assert.Equal(t, "-rw-rw-r--", w.mode())
	if os.Geteuid() != 0 {
		return
	}
	require.NoError(t, os.Remove(w.doc), "no attribute is left")
}

// As anybody but root, what has no gate fails loudly; as root it does where the file system has the attribute.
func TestAnUngatedWriteOfASealedDocumentFails(t *testing.T) {
	w := newSealed(t)
	err := os.WriteFile(w.doc, []byte("clobbered\n"), 0o644)
	if os.Geteuid() == 0 && err == nil {
		t.Skip("root, and a file system without the immutable attribute, or no permission to set it: nothing can keep root out")
	}
	assert.ErrorIs(t, err, os.ErrPermission)
	assert.Equal(t, "# J\n- 01\n", w.text())
}
