package codex

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/BurntSushi/toml"

	"noclobber/internal/host"
)

// Trust looks for a person's review of the hooks in config.toml, beside the hooks file of the user: one entry for each
// hook, by its file, event and place. Whether a review is of the line that stands there now, only the client knows.
func Trust(sources []host.Source, read func(path string) []byte) (host.Finding, bool) {
	var config string
	wired := map[string]int{}
	for _, s := range sources {
		if s.Scope == host.User {
			config = filepath.Join(filepath.Dir(s.Path), "config.toml")
		}
		if n := format().Wired(s.Text); n > 0 {
			wired[s.Path] = n
		}
	}
	states := states(read(config))
	for path, n := range wired {
		reviewed := 0
		for key := range states {
			if strings.HasPrefix(key, path+":") {
				reviewed++
			}
		}
		if reviewed < n {
			return host.Finding{
				Kind: "untrusted", Severity: host.Warning,
				Message: fmt.Sprintf("%d of the %d hooks in %s are reviewed; Codex skips a hook that is not, without a word", reviewed, n, path),
				Mend:    "start codex and review them: /hooks",
			}, true
		}
	}
	return host.Finding{Kind: "trusted", Message: "all hooks are reviewed; whether they are so in their present form, only /hooks in codex tells"}, len(wired) > 0
}

// states are the reviews that config.toml holds.
func states(config []byte) map[string]any {
	var c struct {
		Hooks struct {
			State map[string]any `toml:"state"`
		} `toml:"hooks"`
	}
	if _, err := toml.Decode(string(config), &c); err != nil {
		return nil
	}
	return c.Hooks.State
}
