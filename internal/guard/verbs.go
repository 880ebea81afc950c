package guard

import (
	"bytes"
	"errors"
	"fmt"

	"noclobber/gate"
	"noclobber/internal/document"
	"noclobber/ledger"
	"noclobber/policy"
)

// planVerb finds what a verb's change would leave; a refusal is a *Denied.
func (h *held) planVerb(call gate.Call, c Change) (gate.Plan, error) {
	switch h.rule().Mode {
	case policy.Deny, policy.Shard:
		if c.Verb != VerbRestore && c.Verb != VerbHeal {
			return gate.Plan{}, h.denyVerb("its rule (%s) lets nobody write it", h.rule().Mode)
		}
	}
	switch c.Verb {
	case VerbAppend:
		return h.planAppend(c)
	case VerbSplice:
		return h.planSplice(call, c)
	case VerbRestore:
		return h.planRestore(c)
	case VerbHeal:
		return h.planHeal(c)
	default:
		return h.planWrite(call, c)
	}
}

func (h *held) denyVerb(format string, args ...any) error {
	return &Denied{Document: h.t.name, Now: h.disk.stamp, Text: "nothing was written to " + h.t.name + ": " + fmt.Sprintf(format, args...)}
}

// refuseBlind refuses an append to a document that is written only on the version last read, as it refuses one of a shell.
func (h *held) refuseBlind(c Change) error {
	if c.Verb != VerbAppend || h.rule().Mode != policy.CAS || !h.disk.exists {
		return nil
	}
	path := gate.ShellQuote(h.t.Given)
	return h.denyVerb("it is written only on the version last read (cas), and an append looks at none\nNext: v=$(noclobber read %s --version-only), then the whole text: noclobber write %s --if-version \"$v\"", path, path)
}

// known is the plan of a change whose result is at hand.
func known(result []byte) gate.Plan {
	return gate.Plan{Known: true, Proposal: result, Result: result}
}

// planAppend puts the text where the document grows.
func (h *held) planAppend(c Change) (gate.Plan, error) {
	if len(bytes.TrimSpace(c.Content)) == 0 {
		return gate.Plan{}, h.denyVerb("there is no text on standard input")
	}
	if gate.Numbers(h.rule()).Numbered() {
		if err := h.denyVanished("append again"); err != nil {
			return gate.Plan{}, err
		}
	}
	if err := h.wholeRows(c); err != nil {
		return gate.Plan{}, err
	}
	result, err := document.Insert(h.disk.data, document.FragmentInsertion(c.Content), placeOf(h.rule()))
	if err != nil {
		return gate.Plan{}, h.denyVerb("%v", err)
	}
	p := known(result)
	p.Shared = true
	return h.numbered(gate.Append, c.Content, p)
}

// planSplice replaces an anchor's text. Where others changed that anchor since the version that the new text was made
// from, it is a whole text of that version, to be merged like any other.
func (h *held) planSplice(call gate.Call, c Change) (gate.Plan, error) {
	if err := h.tooLarge(); err != nil {
		return gate.Plan{}, err
	}
	if c.Version != "" {
		base, err := h.versionGiven(c.Version)
		if err != nil {
			return gate.Plan{}, err
		}
		if !h.sameAnchor(base.data, c.Anchor) {
			return h.planSpliceOf(call, base, c)
		}
	}
	result, err := document.Splice(h.disk.data, c.Anchor, c.Content, marksOf(h.rule()))
	if err != nil {
		return gate.Plan{}, h.denyVerb("%v", err)
	}
	return h.numbered(gate.Edit, c.Content, known(result))
}

// sameAnchor reports whether an anchor stands as it did in an earlier text.
func (h *held) sameAnchor(earlier []byte, name string) bool {
	was, errWas := document.AnchorText(earlier, name, marksOf(h.rule()))
	is, errIs := document.AnchorText(h.disk.data, name, marksOf(h.rule()))
	return errWas == nil && errIs == nil && document.Equal(was, is)
}

func (h *held) planSpliceOf(call gate.Call, base disk, c Change) (gate.Plan, error) {
	text, err := document.Splice(base.data, c.Anchor, c.Content, marksOf(h.rule()))
	if err != nil {
		return gate.Plan{}, h.denyVerb("%v", err)
	}
	c.Content, c.Strict = text, !Merges(h.rule().Mode)
	return h.planWrite(call, c)
}

