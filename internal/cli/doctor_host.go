package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"noclobber/internal/guard"
	"noclobber/internal/host"
	"noclobber/internal/host/claude"
	"noclobber/internal/host/registry"
)

// hostCheck is what was looked at of one agent host, and what its hooks can do.
type hostCheck struct {
	Host      string   `json:"host"`
	Title     string   `json:"title"`
	Installed bool     `json:"installed"`         // its program is on PATH
	InUse     bool     `json:"in_use"`            // or a directory of its own is in the home or here
	Wired     bool     `json:"wired"`             // one of its settings files starts noclobber
	Trusted   string   `json:"trusted,omitempty"` // whether a person has agreed to the hooks, where one has to
	Client    string   `json:"client,omitempty"`  // its program, if it is on PATH
	Version   string   `json:"version,omitempty"` // of the program, as far as known without starting it
	Settings  []string `json:"settings"`          // the files that exist
	Plugins   []string `json:"plugins,omitempty"` // the hook files of plugins that start noclobber

	Measured string `json:"measured,omitempty"` // the version that the adapter was made for
	Evidence string `json:"evidence"`
	Refuses  string `json:"refuses"`
	Rewrites string `json:"rewrites,omitempty"`
	Fails    string `json:"fails"`
	Enforced string `json:"enforced"`
	Detected string `json:"detected_only"`
	Unseen   string `json:"unseen"`
}

func newHostCheck(p host.Profile) hostCheck {
	return hostCheck{
		Host: p.Name, Title: p.Title, Settings: []string{}, Measured: p.Measured, Evidence: string(p.Evidence),
		Refuses: p.Refuses, Rewrites: p.Rewrites, Fails: p.Fails, Enforced: p.Enforced, Detected: p.Detected, Unseen: p.Unseen,
	}
}

func (h hostCheck) print(page *bytes.Buffer) {
	fmt.Fprintf(page, "host %s\n", h.Host)
	if h.Wired {
		fmt.Fprintf(page, "  wired: yes\n")
	} else {
		fmt.Fprintf(page, "  wired: no, so nothing is enforced yet; once it is:\n")
	}
	for _, path := range h.Settings {
		fmt.Fprintf(page, "  settings: %s\n", path)
	}
	for _, path := range h.Plugins {
		fmt.Fprintf(page, "  plugin: %s\n", path)
	}
	if h.Trusted != "" {
		fmt.Fprintf(page, "  in force: %s\n", h.Trusted)
	}
	fmt.Fprintf(page, "  enforced: %s\n  detected only: %s\n  not seen: %s\n", h.Enforced, h.Detected, h.Unseen)
	fmt.Fprintf(page, "  a refusal: %s\n  a rewrite: %s\n", h.Refuses, orElse(h.Rewrites, "never; the refusal spells the call to make"))
	fmt.Fprintf(page, "  a call whose hook is missing, killed or late: %s\n", h.Fails)
	fmt.Fprintf(page, "  known from: %s, %s\n", h.Evidence, orElse(prefixed("version ", h.Measured), "no version could be run"))
	fmt.Fprintf(page, "  its program: %s\n", h.program())
}

func (h hostCheck) program() string {
	if h.Client == "" {
		return "not on PATH"
	}
	return h.Client + ", " + orElse(prefixed("version ", h.Version), "version not known (--versions asks it)")
}

// prefixed is a text with words before it; nothing where there is none.
func prefixed(words, text string) string {
	if text == "" {
		return ""
	}
	return words + text
}

// examineHosts looks at each host. Of one that is neither in use nor wired nothing is said.
func (c *checkup) examineHosts(s Streams, versions bool) {
	var idle []hostCheck
	for _, name := range registry.Names() {
		check, found := c.examineHost(s, name, versions)
		if !check.Wired && !check.InUse {
			idle = append(idle, check)
			continue
		}
		c.Hosts = append(c.Hosts, check)
		c.Findings = append(c.Findings, found...)
	}
	nobody := len(c.Hosts) == 0
	for _, h := range idle {
		if !nobody || h.Host != claude.Name {
			c.Others = append(c.Others, h.Host)
		}
	}
	if nobody { // an agent must be somewhere
		check, found := c.examineHost(s, claude.Name, versions)
		c.Hosts, c.Findings = append(c.Hosts, check), append(c.Findings, found...)
	}
}

