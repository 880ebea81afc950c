package document

import (
	"bytes"
	"html"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"pgregory.net/rapid"
)

func TestReflowIsLayoutOnly(t *testing.T) {
	for _, c := range []struct{ name, a, b string }{
		{"nothing", "a\n", "a\n"},
		{"line endings", "a\r\nb\r\n", "a\nb\n"},
		{"blank lines", "# T\n\n\n\ntext\n", "# T\n\ntext\n"},
		{"wrapped prose", "one two three\nfour\n", "one two\nthree four\n"},
		{"indentation", "- a\n    - b\n", "- a\n  - b\n"},
		{"bullets", "- a\n- b\n", "* a\n+ b\n"},
		{"numbers", "1. a\n2. b\n", "1) a\n2) b\n"},
		{"blanks after a marker", "-   a\n1.  b\n", "- a\n1. b\n"},
		{"emphasis", "so *much* and __more__\n", "so _much_ and **more**\n"},
		{"emphasis over several words and lines", "an _early\nmorning_ walk\n", "an *early morning* walk\n"},
		{"nested emphasis", "**_a_ b**\n", "__*a* b__\n"},
		{"emphasis in an item and a cell", "- _a_\n| _x_ |\n", "* *a*\n| *x* |\n"},
		{"table padding", "| a | b |\n|---|:-:|\n| 1 | 22 |\n", "| a   | b   |\n| --- | :-: |\n| 1   | 22  |\n"},
		{"closing number signs", "## A ##\n", "## A\n"},
		{"JSON layout", `{"a":[1,2],"b":"x y"}`, "{\n  \"a\": [1, 2],\n  \"b\": \"x y\"\n}\n"},
		{"JSON rows", "{\"a\":1}\n{\"b\":2}\n", "{ \"a\": 1 }\n\n{\"b\": 2}\n"},
		{"a final newline and a mark", bom + "a", "a\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.True(t, Reflow([]byte(c.a), []byte(c.b)))
			require.True(t, Reflow([]byte(c.b), []byte(c.a)))
		})
	}
}

func TestWhatIsMoreThanLayout(t *testing.T) {
	for _, c := range []struct{ name, a, b string }{
		{"a word gone", "one two\n", "one\n"},
		{"an item gone", "- a\n- b\n", "- a\n"},
		{"items joined", "- a\n- b\n", "- a b\n"},
		{"order", "- a\n- b\n", "- b\n- a\n"},
		{"a box ticked", "- [ ] a\n", "- [x] a\n"},
		{"another number", "1. a\n", "2. a\n"},
		{"a bullet made a number", "- a\n", "1. a\n"},
		{"another level", "# A\n", "## A\n"},
		{"a heading made text", "# A\nb\n", "# A b\n"},
		{"a heading that is a number sign", "# a #b\n", "# a\n"},
		{"emphasis gone", "so *much*\n", "so much\n"},
		{"strong made weak", "**a**\n", "*a*\n"},
		{"underscores in words", "snake_case_name\n", "snake*case*name\n"},
		{"a lone star", "2 * 3\n", "2 _ 3\n"},
		{"in a code span", "`_a_`\n", "`*a*`\n"},
		{"in a code block", "```\n- a\n```\n", "```\n* a\n```\n"},
		{"indentation in a code block", "```\n  a\n```\n", "```\na\n```\n"},
		{"rows joined", "| a |\n| b |\n", "| a | | b |\n"},
		{"alignment", "| a |\n|---|\n", "| a |\n|:--|\n"},
		{"a JSON value", `{"a":1}`, `{"a":2}`},
		{"white space in a JSON string", `{"a":"x y"}`, `{"a":"xy"}`},
		{"JSON keys in another order", `{"a":1,"b":2}`, `{"b":2,"a":1}`},
		{"JSON rows joined", "{\"a\":1}\n{\"b\":2}\n", "{\"a\":1}{\"b\":2}\n"},
		{"emptied", "a\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.False(t, Reflow([]byte(c.a), []byte(c.b)))
			require.False(t, Reflow([]byte(c.b), []byte(c.a)))
		})
	}
}

