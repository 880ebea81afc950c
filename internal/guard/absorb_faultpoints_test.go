//go:build faultpoints

package guard

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"noclobber/gate"
	"noclobber/internal/document"
)

// TestAbsorbChild is the process that is killed.
func TestAbsorbChild(t *testing.T) {
	dir := os.Getenv("NOCLOBBER_ABSORB_DIR")
	if dir == "" {
		t.Skip("it is started by TestAbsorbKilledAtAnyPoint")
	}
	w := &world{t: t, dir: dir, doc: filepath.Join(dir, "project", "J.md"), clock: time.Now()}
	w.absorb()
}

func TestAbsorbKilledAtAnyPoint(t *testing.T) {
	here, there, third := journal+"- reviewed it\n- end\n", journal+"- shipped\n- end\n", journal+"- wrote the importer\n- end\n"
	killed := 0
	for _, point := range []string{
		"absorb.merged", "absorb.removed", "log.before-write", "log.after-write", "log.after-sync",
		"replace.before-stage", "replace.staged", "replace.placed",
	} {
		for count := 1; count <= 4; count++ {
			w := newWorld(t, "version = 1\n[[protect]]\npaths = [\"**\"]\nmode = \"merge\"\n", here)
			copies := []string{w.beside(copyName, there), w.beside("J (1).md", third)}
			w.scan() // by its name the second may be a document
			child := exec.Command(os.Args[0], "-test.run=^TestAbsorbChild$")
			child.Env = append(os.Environ(), "NOCLOBBER_ABSORB_DIR="+w.dir, fmt.Sprintf("NOCLOBBER_FAULT=%s:%d", point, count))
			if child.Run() != nil {
				killed++
			}
			for i, text := range []string{there, third} {
				left := document.Lost([]byte(text), []byte(w.text())).Lines
				require.True(t, len(left) == 0 || w.exists(copies[i]), "%s: %q stands nowhere", point, left)
			}
			w.clock = time.Now().Add(time.Hour)
			receipts, findings := w.guard().Absorb(gate.Context{Host: "cli"}, filepath.Dir(w.doc), nil, AbsorbOptions{})
			for _, f := range findings {
				require.Equal(t, "two-forms", f.Kind, "%s: %v", point, receipts)
			}
			require.Equal(t, journal+"- reviewed it\n- shipped\n- wrote the importer\n- end\n", w.text(), point)
			for _, path := range copies {
				require.False(t, w.exists(path), "%s: %s", point, path)
			}
			require.True(t, w.kept("- wrote the importer"))
			require.Empty(t, w.scan(), point)
		}
	}
	require.Greater(t, killed, 10)
}
