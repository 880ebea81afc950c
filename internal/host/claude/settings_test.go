package claude_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"noclobber/internal/host"
	"noclobber/internal/host/claude"
	"noclobber/internal/host/hosttest"
)

const binary = "/opt/no clobber/noclobber"

func wire(t testing.TB, settings string, scope host.Scope) string {
	t.Helper()
	out, _, err := claude.Settings().Wire([]byte(settings), scope, binary)
	require.NoError(t, err, settings)
	require.True(t, json.Valid([]byte(strings.TrimPrefix(string(out), "\uFEFF"))), "%s", out)
	return string(out)
}

// The plugin's hooks are what init writes, in the form that looks for noclobber on PATH. -update writes them anew.
func TestThePluginBringsTheHooksOfTheSettings(t *testing.T) {
	hosttest.Text(t, filepath.Join("..", "..", "..", "plugin", "hooks", "hooks.json"), []byte(wire(t, "", host.Plugin)))
	assert.Equal(t, wire(t, "", host.Shared), wire(t, "", host.Plugin))
}

func TestFreshSettings(t *testing.T) {
	for _, scope := range []host.Scope{host.Local, host.Shared} {
		hosttest.Text(t, filepath.Join("testdata", "settings."+string(scope)+".json"), []byte(wire(t, "", scope)))
	}
	assert.Equal(t, wire(t, "", host.Local), wire(t, " \n", host.User))
}

const others = `{
  "permissions": { "allow": ["Bash(git *)"] , "deny":[] },
  "hooks": {
    "PreToolUse": [
      {"matcher": "Write", "hooks": [{"type": "command", "command": "lint noclobber hook"}]}
    ],
    "Stop": [ { "hooks": [ {"type":"command","command":"say done"} ] } ],
    "WorktreeCreate": []
  },
  "model" : "opus"
}
`

func TestWiringTwiceChangesNothing(t *testing.T) {
	for _, settings := range []string{"", "{}", "{ }\n", others, `{"hooks":{}}`, `{"a":1}`, `{"hooks":{"Stop":[]}}`, strings.ReplaceAll(others, "\n", "\r\n"), "\xEF\xBB\xBF" + others} {
		for _, scope := range []host.Scope{host.Local, host.User, host.Shared} {
			once := wire(t, settings, scope)
			twice, changed, err := claude.Settings().Wire([]byte(once), scope, binary)
			require.NoError(t, err)
			assert.False(t, changed, settings)
			assert.Equal(t, once, string(twice))
		}
	}
}

func TestUnwiringGivesTheSettingsBack(t *testing.T) {
	for _, settings := range []string{others, `{"a":1}`, "{\n\t\"a\": [\n\t\t1\n\t]\n}", strings.ReplaceAll(others, "\n", "\r\n"), `{"hooks":{"Notification":[{"hooks":[{"type":"command","command":"x"}]}]}}`} {
		for _, scope := range []host.Scope{host.Local, host.Shared} {
			back, changed, err := claude.Settings().Unwire([]byte(wire(t, settings, scope)))
			require.NoError(t, err)
			assert.True(t, changed)
			assert.Equal(t, settings, string(back))
		}
	}
}

func TestUnwiringAFileThatHeldNothingElseLeavesNothing(t *testing.T) {
	back, changed, err := claude.Settings().Unwire([]byte(wire(t, "", host.Local)))
	require.NoError(t, err)
	assert.True(t, changed)
	assert.Empty(t, back)
}

func TestUnwiringTouchesNothingOfOthers(t *testing.T) {
	for _, settings := range []string{"", others, "{}", `{"hooks":{"PreToolUse":[],"Stop":[{"hooks":[]}]}}`} {
		back, changed, err := claude.Settings().Unwire([]byte(settings))
		require.NoError(t, err)
		assert.False(t, changed)
		assert.Equal(t, settings, string(back))
	}
}

