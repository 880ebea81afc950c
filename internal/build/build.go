// Package build says which build of noclobber a program is. The two programs of a release, noclobber and noclobber-mcp,
// say the same; they work on the same logs, so one of another build is not started.
package build

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// release is the version that a packager gives with -ldflags "-X noclobber/internal/build.release=v1.2.3".
// Nothing else sets it.
var release string

// Build is what is known of a program.
type Build struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Time     string `json:"time,omitempty"` // of the revision
	Dirty    bool   `json:"dirty,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// This is the running program.
func This() Build {
	b := Build{Version: "devel", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		if v := info.Main.Version; v != "" && v != "(devel)" {
			b.Version = v
		}
		for _, setting := range info.Settings {
			switch setting.Key {
			case "vcs.revision":
				b.Revision = setting.Value
			case "vcs.time":
				b.Time = setting.Value
			case "vcs.modified":
				b.Dirty = setting.Value == "true"
			}
		}
	}
	if release != "" {
		b.Version = release
	}
	return b
}

// ID names the build: the version, and what it was made from where the version does not tell.
func (b Build) ID() string {
	text := b.Version
	if rev := b.Revision; rev != "" && !strings.Contains(text, rev[:min(len(rev), 12)]) {
		text += " " + rev[:min(len(rev), 12)]
	}
	if b.Dirty && !strings.HasSuffix(b.Version, "+dirty") {
		text += "+dirty"
	}
	return text
}

// Line names a program of this build in one line.
func (b Build) Line(program string) string {
	return fmt.Sprintf("%s %s, %s, %s", program, b.ID(), b.Go, b.Platform)
}
