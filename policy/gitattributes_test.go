package policy

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestMergeLinesAreThoseOfRulesThatMerge(t *testing.T) {
	p, err := Parse("/p/.noclobber.toml", []byte(`version = 1
[[protect]]
name = "vendor"
paths = ["third/**"]
mode = "deny"
[[protect]]
name = "journals"
paths = ["./notes/**/*.{md,txt}", "my journal.md"]
except = ["notes/private/**"]
mode = "append"
[[protect]]
name = "off"
paths = ["notes/old/**"]
mode = "off"
`))
	require.NoError(t, err)
	assert.Equal(t, []MergeLine{
		{"/notes/**/*.md", true}, {"/notes/**/*.txt", true}, {`"/my journal.md"`, true}, {"/notes/private/**", false}, {"/notes/old/**", false},
	}, p.MergeLines())
}