// commands lists an event's commands in their order.
func commands(t *testing.T, settings, event string) []string {
	t.Helper()
	var s struct {
		Hooks map[string][]struct {
			Matcher string
			Hooks   []struct {
				Command string
				Args    []string
				Timeout float64
			}
		}
	}
	require.NoError(t, json.Unmarshal([]byte(settings), &s), settings)
	var all []string
	for _, g := range s.Hooks[event] {
		for _, h := range g.Hooks {
			all = append(all, strings.TrimSpace(fmt.Sprintf("%s|%s %s", g.Matcher, h.Command, strings.Join(h.Args, " "))))
		}
	}
	return all
}

func TestOlderEntriesGiveWayAndOthersStay(t *testing.T) {
	fresh := "*|" + binary + " hook claude"
	for _, c := range []struct {
		name, event, groups string
		want                []string
	}{
		{"shell form", "PreToolUse", `[{"matcher":"Write|Edit","hooks":[{"type":"command","command":"noclobber hook claude"}]}]`, []string{fresh}},
		{"another binary", "PreToolUse", `[{"matcher":"*","hooks":[{"type":"command","command":"/old/noclobber-0.9","args":["hook","claude"],"timeout":60,"onFailure":"block"}]}]`, []string{fresh}},
		{"narrow matcher", "PostToolUse", `[{"matcher":"Write","hooks":[{"type":"command","command":"` + binary + `","args":["hook","claude"],"timeout":60,"onFailure":"block"}]}]`, []string{fresh}},
		{"short timeout", "PreToolUse", `[{"matcher":"*","hooks":[{"type":"command","command":"` + binary + `","args":["hook","claude"],"timeout":5,"onFailure":"block"}]}]`, []string{fresh}},
		{"fails open", "PreToolUse", `[{"matcher":"*","hooks":[{"type":"command","command":"` + binary + `","args":["hook","claude"],"timeout":60}]}]`, []string{fresh}},
		{"twice", "PreToolUse", `[{"hooks":[{"type":"command","command":"` + binary + `","args":["hook","claude"],"timeout":90,"onFailure":"block"},{"type":"command","command":"` + binary + `","args":["hook","claude"],"timeout":60,"onFailure":"block"}]}]`, []string{strings.TrimPrefix(fresh, "*")}},
		{"among others", "PreToolUse", `[{"matcher":"Bash","hooks":[{"type":"command","command":"a"},{"type":"command","command":"/x/noclobber hook claude"},{"type":"command","command":"b"}]}]`, []string{"Bash|a", "Bash|b", fresh}},
		{"before others", "PreToolUse", `[{"matcher":"*","hooks":[{"type":"command","command":"/x/noclobber hook claude"}]},{"matcher":"Bash","hooks":[{"type":"command","command":"a"}]}]`, []string{"Bash|a", fresh}},
		{"an event that is not wired now", "UserPromptSubmit", `[{"hooks":[{"type":"command","command":"` + binary + `","args":["hook","claude"],"timeout":60}]},{"hooks":[{"type":"command","command":"a"}]}]`, []string{"|a"}},
		{"other verbs and programs", "Stop", `[{"hooks":[{"type":"command","command":"` + binary + `","args":["scan"]},{"type":"command","command":"noclobber scan"},{"type":"command","command":"echo noclobber hook codex"}]}]`,
			[]string{"|" + binary + " scan", "|noclobber scan", "|echo noclobber hook codex", "|" + binary + " hook claude"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := wire(t, `{"hooks":{"`+c.event+`":`+c.groups+`}}`, host.Local)
			assert.Equal(t, c.want, commands(t, got, c.event))
			again := wire(t, got, host.Local)
			assert.Equal(t, got, again)
		})
	}
}

func TestABinaryOfAnyNameIsWiredOnce(t *testing.T) {
	s := claude.Settings()
	once, _, err := s.Wire(nil, host.Local, "/opt/gate")
	require.NoError(t, err)
	_, changed, err := s.Wire(once, host.Local, "/opt/gate")
	require.NoError(t, err)
	assert.False(t, changed)
}

func TestALongerTimeoutStays(t *testing.T) {
	longer := strings.ReplaceAll(wire(t, "", host.Local), `"timeout": 60`, `"timeout": 600`)
	out, changed, err := claude.Settings().Wire([]byte(longer), host.Local, binary)
	require.NoError(t, err)
	assert.False(t, changed)
	assert.Equal(t, longer, string(out))
}

