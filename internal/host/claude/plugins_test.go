package claude_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"noclobber/internal/host"
	"noclobber/internal/host/claude"
)

// disk holds the files of one case by their paths.
type disk map[string]string

func (d disk) read(path string) []byte {
	if text, ok := d[path]; ok {
		return []byte(text)
	}
	return nil
}

func paths(places []host.Place) []string {
	var all []string
	for _, p := range places {
		all = append(all, p.Path)
	}
	return all
}

func TestPluginsAreThoseThatAreInstalledAndSwitchedOnHere(t *testing.T) {
	const installed, on, off = `{"version": 2, "plugins": {"noclobber@m": [
		{"scope": "project", "projectPath": "/other", "installPath": "/cache/other"},
		{"scope": "user", "installPath": "/cache/1"}]}}`, `{"enabledPlugins": {"noclobber@m": true}}`, `{"enabledPlugins": {"noclobber@m": false}}`
	const record, user, shared, local = "/home/dev/.claude/plugins/installed_plugins.json", "/home/dev/.claude/settings.json", "/p/.claude/settings.json", "/p/.claude/settings.local.json"
	const hooks = "/cache/1/hooks/hooks.json"
	for name, c := range map[string]struct {
		files disk
		want  []string
	}{
		"nothing is installed":                  {disk{user: on}, nil},
		"installed and switched on":             {disk{record: installed, user: on, hooks: "{}"}, []string{hooks}},
		"installed, and nobody said on":         {disk{record: installed, hooks: "{}"}, nil},
		"switched on by the team":               {disk{record: installed, shared: on, hooks: "{}"}, []string{hooks}},
		"on for the user, off in the project":   {disk{record: installed, user: on, local: off, hooks: "{}"}, nil},
		"off for the user, on in the project":   {disk{record: installed, user: off, shared: on, hooks: "{}"}, []string{hooks}},
		"settings that are no JSON say nothing": {disk{record: installed, user: on, shared: "{", hooks: "{}"}, []string{hooks}},
		"its files are gone":                    {disk{record: installed, user: on}, nil},
		"a broken record":                       {disk{record: `{"plugins": [`, user: on, hooks: "{}"}, nil},
		"another file named by the manifest": {disk{
			record: installed, user: on, "/cache/1/.claude-plugin/plugin.json": `{"hooks": "./more.json"}`, hooks: "{}", "/cache/1/more.json": "{}",
		}, []string{hooks, "/cache/1/more.json"}},
		"a marketplace in a folder: the folder, not the copy": {disk{
			record: installed, user: on, hooks: "{}", "/repo/plug/hooks/hooks.json": "{}",
			"/home/dev/.claude/plugins/known_marketplaces.json": `{"m": {"source": {"source": "directory"}, "installLocation": "/repo"}}`,
			"/repo/.claude-plugin/marketplace.json":             `{"plugins": [{"name": "other", "source": "./o"}, {"name": "noclobber", "source": "./plug"}]}`,
		}, []string{"/repo/plug/hooks/hooks.json"}},
		"a marketplace elsewhere: the copy": {disk{
			record: installed, user: on, hooks: "{}", "/repo/plug/hooks/hooks.json": "{}",
			"/home/dev/.claude/plugins/known_marketplaces.json": `{"m": {"source": {"source": "github"}, "installLocation": "/repo"}}`,
			"/repo/.claude-plugin/marketplace.json":             `{"plugins": [{"name": "noclobber", "source": "./plug"}]}`,
		}, []string{hooks}},
		"several": {disk{
			record: installed, user: on, "/cache/1/.claude-plugin/plugin.json": `{"hooks": ["./a.json", "./b.json"]}`, "/cache/1/a.json": "{}", "/cache/1/b.json": "{}",
		}, []string{"/cache/1/a.json", "/cache/1/b.json"}},
		"hooks in the manifest itself": {disk{
			record: installed, user: on, "/cache/1/.claude-plugin/plugin.json": `{"hooks": {"Stop": []}}`,
		}, []string{"/cache/1/.claude-plugin/plugin.json"}},
	} {
		got := claude.Plugins("/p", "/home/dev", func(string) string { return "" }, c.files.read)
		assert.Equal(t, c.want, paths(got), name)
	}
	elsewhere := func(string) string { return "/conf" }
	got := claude.Plugins("/other", "/home/dev", elsewhere, disk{
		"/conf/plugins/installed_plugins.json": installed, "/conf/settings.json": on, "/cache/other/hooks/hooks.json": "{}",
	}.read)
	assert.Equal(t, []string{"/cache/other/hooks/hooks.json"}, paths(got), "another directory of the client, a plugin of one project")
}

