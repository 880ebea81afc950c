package registry

import (
	"noclobber/internal/host"
	"noclobber/internal/host/claude"
	"noclobber/internal/host/cline"
	"noclobber/internal/host/codex"
	"noclobber/internal/host/copilot"
	"noclobber/internal/host/crush"
	"noclobber/internal/host/cursor"
	"noclobber/internal/host/devin"
	"noclobber/internal/host/factory"
	"noclobber/internal/host/gemini"
	"noclobber/internal/host/kiro"
	"noclobber/internal/host/opencode"
	"noclobber/internal/host/pi"
	"noclobber/internal/host/qwen"
	"noclobber/internal/host/windsurf"
)

// Names are the hosts that have an adapter, sorted.
func Names() []string {
	return []string{
		claude.Name, cline.Name, codex.Name, copilot.Name, crush.Name, cursor.Name, devin.Name, factory.Name,
		gemini.Name, kiro.Name, opencode.Name, pi.Name, qwen.Name, windsurf.Name,
	}
}

// Lookup returns the adapter for the HOST of `noclobber hook HOST`. home is the
// user's home directory; it may be empty.
func Lookup(name, home string) (host.Adapter, bool) {
	if parts := partsOf(name); parts.adapter != nil {
		return parts.adapter(home), true
	}
	return nil, false
}

// Wiring returns what puts the hook into a host's settings.
func Wiring(name string) (host.Wiring, bool) {
	if parts := partsOf(name); parts.wiring != nil {
		return parts.wiring(), true
	}
	return nil, false
}

// Profile returns what is known of a host.
func Profile(name string) (host.Profile, bool) {
	if parts := partsOf(name); parts.profile != nil {
		return parts.profile(), true
	}
	return host.Profile{}, false
}

// parts are what a host's package has to give. Nothing is made before it is asked for.
type parts struct {
	adapter func(home string) host.Adapter
	wiring  func() host.Wiring
	profile func() host.Profile
}

func partsOf(name string) parts {
	switch name {
	case claude.Name:
		return parts{claude.New, claude.Settings, claude.Profile}
	case cline.Name:
		return parts{cline.New, cline.Settings, cline.Profile}
	case codex.Name:
		return parts{codex.New, codex.Settings, codex.Profile}
	case copilot.Name:
		return parts{copilot.New, copilot.Settings, copilot.Profile}
	case crush.Name:
		return parts{crush.New, crush.Settings, crush.Profile}
	case cursor.Name:
		return parts{cursor.New, cursor.Settings, cursor.Profile}
	case devin.Name:
		return parts{devin.New, devin.Settings, devin.Profile}
	case factory.Name:
		return parts{factory.New, factory.Settings, factory.Profile}
	case gemini.Name:
		return parts{gemini.New, gemini.Settings, gemini.Profile}
	case kiro.Name:
		return parts{kiro.New, kiro.Settings, kiro.Profile}
	case opencode.Name:
		return parts{opencode.New, opencode.Settings, opencode.Profile}
	case pi.Name:
		return parts{pi.New, pi.Settings, pi.Profile}
	case qwen.Name:
		return parts{qwen.New, qwen.Settings, qwen.Profile}
	case windsurf.Name:
		return parts{windsurf.New, windsurf.Settings, windsurf.Profile}
	}
	return parts{}
}

// Trust says whether a person has agreed to a host's hooks, where one has to and the host keeps it in a file; ok is false
// elsewhere. A finding with a severity is one. read gives a file's text, nil where there is none.
func Trust(name string, sources []host.Source, read func(path string) []byte) (host.Finding, bool) {
	if name == codex.Name {
		return codex.Trust(sources, read)
	}
	return host.Finding{}, false
}

// Plugins are the hook files of a host's plugins that run in a project, where the host has such a thing. read gives a file's
// text, nil where there is none.
func Plugins(name, project, home string, env func(string) string, read func(path string) []byte) []host.Place {
	if name == claude.Name {
		return claude.Plugins(project, home, env, read)
	}
	return nil
}

// Bundled are the hook files of plugins for a host that a project brings along.
func Bundled(name, project string, read func(path string) []byte) []host.Place {
	if name == claude.Name {
		return claude.Bundled(project, read)
	}
	return nil
}
