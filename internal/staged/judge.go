package staged

import (
	"bytes"
	"fmt"

	"noclobber/internal/document"
	"noclobber/internal/report"
	"noclobber/policy"
)

// version is a document at one side of a commit.
type version struct {
	entry Entry // without a Kind: it is not there
	text  []byte
}

func (v version) exists() bool { return v.entry.Kind == File }

func (v version) binary() bool { return bytes.IndexByte(v.text, 0) >= 0 }

// pointer says that git keeps the text elsewhere: the bytes are those of a Git LFS pointer file.
func (v version) pointer() bool {
	return bytes.HasPrefix(v.text, []byte("version https://git-lfs.github.com/spec/"))
}

// fork is the other side of a merge, with what the sides had in common. What it took away is not this commit's loss.
type fork struct {
	base, side version
}

// change is one document from one parent to the commit.
type change struct {
	path, from    string // from: its path in the parent, where that differs
	parent        string
	rule          *policy.Rule
	before, after version
	forks         []fork
}

func (c change) merging() bool { return len(c.forks) > 0 }

// name is what the document is called in messages.
func (c change) name() string {
	if c.from != "" {
		return c.from + " → " + c.path
	}
	return c.path
}

func (c change) finding(kind, format string, args ...any) Finding {
	return Finding{
		Kind: kind, Severity: report.Error, Path: c.path, From: c.from, Before: c.before.entry.ID, Parent: c.parent,
		Message: fmt.Sprintf(format, args...), Final: c.rule.Shrink == "deny" && losing(kind),
	}
}

// losing says whether findings of a kind are losses, for which a rule may take no confirmation.
func losing(kind string) bool {
	switch kind {
	case LostLines, LostDocument, LostAnchor, NotAFile:
		return true
	}
	return false
}

// judge says what is wrong with a change: a pure function of the two texts and the rule.
func (c change) judge() []Finding {
	switch {
	case c.rule.Mode == policy.Off, c.before.entry == c.after.entry && c.from == "":
		return nil
	case !c.after.exists():
		return c.gone()
	case c.before.pointer() || c.after.pointer():
		f := c.finding(NotJudged, "%s is kept by Git LFS, the repository has only pointers to it", c.name())
		f.Severity = report.Note
		return []Finding{f}
	}
	return append(c.historyAndAnchors(), c.content()...)
}

// gone judges a document that is not there any more, or that is no file.
func (c change) gone() []Finding {
	switch {
	case !c.before.exists() || blank(c.before.text):
		return nil
	case c.after.entry.Kind != 0:
		return []Finding{c.finding(NotAFile, "%s became %s, and its %s would be gone", c.name(), c.after.entry.Kind, plural(lineCount(c.before.text), "line"))}
	case c.removedThere():
		return nil
	}
	f := c.finding(LostDocument, "%s (mode %s, %s, %d bytes) would be removed", c.name(), c.rule.Mode, plural(lineCount(c.before.text), "line"), len(c.before.text))
	f.Lines = c.excused(document.Lost(c.before.text, nil).Lines)
	return []Finding{f}
}

// removedThere says that another side of the merge removed the document.
func (c change) removedThere() bool {
	for _, f := range c.forks {
		if f.base.exists() && !f.side.exists() {
			return true
		}
	}
	return false
}

func (c change) historyAndAnchors() []Finding {
	if !c.before.exists() {
		return nil
	}
	if c.rule.Mode == policy.Deny {
		return []Finding{c.finding(DeniedChange, "%s has the mode deny: nobody is to change it", c.name())}
	}
	return append(c.history(), c.anchors()...)
}

func blank(text []byte) bool { return len(bytes.TrimSpace(document.Normalize(text))) == 0 }

func lineCount(text []byte) int { return int(document.CountLines(text)) }
