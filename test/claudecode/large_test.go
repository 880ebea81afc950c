package claudecode

import (
	"fmt"
	"strings"
	"testing"

	"noclobber/test/modelapi"

	"github.com/stretchr/testify/assert"
)

// The client refuses to read a document of more than 256 KB; it edits and overwrites one all the same.
func TestDocumentTooLargeToRead(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 6000 {
		fmt.Fprintf(&b, "- entry %04d: a line of the journal that is not short\n", i)
	}
	old := b.String()
	s := scenario{
		files: map[string]string{journal: old},
		scripts: func(p *project) modelapi.Scripts {
			doc := p.path(journal)
			return modelapi.Scripts{"A": {
				turn("read", nil, read(doc)),
				turn("edit", nil, edit(doc, "- entry 5999: a line of the journal that is not short", "- entry 5999: a line of the journal that is not short\n- first of A")),
				turn("write", nil, write(doc, lines("- second of A"))),
			}}
		},
	}
	unread := func(t *testing.T, o *outcome) {
		assert.True(t, o.result("A", "read").Failed, "a plain read fails")
		assert.False(t, o.result("A", "edit").Failed, "an edit passes")
	}
	s.bare(t, func(t *testing.T, o *outcome) {
		unread(t, o)
		assert.Equal(t, lines("- second of A"), o.read(journal), "the whole journal is gone")
	})
	s.gated(t, appendOnly, func(t *testing.T, o *outcome) {
		unread(t, o)
		o.requireReceipt(t, "A", "write", journal)
		assert.True(t, o.read(journal) == old+lines("- first of A", "- second of A"), "got:\n…%s", tail(o.read(journal)))
		o.requireKept(t, journal, old, old+lines("- first of A"))
		o.requireQuiet(t)
	})
}

func tail(text string) string { return text[max(0, len(text)-500):] }
