package staged

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"noclobber/internal/report"
)

func TestParseMessage(t *testing.T) {
	allowed, problems := ParseMessage([]byte("Prune\n\nNoclobber-Allow: ./J.md moved  to the wiki \r\nnoclobber-allow: \"a b.md\" why: because\n"+
		"Noclobber-Allow: K.md\nNoclobber-Allow:\n# Noclobber-Allow: no comment\n"+scissors+"\nNoclobber-Allow: X below the scissors\n"), "here")
	require.Equal(t, []Allowance{{"J.md", "moved  to the wiki", "here"}, {"a b.md", "why: because", "here"}}, allowed)
	require.Len(t, problems, 2)
}

func TestAllowanceReadsWhatItWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := Allowance{
			Path:   rapid.StringMatching(`[a-z"\\][a-zäß" \\:./-]{0,8}[a-z]`).Draw(t, "path"),
			Reason: rapid.StringMatching(`[a-z][a-z: "]{0,8}[a-z]`).Draw(t, "reason"),
		}
		got, problems := ParseMessage([]byte("x\n\n"+a.String()+"\n"), "")
		require.Empty(t, problems)
		require.Equal(t, []Allowance{a}, got)
	})
}

func TestAllow(t *testing.T) {
	lost := Finding{Kind: LostLines, Severity: report.Error, Path: "J", Message: "lost"}
	final := Finding{Kind: LostLines, Severity: report.Error, Path: "F", Message: "lost", Final: true}
	moved := Finding{Kind: MovedOut, Severity: report.Error, Path: "new", From: "old", Message: "moved"}
	note := Finding{Kind: MovedLines, Severity: report.Note, Path: "N"}
	all, used := Allow([]Finding{lost, final, moved, note}, []Allowance{{"J", "r", "x"}, {"F", "r", "x"}, {"old", "r", "x"}, {"N", "r", "x"}})
	require.Equal(t, []string{"note: allowed J", "lost-lines F", "note: allowed new", "note: moved-lines N", "note: unused-allowance F", "note: unused-allowance N"}, words(all))
	require.Equal(t, []Allowance{{"J", "r", "x"}, {"old", "r", "x"}}, used)
}

func TestMendNamesCommands(t *testing.T) {
	f := Finding{Kind: LostLines, Path: "a b.md", Before: "1", Parent: "HEAD"}
	require.Equal(t, `git show 'HEAD:a b.md' prints what stood: put it back, then git add 'a b.md'; if it is meant: `+
		`noclobber precommit --allow 'a b.md' --reason 'WHY', or in the commit message: Noclobber-Allow: "a b.md" WHY`, Scene{}.Mend(f))
	require.Contains(t, Scene{Below: true}.Mend(f), "git add ':/a b.md'")
	require.NotContains(t, Scene{Range: true}.Mend(f), "--allow")
	f.Final = true
	require.Contains(t, Scene{}.Mend(f), `no allowance counts here (shrink = "deny")`)
}