func (c *checkup) examineHost(s Streams, name string, versions bool) (hostCheck, []guard.Finding) {
	wiring, _ := registry.Wiring(name)
	profile, _ := registry.Profile(name)
	check := newHostCheck(profile)
	check.Client, check.Version = client(profile.Clients, versions)
	check.Installed, check.InUse = check.Client != "", s.inUse(profile)
	var found []guard.Finding
	var sources []host.Source
	for _, place := range wiring.Places(s.Dir, s.home(), s.env) {
		text, err := os.ReadFile(place.Path)
		switch {
		case err == nil:
			check.Settings = append(check.Settings, place.Path)
		case !errors.Is(err, fs.ErrNotExist):
			found = append(found, guard.Finding{Kind: "unreadable-settings", Severity: severityError, Path: place.Path, Message: err.Error(), Mend: "make the file readable"})
		}
		sources = append(sources, host.Source{Place: place, Text: text})
	}
	for _, source := range s.plugins(name, s.Dir) {
		sources = append(sources, source)
		if wired(wiring, []host.Source{source}) {
			check.Plugins = append(check.Plugins, source.Path)
		}
	}
	inspected := wiring.Inspect(sources, machine{})
	check.Wired = wired(wiring, sources)
	for _, f := range inspected {
		if f.Kind == "not-wired" && !check.Installed && name != claude.Name {
			f.Severity = host.Note // a directory that was left behind writes nothing
		}
		found = append(found, guard.Finding{
			Kind: f.Kind, Severity: string(f.Severity), Path: f.Path, Message: f.Message, Mend: f.Mend,
		})
	}
	if check.Wired {
		check.Trusted = profile.Trust
		if trust, ok := registry.Trust(name, sources, s.readConfig); ok {
			check.Trusted = trust.Message
			if trust.Severity != "" {
				found = append(found, guard.Finding{Kind: trust.Kind, Severity: string(trust.Severity), Message: trust.Message, Mend: trust.Mend})
			}
		}
	}
	return check, found
}

// plugins are the hook files of a host's plugins that run in a project, with their texts.
func (s Streams) plugins(name, project string) []host.Source {
	var all []host.Source
	for _, place := range registry.Plugins(name, project, s.home(), s.env, s.readConfig) {
		all = append(all, host.Source{Place: place, Text: s.readConfig(place.Path)})
	}
	return all
}

// wired reports whether some settings start noclobber at all.
func wired(wiring host.Wiring, sources []host.Source) bool {
	return !slices.ContainsFunc(wiring.Inspect(sources, machine{}), func(f host.Finding) bool { return f.Kind == "not-wired" })
}

// readConfig reads a file of a host beside its settings.
func (s Streams) readConfig(path string) []byte {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	return text
}

// machine answers the questions of a wiring about this machine.
type machine struct{}

// Runnable says why a hook's command cannot be started.
func (machine) Runnable(command string) error {
	_, err := exec.LookPath(command)
	var wrapped *exec.Error
	if errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	return err
}

// client finds a host's program, by any of its names, and its version.
func client(names []string, start bool) (path, version string) {
	for _, name := range names {
		path, err := exec.LookPath(name)
		switch {
		case err != nil:
		case start:
			return path, askVersion(path)
		default:
			return path, installedVersion(path)
		}
	}
	return "", ""
}

// versionTime bounds how long a client may take to tell its version.
const versionTime = 20 * time.Second

func askVersion(path string) string {
	ctx, cancel := context.WithTimeout(context.Background(), versionTime)
	defer cancel()
	out, err := exec.CommandContext(ctx, path, "--version").Output()
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	return line
}

// installedVersion reads a version off the place where a client is installed: the package.json of
// its npm package, or the directory or file named after the version.
func installedVersion(path string) string {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return ""
	}
	for dir, i := filepath.Dir(real), 0; i < 3; dir, i = filepath.Dir(dir), i+1 {
		if v := packageVersion(filepath.Join(dir, "package.json")); v != "" {
			return v
		}
	}
	for _, name := range []string{filepath.Base(real), filepath.Base(filepath.Dir(real))} {
		if strings.Count(name, ".") == 2 && strings.Trim(name, "0123456789.") == "" {
			return name
		}
	}
	return ""
}

func packageVersion(path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	var p struct {
		Version string `json:"version"`
	}
	if json.Unmarshal(text, &p) != nil {
		return ""
	}
	return p.Version
}
