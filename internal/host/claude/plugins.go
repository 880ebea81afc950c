package claude

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"noclobber/internal/host"
	"noclobber/internal/host/jsonfile"
)

// Plugins are the hook files of the plugins that are installed, and switched on for a project. read gives a file's text,
// nil where there is none. A plugin that a session loads by --plugin-dir leaves no trace.
func Plugins(project, home string, env func(string) string, read func(path string) []byte) []host.Place {
	dir := filepath.Join(configDir(home, env), "plugins")
	installed := object(read(filepath.Join(dir, "installed_plugins.json"))).Get("plugins")
	if !installed.Is(jsonfile.Object) {
		return nil
	}
	markets := object(read(filepath.Join(dir, "known_marketplaces.json")))
	var all []host.Place
	for _, plugin := range installed.Members {
		copied := installedFor(project, plugin.Value)
		if copied == "" || !switchedOn(plugin.Key, project, home, env, read) {
			continue
		}
		if folder := folderOf(plugin.Key, markets, read); folder != "" {
			copied = folder
		}
		all = append(all, hookFiles(copied, read)...)
	}
	return all
}

// installedFor is where a plugin was copied to that is installed for the user, or for the project; empty where it is neither.
func installedFor(project string, scopes *jsonfile.Value) string {
	if !scopes.Is(jsonfile.Array) {
		return ""
	}
	for _, copied := range scopes.Items {
		if at := copied.Get("projectPath").String(); at == "" || at == project {
			return copied.Get("installPath").String()
		}
	}
	return ""
}

// folderOf is the folder of a plugin whose marketplace is one on this machine: the client runs its hooks from there, and not
// from the copy (measured on 2.1.332). Empty for all others.
func folderOf(id string, markets *jsonfile.Value, read func(path string) []byte) string {
	name, market, _ := strings.Cut(id, "@")
	known := markets.Get(market)
	if known.Get("source").Get("source").String() != "directory" {
		return ""
	}
	dir := known.Get("installLocation").String()
	return listed(dir, read)[name]
}

// listed are the folders of the plugins that a marketplace in a folder has in it, by their names.
func listed(dir string, read func(path string) []byte) map[string]string {
	folders := map[string]string{}
	plugins := object(read(filepath.Join(dir, ".claude-plugin", "marketplace.json"))).Get("plugins")
	if !plugins.Is(jsonfile.Array) {
		return folders
	}
	for _, plugin := range plugins.Items {
		if source := filepath.FromSlash(plugin.Get("source").String()); filepath.IsLocal(source) {
			folders[plugin.Get("name").String()] = filepath.Join(dir, source)
		}
	}
	return folders
}

// Bundled are the hook files that a project brings along: it is a plugin, or a marketplace with plugins in it.
func Bundled(project string, read func(path string) []byte) []host.Place {
	all := hookFiles(project, read)
	folders := listed(project, read)
	for _, name := range slices.Sorted(maps.Keys(folders)) {
		if folders[name] != filepath.Clean(project) {
			all = append(all, hookFiles(folders[name], read)...)
		}
	}
	return all
}

// switchedOn looks up a plugin in the settings: of several files that name it, the narrowest scope counts, after the
// administrator's.
func switchedOn(id, project, home string, env func(string) string, read func(path string) []byte) bool {
	paths := map[host.Scope]string{}
	for _, p := range places(project, home, env) {
		paths[p.Scope] = p.Path
	}
	for _, scope := range []host.Scope{host.Managed, host.Local, host.Shared, host.User} {
		file, err := jsonfile.Parse(read(paths[scope]))
		if err != nil {
			continue // there is none, or the client takes nothing from it
		}
		if said := file.Root.Get("enabledPlugins").Get(id); said != nil {
			return file.Raw(said) != "false" // true, or the versions that will do
		}
	}
	return false
}

// hookFiles are the files of a plugin that hold hooks: the one that has its usual place, and those that the manifest names.
func hookFiles(dir string, read func(path string) []byte) []host.Place {
	manifest := filepath.Join(dir, ".claude-plugin", "plugin.json")
	paths := []string{filepath.Join(dir, "hooks", "hooks.json")}
	named := object(read(manifest)).Get("hooks")
	switch {
	case named.Is(jsonfile.Object):
		paths = append(paths, manifest)
	case named.Is(jsonfile.Array):
		for _, item := range named.Items {
			paths = append(paths, filepath.Join(dir, filepath.FromSlash(item.String())))
		}
	case named.Is(jsonfile.String):
		paths = append(paths, filepath.Join(dir, filepath.FromSlash(named.String())))
	}
	var all []host.Place
	for _, path := range paths {
		if read(path) != nil {
			all = append(all, host.Place{Scope: host.Plugin, Path: path})
		}
	}
	return all
}

// object is a JSON text's value; nil where there is none, which has no members.
func object(text []byte) *jsonfile.Value {
	file, err := jsonfile.Parse(text)
	if err != nil {
		return nil
	}
	return file.Root
}

// pluginSwitch reads what settings say of the gate's plugin: 1 on, -1 off, 0 nothing.
func pluginSwitch(f *jsonfile.File) int {
	plugins := f.Root.Get("enabledPlugins")
	if !plugins.Is(jsonfile.Object) {
		return 0
	}
	said := 0
	for _, m := range plugins.Members {
		switch {
		case !strings.HasPrefix(m.Key, "noclobber@"):
		case f.Raw(m.Value) != "false":
			return 1
		default:
			said = -1
		}
	}
	return said
}
