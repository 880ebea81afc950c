package policy

import (
	"path"
	"strings"
	"unicode"

	"github.com/bmatcuk/doublestar/v4"
)

// pattern is one path pattern without alternatives, ready to match: "{a,b}.md" in a policy makes two.
//
// Patterns are doublestar's: * and ? within a name, ** for any number of directories, [a-z] classes, {a,b} alternatives.
// There is no escape character: a backslash is somebody's separator far more often. "[*]" means a literal star.
type pattern struct {
	text   string // cleaned, NFC; relative to the policy's directory, or absolute
	folded string
	base   string // the leading names without glob characters; all of a literal's
	rooted bool   // absolute
	plain  bool   // no glob characters: text is a path
}

const (
	maxPattern      = 1024 // bytes
	maxAlternatives = 64   // patterns that the braces of one may stand for
)

// scope is what the patterns of one policy are relative to.
type scope struct {
	dir  string // slash-separated: the policy's directory, or the home directory; "" when that is not known
	user bool   // the user's own policy: ~/ and absolute patterns too
}

// compile checks a pattern as it is written and makes it ready. clean is how the rule shows it.
func (s scope) compile(written string) (ready []pattern, clean string, err *mistake) {
	if err := checkPattern(written); err != nil {
		return nil, "", err
	}
	written = nfc(written)
	alternatives, enough := expand(written)
	if !enough {
		return nil, "", wrong("write several patterns", "pattern %q stands for more than %d", written, maxAlternatives)
	}
	for _, a := range alternatives {
		p, err := s.pattern(a)
		if err != nil {
			return nil, "", err
		}
		ready = append(ready, p)
	}
	return ready, path.Clean(written), nil
}

// pattern makes one alternative ready.
func (s scope) pattern(written string) (pattern, *mistake) {
	if err := checkNames(written); err != nil {
		return pattern{}, err
	}
	text, rooted, err := s.anchor(written)
	if err != nil {
		return pattern{}, err
	}
	text = path.Clean(text)
	if text == "." || text == ".." || strings.HasPrefix(text, "../") {
		return pattern{}, s.outside(written)
	}
	return newPattern(text, rooted), nil
}

func newPattern(text string, rooted bool) pattern {
	p := pattern{text: text, folded: fold(text), rooted: rooted}
	p.base, p.plain = staticBase(text)
	if rooted && !strings.Contains(p.base, "/") {
		p.base += "/"
	}
	return p
}

// checkPattern finds what would match nothing, or something else than the writer thought.
func checkPattern(written string) *mistake {
	switch {
	case strings.TrimSpace(written) == "":
		return wrong(`write a path: "notes/**/*.md"`, "empty pattern")
	case len(written) > maxPattern:
		return wrong("write several patterns", "pattern of more than %d bytes", maxPattern)
	case strings.ContainsFunc(written, unicode.IsControl):
		return wrong(`write / between names; \ in "…" makes such characters`, "pattern %q has a control character", written)
	case strings.Contains(written, `\`):
		mend := `write "` + strings.ReplaceAll(written, `\`, "/") + `"; a literal * is "[*]"`
		return wrong(mend, "pattern %q has a backslash, which is no separator here", written).fixed(strings.ReplaceAll(written, `\`, "/"))
	case written[0] == '!':
		return wrong(`put "`+written[1:]+`" into the rule's except`, "pattern %q starts with !, which negates nothing here", written)
	case strings.HasSuffix(written, "/"):
		return wrong(`write "`+written+`**" for everything below it`, "pattern %q names a directory, not documents", written).fixed(written + "**")
	case !doublestar.ValidatePattern(written):
		return wrong(`close every [ and {; a literal [ is "[[]"`, "bad pattern %q", written)
	}
	return nil
}

// checkNames finds ** that would act as *, and .. that nobody can follow.
func checkNames(written string) *mistake {
	wild := false
	for name := range strings.SplitSeq(written, "/") {
		if strings.Contains(name, "**") && name != "**" {
			mend := `write "` + strings.Replace(written, name, "**/"+strings.ReplaceAll(name, "**", "*"), 1) + `"`
			return wrong(mend, "in pattern %q ** does not stand alone, so it would not reach into directories", written)
		}
		if name == ".." && wild {
			return wrong("write the path without ..", "pattern %q goes up from a wildcard", written)
		}
		wild = wild || hasGlob(name)
	}
	return nil
}

// anchor makes a pattern relative to the scope's directory, or says that it is absolute.
func (s scope) anchor(written string) (text string, rooted bool, err *mistake) {
	tilde := written == "~" || strings.HasPrefix(written, "~/")
	rooted = isRooted(written)
	switch {
	case rooted && !s.user:
		return "", false, wrong(s.relativeMend(written), "absolute pattern %q in a project policy", written)
	case tilde && !s.user:
		mend := "write it relative to this file, or move the rule to your user policy"
		return "", false, wrong(mend, "pattern %q: ~/ works only in the user policy", written)
	case strings.HasPrefix(written, "//"):
		return "", false, wrong("write one / before it, or the drive letter of a network share", "pattern %q starts with two slashes", written)
	case rooted:
		written = upperDrive(path.Clean(written))
		if rel, below := relativeTo(written, s.dir); below {
			return rel, false, nil
		}
		return written, true, nil
	case s.dir == "":
		return "", false, wrong("set HOME, or write an absolute path", "pattern %q needs your home directory, which is not known", written)
	case tilde:
		return "." + written[1:], false, nil
	}
	return written, false, nil
}

func (s scope) outside(written string) *mistake {
	if s.user {
		return wrong(`write "~/notes/*.md" or an absolute path`, "pattern %q names no file below your home directory", written)
	}
	return wrong("put a policy there, or the rule into your user policy", "pattern %q names no file below this policy's directory", written)
}

func (s scope) relativeMend(written string) string {
	if rel, below := relativeTo(path.Clean(written), s.dir); below && rel != "." {
		return `write "` + rel + `"`
	}
	return "write it relative to this file, or move the rule to your user policy"
}
