package policies

import (
	"embed"
	"io/fs"
	"strings"
)

//go:embed *.toml
var files embed.FS

// Names are the ready-made policies, sorted.
func Names() []string {
	found, err := fs.Glob(files, "*.toml")
	if err != nil {
		panic("the pattern for embedded policies is bad: " + err.Error())
	}
	names := make([]string, len(found))
	for i, file := range found {
		names[i] = strings.TrimSuffix(file, ".toml")
	}
	return names
}

// Read is the text of a ready-made policy; ok is false where there is none of that name.
func Read(name string) (text []byte, ok bool) {
	text, err := files.ReadFile(name + ".toml")
	return text, err == nil
}

// About is the first line of a policy's header: what it protects.
func About(text []byte) string {
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, "# "); ok {
			return strings.TrimSpace(rest)
		}
	}
	return ""
}

// ForUser says whether a policy is one for a user's own file: it names paths of the home directory, which a project's
// policy may not.
func ForUser(text []byte) bool { return strings.Contains(string(text), `"~/`) }