// Merges reports whether a whole text is merged with what others wrote since its base; the other modes compare and swap.
func Merges(mode policy.Mode) bool {
	return mode == policy.Append || mode == policy.Anchors || mode == policy.Merge
}

func (h *held) planRestore(c Change) (gate.Plan, error) {
	if err := errors.Join(h.mustStand(c.Now), h.tooLarge()); err != nil {
		return gate.Plan{}, err
	}
	if c.Version == string(ledger.Absent) {
		return gate.Plan{}, h.denyVerb("absent is no text to restore; delete the document if it should be gone")
	}
	s, err := h.doc.Find(c.Version)
	if err != nil {
		return gate.Plan{}, h.denyVerb("%v", err)
	}
	text, err := h.doc.Bytes(s)
	if err != nil {
		return gate.Plan{}, h.denyVerb("version %s: %v", s.Version.Short(), err)
	}
	return known(text), nil
}

// planWrite judges a whole document made from a version that the caller names.
func (h *held) planWrite(call gate.Call, c Change) (gate.Plan, error) {
	base, err := h.versionGiven(c.Version)
	if err != nil {
		return gate.Plan{}, err
	}
	if c.Strict && base.stamp.Version != h.disk.stamp.Version {
		return gate.Plan{}, h.denyVerb("it is at %s, not at %s; read it again", h.disk.stamp.Version.Short(), base.stamp.Version.Short())
	}
	st := h.state(h.view())
	st.HasBase, st.Base, st.Added, st.HasOwn = base.stamp.Version != ledger.Absent && !c.Unseen, base.data, nil, false
	st.Confirmed = document.Shrink(h.disk.data, c.Content).Lines <= c.Drop && c.Drop > 0
	op := gate.Op{Kind: gate.Write, Path: h.t.Given, Content: c.Content, HasContent: true, Via: "noclobber write", Fields: gate.Fields{Content: "content"}}
	call.Host.Rewrite, call.Host.AnyBytes = true, true
	p := gate.Decide(call, op, asMerged(h.rule()), st)
	if p.Action == gate.Deny {
		return p, &Denied{Document: h.t.name, Now: h.disk.stamp, Refusal: p.Refusal, Text: p.Refusal.Text(h.t.name, 0)}
	}
	return p, nil
}

// asMerged is the rule for a writer that takes whatever result there is: nothing has to be rewritten.
func asMerged(r *policy.Rule) *policy.Rule {
	rule := *r
	rule.OnRewrite = "apply"
	return &rule
}

// tooLarge refuses to replace what is not kept, since it could not be brought back.
func (h *held) tooLarge() error {
	if !h.disk.large {
		return nil
	}
	return h.denyVerb("it is above max_document (%s), so what stands there could not be brought back; append to it", policy.FormatSize(h.rule().MaxDocument))
}

// mustStand refuses where another version stands than the caller takes it for.
func (h *held) mustStand(version string) error {
	if version == "" {
		return nil
	}
	s, err := h.doc.Find(version)
	if err != nil {
		return h.denyVerb("%v", err)
	}
	if s.Version != h.disk.stamp.Version {
		return h.denyVerb("it is at %s, not at %s", h.disk.stamp.Version.Short(), s.Version.Short())
	}
	return nil
}

// versionGiven finds the version that a text was made from.
func (h *held) versionGiven(version string) (disk, error) {
	if version == string(ledger.Absent) {
		if h.disk.exists {
			return disk{}, h.denyVerb("it exists (%s); read it, then write with its version", h.disk.stamp.Version.Short())
		}
		return h.disk, nil
	}
	s, err := h.doc.Find(version)
	if err != nil {
		return disk{}, h.denyVerb("%v", err)
	}
	data, err := h.doc.Bytes(s)
	if errors.Is(err, ledger.ErrNotStored) && s.Version == h.disk.stamp.Version {
		data, err = h.disk.data, nil
	}
	if err != nil {
		return disk{}, h.denyVerb("version %s: %v", s.Version.Short(), err)
	}
	return disk{exists: true, data: data, stamp: s}, nil
}
