//go:build faultpoints

package ledger

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// faultPoints returns the points named in this package's sources, so that none is forgotten here.
func faultPoints(t *testing.T) []string {
	t.Helper()
	sources, err := filepath.Glob("*.go")
	require.NoError(t, err)
	var points []string
	for _, name := range sources {
		f, err := os.Open(name)
		require.NoError(t, err)
		for lines := bufio.NewScanner(f); lines.Scan(); {
			if _, rest, ok := strings.Cut(lines.Text(), `fault.At("`); ok && !strings.HasSuffix(name, "_test.go") {
				point, _, _ := strings.Cut(rest, `"`)
				points = append(points, point)
			}
		}
		require.NoError(t, f.Close())
	}
	require.Greater(t, len(points), 5)
	return points
}

func TestAProcessKilledAtAFaultPointLosesNothingItAcknowledged(t *testing.T) {
	for _, point := range faultPoints(t) {
		if strings.HasPrefix(point, "sweep.") {
			continue
		}
		for _, count := range []string{"", ":2", ":3"} {
			dir := t.TempDir()
			if strings.HasPrefix(point, "mend.") {
				tornStore(t, dir)
			}
			out, err := part("work", dir, "NOCLOBBER_FAULT="+point+count).Output()
			if count == "" {
				var exit *exec.ExitError
				require.True(t, errors.As(err, &exit), "%s was not reached", point)
				require.ErrorContains(t, err, "killed")
			}
			survives(t, dir, string(out))
		}
	}
}

func tornStore(t *testing.T, dir string) {
	t.Helper()
	s, document := storeIn(dir, nil)
	d := lock(t, s, document)
	commit(t, d, Record{Event: Known}, Record{Event: External})
	require.NoError(t, d.log.file.Truncate(d.log.size-50))
	require.NoError(t, d.Unlock())
}

func TestASweepKilledAtAFaultPointLeavesTheOldLogOrTheNewOne(t *testing.T) {
	for _, point := range faultPoints(t) {
		if !strings.HasPrefix(point, "sweep.") {
			continue
		}
		dir := t.TempDir()
		s, document := storeIn(dir, nil)
		fillDays(t, s, document, 12)
		d := lock(t, s, document)
		acknowledged := fmt.Sprintln(d.Tail().Seq, d.Tail().Head.Version)
		require.NoError(t, d.Unlock())
		err := part("sweep", dir, "NOCLOBBER_FAULT="+point).Run()
		require.ErrorContains(t, err, "killed", point)
		survives(t, dir, acknowledged)
		require.NoError(t, sweepOnce(s, document))
		survives(t, dir, acknowledged)
	}
}
