package shard

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"noclobber/internal/document"
)

func fold(own string, shards ...Shard) string {
	return string(Fold(Bare([]byte(own)), shards, Options{}))
}

func of(name, text string) Shard { return Shard{Name: name, Text: []byte(text)} }

func TestEntriesWithoutTimeStampsAreOrderedByWriterAndPosition(t *testing.T) {
	got := fold("# J\n", of("b.md", "- b1\n- b2\n"), of("a.md", "- a1\n- a2\n"))
	assert.Equal(t, "# J\n- a1\n- a2\n- b1\n- b2\n", got)
}

func TestEntriesAreOrderedByTimeStamp(t *testing.T) {
	got := fold("# J\n",
		of("b.md", "- 2026-11-29 09:00 b1\n  more of b1\n- 2026-11-29T12:00:00+02:00 b2\n"),
		of("a.md", "- 2026-11-29 09:30 a1\n- 2026-11-29 11:00 a2\n"))
	assert.Equal(t, "# J\n- 2026-11-29 09:00 b1\n  more of b1\n- 2026-11-29 09:30 a1\n- 2026-11-29T12:00:00+02:00 b2\n- 2026-11-29 11:00 a2\n", got)
}

func TestADocumentThatGrowsAtItsTopHasTheNewestFirst(t *testing.T) {
	got := Fold(Bare([]byte("# J\n\nfooter\n")), []Shard{of("a.md", "- 2026-11-28 old\n- 2026-11-29 new\n"), of("b.md", "- plain\n")},
		Options{At: document.At{Place: document.Top}})
	assert.Equal(t, "# J\n\n- 2026-11-29 new\n- 2026-11-28 old\n- plain\nfooter\n", string(got))
}

func TestHeadingsOfTheDocumentAreTargets(t *testing.T) {
	got := fold("# J\n\n## Decisions\n\n- d0\n\n## Log\n",
		of("a.md", "- a log line\n\n## Decisions\n- d1\n## Log\n- l1\n"),
		of("b.md", "# J\n## Decisions\n- d2\n"))
	assert.Equal(t, "# J\n\n## Decisions\n\n- d0\n- d1\n- d2\n\n## Log\n- a log line\n- l1\n", got)
}

func TestOtherHeadingsAreSectionsThatShardsShareAndDaysComeInOrder(t *testing.T) {
	got := fold("# J\n",
		of("b.md", "## 2026-11-29\n- 09:10 b\n\n## Ideas\n- ib\n"),
		of("a.md", "## 2026-11-30\n- next day\n\n## 2026-11-29\n- 09:05 a\n- 09:15 a\n"))
	assert.Equal(t, "# J\n\n## Ideas\n- ib\n\n## 2026-11-29\n- 09:05 a\n- 09:10 b\n- 09:15 a\n\n## 2026-11-30\n- next day\n", got)
}

func TestAHeadingWithATimeStampAndMoreIsAnEntry(t *testing.T) {
	got := fold("# J\n",
		of("b.md", "## 2026-11-29 10:00 b: did it\n\ntext\n\n### Details\n- 2026-11-28 quoted\n"),
		of("a.md", "## 2026-11-29 09:00 a: began\ntext a\n"))
	assert.Equal(t, "# J\n\n## 2026-11-29 09:00 a: began\ntext a\n\n## 2026-11-29 10:00 b: did it\n\ntext\n\n### Details\n- 2026-11-28 quoted\n", got)
}

func TestAnchorsOfTheDocumentAreTargets(t *testing.T) {
	own := "# J\n<!-- anchor:log -->\n- l0\n<!-- /anchor:log -->\nfooter\n"
	got := fold(own, of("a.md", "- a1\n<!-- anchor:log -->\n- l1\n<!-- /anchor:log -->\n- a2\n"))
	assert.Equal(t, "# J\n<!-- anchor:log -->\n- l0\n- l1\n<!-- /anchor:log -->\nfooter\n- a1\n- a2\n", got)
}

func TestAnUnfinishedLastLineIsFoldedAsItStands(t *testing.T) {
	assert.Equal(t, "# J\n- a1\n- a2 unfini\n- b1\n", fold("# J", of("a.md", "- a1\n- a2 unfini"), of("b.md", "- b1")))
}

func TestCodeIsNoEntryAndNoHeading(t *testing.T) {
	shard := "- 2026-11-29 a\n\n```\n# no heading\n2026-11-01 no entry\n```\n"
	assert.Equal(t, "# J\n- 2026-11-29 a\n\n```\n# no heading\n2026-11-01 no entry\n```\n", fold("# J\n", of("a.md", shard)))
}

func TestLineEndingsAndMarkOfTheDocumentStay(t *testing.T) {
	got := Fold(Bare([]byte("\ufeff# J\r\n")), []Shard{of("a.md", "\ufeff- a\n"), of("b.md", "- b\r\n")}, Options{})
	assert.Equal(t, "\ufeff# J\r\n- a\r\n- b\r\n", string(got))
}

