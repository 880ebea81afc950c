package document

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec" //nolint:depguard // git is the oracle: what it merges is what we compare with
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

var gitTriples = flag.Int("merges", 8, "triples of each class that are compared with git merge-file")

// gitMerge is the oracle: what git makes of a triple, and whether without conflict.
func gitMerge(t testing.TB, dir string, tr triple) (merged []byte, clean bool) {
	files := map[string][]byte{"prop": tr.prop, "base": tr.base, "head": tr.head}
	for name, doc := range files {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), doc, 0o600))
	}
	cmd := exec.Command("git", "merge-file", "-p", "head", "base", "prop")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err == nil {
		return out, true
	}
	require.ErrorAs(t, err, new(*exec.ExitError))
	return nil, false
}

// Where git merges without conflict we leave the same lines, and the same bytes but for endings: git takes the
// proposal's final newline where only that changed, we keep the head's. The one in a hundred that may differ: an insertion
// among equal lines ("- result: ok" three times) may be found before or behind one of them, and a line that one side
// moved and the other moved, deleted or added as well is a conflict here, where git leaves it twice, again or once.
func TestMergeLeavesWhatGitLeaves(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	m := &maker{rng: rand.New(rand.NewPCG(3, 4))}
	dir := t.TempDir()
	same, other, refused, more, neither := 0, 0, 0, 0, 0
	for _, class := range classes {
		for range *gitTriples {
			tr := class(m)
			want, clean := gitMerge(t, dir, tr)
			got := Merge(tr.base, tr.prop, tr.head)
			switch {
			case clean && !got.Clean():
				refused++
				t.Logf("%s: conflict where git has none\n%s\n--\n%s\n--\n%s\n%+v", tr.class, tr.base, tr.prop, tr.head, got.Conflicts)
			case clean && !sameMerge(tr.class, got.Text, want):
				other++
				t.Logf("%s: other bytes than git\n%s\n--\n%s\n--\n%s\n-- ours\n%s\n-- git\n%s", tr.class, tr.base, tr.prop, tr.head, got.Text, want)
			case clean:
				same++
			case got.Clean():
				more++
			default:
				neither++
			}
		}
	}
	t.Logf("same %d, other %d, conflict only here %d, conflict only in git %d, conflict in both %d", same, other, refused, more, neither)
	require.LessOrEqual(t, other+refused, (same+other+refused)/100)
}

func sameMerge(class string, a, b []byte) bool {
	if class == "no final newline" {
		return Equal(a, b)
	}
	return bytes.Equal(a, b)
}
