package staged

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"noclobber/internal/report"
	"noclobber/policy"
)

const top = "/w"

// rulebook is the policies of one tree: one file at the top.
type rulebook struct{ *policy.Policy }

func (r rulebook) Find(path string) (policy.Match, error) {
	rel, err := filepath.Rel(top, path)
	if err != nil || r.Policy == nil {
		return policy.Match{}, err
	}
	rule := r.MatchRel(filepath.ToSlash(rel))
	return policy.Match{Rule: rule, Policy: r.Policy, Protected: rule != nil && rule.Mode != policy.Off}, nil
}

func (r rulebook) Weaker(file string, old, new []byte) (bool, string) {
	return policy.Weaker(old, new, file)
}

// bytesByID is a repository's blobs.
type bytesByID map[string][]byte

func (b bytesByID) Blob(id string) ([]byte, error) {
	text, ok := b[id]
	if !ok {
		return nil, fmt.Errorf("no blob %s", id)
	}
	return text, nil
}

// files is a tree as a test writes it. A text that begins with "link:" is a symbolic link.
type files map[string]string

func (b bytesByID) tree(f files) Tree {
	t := Tree{}
	for name, text := range f {
		id := fmt.Sprintf("%x", sha256.Sum256([]byte(text)))
		b[id] = []byte(text)
		kind := File
		if strings.HasPrefix(text, "link:") {
			kind = Link
		}
		t[name] = Entry{Kind: kind, ID: id}
	}
	return t
}

func rulesOf(t *testing.T, text string) rulebook {
	t.Helper()
	if text == "" {
		return rulebook{}
	}
	p, err := policy.Parse(filepath.Join(top, policy.FileName), []byte("version = 1\n"+text))
	require.NoError(t, err)
	return rulebook{p}
}

// rule is a [[protect]] table.
func rule(paths, more string) string {
	return "[[protect]]\nname = '" + paths + "'\npaths = [" + paths + "]\n" + more + "\n"
}

// review judges a commit from one tree to another.
func review(t *testing.T, rules string, before, after files) []Finding {
	t.Helper()
	blobs := bytesByID{}
	return judgedBy(t, rules, blobs, Commit{Tree: blobs.tree(after), Parents: []Parent{{Name: "HEAD", Tree: blobs.tree(before)}}})
}

func judgedBy(t *testing.T, rules string, blobs bytesByID, c Commit) []Finding {
	t.Helper()
	book := rulesOf(t, rules)
	r := Review{Top: top, Blobs: blobs, Before: book, After: book, Owner: func(name string) (string, bool) {
		if owner, ok := strings.CutSuffix(name, ".orig"); ok {
			return owner, false
		}
		if owner, ok := strings.CutSuffix(name, ".conflict"); ok {
			return owner, true
		}
		return "", false
	}}
	result, err := r.Commit(c)
	require.NoError(t, err)
	return result.Findings
}

// words are the findings in short: kind and path, notes marked.
func words(list []Finding) []string {
	var out []string
	for _, f := range list {
		word := f.Kind + " " + f.Path
		if f.Severity != report.Error {
			word = string(f.Severity) + ": " + word
		}
		out = append(out, word)
	}
	return out
}

const large = "[defaults]\nmax_document = \"8 B\"\n"

const entries = "# Log\n- one\n- two\n- three\n- four\n- five\n- six\n- seven\n- eight\n"

