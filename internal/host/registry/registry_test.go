package registry_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"noclobber/internal/host"
	"noclobber/internal/host/registry"
)

func TestEveryNameHasAnAdapterOfThatNameAndAWiring(t *testing.T) {
	require.NotEmpty(t, registry.Names())
	assert.True(t, slices.IsSorted(registry.Names()))
	for _, name := range registry.Names() {
		a, ok := registry.Lookup(name, "/home/dev")
		require.True(t, ok, name)
		assert.Equal(t, name, a.Name())
		w, ok := registry.Wiring(name)
		assert.True(t, ok, name)
		assert.NotNil(t, w, name)
	}
}

func TestAnUnknownNameIsNotFound(t *testing.T) {
	for _, name := range []string{"", "Claude", "claude ", "emacs"} {
		_, ok := registry.Lookup(name, "/home/dev")
		assert.False(t, ok, name)
		_, ok = registry.Wiring(name)
		assert.False(t, ok, name)
	}
}

func TestSettingsAreThoseOfTheHostThatReadsTheFile(t *testing.T) {
	const file = "/p/.claude/settings.local.json"
	w, _ := registry.Wiring("claude")
	wired, _, err := w.Wire(nil, host.Local, "/opt/noclobber")
	require.NoError(t, err)
	s := registry.Settings()
	assert.True(t, s.IsSettings(file))
	assert.False(t, s.IsSettings("/p/settings.json"))
	assert.True(t, s.Weakens(file, wired, nil))
	assert.False(t, s.Weakens(file, wired, wired))
	assert.False(t, s.Weakens("/p/other.json", wired, nil))
}

func TestEveryHostSaysWhatItCanDoWithoutAPayload(t *testing.T) {
	for _, name := range registry.Names() {
		a, _ := registry.Lookup(name, "/home/dev")
		able, ok := a.(host.Abled)
		require.True(t, ok, name)
		assert.NotEmpty(t, able.Abilities().ReadTool, name)
	}
}
