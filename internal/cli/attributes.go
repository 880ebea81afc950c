package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"noclobber/gate"
	"noclobber/internal/fsx"
	"noclobber/policy"
)

// driverCommand is what git starts to merge a file.
func driverCommand(binary string) string {
	return gate.ShellQuote(filepath.ToSlash(binary)) + " merge-driver --marker-size %L %O %A %B %P"
}

func (s Streams) attributesFile() string { return filepath.Join(s.Dir, ".gitattributes") }

// attributesOf are the lines for the documents of a policy.
func attributesOf(p *policy.Policy) string {
	var b strings.Builder
	b.WriteString(attributesBegin + "\n")
	for _, line := range p.MergeLines() {
		value := "!merge"
		if line.Ours {
			value = "merge=noclobber"
		}
		b.WriteString(line.Pattern + " " + value + "\n")
	}
	b.WriteString(attributesEnd + "\n")
	return b.String()
}

// setAttributes puts our lines into a .gitattributes file, in the place of those that are there; none takes them out,
// and a file that held nothing else goes.
func (l *steps) setAttributes(file, ours string) error {
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	before, after := aroundAttributes(string(text))
	out := before + ours + after
	switch {
	case out == string(text):
		return nil
	case out == "":
		l.add("removed", file, "it held nothing but noclobber's lines")
		return os.Remove(file)
	}
	if err := fsx.Replace(file, []byte(out), fsx.ReplaceOptions{}); err != nil {
		return err
	}
	if ours == "" {
		l.add("edited", file, "without noclobber's lines; commit it")
		return nil
	}
	l.add("edited", file, "git merges these documents by their rules where noclobber is registered; commit it")
	return nil
}

// aroundAttributes is what stands before and after our lines.
func aroundAttributes(text string) (before, after string) {
	before, rest, ours := strings.Cut(text, attributesBegin+"\n")
	if !ours {
		if text != "" && !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		return text, ""
	}
	if _, after, ok := strings.Cut(rest, attributesEnd+"\n"); ok {
		return before, after
	}
	return before, rest
}

// unregisterDriver takes back what registerDriver did.
func (s Streams) unregisterDriver(l *steps) error {
	if _, wired := gitSays(s.Dir, "config", "--local", "--get", driverSection+".driver"); wired {
		if _, ok := gitSays(s.Dir, "config", "--local", "--remove-section", driverSection); ok {
			l.add("unwired", "git config "+driverSection, "")
		}
	}
	text, err := os.ReadFile(s.attributesFile())
	if err != nil || !strings.Contains(string(text), attributesBegin) {
		return nil // nothing was added
	}
	return l.setAttributes(s.attributesFile(), "")
}
