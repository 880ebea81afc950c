package registry_test

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"noclobber/internal/host"
	"noclobber/internal/host/hosttest"
	"noclobber/internal/host/registry"
)

const binary = "/opt/no clobber/noclobber"

func noEnv(string) string { return "" }

// machine is one where the named program cannot be run.
type machine string

func (m machine) Runnable(command string) error {
	if command == string(m) {
		return errors.New("no such file")
	}
	return nil
}

// wirings calls f for each host and each of its files that init writes.
func wirings(t *testing.T, f func(t *testing.T, name string, w host.Wiring, p host.Place)) {
	for _, name := range registry.Names() {
		w, ok := registry.Wiring(name)
		require.True(t, ok)
		places := w.Places("/p", "/home/dev", noEnv)
		require.NotEmpty(t, places)
		for _, p := range places {
			if p.Scope == host.Managed {
				continue
			}
			t.Run(name+" "+string(p.Scope)+" "+filepath.Base(p.Path), func(t *testing.T) { f(t, name, w, p) })
		}
	}
}

func wire(t *testing.T, w host.Wiring, before string, scope host.Scope) string {
	t.Helper()
	out, changed, err := w.Wire([]byte(before), scope, binary)
	require.NoError(t, err)
	require.True(t, changed)
	return string(out)
}

func TestFreshFilesAreWhatTheyWere(t *testing.T) {
	wirings(t, func(t *testing.T, name string, w host.Wiring, p host.Place) {
		text(t, filepath.Join("testdata", name+"."+string(p.Scope)+filepath.Ext(p.Path)), wire(t, w, "", p.Scope))
	})
}

func TestWiringTwiceChangesNothingAndUnwiringTakesAllBack(t *testing.T) {
	wirings(t, func(t *testing.T, name string, w host.Wiring, p host.Place) {
		assert.True(t, filepath.IsAbs(p.Path))
		assert.True(t, w.IsSettings(p.Path), "the gate has to protect its own entries")
		once := wire(t, w, "", p.Scope)
		again, changed, err := w.Wire([]byte(once), p.Scope, binary)
		require.NoError(t, err)
		assert.False(t, changed)
		assert.Equal(t, once, string(again))
		assert.Contains(t, once, "hook")
		assert.Contains(t, once, name)
		left, changed, err := w.Unwire([]byte(once))
		require.NoError(t, err)
		assert.True(t, changed)
		assert.Empty(t, string(left))
		assert.True(t, w.Weakens([]byte(once), nil))
		assert.False(t, w.Weakens([]byte(once), []byte(once)))
		assert.False(t, w.Weakens(nil, []byte(once)))
	})
}

// Files that others have things in keep them, byte for byte.
func TestOthersEntriesStay(t *testing.T) {
	const others = `{
    "theme" : "dark",
    "hooks": {
        "somebody's event": [ {"command": "their-own-hook"} ]
    },
    "version": 1
}
`
	wirings(t, func(t *testing.T, name string, w host.Wiring, p host.Place) {
		if ownFile(p) {
			_, _, err := w.Wire([]byte(others), p.Scope, binary)
			assert.Error(t, err, "a file of that name that somebody else wrote is left alone")
			return
		}
		wired := wire(t, w, others, p.Scope)
		assert.Contains(t, wired, `"theme" : "dark",`)
		assert.Contains(t, wired, `[ {"command": "their-own-hook"} ]`)
		back, changed, err := w.Unwire([]byte(wired))
		require.NoError(t, err)
		assert.True(t, changed)
		assert.Equal(t, others, string(back))
	})
}

// ownFile reports whether a file is the gate's alone.
func ownFile(p host.Place) bool {
	return filepath.Ext(p.Path) != ".json" || strings.Contains(p.Path, "/.kiro/")
}

func TestInspectIsContentWithFreshFilesAndFindsWhatIsMissing(t *testing.T) {
	for _, name := range registry.Names() {
		t.Run(name, func(t *testing.T) {
			w, _ := registry.Wiring(name)
			places := w.Places("/p", "/home/dev", noEnv)
			sources := func(text func(p host.Place) []byte) []host.Source {
				var all []host.Source
				for _, p := range places {
					all = append(all, host.Source{Place: p, Text: text(p)})
				}
				return all
			}
			fresh := sources(func(p host.Place) []byte {
				if p.Scope != places[0].Scope {
					return nil
				}
				return []byte(wire(t, w, "", p.Scope))
			})
			assert.Empty(t, w.Inspect(fresh, machine("")))
			assert.True(t, has(w.Inspect(sources(func(host.Place) []byte { return nil }), machine("")), "not-wired"))
			program := binary
			if places[0].Scope == host.Shared {
				program = "noclobber"
			}
			assert.True(t, has(w.Inspect(fresh, machine(program)), "missing-binary"))
		})
	}
}

func has(found []host.Finding, kind string) bool {
	return slices.ContainsFunc(found, func(f host.Finding) bool { return f.Kind == kind && f.Severity == host.Error })
}

// The units of time limits are the hosts' own: a minute everywhere.
func TestTimeLimitsAreAMinuteInTheHostsOwnUnit(t *testing.T) {
	for name, want := range map[string]float64{
		"claude": 60, "codex": 60, "copilot": 60, "crush": 60, "cursor": 60, "devin": 60, "factory": 60, "kiro": 60,
		"gemini": 60000, "qwen": 60000,
	} {
		w, _ := registry.Wiring(name)
		p := w.Places("/p", "/home/dev", noEnv)[0]
		var settings any
		require.NoError(t, json.Unmarshal([]byte(wire(t, w, "", p.Scope)), &settings))
		limits := numbers(settings, nil)
		require.NotEmpty(t, limits, name)
		for _, n := range limits {
			assert.Equal(t, want, n, name)
		}
	}
}

// numbers are the values of all keys that begin with "timeout".
func numbers(v any, found []float64) []float64 {
	switch v := v.(type) {
	case map[string]any:
		for key, inner := range v {
			if n, ok := inner.(float64); ok && strings.HasPrefix(key, "timeout") {
				found = append(found, n)
			}
			found = numbers(inner, found)
		}
	case []any:
		for _, inner := range v {
			found = numbers(inner, found)
		}
	}
	return found
}

func TestProfilesAreComplete(t *testing.T) {
	for _, name := range registry.Names() {
		p, ok := registry.Profile(name)
		require.True(t, ok, name)
		assert.Equal(t, name, p.Name)
		for _, field := range []string{p.Title, string(p.Evidence), p.Refuses, p.Receipts, p.Fails, p.Enforced, p.Detected, p.Unseen} {
			assert.NotEmpty(t, field, name)
		}
		assert.NotEmpty(t, p.Clients, name)
		assert.NotEmpty(t, p.Homes, name)
		assert.Equal(t, p.Evidence == host.Documented, p.Measured == "", name)
	}
}

func TestSettingsBelowADirectoryAreFound(t *testing.T) {
	s := registry.Settings()
	for dir, file := range map[string]string{
		"/p/.codex": "/p/.codex/hooks.json", "/p": "/p/.gemini/settings.json", "/home/dev/.config": "/home/dev/.config/opencode/plugin/noclobber.js",
		"/p/.claude": "/p/.claude/settings.local.json", "/home/dev/.cline/hooks": "/home/dev/.cline/hooks/PreToolUse",
	} {
		assert.Contains(t, s.Below(dir), file, dir)
	}
	assert.NotContains(t, s.Below("/p/.codex"), "/p/.gemini/settings.json")
}

func text(t *testing.T, file, got string) {
	t.Helper()
	hosttest.Text(t, file, []byte(got))
}
