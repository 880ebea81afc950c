package document

import (
	"bytes"
	"fmt"
	"sort"
	"strings"
)

// ErrNotFound says that the document lacks an edit's old text.
type ErrNotFound struct{ Old string }

func (e ErrNotFound) Error() string {
	return fmt.Sprintf("the text to replace is not there: %q", e.Old)
}

// ErrNotUnique says that an edit's old text is there N times, and not all were meant.
type ErrNotUnique struct {
	Old string
	N   int
}

func (e ErrNotUnique) Error() string {
	return fmt.Sprintf("the text to replace is there %d times: %q", e.N, e.Old)
}

// ErrNotEmpty says that an edit would create a document that is already there.
type ErrNotEmpty struct{}

func (ErrNotEmpty) Error() string { return "the text to replace is empty, but the document is not" }

// Apply makes edits one after the other, as hosts do: LF in them matches CR LF and leaves it, new lines end as the lines
// that they replace, and the byte order mark stays. The hunks of a patch are made together: see Edit. Errors: ErrNotFound,
// ErrNotUnique, ErrNotEmpty.
func Apply(text []byte, edits []Edit) ([]byte, error) {
	if len(edits) > 0 && edits[0].Lines {
		return applyHunks(text, edits)
	}
	for _, e := range edits {
		var err error
		if text, err = e.apply(text); err != nil {
			return nil, err
		}
	}
	return text, nil
}

func (e Edit) apply(text []byte) ([]byte, error) {
	if e.Old == "" {
		if len(bytes.TrimPrefix(text, []byte(bom))) > 0 {
			return nil, ErrNotEmpty{}
		}
		return append(bytes.Clone(text), e.New...), nil
	}
	spans := Locate(text, e.Old)
	switch {
	case len(spans) == 0:
		return nil, ErrNotFound{e.Old}
	case len(spans) > 1 && !e.All:
		return nil, ErrNotUnique{e.Old, len(spans)}
	}
	out := make([]byte, 0, len(text)+len(spans)*len(e.New))
	from := 0
	for _, s := range spans {
		out = append(out, text[from:s.Start]...)
		out = append(out, withEndings(e.New, text, s)...)
		from = s.End
	}
	return append(out, text[from:]...), nil
}

// Span is a place in a document, in bytes.
type Span struct{ Start, End int }

// Locate finds every place where old stands, none overlapping another. LF in old matches CR LF.
func Locate(text []byte, old string) []Span {
	v := viewOf(text)
	want := []byte(lf(old))
	var out []Span
	for at := 0; len(want) > 0; {
		n := bytes.Index(v.text[at:], want)
		if n < 0 {
			break
		}
		at += n
		out = append(out, Span{v.raw(at), v.raw(at + len(want))})
		at += len(want)
	}
	return out
}

func lf(s string) string {
	return strings.ReplaceAll(strings.TrimPrefix(s, bom), "\r\n", "\n")
}

// view is a document as hosts show it, with the way back to its own offsets.
type view struct {
	text []byte
	skip int   // bytes of the byte order mark
	cuts []int // offsets in text of the line feeds that lost their carriage return
}

func viewOf(doc []byte) view {
	v := view{text: Normalize(doc), skip: len(doc) - len(bytes.TrimPrefix(doc, []byte(bom)))}
	if len(v.text)+v.skip == len(doc) {
		return v
	}
	doc = doc[v.skip:]
	for at := 0; ; {
		n := bytes.Index(doc[at:], []byte("\r\n"))
		if n < 0 {
			return v
		}
		v.cuts = append(v.cuts, at+n-len(v.cuts))
		at += n + 2
	}
}

func (v view) raw(at int) int {
	return v.skip + at + sort.SearchInts(v.cuts, at)
}

// withEndings gives new text the line endings of the text at s, one by one and then the last one's; where that has
// none, those around it.
func withEndings(s string, text []byte, at Span) []byte {
	ends := endings(text[at.Start:at.End])
	if len(ends) == 0 {
		ends = []string{nearestEnding(text, at)}
	}
	var out []byte
	for i, part := range strings.SplitAfter(lf(s), "\n") {
		if body, ok := strings.CutSuffix(part, "\n"); ok {
			part = body + ends[min(i, len(ends)-1)]
		}
		out = append(out, part...)
	}
	return out
}

func endings(region []byte) []string {
	var out []string
	for _, l := range split(region).lines {
		if end := l.end(); len(end) > 0 {
			out = append(out, string(end))
		}
	}
	return out
}

func nearestEnding(text []byte, at Span) string {
	n := bytes.IndexByte(text[at.End:], '\n')
	if n >= 0 {
		n += at.End
	} else {
		n = bytes.LastIndexByte(text[:at.Start], '\n')
	}
	if n > 0 && text[n-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}
