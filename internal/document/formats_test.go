package document

import (
	"os"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/stretchr/testify/require"
)

// TestFormatsPage runs the worked examples of docs/formats.md: blocks named base, head and proposal, and after them what
// becomes of them, up to the next base or rule.
func TestFormatsPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/formats.md")
	require.NoError(t, err)
	examples := examplesOf(string(page))
	require.Len(t, examples, strings.Count(string(page), "```json base\n")+strings.Count(string(page), "```jsonl base\n"))
	for _, e := range examples {
		t.Run(strings.TrimSpace(e["heading"]), func(t *testing.T) { e.run(t) })
	}
}

// example is the text of each of its blocks.
type example map[string]string

func examplesOf(page string) []example {
	var out []example
	heading, name, rule := "", "", ""
	for line := range strings.SplitAfterSeq(page, "\n") {
		info, fence := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "```")
		words := strings.Fields(info)
		switch {
		case fence && name != "":
			name = ""
		case fence:
			name = words[len(words)-1]
			if name == "rule" {
				rule = ""
			}
			if name == "base" {
				out = append(out, example{"heading": heading, "rule": rule, "format": words[0]})
				rule = ""
			}
		case name == "rule":
			rule += line
		case name == "toml":
		case name != "":
			out[len(out)-1][name] += line
		case strings.HasPrefix(line, "#"):
			heading = line
		}
	}
	return out
}

func (e example) run(t *testing.T) {
	var rule struct {
		Key  string
		Keep []string
	}
	_, err := toml.Decode(e["rule"], &rule)
	require.NoError(t, err)
	base, prop, head := []byte(e["base"]), []byte(e["proposal"]), []byte(e["head"])
	if e["format"] == "jsonl" {
		m := MergeRows(base, true, prop, head, rule.Key, false)
		reported := ""
		for _, r := range m.Reported {
			reported += r.Key + ": " + r.Document + ", not " + r.Other + "\n"
		}
		require.Equal(t, e["result"], string(m.Text))
		require.Equal(t, e["reported"], reported)
		return
	}
	m := MergeJSON(base, true, prop, head, JSONOptions{Key: rule.Key, Keep: rule.Keep})
	require.NoError(t, m.Err)
	require.False(t, m.AsText, m.Reason)
	conflicts := ""
	for _, c := range m.Conflicts {
		conflicts += c.Path + ": " + c.Base + ", here " + orRemoved(c.Proposal) + ", there " + orRemoved(c.Head) + "\n"
	}
	require.Equal(t, e["conflict"], conflicts)
	require.Equal(t, e["kept"], strings.Join(append(m.Kept, ""), "\n"))
	if conflicts == "" {
		require.Equal(t, e["result"], string(m.Text))
	}
}

func orRemoved(value string) string {
	if value == "" {
		return "removed"
	}
	return value
}
