package policy

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"
)

// Proposal is one rule of a starter policy.
type Proposal struct {
	Name   string
	Paths  []string // patterns; Quote makes one of a file's path
	Except []string
	Mode   Mode
	Format Format // "" : by extension
	Key    string // merged JSON: what identifies an element
	Seq    string // JSONL logs: where a row has its number
	Style  string // anchors: "heading", or "" for markers
	Reason string // why it is proposed; becomes a comment
	ToCome bool   // no file matches yet, and lint need not say so
}

const starterHead = schemaLine + `# What agents may do to shared documents here. Every key: docs/policy.md of noclobber.
# Check it with "noclobber lint"; see what a call would get with "noclobber explain".
version = 1

# What holds for every rule that does not say otherwise (these are the defaults):
# [defaults]
# max_shrink = "25%"            # a write that loses more lines or bytes is refused ...
# min_loss   = "5 lines, 512 B" # ... unless it loses less than this

# Modes:
#   append   only additions; others' lines stay        anchors  regions that are replaced one by one
#   merge    three-way merge with what others wrote    cas      only from the current version
#   shard    each writer has a file of its own         deny     no writes
#   record   everything passes and can be restored     off      not protected
# In this file the last rule that matches a path wins.
`

// schemaLine tells editors where the schema of the file is.
const schemaLine = "#:schema ./" + SchemaFile + "\n"

const starterExample = `
# No document was found to protect. A rule looks like this:
# [[protect]]
# name  = "journal"
# paths = ["JOURNAL.md", "notes/**/*.md"]
# mode  = "append"
`

// Starter writes a commented policy with the proposed rules. Parse accepts it when the patterns are valid, no name stands
// twice and no mode is Shard, which needs more than a proposal says.
func Starter(proposals []Proposal) []byte {
	var b bytes.Buffer
	b.WriteString(starterHead)
	for _, p := range proposals {
		p.write(&b)
	}
	if len(proposals) == 0 {
		b.WriteString(starterExample)
	}
	return b.Bytes()
}

func (p Proposal) write(b *bytes.Buffer) {
	b.WriteByte('\n')
	for line := range strings.Lines(p.Reason) {
		fmt.Fprintf(b, "# %s\n", strings.Map(printable, strings.TrimSpace(line)))
	}
	if p.ToCome {
		b.WriteString("# lint:ignore glob-nothing it is not there yet\n")
	}
	b.WriteString("[[protect]]\n")
	for _, k := range []struct{ key, value string }{
		{"name", tomlText(p.Name)}, {"paths", tomlTexts(p.Paths)}, {"except", tomlTexts(p.Except)},
		{"mode", tomlText(string(p.Mode))}, {"format", tomlText(string(p.Format))}, {"key", tomlText(p.Key)},
		{"seq", tomlText(p.Seq)}, {"style", tomlText(p.Style)},
	} {
		if k.value != "" {
			fmt.Fprintf(b, "%-6s = %s\n", k.key, k.value)
		}
	}
}

// printable keeps what a TOML comment may hold.
func printable(r rune) rune {
	if unicode.IsControl(r) {
		return -1
	}
	return r
}

func tomlTexts(all []string) string {
	if len(all) == 0 {
		return ""
	}
	quoted := make([]string, len(all))
	for i, s := range all {
		quoted[i] = tomlQuote(s)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

func tomlText(s string) string {
	if s == "" {
		return ""
	}
	return tomlQuote(s)
}

// tomlQuote writes a basic string. Bytes that are no UTF-8, which TOML cannot hold, become U+FFFD.
func tomlQuote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case unicode.IsControl(r):
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