func TestSettingsThatCannotBeChangedAreRefused(t *testing.T) {
	for settings, want := range map[string]string{
		"{\n  // mine\n}":              "comment",
		`[]`:                           "not a JSON object",
		`{"hooks":[]}`:                 `"hooks" is not an object`,
		`{"hooks":{"PreToolUse":{}}}`:  "is not a list",
		`{"hooks":{},"hooks":{}}`:      "stands twice",
		`{"hooks":{"PreToolUse":[{]}}`: "line 1",
	} {
		for _, change := range []func() ([]byte, bool, error){
			func() ([]byte, bool, error) { return claude.Settings().Wire([]byte(settings), host.Local, binary) },
			func() ([]byte, bool, error) { return claude.Settings().Unwire([]byte(settings)) },
		} {
			_, changed, err := change()
			assert.ErrorContains(t, err, want, settings)
			assert.False(t, changed)
		}
	}
}

func TestTheSharedFormNamesNoMachineAndLocksNobodyOut(t *testing.T) {
	got := wire(t, "", host.Shared)
	assert.NotContains(t, got, binary)
	for _, event := range []string{"SessionStart", "PreToolUse", "PostToolBatch"} {
		for _, c := range commands(t, got, event) {
			assert.Contains(t, c, "command -v noclobber")
			assert.Contains(t, c, "exit 0; ")
		}
	}
	assert.Contains(t, commands(t, got, "SessionStart")[0], "not installed here")
}

func TestPlaces(t *testing.T) {
	none := func(string) string { return "" }
	got := claude.Settings().Places("/p", "/h", none)
	assert.Equal(t, []host.Place{
		{Scope: host.Local, Path: "/p/.claude/settings.local.json"},
		{Scope: host.User, Path: "/h/.claude/settings.json"},
		{Scope: host.Shared, Path: "/p/.claude/settings.json"},
	}, got[:3])
	assert.Equal(t, host.Managed, got[3].Scope)
	moved := claude.Settings().Places("/p", "/h", func(k string) string { return map[string]string{"CLAUDE_CONFIG_DIR": "/c"}[k] })
	assert.Equal(t, "/c/settings.json", moved[1].Path)
	for _, p := range got {
		assert.True(t, claude.Settings().IsSettings(p.Path), p.Path)
	}
	for _, path := range []string{"/p/settings.json", "/p/.claude/other.json", "/p/.claude/hooks/settings.json", "/p/.vscode/settings.json", ".claude"} {
		assert.False(t, claude.Settings().IsSettings(path), path)
	}
	assert.True(t, claude.Settings().IsSettings("/P/.Claude/Settings.JSON"), "file systems may fold case")
}

