package registry_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"noclobber/internal/host"
	"noclobber/internal/host/hosttest"
	"noclobber/internal/host/registry"
)

// docs/hosts.md holds what the adapters say of themselves, and where init writes.
func TestTheHostsPageIsWhatTheAdaptersSay(t *testing.T) {
	page := filepath.Join("..", "..", "..", "docs", "hosts.md")
	hosttest.Block(t, page, "<!-- matrix -->", "<!-- /matrix -->", matrix())
	hosttest.Block(t, page, "<!-- reach -->", "<!-- /reach -->", reach())
	hosttest.Block(t, page, "<!-- files -->", "<!-- /files -->", files())
}

func profiles() []host.Profile {
	var all []host.Profile
	for _, name := range registry.Names() {
		p, _ := registry.Profile(name)
		all = append(all, p)
	}
	return all
}

func matrix() string {
	b := "| host | HOST | looked at | known by | a refusal | a rewrite | the model is told | a hook that is missing, killed or late | trust |\n|---|---|---|---|---|---|---|---|---|\n"
	for _, p := range profiles() {
		b += row(p.Title, "`"+p.Name+"`", or(p.Measured, "could not be run"), string(p.Evidence), p.Refuses,
			or(p.Rewrites, "never: the refusal spells the call"), p.Receipts, p.Fails, or(p.Trust, "nobody is asked"))
	}
	return b
}

func reach() string {
	b := "| host | enforced | detected only | not seen |\n|---|---|---|---|\n"
	for _, p := range profiles() {
		b += row(p.Title, p.Enforced, p.Detected, p.Unseen)
	}
	return b
}

func files() string {
	b := "| host | `init HOST` | `--user` | `--shared` |\n|---|---|---|---|\n"
	for _, p := range profiles() {
		w, _ := registry.Wiring(p.Name)
		places := w.Places("/PROJECT", "/HOME", noEnv)
		at := func(scope host.Scope) string {
			var found []string
			for _, place := range places {
				if place.Scope == scope {
					found = append(found, "`"+strings.NewReplacer("/PROJECT/", "", "/HOME/", "~/").Replace(filepath.ToSlash(place.Path))+"`")
				}
			}
			return or(strings.Join(found, ", "), "none")
		}
		b += row(p.Title, at(places[0].Scope), at(host.User), at(host.Shared))
	}
	return b
}

func or(s, fallback string) string {
	if s == "" {
		return fallback
	}
	return s
}

func row(cells ...string) string {
	return fmt.Sprintf("| %s |\n", strings.Join(cells, " | "))
}
