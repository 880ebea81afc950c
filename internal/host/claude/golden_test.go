package claude_test

import (
	"testing"

	"noclobber/internal/host/claude"
	"noclobber/internal/host/hosttest"
)

func TestCapturedPayloads(t *testing.T) {
	hosttest.Golden(t, claude.New(hosttest.Home), hosttest.Captured(t))
}
