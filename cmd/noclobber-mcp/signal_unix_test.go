//go:build unix

package main

import (
	"bufio"
	"io"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestATerminatedServerEndsCleanly(t *testing.T) {
	p := newProject(t)
	cmd, in, out := p.started()
	_, err := io.WriteString(in, hello+appending(1))
	require.NoError(t, err)
	lines := bufio.NewScanner(out)
	require.True(t, lines.Scan())
	require.True(t, lines.Scan())
	require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
	assert.False(t, lines.Scan())
	require.NoError(t, cmd.Wait(), "exit code 0")
	assert.Equal(t, "- entry 1\n", p.text("JOURNAL.md"))
}

// TestAClientThatIsGone: what it sent is carried out all the same, and the server ends by itself.
func TestAClientThatIsGone(t *testing.T) {
	p := newProject(t)
	cmd, in, out := p.started()
	require.NoError(t, out.Close())
	_, err := io.WriteString(in, hello+appending(1))
	require.NoError(t, err)
	require.NoError(t, in.Close())
	_ = cmd.Wait()
	require.True(t, cmd.ProcessState.Exited(), "not killed by a signal: %v", cmd.ProcessState)
	p.requireSound()
}
