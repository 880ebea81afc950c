// Package ownfile wires the gate by files that are its alone: plugins, scripts and hook files that a host loads because of
// where they lie. A file of that name that somebody else wrote is left alone.
package ownfile

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"noclobber/internal/host"
	"noclobber/internal/host/hookfile"
)

// Mark stands in each file, with the program behind it that the file starts.
const Mark = "noclobber-binary: "

// Format is a host's own file for the gate. It is a host.Wiring.
type Format struct {
	Host  string // the HOST of `noclobber hook HOST`
	Title string // the host's name for people

	Files func(project, home string, env func(string) string) []host.Place // see host.Wiring.Places
	Named func(path string) bool                                           // see host.Wiring.IsSettings
	// Text is a fresh file; it holds the Mark and the program. A program without a directory is looked for on PATH, and
	// where it is not found calls pass.
	Text func(binary string) string
}

var _ host.Wiring = Format{}

// Places are the files.
func (f Format) Places(project, home string, env func(string) string) []host.Place {
	return f.Files(project, home, env)
}

// IsSettings reports whether a path is one of the files, in whichever project or home.
func (f Format) IsSettings(path string) bool { return f.Named(path) }

// Wire returns a fresh file.
func (f Format) Wire(settings []byte, scope host.Scope, binary string) (out []byte, changed bool, err error) {
	if len(bytes.TrimSpace(settings)) > 0 && !isOurs(settings) {
		return nil, false, fmt.Errorf("it is not noclobber's")
	}
	if scope == host.Shared {
		binary = "noclobber"
	}
	out = []byte(f.Text(binary))
	return out, !bytes.Equal(out, settings), nil
}

// Unwire leaves nothing of a file that is the gate's.
func (f Format) Unwire(settings []byte) (out []byte, changed bool, err error) {
	if !isOurs(settings) {
		return settings, false, nil
	}
	return nil, true, nil
}

// Weakens reports whether a change of the gate's file leaves anything else than what stood there.
func (f Format) Weakens(before, after []byte) bool {
	return isOurs(before) && !bytes.Equal(before, after)
}

// Inspect says what is missing or out of date.
func (f Format) Inspect(sources []host.Source, probe host.Probe) []host.Finding {
	var found []host.Finding
	rewire := "run `noclobber init " + f.Host + "`"
	ours := 0
	for _, s := range sources {
		if !isOurs(s.Text) {
			continue
		}
		ours++
		binary := binaryOf(s.Text)
		if string(s.Text) != f.Text(binary) {
			found = append(found, host.Finding{
				Kind: "changed-file", Severity: host.Error, Path: s.Path,
				Message: "the file that starts noclobber is not as this version writes it", Mend: rewire,
			})
		}
		if err := probe.Runnable(binary); err != nil {
			found = append(found, host.Finding{
				Kind: "missing-binary", Severity: host.Error, Path: s.Path,
				Message: fmt.Sprintf("the hook's command cannot be run: %s: %v", binary, err), Mend: "install noclobber there, or " + rewire,
			})
		}
	}
	if ours == 0 {
		return []host.Finding{{Kind: "not-wired", Severity: host.Error, Message: fmt.Sprintf("no file of %s starts noclobber", f.Title), Mend: rewire}}
	}
	return append(found, f.incomplete(sources)...)
}

// incomplete finds a scope of which some files are there and some are not.
func (f Format) incomplete(sources []host.Source) []host.Finding {
	var found []host.Finding
	there := map[host.Scope]bool{}
	for _, s := range sources {
		there[s.Scope] = there[s.Scope] || isOurs(s.Text)
	}
	for _, s := range sources {
		if there[s.Scope] && !isOurs(s.Text) {
			found = append(found, host.Finding{
				Kind: "missing-file", Severity: host.Error, Path: s.Path,
				Message: fmt.Sprintf("%s has no file that starts noclobber here", f.Title), Mend: "run `noclobber init " + f.Host + "`",
			})
		}
	}
	return found
}

func isOurs(text []byte) bool { return bytes.Contains(text, []byte(Mark)) }

// binaryOf is the program behind the mark.
func binaryOf(text []byte) string {
	_, rest, _ := strings.Cut(string(text), Mark)
	line, _, _ := strings.Cut(rest, "\n")
	return strings.TrimSuffix(strings.TrimSpace(line), `",`)
}

// Command is a line of shell that starts the hook; a program that is not there lets calls pass where it is looked for on
// PATH, as in a file that is committed.
func Command(binary, name string) string {
	if strings.ContainsAny(binary, `/\`) {
		return Word(binary) + " hook " + name
	}
	return "command -v " + binary + " >/dev/null 2>&1 || exit 0; exec " + binary + " hook " + name
}

// Word quotes a path for a shell where it has to be.
func Word(path string) string { return hookfile.Word(path) }

// Fill puts a program into the text of a shim: @BINARY@ as it stands, @QUOTED@ as a literal of JavaScript.
func Fill(source, binary string) string {
	return strings.NewReplacer("@BINARY@", binary, "@QUOTED@", string(gjson.AppendJSONString(nil, binary))).Replace(source)
}
