package claudecode

import (
	"testing"

	"noclobber/test/modelapi"

	"github.com/stretchr/testify/assert"
)

// A model takes Write for an append: it sends the new entry alone as the whole document.
func TestFragmentSentAsTheWholeDocument(t *testing.T) {
	t.Parallel()
	old := lines("# Journal", "", "## Monday", "- base 1", "- base 2", "", "## Tuesday", "- base 3")
	entry := lines("## Wednesday", "- entry of A")
	s := scenario{
		files: map[string]string{journal: old},
		scripts: func(p *project) modelapi.Scripts {
			return modelapi.Scripts{"A": {turn("write", nil, write(p.path(journal), entry))}}
		},
	}
	s.bare(t, func(t *testing.T, o *outcome) {
		assert.False(t, o.result("A", "write").Failed)
		assert.Equal(t, entry, o.read(journal), "the whole journal is gone")
	})
	s.gated(t, appendOnly, func(t *testing.T, o *outcome) {
		o.requireReceipt(t, "A", "write", journal, "- base 1")
		text := o.read(journal)
		assert.Equal(t, old, text[:min(len(old), len(text))], "the journal stands")
		assertEachOnce(t, text, "## Wednesday", "- entry of A")
		o.requireKept(t, journal, old, text)
		o.requireQuiet(t)
	})
}
