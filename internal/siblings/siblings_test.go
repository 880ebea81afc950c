package siblings

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

// reading finds what a name says about one owner.
func reading(name, owner string) (Reading, bool) {
	for _, r := range Of(name) {
		if r.Owner == owner {
			return r, true
		}
	}
	return Reading{}, false
}

func TestEveryRowReadsItsExample(t *testing.T) {
	for _, row := range Table() {
		r, ok := reading(row.Example, row.Owner)
		if assert.True(t, ok, "%s: %s is no copy of %s but %v", row.Tool, row.Example, row.Owner, Of(row.Example)) {
			assert.Equal(t, row.Sure, r.Sure, row.Example)
			assert.Equal(t, row.Kind, r.Kind, row.Example)
		}
	}
}

func TestAnExampleIsReadByItsOwnRowFirst(t *testing.T) {
	for _, row := range Table() {
		_, tool, _ := Owner(row.Example)
		assert.Equal(t, row.Tool, tool, row.Example)
	}
}

func TestNames(t *testing.T) {
	tests := []struct {
		rule, name, owner string
		sure              bool
	}{
		{"no extension", "TODO.sync-conflict-20260101-101500-ABCDEFG", "TODO", true},
		{"a dotfile, marked before its dot", ".sync-conflict-20261129-164735-WAP4AST.hidden", ".hidden", true},
		{"a dotfile, marked behind its name", ".agenda.sync-conflict-20260101-101500-ABCDEFG", ".agenda", true},
		{"two extensions", "a.tar.sync-conflict-20260101-101500-ABCDEFG.gz", "a.tar.gz", true},
		{"copy of a copy", "J.sync-conflict-20260101-101500-ABCDEFG.sync-conflict-20260102-090000-HIJKLMN.md", "J.md", true},
		{"copies of two tools", "J (Ann's conflicted copy 2026-01-01).sync-conflict-20260102-090000-HIJKLMN.md", "J.md", true},
		{"a numbered copy of a copy", "J.sync-conflict-20260101-101500-ABCDEFG (1).md", "J.md", false},
		{"a copy of a numbered file is first of all that file's", "J (1).sync-conflict-20260101-101500-ABCDEFG.md", "J (1).md", true},
		{"a copy of a numbered file may be a copy of the document", "J (1).sync-conflict-20260101-101500-ABCDEFG.md", "J.md", false},
		{"typographic apostrophe", "J (Ann’s conflicted copy 2026-01-01).md", "J.md", true},
		{"two copies on one day", "J (Ann's conflicted copy 2026-01-01 1).md", "J.md", true},
		{"brackets in the document's own name", "plan (draft) (conflicted copy 2026-01-01 101500).md", "plan (draft).md", true},
		{"a device with dashes", "J (Conflicted copy box-T14 202601011015).md", "J.md", true},
		{"French", "J (Copie en conflit de DESKTOP-1 2026-01-01).md", "J.md", true}, //nolint:misspell // French
		{"Japanese", "J (Ann の競合コピー 2026-01-01).md", "J.md", true},
		{"Unison, deleted", "J (conflict on 2026-01-01 was deleted).md", "J.md", true},
		{"mark behind the extension", "J.md_ann-version", "J.md", false},
		{"Seafile behind the extension", "test.txt (SFConflict name@example.com 2015-03-07-11-30-28)", "test.txt", true},
		{"mergetool, older git", "J.md.LOCAL.4711.md", "J.md", true},
		{"mergetool between name and extension", "J.LOCAL.4711.md", "J.md", true},
		{"Resilio twice", "J.Conflict.Conflict.md", "J.Conflict.md", false},
		{"Resilio in capitals", "J.CONFLICT.md", "J.md", false},
		{"a branch", "J.md~feature_x", "J.md", false},
		{"brackets in a user's name", "J (Ann (work)'s conflicted copy 2026-01-01).md", "J.md", true},
		{"brackets around a number", "J (Ann Lee's conflicted copy 2026-01-01 (1)).md", "J.md", true},
		{"brackets in both names", "plan (draft) (Ann (work)'s conflicted copy 2026-01-01).md", "plan (draft).md", true},
		{"brackets, no date", "J (Ann (work)'s conflicted copy).md", "J.md", true},
		{"a numbered copy of a copy, no dates", "J (x's conflicted copy) (x's conflicted copy) (1).md", "J.md", false},
		{"no date, typographic apostrophe", "J (Ann’s Conflicted Copy).md", "J.md", true},
		{"Maestral, two blanks", "J (Sam's  conflicting copy 2022-08-30).md", "J.md", true},
		{"Maestral, numbered", "J (conflicting copy 12).md", "J.md", false},
		{"Subversion, no extension", "TODO.r7", "TODO", false},
	}
	for _, tt := range tests {
		r, ok := reading(tt.name, tt.owner)
		if assert.True(t, ok, "%s: %s: %v", tt.rule, tt.name, Of(tt.name)) {
			assert.Equal(t, tt.sure, r.Sure, "%s: %s", tt.rule, tt.name)
		}
	}
}

