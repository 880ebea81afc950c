package policy

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const referenceFile = "../docs/policy.md"

func TestReferenceIsUpToDate(t *testing.T) {
	if *update {
		require.NoError(t, os.WriteFile(referenceFile, Reference(), 0o644))
	}
	text, err := os.ReadFile(referenceFile)
	require.NoError(t, err)
	assert.Equal(t, string(Reference()), string(text), "go test ./policy -run Reference -update")
}

// TestEveryExampleOfTheReferenceIsAccepted puts each key's example where the key belongs.
func TestEveryExampleOfTheReferenceIsAccepted(t *testing.T) {
	frame := map[Places]string{
		AtTop:      "",
		InDefaults: "version = 1\n[defaults]\n%",
		InRule:     "version = 1\n[[protect]]\nname = \"n\"\npaths = [\"p\"]\nmode = \"append\"\nseq_first = \"a\"\nseq_count = \"b\"\n%",
		InExpect:   "version = 1\n[[protect]]\npaths = [\"p\"]\nmode = \"append\"\n[protect.expect]\n%",
		InTool:     "version = 1\n[[tool]]\nmatch = \"m\"\nkind = \"read\"\n%",
		InTest:     "version = 1\n[[test]]\ncall = { tool = \"x\" }\nexpect = \"pass\"\n%",
	}
	for _, k := range Keys() {
		for in, text := range frame {
			if k.In&in == 0 || text == "" {
				continue
			}
			lines := strings.Split(text, "\n")
			kept := lines[:0]
			for i, line := range lines { // the example takes the place of the frame's own line
				if i == 0 || !strings.HasPrefix(line, k.Name+" =") {
					kept = append(kept, line)
				}
			}
			text = strings.ReplaceAll(strings.Join(kept, "\n"), "%", k.Example+"\n")
			if k.Name == "kind" {
				text += "path = \"p\"\ncontent = \"c\"\n"
			}
			_, err := Parse("/p/.noclobber.toml", []byte(text))
			assert.NoError(t, err, "%s in %s:\n%s", k.Name, in, text)
		}
	}
}

func TestKeysSayEverythingAboutThemselves(t *testing.T) {
	seen := map[string]Places{}
	for _, k := range Keys() {
		assert.NotEmpty(t, k.Type, k.Name)
		assert.NotEmpty(t, k.Meaning, k.Name)
		assert.Contains(t, k.Example, k.Name)
		assert.Zero(t, seen[k.Name]&k.In, "%s is described twice", k.Name)
		seen[k.Name] |= k.In
	}
}