// shownText is what a reader sees of a Markdown text, by goldmark: words with their emphasis, white space aside.
func shownText(t require.TestingT, doc string) string {
	var out bytes.Buffer
	md := goldmark.New(goldmark.WithExtensions(extension.Table))
	require.NoError(t, md.Convert([]byte(doc), &out))
	var text strings.Builder
	for rest := out.String(); rest != ""; {
		before, after, _ := strings.Cut(rest, "<")
		tag, after, _ := strings.Cut(after, ">")
		text.WriteString(before)
		switch tag {
		case "em", "/em", "strong", "/strong", "h1", "h2":
			text.WriteString("<" + tag + ">")
		default:
			text.WriteString(" ")
		}
		rest = after
	}
	return strings.Join(strings.Fields(html.UnescapeString(text.String())), " ")
}

// block draws one Markdown block in two layouts of the same content.
func block(t *rapid.T) (one, two string) {
	word := rapid.SampledFrom([]string{"alpha", "beta", "*so*", "**very**", "`_x_`", "snake_case", "2 * 3", "(_ok_)", "end."})
	words := rapid.SliceOfN(word, 1, 6).Draw(t, "words")
	other := make([]string, len(words))
	for i, w := range words {
		other[i] = w
		if strings.Trim(w, "*") != w {
			other[i] = strings.ReplaceAll(w, "*", "_")
		}
	}
	blank := rapid.SampledFrom([]string{" ", "  ", "\n"})
	space := blank.Draw(t, "space")
	plain := strings.Join(words, " ")
	switch rapid.IntRange(0, 4).Draw(t, "kind") {
	case 0:
		return plain + "\n", strings.Join(other, space) + " \r\n"
	case 1:
		return "- " + plain + "\n- x\n", "* " + strings.Join(other, " ") + "\n* x\n"
	case 2:
		return "## " + plain + "\n", "##  " + strings.Join(other, " ") + " ##\n"
	case 3:
		return "| a | b |\n|---|---|\n| " + plain + " | x |\n", "| a  | b |\n| --- | --- |\n|" + strings.Join(other, " ") + "|x|\n"
	}
	code := "```\n" + plain + "\n```\n"
	return code, code
}

func TestReflowAgainstGoldmark(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var a, b strings.Builder
		for range rapid.IntRange(1, 4).Draw(t, "blocks") {
			one, two := block(t)
			a.WriteString(one + "\n")
			b.WriteString(two + "\n" + rapid.SampledFrom([]string{"", "\n"}).Draw(t, "blank"))
		}
		if !Reflow([]byte(a.String()), []byte(b.String())) {
			t.Fatalf("no reflow:\n%s\n--\n%s\n%q\n%q", a.String(), b.String(), essence(split([]byte(a.String())).lines), essence(split([]byte(b.String())).lines))
		}
		require.Equal(t, shownText(t, a.String()), shownText(t, b.String()))
		less := rapid.SampledFrom([]string{"alpha", "beta", "snake_case", "end.", "x"}).Draw(t, "less")
		if cut := strings.Replace(a.String(), less, "", 1); cut != a.String() && Reflow([]byte(cut), []byte(b.String())) {
			t.Fatalf("a word went: %q", cut)
		}
	})
}

// Whatever Reflow calls a reflow shows the same to a reader.
func TestReflowShowsTheSame(t *testing.T) {
	piece := rapid.SampledFrom([]string{"a", "b", "*", "_", "**", "__", " ", "\n", "`", "- ", "* ", "# ", "\n\n", "1. ", "1) ", ".", "(", ")", "| "})
	rapid.Check(t, func(t *rapid.T) {
		a := strings.Join(rapid.SliceOfN(piece, 1, 12).Draw(t, "a"), "")
		b := a
		for range rapid.IntRange(1, 3).Draw(t, "swaps") {
			from, to := piece.Draw(t, "from"), piece.Draw(t, "to")
			b = strings.Replace(b, from, to, rapid.IntRange(1, 2).Draw(t, "n"))
		}
		if !Reflow([]byte(a), []byte(b)) || strings.Count(a, "\n\n") != strings.Count(b, "\n\n") {
			return // emphasis and code spans end with their paragraph, so another blank line may show them
		}
		one, two := words3(shownText(t, a)), words3(shownText(t, b))
		if one != two {
			t.Fatalf("%q and %q show %q and %q", a, b, one, two)
		}
	})
}

// words3 leaves of a shown text what no change of white space can change: headings come and go with it.
func words3(s string) string {
	s = strings.NewReplacer("<h1>", "", "</h1>", "", "<h2>", "", "</h2>", "", " ", "", "\u00a0", "").Replace(s)
	return strings.NewReplacer("`", "", "-", "", "*", "", "+", "", "#", "", "1.", "", "1)", "").Replace(s)
}