func TestNamesOfNoCopy(t *testing.T) {
	for _, name := range []string{
		"", ".", "JOURNAL.md", "conflict-resolution.md", "CLAUDE.local.md", "notes (conflict of interest).md",
		"JOURNAL~20260101-101500.md", ".syncthing.JOURNAL.md.tmp", "~syncthing~JOURNAL.md.tmp", "JOURNAL.md~", ".#JOURNAL.md",
		".JOURNAL.md.swp", ".~lock.JOURNAL.md#", "JOURNAL.md.tmp", ".syncthing.J.sync-conflict-20260101-101500-ABCDEFG.md.tmp",
		"JOURNAL.md.mine", "JOURNAL.md.r42", "JOURNAL.md.theirs", "notes (conflicting copy of the plan).md", "J (conflicted copy).md",
		"J (a) b's conflicted copy 2026-01-01).md", "J (Ann's conflicted copy 2026-01-01.md",
		"sync-conflict-20260101-101500-ABCDEFG.md", "JOURNAL.sync-conflict-2026-ABCDEFG.md", "##",
	} {
		for _, r := range Of(name) {
			assert.False(t, r.Sure, "%s is no copy of %s (%s)", name, r.Owner, r.Tool)
		}
	}
}

func TestAmbiguousNamesAreNeverSure(t *testing.T) {
	for _, name := range []string{"plan (1).md", "plan 2.md", "plan-box1.md", "plan.md.orig", "plan.Conflict.md", "plan(1).md"} {
		owner, _, sure := Owner(name)
		assert.Equal(t, "plan.md", owner, name)
		assert.False(t, sure, name)
	}
}

func TestAHostIsNamedWhereTheNameAloneDoesNotTell(t *testing.T) {
	for name, host := range map[string]string{
		"J-DESKTOP-4F2K9QX.md": "DESKTOP-4F2K9QX", "J.md_ann-version": "ann", "J.md~HEAD": "HEAD",
		"J (1).md": "", "J_conflict-ann-20260101-101500.md": "",
	} {
		r, ok := reading(name, "J.md")
		assert.True(t, ok, name)
		assert.Equal(t, host, r.Host, name)
	}
}

func TestCopyIsTheSureReading(t *testing.T) {
	for _, row := range Table() {
		r, ok := Copy(row.Example)
		assert.Equal(t, row.Sure, ok, row.Example)
		if ok {
			owner, tool, _ := Owner(row.Example)
			assert.Equal(t, Reading{Owner: owner, Tool: tool, Kind: row.Kind, Sure: true}, r)
		}
	}
}

func TestOwnersAreComposed(t *testing.T) {
	name := norm.NFD.String("Tagebücher.sync-conflict-20260101-101500-ABCDEFG.md")
	owner, _, sure := Owner(name)
	assert.True(t, sure)
	assert.Equal(t, "Tagebücher.md", owner)
	assert.True(t, Same(owner, norm.NFD.String(owner)))
	assert.False(t, Same("a", "A"))
}

// Whatever the document is called, a copy made by a tool's form leads back to it.
func TestFormsLeadBack(t *testing.T) {
	var sure []Row
	for _, row := range Table() {
		if row.Sure && strings.HasPrefix(row.Form, "{name}") && strings.HasSuffix(row.Form, "{ext}") {
			sure = append(sure, row)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		row := rapid.SampledFrom(sure).Draw(t, "row")
		name := rapid.StringMatching(`[A-Za-zü][A-Za-z0-9ü _.()-]{0,12}[A-Za-z]`).Draw(t, "name")
		ext := rapid.SampledFrom([]string{"", ".md", ".jsonl"}).Draw(t, "ext")
		mark := strings.TrimSuffix(strings.TrimPrefix(row.Example, strings.TrimSuffix(row.Owner, ".md")), ".md")
		if row.Tool == "Synology Drive" || strings.Contains(row.Example, "[Conflict]") {
			return // their examples name the host too, or stand behind the extension
		}
		r, ok := reading(name+mark+ext, norm.NFC.String(name+ext))
		if !ok || !r.Sure {
			t.Fatalf("%q by %s: %v", name+mark+ext, row.Form, Of(name+mark+ext))
		}
	})
}

// Long names full of marks end soon: nothing is looked at twice.
func TestManyMarks(t *testing.T) {
	for _, mark := range []string{"-a", " 2", "(1)", "-safeBackup-1", ".Conflict", ".conflict1", "~a", "_a_b_Conflict", " (conflict 2026-01-01)"} {
		name := strings.Repeat("x"+mark, 250/(1+len(mark))) + ".md"
		for _, r := range Of(name) {
			assert.NotEqual(t, name, r.Owner)
			assert.NotEmpty(t, r.Owner)
		}
	}
}

func FuzzOf(f *testing.F) {
	for _, row := range Table() {
		f.Add(row.Example)
	}
	f.Fuzz(func(t *testing.T, name string) {
		if len(name) > 255 {
			return
		}
		for _, r := range Of(name) {
			if r.Owner == "" || Same(r.Owner, name) {
				t.Fatalf("%q is a copy of %q", name, r.Owner)
			}
			if len(r.Owner) >= len(norm.NFC.String(name)) {
				t.Fatalf("%q: the owner's name %q is no shorter", name, r.Owner)
			}
		}
	})
}

func BenchmarkCopy(b *testing.B) {
	for b.Loop() {
		Copy("2026-11-29-notes-of-the-weekly-meeting.md")
	}
}

func BenchmarkOf(b *testing.B) {
	for b.Loop() {
		Of("2026-11-29-notes-of-the-weekly-meeting.md")
	}
}
