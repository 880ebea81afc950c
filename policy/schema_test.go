package policy

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func compiled(t require.TestingT) *jsonschema.Schema {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(Schema()))
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("policy.json", doc))
	s, err := c.Compile("policy.json")
	require.NoError(t, err)
	return s
}

// valid says what the schema has against a policy.
func valid(t require.TestingT, s *jsonschema.Schema, text string) error {
	var values map[string]any
	_, err := toml.Decode(strings.TrimPrefix(text, "\ufeff"), &values)
	require.NoError(t, err)
	asJSON, err := json.Marshal(values)
	require.NoError(t, err)
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(asJSON))
	require.NoError(t, err)
	return s.Validate(doc)
}

func TestTheSchemaTakesEveryPolicyThatParses(t *testing.T) {
	s := compiled(t)
	full, err := os.ReadFile("testdata/full.toml")
	require.NoError(t, err)
	ready, err := filepath.Glob("../policies/*.toml")
	require.NoError(t, err)
	texts := map[string]string{"full.toml": string(full), "a starter": string(Starter([]Proposal{{Name: "a", Paths: []string{"a.md"}, Mode: Append}}))}
	for _, file := range ready {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		texts[file] = string(text)
	}
	for name, text := range texts {
		assert.NoError(t, valid(t, s, text), name)
	}
}

// TestTheSchemaIsNoStricterThanTheParser puts keys with good and bad values together: what the parser takes, the schema
// takes.
func TestTheSchemaIsNoStricterThanTheParser(t *testing.T) {
	s := compiled(t)
	values := []string{`"x"`, `"25%"`, `"3 lines, 1 KB"`, `"1d 12h"`, `"1 line/run"`, `"25%/24h"`, "true", "1", `["a"]`, `["a", "a"]`, `["a:b"]`, "{}", `{ tool = "x" }`, `"append"`, `"shard"`, `"read"`, `"deny"`, `"json"`, `"{node}.md"`, `"top"`, `""`}
	tables := map[string]Places{"[defaults]": InDefaults, "[[protect]]": InRule, "[[tool]]": InTool, "[[test]]": InTest}
	accepted := 0
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		b.WriteString("version = 1\n")
		for _, head := range []string{"[defaults]", "[[protect]]", "[[tool]]", "[[test]]"} {
			if !rapid.Bool().Draw(t, "has "+head) {
				continue
			}
			b.WriteString(head + "\n")
			for _, k := range Keys() {
				if k.In&tables[head] == 0 || rapid.IntRange(0, 3).Draw(t, k.Name) > 0 && !strings.HasPrefix(k.Default, "required") {
					continue
				}
				value := strings.SplitN(k.Example, "=", 2)[1]
				if rapid.IntRange(0, 9).Draw(t, "odd") == 0 {
					value = rapid.SampledFrom(values).Draw(t, "value")
				}
				b.WriteString(k.Name + " = " + strings.TrimSpace(value) + "\n")
			}
		}
		if _, err := Parse("/p/.noclobber.toml", []byte(b.String())); err != nil {
			return
		}
		accepted++
		require.NoError(t, valid(t, s, b.String()), b.String())
	})
	assert.Positive(t, accepted, "no generated policy was one")
}

func TestTheSchemaRefusesWhatEditorsShouldMark(t *testing.T) {
	s := compiled(t)
	rule := "version = 1\n[[protect]]\npaths = [\"a\"]\nmode = \"append\"\n"
	for name, text := range map[string]string{
		"no version":        "[defaults]\n",
		"a newer version":   "version = 2\n",
		"an unknown key":    rule + "colour = \"red\"\n",
		"a misspelt mode":   strings.Replace(rule, "append", "apend", 1),
		"no mode":           strings.Replace(rule, "mode = \"append\"\n", "", 1),
		"no paths":          strings.Replace(rule, "paths = [\"a\"]\n", "", 1),
		"a shardless shard": strings.Replace(rule, "append", "shard", 1),
		"a bare number":     rule + "max_shrink = 25\n",
		"one path":          strings.Replace(rule, "[\"a\"]", "\"a\"", 1),
		"a tool's needs":    "version = 1\n[[tool]]\nmatch = \"x\"\nkind = \"write\"\npath = \"p\"\n",
		"a nameless call":   "version = 1\n[[test]]\nexpect = \"deny\"\ncall = { command = \"x\" }\n",
	} {
		assert.Error(t, valid(t, s, text), name)
	}
	assert.NoError(t, valid(t, s, rule))
}

func TestEveryKeyIsDescribed(t *testing.T) {
	text := string(Schema())
	for _, k := range Keys() {
		described, err := json.Marshal(k.Meaning)
		require.NoError(t, err)
		assert.Contains(t, text, string(described), k.Name)
		if words := k.words(); words != nil {
			assert.Greater(t, len(words), 1, k.Name)
		}
	}
}