func TestRowsAreOrderedByTheirTime(t *testing.T) {
	got := Fold(Bare(nil), []Shard{
		of("b.jsonl", `{"ts":"2026-11-29T10:00:00Z","n":2}`+"\n"),
		of("a.jsonl", `{"ts":"2026-11-29T09:00:00Z","n":1}`+"\n"+`{"time":1796032860,"n":3}`+"\n"),
	}, Options{Rows: true})
	assert.Equal(t, `{"ts":"2026-11-29T09:00:00Z","n":1}`+"\n"+`{"ts":"2026-11-29T10:00:00Z","n":2}`+"\n"+`{"time":1796032860,"n":3}`+"\n", string(got))
}

func TestWithoutEntriesADocumentStaysAsItIs(t *testing.T) {
	assert.Equal(t, "# J\n\n\nx", fold("# J\n\n\nx", of("a.md", ""), of("b.md", "\n\n")))
}

func TestStripKnowsWhatAnotherMachineFolded(t *testing.T) {
	shards := []Shard{of("a.md", "- a1\n- ping\n- ping\n"), of("b.md", "- b1\n")}
	doc := "# J\n- by hand\n- a1\n- ping\n- b1\n- also by hand\n"
	own := Strip([]byte(doc), shards, nil, Options{})
	assert.Equal(t, "# J\n- by hand\n- also by hand\n", string(own.Text))
	assert.Equal(t, "# J\n- by hand\n- a1\n- ping\n- ping\n- b1\n- also by hand\n", string(Fold(own, shards, Options{})))
}

func TestStripTakesOverWhatWasChangedByHandSinceTheLastFold(t *testing.T) {
	own := Bare([]byte("# J\n"))
	before := []Shard{of("a.md", "- a1\n- a2 unfini")}
	last := &Last{Text: Fold(own, before, Options{}), Own: own}
	after := []Shard{of("a.md", "- a1\n- a2 unfinished\n")}

	now := Strip([]byte("# Journal\n- a1\n- a2 unfini\n- a1\n\nfooter\n"), after, last, Options{})
	assert.Equal(t, "# Journal\n- a1\n\nfooter\n", string(now.Text), "the second a1 was written by hand")
	assert.NotContains(t, string(Fold(now, after, Options{})), "unfini\n")
}

func TestCompactedShardsFoldAsTheyDidBefore(t *testing.T) {
	shards := []Shard{of("d/n1-2026-01-01.md", "- x\n## Log\n- l"), of("d/n1-2026-01-02.md", "- y\n"), of("d/n2.md", "- z\n")}
	packed := []Shard{{Name: "d/n1-archive.md", Text: Pack(shards[:2], false)}, shards[2]}
	want := string(Fold(Bare([]byte("# J\n")), shards, Options{}))
	assert.Equal(t, want, string(Fold(Bare([]byte("# J\n")), packed, Options{})))

	back := append(packed, of("d/n1-2026-01-01.md", "- x\n"), of("d/n1-2026-01-02.md", "- y\n- late\n"))
	assert.Contains(t, string(Fold(Bare([]byte("# J\n")), back, Options{})), "- y\n- late\n")
	assert.Len(t, cut(Fold(Bare([]byte("# J\n")), back, Options{})), len(cut([]byte(want)))+1, "what came back is not doubled")
}

func TestNamesSayWhoseAShardIs(t *testing.T) {
	for _, c := range []struct {
		pattern, path string
		want          Name
		ok            bool
	}{
		{"P.d/{node}.md", "P.d/n1.md", Name{Node: "n1"}, true},
		{"P.d/{node}.md", "P.d/sub/n1.md", Name{}, false},
		{"P.d/{node}.md", "P.d/.md", Name{}, false},
		{"P.d/{node}-{date}.md", "P.d/n-1-2026-11-29.md", Name{Node: "n-1", Date: "2026-11-29"}, true},
		{"P.d/{node}-{date}.md", "P.d/n1-archive.md", Name{Node: "n1", Date: "archive"}, true},
		{"P.d/{node}-{date}.md", "P.d/n1-today.md", Name{}, false},
		{"{node}/{node}.md", "a/a.md", Name{Node: "a"}, true},
		{"{node}/{node}.md", "a/b.md", Name{}, false},
		{"{session}.md", "P.md", Name{Session: "P"}, true},
	} {
		got, ok := Parse(c.pattern, c.path)
		assert.Equal(t, c.ok, ok, "%s %s", c.pattern, c.path)
		assert.Equal(t, c.want, got, "%s %s", c.pattern, c.path)
		if ok {
			assert.Equal(t, c.path, Expand(c.pattern, got))
		}
	}
}
