package policy

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestShardsAreAppendDocumentsOfTheirRule(t *testing.T) {
	p, err := Parse("/w/.noclobber.toml", []byte(`version = 1
[[protect]]
name = "fleet"
paths = ["PROGRESS.md", "notes/*.md"]
except = ["PROGRESS.d/x.md"]
mode = "shard"
at = "top"
shards = "PROGRESS.d/{node}-{date}.md"
`))
	require.NoError(t, err)

	view := p.MatchRel("PROGRESS.md")
	require.NotNil(t, view)
	assert.Equal(t, Shard, view.Mode)
	assert.Nil(t, view.ShardOf)

	own := p.MatchRel("PROGRESS.d/n1-2026-11-29.md")
	require.NotNil(t, own)
	assert.Equal(t, Append, own.Mode)
	assert.Equal(t, End, own.At.Place)
	assert.Same(t, view, own.ShardOf)
	assert.Same(t, own, view.OfShards())

	assert.Nil(t, p.MatchRel("PROGRESS.d/sub/n1-2026-11-29.md"))
	assert.Contains(t, p.Roots(), "/w/PROGRESS.d")
}

func TestANameThatIsSpelledOutIsTheDocumentEvenAmongShards(t *testing.T) {
	p, err := Parse("/w/.noclobber.toml", []byte("version = 1\n[[protect]]\npaths = [\"J.md\"]\nmode = \"shard\"\nshards = \"{node}.md\"\n"))
	require.NoError(t, err)
	assert.Equal(t, Shard, p.MatchRel("J.md").Mode)
	assert.Equal(t, Append, p.MatchRel("n1.md").Mode)
}