func TestReviewOfOneDocument(t *testing.T) {
	anchored := "intro\n<!-- anchor:a -->\nx\n<!-- /anchor:a -->\n<!-- anchor:b -->\ny\n<!-- /anchor:b -->\n"
	appendJ, mergeJ := rule(`"J"`, `mode = "append"`), rule(`"J"`, "mode = \"merge\"\nmin_loss = \"2 lines\"")
	for name, c := range map[string]struct {
		rules         string
		before, after string
		want          []string
	}{
		"append: an entry more":                 {appendJ, entries, entries + "- nine\n", nil},
		"append: an entry between":              {appendJ, entries, "# Log\n- half\n" + entries[6:], nil},
		"append: a last line written on":        {appendJ, entries + "- ni", entries + "- nine\n- ten\n", nil},
		"append: a last line cut":               {appendJ, entries + "- nine", entries + "- ni\n- ten\n", []string{"lost-lines J"}},
		"append: an entry less":                 {appendJ, entries, strings.Replace(entries, "- two\n", "", 1), []string{"lost-lines J"}},
		"append: an entry changed":              {appendJ, entries, strings.Replace(entries, "two", "zwei", 1), []string{"lost-lines J"}},
		"append: two entries swapped":           {appendJ, entries, strings.Replace(entries, "- two\n- three\n", "- three\n- two\n", 1), []string{"rewritten-history J"}},
		"append: an equal entry less":           {appendJ, "- a\n- a\n", "- a\n", []string{"lost-lines J"}},
		"append: blank lines less":              {appendJ, "- a\n\n\n- b\n", "- a\n- b\n", nil},
		"append: emptied":                       {appendJ, entries, "", []string{"lost-lines J"}},
		"append: CR LF":                         {appendJ, entries, strings.ReplaceAll(entries, "\n", "\r\n"), nil},
		"append: another list marker, and more": {appendJ, entries, strings.ReplaceAll(entries, "- ", "* ") + "* nine\n", nil},
		"append: binary, at the end":            {appendJ, "a\x00b", "a\x00bc", nil},
		"append: binary, changed":               {appendJ, "a\x00b", "a\x00c", []string{"lost-lines J"}},
		"shard: like append":                    {rule(`"J"`, "mode = \"shard\"\nshards = \"J.d/{node}\""), "- a\n- b\n", "- a\n", []string{"lost-lines J"}},

		"merge: a line replaced":     {mergeJ, entries, strings.Replace(entries, "two", "zwei", 1), nil},
		"merge: within the rule":     {mergeJ, entries, strings.Replace(entries, "- two\n- three\n", "", 1), nil},
		"merge: beyond the rule":     {mergeJ, entries, "# Log\n- one\n- two\n", []string{"lost-lines J"}},
		"record: beyond the rule":    {rule(`"J"`, "mode = \"record\"\nmin_loss = \"2 lines\""), entries, "# Log\n", []string{"lost-lines J"}},
		"deny: any change":           {rule(`"J"`, `mode = "deny"`), "a\n", "a\nb\n", []string{"denied-change J"}},
		"off: nothing":               {rule(`"J"`, `mode = "off"`), entries, "", nil},
		"no rule: nothing":           {rule(`"K"`, `mode = "append"`), entries, "", nil},
		"a link in its place":        {appendJ, entries, "link:K", []string{"not-a-file J"}},
		"kept by LFS":                {appendJ, entries, "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", []string{"note: not-judged J"}},
		"a placeholder":              {mergeJ, entries, "# Log\n- one\n[... rest of the file unchanged ...]\n", []string{"lost-lines J", "placeholder J"}},
		"markers":                    {appendJ, entries, entries + "<<<<<<< a\n- x\n=======\n- y\n>>>>>>> b\n", []string{"conflict-markers J"}},
		"markers that stood there":   {appendJ, "<<<<<<< a\n>>>>>>> b\n", "<<<<<<< a\n>>>>>>> b\n- x\n", nil},
		"markers, one left":          {appendJ, entries, entries + "- x\n>>>>>>> b\n", []string{"conflict-markers J"}},
		"markers in a code block":    {rule(`"J"`, `mode = "append"`), "# a\n", "# a\n```\n<<<<<<< a\n>>>>>>> b\n```\n", []string{"note: conflict-markers J"}},
		"anchors: a splice":          {rule(`"J"`, `mode = "anchors"`), anchored, strings.Replace(anchored, "x\n", "z\n", 1), nil},
		"anchors: one gone":          {rule(`"J"`, `mode = "anchors"`), anchored, strings.Replace(anchored, "<!-- anchor:b -->\ny\n<!-- /anchor:b -->\n", "", 1), []string{"lost-anchor J"}},
		"anchors: a marker gone":     {rule(`"J"`, `mode = "anchors"`), anchored, strings.Replace(anchored, "<!-- /anchor:b -->\n", "", 1), []string{"damaged-anchor J"}},
		"anchors: damage mended":     {rule(`"J"`, `mode = "anchors"`), strings.Replace(anchored, "<!-- /anchor:b -->\n", "", 1), anchored, nil},
		"anchors: a new one":         {rule(`"J"`, `mode = "anchors"`), anchored, anchored + "<!-- anchor:c -->\n<!-- /anchor:c -->\n", []string{"damaged-anchor J"}},
		"anchors: new ones wanted":   {rule(`"J"`, "mode = \"anchors\"\nnew = true"), anchored, anchored + "<!-- anchor:c -->\n<!-- /anchor:c -->\n", nil},
		"anchors: text around":       {rule(`"J"`, "mode = \"anchors\"\noutside = \"frozen\""), anchored, strings.Replace(anchored, "intro", "other", 1), []string{"frozen-text J"}},
		"anchors: a section gone":    {rule(`"J"`, "mode = \"anchors\"\nstyle = \"heading\""), "# a\nx\n# b\ny\n", "# a\nx\n", []string{"lost-anchor J"}},
		"json: broken":               {rule(`"J"`, "mode = \"merge\"\nformat = \"json\""), `{"a":1}`, `{"a":1`, []string{"invalid-format J"}},
		"json: was broken":           {rule(`"J"`, "mode = \"merge\"\nformat = \"json\""), `{"a":`, `{"a":1`, nil},
		"json: reformatted":          {rule(`"J"`, "mode = \"append\"\nformat = \"json\""), `{"a":1,"b":2}`, "{\n  \"a\": 1,\n  \"b\": 2\n}\n", nil},
		"rows: a number twice":       {rule(`"J"`, "mode = \"append\"\nformat = \"jsonl\"\nseq = \"n\""), "{\"n\":1}\n", "{\"n\":1}\n{\"n\":1}\n", []string{"duplicate J"}},
		"rows: one glued":            {rule(`"J"`, "mode = \"append\"\nformat = \"jsonl\""), "{\"n\":1}\n", "{\"n\":1}\n{\"n\":2}{\"n\":3}\n", []string{"fused-rows J"}},
		"rows: torn off":             {rule(`"J"`, "mode = \"append\"\nformat = \"jsonl\""), "{\"n\":1}\n", "{\"n\":1}\n{\"n\"", []string{"torn-tail J"}},
		"large: grown at the end":    {large + rule(`"J"`, `mode = "append"`), entries, entries + "x", nil},
		"large: changed in the head": {large + rule(`"J"`, `mode = "append"`), entries, "x" + entries, []string{"lost-lines J"}},
		"large: cut":                 {large + rule(`"J"`, "mode = \"merge\"\nmin_loss = \"1 B\""), entries, entries[:9], []string{"lost-lines J"}},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, c.want, words(review(t, c.rules, files{"J": c.before}, files{"J": c.after})))
		})
	}
}

