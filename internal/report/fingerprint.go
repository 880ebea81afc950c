package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// fingerprints tell findings of one run apart and find them again in the next, also where lines have moved: they depend
// on what was said of which file, and on how often the same was said before.
func fingerprints(findings []Finding) []string {
	seen := map[string]int{}
	all := make([]string, len(findings))
	for i, f := range findings {
		key := f.Kind + "\x00" + f.Path + "\x00" + f.Message
		sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", key, seen[key]))
		seen[key]++
		all[i] = hex.EncodeToString(sum[:16])
	}
	return all
}
