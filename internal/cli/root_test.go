package cli

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestEachVerbIsMadeByItsName: a command line that names a verb gets that one alone, the same as among all.
func TestEachVerbIsMadeByItsName(t *testing.T) {
	all := newRoot(Streams{}, nil)
	for _, g := range groups() {
		for _, v := range g.verbs {
			require.Equal(t, v.name, v.command(Streams{}).Name())
			cmd, _, err := all.Find([]string{v.name})
			require.NoError(t, err)
			require.Equal(t, g.title, cmd.GroupID)
			if soleVerb([]string{v.name}) != "" {
				require.Len(t, newRoot(Streams{}, []string{v.name, "x"}).Commands(), 1, v.name)
			}
		}
	}
	for _, args := range [][]string{nil, {"-h"}, {"help", "append"}, {"appendd"}, {"completion", "bash"}, {"man"}, {"__complete", "a"}} {
		require.Len(t, newRoot(Streams{}, args).Commands(), len(all.Commands()), args)
	}
}
