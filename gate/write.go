package gate

import (
	"bytes"
	"unicode/utf8"

	"noclobber/internal/document"
	"noclobber/policy"
)

// write judges a whole-document write: the first table of the design, section 4.
func (j judge) write() Plan {
	if !j.op.HasContent {
		return j.unknownWrite()
	}
	if p, refused := j.refuseContent(j.op.Content); refused {
		return p
	}
	switch {
	case !j.st.Exists:
		return j.create(j.op.Content)
	case j.st.Large:
		return j.large()
	default:
		return j.carryWrite(j.propose(j.op.Content))
	}
}

// propose runs the mode's row on a proposal: what may become of it, not yet how the host carries it.
func (j judge) propose(proposal []byte) Plan {
	p := j.row(proposal)
	if p.Action == Deny {
		return p
	}
	p.Known, p.Proposal = true, proposal
	for _, check := range []func(Plan) Plan{j.checkEmpty, j.checkProof, j.checkShrink, j.checkFormat} {
		if p = check(p); p.Action == Deny {
			break
		}
	}
	return p
}

func (j judge) row(proposal []byte) Plan {
	switch j.rule.Mode {
	case policy.Append:
		return j.appendWrite(proposal)
	case policy.Anchors:
		return j.anchorsWrite(proposal)
	case policy.Merge:
		return j.mergeWrite(proposal)
	default:
		return j.casWrite(proposal)
	}
}

// carryWrite turns the row's result into what the host's whole write can do.
func (j judge) carryWrite(p Plan) Plan {
	if p.Action == Deny {
		return p
	}
	if !document.Equal(p.Result, p.Proposal) && sameButBlanks(p.Result, p.Proposal) {
		p.Result = j.onHead(p.Proposal).Result // blank lines stay where the author has them
	}
	p.Kept = j.lacked(p)
	switch {
	case bytes.Equal(p.Result, p.Proposal):
		return p
	case j.op.Remote != nil && onlyLayout(p.Result, p.Proposal):
		p.Result = p.Proposal // what a read shows of a store's document need not have its layout
		return p
	case j.canRewrite() && j.fits(p.Result):
		p.Action = Rewrite
		return p
	case onlyLayout(p.Result, p.Proposal):
		return p // the document's own endings are put back after the call
	default:
		return j.cannotCarry(p)
	}
}

func (j judge) canRewrite() bool {
	return j.call.Host.Rewrite && !j.op.Shell && j.rule.OnRewrite != "deny"
}

// carries reports whether the call's input can hold the text: JSON holds UTF-8 only.
func (j judge) carries(text []byte) bool {
	return j.call.Host.AnyBytes || utf8.Valid(text)
}

// fits reports whether the call's own field can hold the text whole: an envelope's lines end in LF, the last one too.
func (j judge) fits(text []byte) bool {
	if j.op.Fields.Patch && (!bytes.HasSuffix(text, []byte("\n")) || bytes.IndexByte(text, '\r') >= 0) {
		return false
	}
	return j.op.Fields.Content != "" && j.carries(text)
}

// sends reports whether a whole write can leave the text: it is the text sent, or one that it can carry.
func (j judge) sends(text []byte) bool { return bytes.Equal(text, j.op.Content) || j.carries(text) }

// onlyLayout reports whether a text sent differs from the result in line endings, trailing blanks or a
// byte order mark only. Bytes that the call cannot carry are more than layout.
func onlyLayout(result, sent []byte) bool {
	return utf8.Valid(result) && document.Equal(result, sent)
}

// sameButBlanks reports whether two texts have the same lines in the same order, blank ones aside.
func sameButBlanks(a, b []byte) bool {
	return document.Equal(withoutBlanks(a), withoutBlanks(b))
}

func withoutBlanks(text []byte) []byte {
	var out []byte
	for _, line := range bytes.SplitAfter(document.Normalize(text), []byte("\n")) {
		if !blank(line) {
			out = append(out, line...)
		}
	}
	return out
}

// cannotCarry denies a call that would be right if its tool could carry the result.
func (j judge) cannotCarry(p Plan) Plan {
	why := "Written as it is, it would lose lines that stand there" + j.since() + "."
	switch {
	case !utf8.Valid(p.Result):
		why = "It holds bytes that are not UTF-8, and this call would replace them."
	case len(p.Kept) == 0:
		why = "The text sent has lines at other places than the right result" + j.since() + "."
	}
	return j.deny(CauseRewrite, why).lines(p.Kept).next(j.stepForResult(p.Result), "send the whole document again")
}
