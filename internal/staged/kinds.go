package staged

import "noclobber/internal/report"

// The kinds of findings: stable words. Those of numbered logs are the words of package seqlog.
const (
	LostLines     = "lost-lines"
	LostDocument  = "lost-document"
	LostAnchor    = "lost-anchor"
	DamagedAnchor = "damaged-anchor"
	FrozenText    = "frozen-text"
	Reordered     = "rewritten-history"
	MovedOut      = "moved-out"
	NotAFile      = "not-a-file"
	DeniedChange  = "denied-change"
	Marks         = "conflict-markers"
	Unmerged      = "unmerged"
	Sibling       = "conflict-sibling"
	InvalidFormat = "invalid-format"
	Placeholder   = "placeholder"
	WeakerPolicy  = "weaker-policy"
	BrokenPolicy  = "broken-policy"
	MovedLines    = "moved-lines"
	NotJudged     = "not-judged"
	Allowed       = "allowed"
	UnusedAllow   = "unused-allowance"
)

// Checks describes each kind of finding, in the order of the table in docs/precommit.md.
func Checks() []report.Check {
	check := func(id string, s report.Severity, title, help string) report.Check {
		return report.Check{ID: id, Severity: s, Title: title, Help: help}
	}
	return []report.Check{
		check(LostLines, report.Error, "lines of a protected document are gone",
			"In `append` and `shard` documents every line counts, elsewhere a loss beyond `max_shrink` and `min_loss`. Lines that moved, a reflow, and lines that another protected document of the same commit received are no loss."),
		check(LostDocument, report.Error, "a protected document is removed", "Where another file of the commit holds its text, it is judged as moved there."),
		check(LostAnchor, report.Error, "an anchor or a section is gone", "Anchors are named regions; whoever writes into one finds it by its name."),
		check(DamagedAnchor, report.Error, "the markers of an anchor are damaged", "Markers that stand twice, in the wrong order or without their counterpart, and new ones where the rule does not allow them."),
		check(FrozenText, report.Error, "text outside anchors changed", "The rule says `outside = \"frozen\"`."),
		check(Reordered, report.Error, "lines of an append document changed their order", "No line is lost, but the document no longer tells what came after what. Merges may interleave."),
		check(MovedOut, report.Error, "a protected document moved to where no rule protects it", "The text is there, but nobody guards it any longer."),
		check(NotAFile, report.Error, "a protected document became something else than a file", "A symbolic link or a submodule in its place holds none of its lines."),
		check(DeniedChange, report.Error, "a document changed whose mode is deny", "Nobody is to write it."),
		check(Marks, report.Error, "conflict markers are staged", "A merge was committed half resolved. Markers in code blocks are quotations and reported as notes."),
		check(Unmerged, report.Error, "a conflict is not resolved", "The index still has the sides of a merge."),
		check(Sibling, report.Error, "a sync tool's conflict copy is added", "It holds lines that the document lacks, and nobody reads it."),
		check(InvalidFormat, report.Error, "the document does not parse any longer", "It did before, or it is new."),
		check(Placeholder, report.Error, "a line stands for text left out", "`[... rest of the file unchanged ...]` is what a writer leaves that did not have the text at hand."),
		check(WeakerPolicy, report.Error, "a policy protects less than before", "The documents are judged by the policy from before the commit; that it becomes weaker has to be said."),
		check(BrokenPolicy, report.Error, "a policy does not parse", "Nobody knows what it means to protect."),
		check("duplicate", report.Error, "a row of a log repeats a number", "See docs/seqlog.md."),
		check("gap", report.Error, "numbers of a log are missing", "See docs/seqlog.md."),
		check("order", report.Error, "a number of a log comes late", "See docs/seqlog.md."),
		check("short", report.Error, "a batch restarts below what is stored", "See docs/seqlog.md."),
		check("torn-tail", report.Error, "a log ends in a row that is not whole", "See docs/seqlog.md."),
		check("fused-rows", report.Error, "rows of a log are glued together", "See docs/seqlog.md."),
		check("invalid-json", report.Error, "a row of a log is no JSON", "See docs/seqlog.md."),
		check("invalid-utf8", report.Error, "a row of a log is no UTF-8", "See docs/seqlog.md."),
		check("bad-seq", report.Error, "a row's number is none", "See docs/seqlog.md."),
		check("long-line", report.Error, "a row of a log is too long to be read", "See docs/seqlog.md."),
		check("damaged-frame", report.Error, "a frame of a compressed log cannot be read", "See docs/seqlog.md."),
		check(MovedLines, report.Note, "lines went to another protected document", "They are kept, so this is no loss."),
		check(NotJudged, report.Note, "a document could not be judged", "Its bytes are not in the repository (Git LFS), or are no text."),
		check(Allowed, report.Note, "a finding that the commit allows", "The reason stands in the commit message or was given with `--allow`."),
		check(UnusedAllow, report.Note, "an allowance that nothing needed", "Perhaps its path is misspelt."),
	}
}