func TestAProjectMayBringPluginsAlong(t *testing.T) {
	files := disk{
		"/p/.claude-plugin/marketplace.json": `{"plugins": [{"name": "a", "source": "./plugin"}, {"name": "b", "source": "../out"}, {"name": "c", "source": {"source": "github"}}, {"name": "d", "source": "./"}]}`,
		"/p/hooks/hooks.json":                "{}", "/p/plugin/hooks/hooks.json": "{}", "/out/hooks/hooks.json": "{}",
	}
	assert.Equal(t, []string{"/p/hooks/hooks.json", "/p/plugin/hooks/hooks.json"}, paths(claude.Bundled("/p", files.read)))
	assert.Empty(t, claude.Bundled("/q", files.read))
}

// Both a plugin and settings start the gate: the client runs them side by side, whatever their command lines.
func TestAPluginBesideSettingsIsNamed(t *testing.T) {
	w := claude.Settings()
	plugin := host.Source{Place: host.Place{Scope: host.Plugin, Path: "/plug/hooks.json"}, Text: []byte(wire(t, "", host.Plugin))}
	assert.Empty(t, w.Inspect([]host.Source{plugin}, machine("")), "the plugin is enough")
	for _, scope := range []host.Scope{host.Local, host.Shared} {
		settings := host.Source{Place: host.Place{Scope: scope, Path: "/p/settings.json"}, Text: []byte(wire(t, "", scope))}
		found := w.Inspect([]host.Source{settings, plugin}, machine(""))
		require.Len(t, found, 1, scope)
		assert.Equal(t, "doubled", found[0].Kind)
		assert.Equal(t, host.Note, found[0].Severity)
		assert.Contains(t, found[0].Message, "/plug/hooks.json")
		assert.Contains(t, found[0].Mend, "noclobber uninstall claude")
	}
	broken := host.Source{Place: plugin.Place, Text: []byte("{")}
	assert.Equal(t, "not-wired", w.Inspect([]host.Source{broken}, machine(""))[0].Kind)
	missing := w.Inspect([]host.Source{plugin}, machine("noclobber"))
	require.Len(t, missing, 1)
	assert.Contains(t, missing[0].Message, "passes unchecked")
}

type machine string

func (m machine) Runnable(command string) error {
	if command == string(m) {
		return errors.New("not there")
	}
	return nil
}

func TestSwitchingThePluginOffWeakens(t *testing.T) {
	const on, off, none = `{"enabledPlugins": {"noclobber@m": true, "other@m": true}}`, `{"enabledPlugins": {"noclobber@m": false, "other@m": true}}`, `{"enabledPlugins": {"other@m": true}}`
	for _, c := range []struct {
		before, after string
		want          bool
	}{
		{on, on, false}, {on, off, true}, {on, none, true}, {on, "", true}, {on, "{", true},
		{none, off, true}, {"", off, true}, {off, none, false}, {off, off, false}, {none, on, false},
		{on, `{"enabledPlugins": {"noclobber@m": true, "other@m": false}}`, false},
	} {
		assert.Equal(t, c.want, claude.Settings().Weakens([]byte(c.before), []byte(c.after)), "%s -> %s", c.before, c.after)
	}
	w := claude.Settings()
	assert.True(t, w.IsSettings("/home/dev/.claude/plugins/cache/m/noclobber/1/hooks/hooks.json"))
	fresh := []byte(wire(t, "", host.Plugin))
	assert.True(t, w.Weakens(fresh, nil))
	assert.False(t, w.Weakens(fresh, fresh))
}