func TestReviewOfMovesAndRemovals(t *testing.T) {
	rules := rule(`"J", "arch/*"`, `mode = "append"`)
	half := "# Log\n- one\n- two\n- three\n"
	for name, c := range map[string]struct {
		before, after files
		want          []string
	}{
		"removed":                             {files{"J": entries}, files{}, []string{"lost-document J"}},
		"removed, it was empty":               {files{"J": "\n"}, files{}, nil},
		"new":                                 {files{}, files{"J": entries}, nil},
		"new, and malformed":                  {files{}, files{"arch/a.json": "{"}, []string{"invalid-format arch/a.json"}},
		"moved under a rule":                  {files{"J": entries}, files{"arch/J": entries}, nil},
		"moved to where none is":              {files{"J": entries}, files{"K": entries}, []string{"moved-out K"}},
		"moved and grown":                     {files{"J": entries}, files{"arch/J": entries + "- nine\n"}, nil},
		"moved and shortened beyond likeness": {files{"J": entries}, files{"arch/J": half + strings.Repeat("- other\n", 50)}, []string{"lost-lines arch/J"}},
		"removed, and another file is new":    {files{"J": entries}, files{"arch/J": "- other\n"}, []string{"lost-document J"}},
		"moved, and a link left behind":       {files{"J": entries}, files{"J": "link:arch/J", "arch/J": entries}, nil},
		"moved, and copied where none guards": {files{"J": entries}, files{"a": entries, "arch/J": entries}, nil},
		"an empty one removed, another added": {files{"J": ""}, files{"K": ""}, nil},
		"two that become one":                 {files{"J": "- a\n- b\n", "arch/J": "- c\n"}, files{"arch/K": "- a\n- b\n- c\n"}, nil},
		"split in two":                        {files{"J": entries}, files{"J": "# Log\n- eight\n", "arch/J": strings.TrimSuffix(entries[6:], "- eight\n")}, []string{"note: moved-lines J"}},
		"split, and one lost":                 {files{"J": entries}, files{"J": "# Log\n", "arch/J": strings.TrimSuffix(entries[6:], "- eight\n")}, []string{"lost-lines J"}},
		"to a file that nobody guards":        {files{"J": entries}, files{"J": "# Log\n", "K": entries[6:]}, []string{"lost-lines J"}},
		"a conflict copy":                     {files{"J": entries}, files{"J": entries, "J.conflict": "- x\n"}, []string{"conflict-sibling J.conflict"}},
		"a copy of nothing that is guarded":   {files{"K": entries}, files{"K": entries, "K.conflict": "- x\n"}, nil},
		"a leftover that is like it":          {files{"J": entries}, files{"J": entries, "J.orig": entries + "- x\n"}, []string{"conflict-sibling J.orig"}},
		"a name like that, other text":        {files{"J": entries}, files{"J": entries, "J.orig": "of something else\n"}, nil},
		"a copy that goes":                    {files{"J": entries, "J.conflict": "- x\n"}, files{"J": entries}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, c.want, words(review(t, rules, c.before, c.after)))
		})
	}
}

