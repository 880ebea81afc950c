package document

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
	"pgregory.net/rapid"
)

func TestCheckTOML(t *testing.T) {
	require.NoError(t, CheckTOML([]byte("\ufeffa = 1\n[t]\nb = [[1], [2]]\n")))
	require.ErrorContains(t, CheckTOML([]byte("a = 1\nb =\n")), "line 2")
	require.ErrorContains(t, CheckTOML([]byte("a = 1\na = 2\n")), "already been defined")
	require.ErrorContains(t, CheckTOML([]byte("a = "+strings.Repeat("[", 1<<20))), "deeper")
}

func TestCheckJSONL(t *testing.T) {
	require.NoError(t, CheckJSONL([]byte("{}\n\n[1]\r\n\"x\""), false))
	require.EqualError(t, CheckJSONL([]byte("{}\n{\"a\":1}{\"b\":2}\n"), false), "line 2, column 8: '{' stands after the value")
	require.Error(t, CheckJSONL([]byte("{}\n{\"a"), false))
	require.NoError(t, CheckJSONL([]byte("{}\n{\"a"), true), "torn off")
	require.Error(t, CheckJSONL([]byte("{}\n{\"a\n"), true), "not torn off: the line is ended")
	require.Error(t, CheckJSONL([]byte("{\"a"), true), "there is no row at all")
}

func TestCheckYAMLSees(t *testing.T) {
	for mistake, text := range map[string]string{
		"line 2: a tab indents the line":                        "a:\n\tb: 1\n",
		"line 3: the indentation fits nothing above it":         "a:\n    b: 1\n  c: 2\n",
		"line 2: the indentation fits nothing above it":         "a: \"x\"\n  b: 1\n",
		"line 3: the key a stands there twice":                  "a: 1\nb: 2\na: 3\n",
		"line 4: the key x stands there twice":                  "l:\n- x: 1\n  y: 2\n  x: 3\n",
		"line 2: a line without a key stands in a mapping":      "a: 1\n<<<<<<< theirs\n",
		"line 1: a value has a second colon in it":              "a: b: c\n",
		"line 2: a key stands inside the text that began above": "a: text\n  b: 1\n",
		"line 2: a quoted text begins that has no end":          "a: 1\nb: \"open\nc: 2\n",
		"line 1: '[' is not closed":                             "a: [1, 2\nb: 3\n",
		"line 1: '}' closes nothing":                            "a: [1}\n",
		"line 1: an item stands behind a key on its line":       "a: - 1\n",
	} {
		t.Run(mistake, func(t *testing.T) {
			require.EqualError(t, CheckYAML([]byte(text)), mistake)
			var v any
			require.Error(t, yaml.Unmarshal([]byte(text), &v), "a parser takes it")
		})
	}
}

// yamlTexts are texts that look odd and are YAML.
var yamlTexts = []string{
	"", "# only a comment\n", "scalar\n  going on\n", "- a\n- b\n", "a:\n- 1\n- 2\nb: 3\n", "a:\n  - 1\n\n  - 2\n# c\nb: 3\n",
	"a: |\n  text: is\n text\n\n  not: parsed\nb: >-\n    more\n", "a:\n  b: |2\n      x\n  c: 1\n", "- - 1\n  - 2\n-\n  - 3\n",
	"a: one\n  two\n  - three\n\n  four # comment\nb: 1\n", "a: \"x\n  y: z\n  \"\nb: 'it''s: fine'\n", "'q: x': 1\n\"w\\\": y\": 2\n",
	"a: {b: 1,\n  c: [1,\n2]}\nd: 1\n", "a: &x\n  b: 1\nc: *x\nd: !!map\n  e: 1\nf: !t &y text\n", "---\na: 1\n---\na: 2\n...\n", "%YAML 1.1\n---\na: 1\n",
	"? complex\n: value\n", "- ? a\n  : b\n", "base: &b {x: 1}\nm:\n  <<: *b\n  y: 2\n", "url: http://x/y:z\ntime: 12:30\nempty:\n", "a: \n\n\n  b: 1\n", "- a: 1\n  b: 2\n- c: 3\n",
	"a: # comment\n  b: 1\n", "a: 1 # x: y\n", "a: x#y: no\n", "\"a\": 1\n'b' : 2\n", "-\n a: 1\n", "a:\n  b:\n    - c: |\n        x\n      d: 1\n", "a: [\n# comment ]\n1]\n", "key with spaces: 1\n", "1: a\n1.0: b\n\"1\": c\n",
	"\ufeffa: 1\r\nb:\r\n  c: 2\r\n", "a: '\n\n  x'\n", "{a: 1, b: 2}\n", "[a, b]\n", "\"just text\"\n", "a: -1\nb: - \n", "&k a: 1\n*k : 2\n", "0:\n|\n", "  !0: \n00\n", "- \n>\n", "{0 \"}\n", "a: [!t \"b}\"]\n",
}

// What a parser takes is never a mistake: a refusal would be wrong.
func TestCheckYAMLObjectsToNoYAML(t *testing.T) {
	for _, text := range yamlTexts {
		t.Run(text, func(t *testing.T) {
			if yamlParses(text) {
				require.NoError(t, CheckYAML([]byte(text)))
			}
		})
	}
}

func yamlParses(text string) bool {
	d := yaml.NewDecoder(strings.NewReader(text))
	for {
		var v any
		if err := d.Decode(&v); err != nil {
			return err.Error() == "EOF"
		}
	}
}

// Lines of YAML texts, shuffled, doubled and indented anew: whatever a parser still takes is no mistake, and of what it
// does not take most is found.
func TestCheckYAMLAgainstAParser(t *testing.T) {
	broken, seen := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		var lines []string
		for range 2 {
			lines = append(lines, strings.SplitAfter(rapid.SampledFrom(yamlTexts).Draw(t, "text"), "\n")...)
		}
		lines = slices.DeleteFunc(lines, func(l string) bool { return l == "" })
		for range rapid.IntRange(0, 3).Draw(t, "changes") {
			if len(lines) == 0 {
				break
			}
			at := rapid.IntRange(0, len(lines)-1).Draw(t, "at")
			switch rapid.IntRange(0, 3).Draw(t, "change") {
			case 0:
				lines = slices.Delete(lines, at, at+1)
			case 1:
				lines = slices.Insert(lines, at, lines[rapid.IntRange(0, len(lines)-1).Draw(t, "copy")])
			case 2:
				lines[at] = strings.Repeat(" ", rapid.IntRange(0, 6).Draw(t, "indent")) + strings.TrimLeft(lines[at], " ")
			default:
				lines[at] = rapid.SampledFrom([]string{"a: 1\n", "  b: x\n", "- c\n", "text\n", "    d: |\n", "x: \"\n", "\te: 1\n", " - [1,\n"}).Draw(t, "line")
			}
		}
		text := strings.Join(lines, "")
		err := CheckYAML([]byte(text))
		if yamlParses(text) {
			require.NoError(t, err, "%s", text)
			return
		}
		broken++
		if err != nil {
			seen++
		}
	})
	require.Greater(t, 2*seen, broken, fmt.Sprintf("only %d of %d broken texts are seen", seen, broken))
	t.Logf("%d of %d broken texts seen", seen, broken)
}

func FuzzCheckYAML(f *testing.F) {
	for _, text := range yamlTexts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if err := CheckYAML([]byte(text)); err != nil && yamlParses(text) {
			t.Fatalf("%v in YAML that parses:\n%s", err, text)
		}
	})
}