func TestWeakens(t *testing.T) {
	full := wire(t, others, host.Local)
	replace := func(old, new string) string {
		require.Contains(t, full, old)
		return strings.ReplaceAll(full, old, new)
	}
	unwired, _, err := claude.Settings().Unwire([]byte(full))
	require.NoError(t, err)
	for _, c := range []struct {
		name, before, after string
		want                bool
	}{
		{"the same", full, full, false},
		{"entries taken out", full, string(unwired), true},
		{"emptied", full, "", true},
		{"hooks emptied", full, `{"hooks":{}}`, true},
		{"not JSON any more", full, full[:len(full)-4], true},
		{"a comment", full, "// x\n" + full, true},
		{"one event gone", full, replace(`"PostToolBatch"`, `"PostToolBatch2"`), true},
		{"narrower matcher", full, replace(`"matcher": "*"`, `"matcher": "Write|Edit"`), true},
		{"matcher that nobody here can judge", full, replace(`"matcher": "*"`, `"matcher": "^(?!Bash)"`), true},
		{"matcher left out", full, replace(`"matcher": "*",`, ``), false},
		{"fails open", full, replace(`"onFailure": "block"`, `"onFailure": "continue"`), true},
		{"shorter timeout", full, replace(`"timeout": 60`, `"timeout": 1`), true},
		{"longer timeout", full, replace(`"timeout": 60`, `"timeout": 120`), false},
		{"default timeout", full, replace(`"timeout": 60`, `"statusMessage": "x"`), false},
		{"another program", full, replace(binary, "/bin/true"), true},
		{"another noclobber", full, replace(binary, "/tmp/noclobber"), true},
		{"other arguments", full, replace(`"claude"`, `"codex"`), true},
		{"async", full, replace(`"timeout": 60`, `"timeout": 60, "async": true`), true},
		{"once", full, replace(`"timeout": 60`, `"timeout": 60, "once": true`), true},
		{"a condition", full, replace(`"timeout": 60`, `"timeout": 60, "if": "Write(*.md)"`), true},
		{"another type", full, replace(`"type": "command"`, `"type": "prompt"`), true},
		{"all hooks off", full, replace(`"model" : "opus"`, `"disableAllHooks": true`), true},
		{"all hooks off, in another file", `{"a":1}`, `{"a":1,"disableAllHooks":true}`, true},
		{"all hooks off, in a new file", "", `{"disableAllHooks":true}`, true},
		{"other settings", full, replace(`"opus"`, `"sonnet"`), false},
		{"other hooks", full, replace(`say done`, `say more`), false},
		{"another hook added", full, replace(`"WorktreeCreate": []`, `"WorktreeCreate": [{"hooks":[{"type":"command","command":"x"}]}]`), false},
		{"laid out anew", full, compact(t, full), false},
		{"entries added", others, full, false},
		{"entries added to no file", "", full, false},
		{"nothing of ours", others, `{}`, false},
		{"nothing of ours, broken", others, `{`, false},
		{"broken before", `{`, `{}`, false},
		{"mended to the better", strings.ReplaceAll(full, `"onFailure": "block"`, `"onFailure": "continue"`), full, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, claude.Settings().Weakens([]byte(c.before), []byte(c.after)), c.after)
		})
	}
}

func compact(t *testing.T, text string) string {
	t.Helper()
	var v any
	require.NoError(t, json.Unmarshal([]byte(text), &v))
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}

// probe is a machine where the named commands cannot be run.
type probe map[string]string

func (p probe) Runnable(command string) error {
	if why, ok := p[command]; ok {
		return errors.New(why)
	}
	return nil
}

func inspect(p probe, texts ...string) []host.Finding {
	scopes := []host.Scope{host.Local, host.Shared, host.User, host.Managed}
	var sources []host.Source
	for i, text := range texts {
		sources = append(sources, host.Source{Place: host.Place{Scope: scopes[i], Path: "/" + string(scopes[i]) + ".json"}, Text: []byte(text)})
	}
	return claude.Settings().Inspect(sources, p)
}

func TestInspectIsContentWithFreshSettings(t *testing.T) {
	for _, texts := range [][]string{
		{wire(t, "", host.Local)},
		{"", wire(t, "", host.Shared)},
		{"", "", wire(t, "", host.User)},
		{wire(t, "", host.Local), "", wire(t, "", host.User)}, // one command line runs once
	} {
		assert.Empty(t, inspect(nil, texts...))
	}
}