func TestReviewOfMerges(t *testing.T) {
	appendJ := rule(`"J"`, `mode = "append"`)
	base, ours, theirs := "- a\n- b\n", "- a\n- b\n- ours\n", "- a\n- b\n- theirs\n"
	for name, c := range map[string]struct {
		base, ours, theirs, result files
		want                       []string
	}{
		"both kept":                     {files{"J": base}, files{"J": ours}, files{"J": theirs}, files{"J": base + "- theirs\n- ours\n"}, nil},
		"ours taken":                    {files{"J": base}, files{"J": ours}, files{"J": theirs}, files{"J": ours}, []string{"lost-lines J"}},
		"theirs taken":                  {files{"J": base}, files{"J": ours}, files{"J": theirs}, files{"J": theirs}, []string{"lost-lines J"}},
		"what they removed is gone":     {files{"J": base}, files{"J": ours}, files{"J": "- a\n"}, files{"J": "- a\n- ours\n"}, nil},
		"more is gone than they remove": {files{"J": base}, files{"J": ours}, files{"J": "- a\n"}, files{"J": "- ours\n"}, []string{"lost-lines J"}},
		"theirs, and we did nothing":    {files{"J": base}, files{"J": base}, files{"J": "- a\n"}, files{"J": "- a\n"}, nil},
		"they removed the document":     {files{"J": base}, files{"J": base}, files{}, files{}, nil},
		"nobody removed it":             {files{"J": base}, files{"J": ours}, files{"J": theirs}, files{}, []string{"lost-document J"}},
		"markers of both":               {files{"J": base}, files{"J": ours}, files{"J": theirs}, files{"J": base + "<<<<<<< a\n- ours\n=======\n- theirs\n>>>>>>> b\n"}, []string{"conflict-markers J"}},
		"no common history":             {files{}, files{"J": ours}, files{"J": theirs}, files{"J": ours}, []string{"lost-lines J"}},
	} {
		t.Run(name, func(t *testing.T) {
			blobs := bytesByID{}
			commit := Commit{
				Tree: blobs.tree(c.result), Base: blobs.tree(c.base),
				Parents: []Parent{{"HEAD", blobs.tree(c.ours)}, {"abc", blobs.tree(c.theirs)}},
			}
			require.Equal(t, c.want, words(judgedBy(t, appendJ, blobs, commit)))
		})
	}
}

// TestTheRuleFromBefore: a document is judged by the rule from before the commit, else by the one that comes with it.
func TestTheRuleFromBefore(t *testing.T) {
	strict, loose := rule(`"J"`, `mode = "append"`), rule(`"J"`, `mode = "record"`)
	for name, c := range map[string]struct {
		before, after string
		lost          bool
	}{
		"as before":            {strict, strict, true},
		"loosened":             {strict, loose, true},
		"removed":              {strict, "", true},
		"protected from now":   {"", strict, true},
		"was off":              {rule(`"J"`, `mode = "off"`), strict, true},
		"never protected":      {"", "", false},
		"stricter from now on": {loose, strict, false},
	} {
		t.Run(name, func(t *testing.T) {
			blobs := bytesByID{}
			r := Review{Top: top, Blobs: blobs, Before: rulesOf(t, c.before), After: rulesOf(t, c.after)}
			result, err := r.Commit(Commit{
				Tree:    blobs.tree(files{"J": "- a\n"}),
				Parents: []Parent{{"HEAD", blobs.tree(files{"J": "- a\n- b\n"})}},
			})
			require.NoError(t, err)
			require.Equal(t, c.lost, len(result.Findings) > 0)
		})
	}
}

func TestReviewOfPolicies(t *testing.T) {
	text := "version = 1\n" + rule(`"J"`, `mode = "append"`)
	blobs := bytesByID{}
	judged := func(before, after files) []string {
		return words(judgedBy(t, rule(`"J"`, `mode = "append"`), blobs, Commit{Tree: blobs.tree(after), Parents: []Parent{{"HEAD", blobs.tree(before)}}}))
	}
	require.Equal(t, []string{"weaker-policy .noclobber.toml"}, judged(files{policy.FileName: text}, files{}))
	require.Equal(t, []string{"weaker-policy a/.noclobber.toml"}, judged(files{"a/" + policy.FileName: text}, files{"a/" + policy.FileName: "version = 1\n"}))
	require.Equal(t, []string{"broken-policy .noclobber.toml"}, judged(files{policy.FileName: text}, files{policy.FileName: text + "oops"}))
	require.Empty(t, judged(files{policy.FileName: text}, files{policy.FileName: text + rule(`"K"`, `mode = "append"`)}))
	require.Empty(t, judged(files{}, files{policy.FileName: text}))
}

func TestUnmergedIsNoRemoval(t *testing.T) {
	blobs := bytesByID{}
	c := Commit{Tree: Tree{}, Parents: []Parent{{"HEAD", blobs.tree(files{"J": entries})}}, Unmerged: []string{"J", "other"}}
	require.Equal(t, []string{"unmerged J"}, words(judgedBy(t, rule(`"J"`, `mode = "append"`), blobs, c)))
}
