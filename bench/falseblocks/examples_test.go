package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestOwnExamples holds the gate to the examples: none that reads is refused, none that writes is missed, and hardly
// one of those is only looked at afterwards.
func TestOwnExamples(t *testing.T) {
	r, err := run(nil, 0)
	require.NoError(t, err)
	require.Empty(t, r.corpus.commands)
	require.Greater(t, len(r.examples.reads), 300)
	require.Greater(t, len(r.examples.writes), 300)
	require.Empty(t, r.blocks)
	require.Empty(t, r.misses)
	require.LessOrEqual(t, len(r.later), len(r.examples.writes)/20, "%q", r.later)
}

// TestWaysAreShell parses what the ways make of a command, so that the benchmark measures what it says.
func TestWaysAreShell(t *testing.T) {
	for _, w := range append(harmless(), aimed()...) {
		for _, c := range []string{"grep -q 'a b' \"$1\"", "printf '%s\\n' \"it's\" | sort -u", "cp -a src \"$dst\""} {
			if made := w.make(c); made != "" {
				require.NoError(t, parses(made), "%s: %s", w.name, made)
				require.Contains(t, made, document)
			}
		}
	}
}