func TestInspectFindsWhatIsWrong(t *testing.T) {
	full := wire(t, "", host.Local)
	changeIn := func(event, old, new string) string {
		before, after, found := strings.Cut(full, event)
		require.True(t, found && strings.Contains(after, old))
		return before + event + strings.Replace(after, old, new, 1)
	}
	change := func(old, new string) string { return changeIn(`"hooks": {`, old, new) }
	for _, c := range []struct {
		name     string
		texts    []string
		probe    probe
		kind     string
		severity host.Severity
		words    []string
	}{
		{"nothing wired", []string{"", others}, nil, "not-wired", host.Error, []string{"no settings file"}},
		{"too few tools", []string{"", `{"hooks":{"PreToolUse":[{"matcher":"Write|Edit","hooks":[{"type":"command","command":"noclobber hook claude"}]}]}}`}, nil,
			"matcher-gap", host.Error, []string{"Bash", "NotebookEdit", "mcp", "PreToolUse"}},
		{"too few events", []string{"", `{"hooks":{"PreToolUse":[{"matcher":"Write|Edit","hooks":[{"type":"command","command":"noclobber hook claude"}]}]}}`}, nil,
			"missing-event", host.Error, []string{"PostToolUse does not start"}},
		{"a missing binary", []string{"", `{"hooks":{"PreToolUse":[{"matcher":"*","hooks":[{"type":"command","command":"/nowhere/noclobber hook claude","timeout":1}]}]}}`},
			probe{"/nowhere/noclobber": "no such file"}, "missing-binary", host.Error, []string{"passes unchecked", "/nowhere/noclobber", "no such file"}},
		{"a missing binary that blocks", []string{full}, probe{binary: "no such file"}, "missing-binary", host.Error, []string{"is refused", binary}},
		{"a missing binary in the shared form", []string{"", wire(t, "", host.Shared)}, probe{"noclobber": "not on PATH"}, "missing-binary", host.Error, []string{"passes unchecked", "not on PATH"}},
		{"a short timeout", []string{change(`"timeout": 60`, `"timeout": 1`)}, nil, "timeout-too-short", host.Error, []string{"timeout of 1 s"}},
		{"no onFailure", []string{strings.ReplaceAll(full, `"onFailure": "block"`, `"onFailure": "x"`)}, nil, "fail-open", host.Error, []string{"PreToolUse", "onFailure"}},
		{"block where it ends the turn", []string{changeIn("PostToolBatch", `"timeout": 60`, `"timeout": 60, "onFailure": "block"`)}, nil, "ends-turn", host.Error, []string{"PostToolBatch"}},
		{"a shell", []string{`{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"noclobber hook claude","timeout":60}]}]}}`}, nil, "shell-form", host.Warning, []string{"Stop"}},
		{"a shell, for all events", []string{strings.ReplaceAll(wire(t, "", host.Shared), "not installed", "not there")}, nil, "shell-form", host.Warning, []string{"SessionStart, PreToolUse, PostToolUse, "}},
		{"a quoted path in a shell", []string{`{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"FOO=1 '/a b/noclobber' hook claude"}]}]}}`}, probe{"/a b/noclobber": "no such file"}, "missing-binary", host.Error, []string{"/a b/noclobber"}},
		{"a condition", []string{change(`"timeout": 60`, `"timeout": 60, "if": "Write(*.md)"`)}, nil, "narrowed", host.Error, []string{"Write(*.md)"}},
		{"async", []string{change(`"timeout": 60`, `"timeout": 60, "async": true`)}, nil, "async", host.Error, nil},
		{"once", []string{change(`"timeout": 60`, `"timeout": 60, "once": true`)}, nil, "once", host.Error, nil},
		{"a matcher for JavaScript", []string{change(`"matcher": "*"`, `"matcher": "^(?!(Grep|Glob)$)"`)}, nil, "matcher-unclear", host.Note, []string{"PreToolUse"}},
		{"hooks off", []string{full, `{"disableAllHooks":true}`}, nil, "hooks-disabled", host.Error, []string{"shared"}},
		{"managed hooks only", []string{full, "", "", `{"allowManagedHooksOnly":true}`}, nil, "hooks-disabled", host.Error, []string{"allowManagedHooksOnly"}},
		{"broken settings", []string{full, `{"hooks":`}, nil, "unreadable-settings", host.Error, []string{"line 1"}},
		{"wired twice in two forms", []string{full, wire(t, "", host.Shared)}, nil, "doubled", host.Note, []string{"/local.json and /shared.json"}},
		{"another hook before the call", []string{full, `{"hooks":{"PreToolUse":[{"matcher":"Edit|Write","hooks":[{"type":"command","command":"fix.sh"}]}]}}`}, nil, "rival-hook", host.Note, []string{"fix.sh", "Write"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := inspect(c.probe, c.texts...)
			i := slices.IndexFunc(found, func(f host.Finding) bool {
				for _, w := range c.words {
					if !strings.Contains(f.Message, w) {
						return false
					}
				}
				return f.Kind == c.kind && f.Severity == c.severity
			})
			assert.GreaterOrEqual(t, i, 0, "%+v", found)
		})
	}
}

