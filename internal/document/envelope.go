package document

import (
	"fmt"
	"strings"
)

// FilePatch is what a patch envelope does to one file.
type FilePatch struct {
	Kind    PatchKind
	Path    string // as it stands in the envelope
	To      string // PatchUpdate: the new name; empty: it stays
	Content string // PatchAdd: the whole text, each line with its line feed
	Hunks   []Edit // PatchUpdate
}

// PatchKind is what an envelope's section says it does.
type PatchKind uint8

// The kinds of sections.
const (
	PatchAdd    PatchKind = iota + 1 // writes the whole file, or, with some hosts, only a new one
	PatchUpdate                      // changes lines, and may give the file a new name
	PatchDelete
)

// ErrEnvelope says why a text is no patch envelope.
type ErrEnvelope struct {
	Line   int // from 1
	Reason string
}

func (e ErrEnvelope) Error() string { return fmt.Sprintf("line %d of the patch %s", e.Line, e.Reason) }

const (
	envelopeBegin = "*** Begin Patch"
	envelopeEnd   = "*** End Patch"
	addHeader     = "*** Add File: "
	updateHeader  = "*** Update File: "
	deleteHeader  = "*** Delete File: "
	moveHeader    = "*** Move to: "
	endOfFile     = "*** End of File"
)

// ParseEnvelope reads the text of apply_patch, a tool that several hosts give to the model:
//
//	*** Begin Patch
//	*** Add File: NAME          then lines with + before them
//	*** Delete File: NAME
//	*** Update File: NAME       then perhaps *** Move to: NAME, then hunks: @@, or @@ and a line that stands before the
//	                            place, then lines with a blank, - or + before them; *** End of File after the last lines
//	*** End Patch
//
// With an error the sections that could be read are returned, further names included as far as headers tell them: what
// a host makes of such a text is not known. Source: the grammar in openai/codex, codex-rs/apply-patch.
func ParseEnvelope(text string) ([]FilePatch, error) {
	p := envelope{lines: strings.Split(strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n")), "\n")}
	if strings.TrimSpace(p.lines[0]) != envelopeBegin {
		p.fail("does not begin with " + envelopeBegin)
		p.i = -1
	}
	for p.i++; p.err == nil && p.i < len(p.lines); {
		if strings.TrimSpace(p.lines[p.i]) == envelopeEnd {
			if p.i++; p.i < len(p.lines) {
				p.fail("goes on behind " + envelopeEnd)
			}
			return p.files, p.err
		}
		p.section()
	}
	if p.err == nil {
		p.fail("is the last one, without " + envelopeEnd)
	}
	p.headersLeft()
	return p.files, p.err
}

// envelope reads an envelope line by line.
type envelope struct {
	lines []string
	i     int
	files []FilePatch
	err   error
}

func (p *envelope) fail(reason string) {
	if p.err == nil {
		p.err = ErrEnvelope{Line: min(p.i+1, len(p.lines)), Reason: reason}
	}
}

// header reads a section's first line.
func header(line string) (FilePatch, bool) {
	line = strings.TrimSpace(line)
	for _, h := range []struct {
		words string
		kind  PatchKind
	}{{addHeader, PatchAdd}, {updateHeader, PatchUpdate}, {deleteHeader, PatchDelete}} {
		if name, ok := strings.CutPrefix(line, h.words); ok {
			return FilePatch{Kind: h.kind, Path: name}, true
		}
	}
	return FilePatch{}, false
}

func (p *envelope) section() {
	f, ok := header(p.lines[p.i])
	if !ok {
		if strings.TrimSpace(p.lines[p.i]) == "" || strings.HasPrefix(p.lines[p.i], "*** Environment ID:") {
			p.i++
			return
		}
		p.fail(fmt.Sprintf("is no header of a file: %q", p.lines[p.i]))
		return
	}
	p.i++
	switch f.Kind {
	case PatchAdd:
		f.Content = p.added()
	case PatchUpdate:
		p.update(&f)
	}
	p.files = append(p.files, f)
}

// added reads the lines of a new file.
func (p *envelope) added() string {
	var b strings.Builder
	for ; p.i < len(p.lines); p.i++ {
		line, ok := strings.CutPrefix(p.lines[p.i], "+")
		if !ok {
			break
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

func (p *envelope) update(f *FilePatch) {
	if p.i < len(p.lines) {
		if to, ok := strings.CutPrefix(strings.TrimSpace(p.lines[p.i]), moveHeader); ok {
			f.To = to
			p.i++
		}
	}
	for p.err == nil && p.i < len(p.lines) && !p.atHeader() {
		if strings.TrimSpace(p.lines[p.i]) == "" {
			p.i++ // between two hunks
			continue
		}
		f.Hunks = append(f.Hunks, p.hunk(len(f.Hunks) == 0))
	}
}

// atHeader reports whether a section, or the envelope, begins or ends here. A header in a hunk has a sign before it.
func (p *envelope) atHeader() bool { return strings.HasPrefix(p.lines[p.i], "*** ") }

// hunk reads one hunk; the first one of a file may lack its @@.
func (p *envelope) hunk(first bool) Edit {
	h := Edit{Lines: true}
	switch head := strings.TrimRight(p.lines[p.i], " \t"); {
	case head == "@@":
		p.i++
	case strings.HasPrefix(head, "@@ "):
		h.Behind = p.lines[p.i][len("@@ "):]
		p.i++
	case !first:
		p.fail(fmt.Sprintf("begins no hunk: %q", p.lines[p.i]))
		return h
	}
	start := p.i
	for ; p.i < len(p.lines) && p.hunkLine(&h); p.i++ {
	}
	if p.i == start {
		p.fail("leaves a hunk without lines")
	}
	if p.i < len(p.lines) && strings.TrimSpace(p.lines[p.i]) == endOfFile {
		h.AtEnd = true
		p.i++
	}
	return h
}

// hunkLine takes one line into a hunk; false where the hunk is over.
func (p *envelope) hunkLine(h *Edit) bool {
	line := p.lines[p.i]
	if line == "" {
		line = " " // an empty line of the document, whose blank was cut off
	}
	switch line[0] {
	case ' ':
		h.Old += line[1:] + "\n"
		h.New += line[1:] + "\n"
	case '-':
		h.Old += line[1:] + "\n"
	case '+':
		h.New += line[1:] + "\n"
	default:
		return false
	}
	return true
}

// headersLeft reads no more than the names behind an error.
func (p *envelope) headersLeft() {
	for ; p.i < len(p.lines); p.i++ {
		if f, ok := header(p.lines[p.i]); ok && p.atHeader() {
			p.files = append(p.files, f)
		}
	}
}

// EnvelopeOf writes an envelope that leaves content as the whole of a file.
func EnvelopeOf(path, content string) string {
	return envelopeBegin + "\n" + addHeader + path + "\n" + signed("+", content) + envelopeEnd
}

// EnvelopeEdit writes an envelope that replaces the lines old by now in a file. Lines that both have at their start or
// end become context.
func EnvelopeEdit(path, old, now string) string {
	a, b := patchLines(old), patchLines(now)
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for head+tail < len(a) && head+tail < len(b) && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	return envelopeBegin + "\n" + updateHeader + path + "\n@@\n" +
		prefixed(" ", a[:head]) + prefixed("-", a[head:len(a)-tail]) + prefixed("+", b[head:len(b)-tail]) + prefixed(" ", a[len(a)-tail:]) +
		envelopeEnd
}

func signed(sign, text string) string { return prefixed(sign, patchLines(text)) }

func prefixed(sign string, lines []string) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(sign + l + "\n")
	}
	return b.String()
}