func TestInspectLeavesAloneWhatIsRight(t *testing.T) {
	full := wire(t, "", host.Local)
	for _, c := range []struct {
		name  string
		texts []string
	}{
		{"hooks on in the narrower scope", []string{strings.Replace(full, "{", `{"disableAllHooks": false,`, 1), `{"disableAllHooks":true}`}},
		{"managed hooks only, and ours among them", []string{"", "", "", strings.Replace(full, "{", `{"allowManagedHooksOnly": true,`, 1)}},
		{"another hook that reads", []string{full, `{"hooks":{"PreToolUse":[{"matcher":"Read","hooks":[{"type":"command","command":"x"}]}]}}`}},
		{"another hook after the call", []string{full, `{"hooks":{"PostToolUse":[{"hooks":[{"type":"command","command":"gofmt"}]}]}}`}},
		{"events in two files", split(t, full)},
		{"a path that only the shell knows", []string{"", strings.ReplaceAll(wire(t, "", host.Shared), "exec noclobber", "exec $HOME/bin/noclobber")}},
	} {
		p := probe{"$HOME/bin/noclobber": "no such file"}
		t.Run(c.name, func(t *testing.T) { assert.Empty(t, inspect(p, c.texts...)) })
	}
}

// split puts the events of a settings file into two.
func split(t *testing.T, text string) []string {
	t.Helper()
	var s struct {
		Hooks map[string]json.RawMessage `json:"hooks"`
	}
	require.NoError(t, json.Unmarshal([]byte(text), &s))
	halves := []map[string]json.RawMessage{{}, {}}
	for event, groups := range s.Hooks {
		halves[len(event)%2][event] = groups
	}
	var texts []string
	for _, h := range halves {
		require.NotEmpty(t, h)
		b, err := json.Marshal(map[string]any{"hooks": h})
		require.NoError(t, err)
		texts = append(texts, string(b))
	}
	return []string{texts[0], "", texts[1]}
}

func TestMatchersMeanWhatTheyMeanToTheClient(t *testing.T) {
	full := wire(t, "", host.Local)
	for matcher, missed := range map[string]string{ // measured, for Write
		"Write": "", "Edit|Write": "", "Edit,Write": "", "Edit, Write": "", "Wr.*|NotebookEdit": "", "^W": "", "*": "", "": "", "rit.": "",
		"write": "Write", "Writ": "Write", "^Edit$": "Write",
	} {
		text := strings.Replace(full, `"matcher": "*"`, `"matcher": `+quoted(matcher), 1)
		gap := ""
		for _, f := range inspect(nil, text) {
			if f.Kind == "matcher-gap" && (strings.Contains(f.Message, " Write,") || strings.HasSuffix(f.Message, " Write")) {
				gap = "Write"
			}
		}
		assert.Equal(t, missed, gap, matcher)
	}
}

// FuzzWire: whatever a settings file holds, wiring it changes nothing outside
// the gate's own entries, and taking them out gives the same values back.
func FuzzWire(f *testing.F) {
	for _, s := range []string{others, "{}", `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"noclobber hook claude"},{}]},5,{"hooks":7}]}}`, "{\n\t\"hooks\": {\n\t\t\"PreToolUse\": []\n\t}\n}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := claude.Settings()
		clean, _, err := s.Unwire([]byte(text))
		if err != nil || strings.TrimSpace(string(clean)) == "" {
			return
		}
		wired, _, err := s.Wire(clean, host.Local, binary)
		require.NoError(t, err, "%s", clean)
		again, changed, err := s.Wire(wired, host.Local, binary)
		require.NoError(t, err)
		require.False(t, changed, "%s\n%s", wired, again)
		back, _, err := s.Unwire(wired)
		require.NoError(t, err)
		require.Equal(t, withoutEmptyEvents(clean), withoutEmptyEvents(back), "%s\n%s", clean, wired)
	})
}

// withoutEmptyEvents leaves out lists that are empty either way.
func withoutEmptyEvents(text []byte) any {
	if len(text) == 0 {
		return map[string]any{}
	}
	var v map[string]any
	if json.Unmarshal(text, &v) != nil {
		return string(text)
	}
	if hooks, ok := v["hooks"].(map[string]any); ok {
		for event, groups := range hooks {
			if list, ok := groups.([]any); ok && len(list) == 0 {
				delete(hooks, event)
			}
		}
		if len(hooks) == 0 {
			delete(v, "hooks")
		}
	}
	return v
}
