package guard

import (
	"noclobber/gate"
	"noclobber/internal/document"
	"noclobber/ledger"
	"noclobber/policy"
)

// VerbHeal merges lost lines back.
const VerbHeal Verb = "heal"

// loss is a text that a document lacks now, and the version of which it and the head are both descendants.
type loss struct{ base, text []byte }

// planHeal merges back what the alarms that nobody has accepted say is lost, or what a named version has and the head
// lacks. Lines that stand there again are not doubled, and nothing that was added since goes.
func (h *held) planHeal(c Change) (gate.Plan, error) {
	losses, err := h.losses(c.Version)
	if err != nil {
		return gate.Plan{}, err
	}
	text := h.disk.data
	for _, l := range losses {
		merged, ok := h.mergeBack(l, text)
		if !ok {
			return gate.Plan{}, h.denyVerb("the places of the lost lines were changed again, so that they cannot be merged back\nNext: compare with `noclobber diff %s`, then write what is missing, or restore a version", gate.ShellQuote(h.t.Given))
		}
		text = merged
	}
	if !gate.Parses(h.rule(), h.t.Real, text, h.disk.data) {
		return gate.Plan{}, h.denyVerb("with the lost lines merged back it would no longer parse\nNext: noclobber restore brings a version back as it was")
	}
	return h.numbered(gate.Write, text, known(text))
}

// mergeBack merges one lost text into what stands now.
func (h *held) mergeBack(l loss, now []byte) ([]byte, bool) {
	if holds(now, l.text) {
		return now, true
	}
	if h.rule().Mode == policy.Append {
		return addMissing(h.rule(), l.base, now, l.text, false)
	}
	if byMembers(h.rule(), h.t.Real) {
		return rejoin(h.rule(), h.t.Real, l.base, l.text, now)
	}
	return join(h.rule(), h.t.Real, l.base, now, lacking(l.base, now, l.text))
}

// losses are the texts to merge back, oldest first.
func (h *held) losses(version string) ([]loss, error) {
	if version != "" {
		return h.lossOf(version)
	}
	alarms := h.alarms()
	if len(alarms) == 0 {
		return nil, h.denyVerb("nothing is on record as lost\nNext: noclobber log %s lists its versions, and --from V merges back what one of them has", gate.ShellQuote(h.t.Given))
	}
	var out []loss
	for i := len(alarms) - 1; i >= 0; i-- {
		out = append(out, h.lossesOf(alarms[i])...)
	}
	if len(out) == 0 {
		return nil, h.denyVerb("the lost bytes are not stored (above max_document)\nNext: if the loss was meant: noclobber accept %s", gate.ShellQuote(h.t.Given))
	}
	return out, nil
}

// lossOf is what a version has, whatever became of it since: there is no base but the lines that both have.
func (h *held) lossOf(version string) ([]loss, error) {
	s, err := h.doc.Find(version)
	if err != nil {
		return nil, h.denyVerb("%v", err)
	}
	text, err := h.doc.Bytes(s)
	if err != nil {
		return nil, h.denyVerb("version %s: %v", s.Version.Short(), err)
	}
	return []loss{{base: shared(text, h.disk.data), text: text}}, nil
}

// shared is a text without the lines that another lacks.
func shared(text, other []byte) []byte {
	return minus(text, counts(document.Lost(text, other).Lines))
}

// lossesOf are the stored texts that an alarm is about: what an external change took away, and what a call whose
// outcome is unknown, or that was overwritten, would have left.
func (h *held) lossesOf(alarm ledger.Record) []loss {
	var out []loss
	if alarm.Before.Version != alarm.After.Version {
		out = h.addLoss(out, alarm.After, alarm.Before)
	}
	if alarm.Event == ledger.Result && alarm.Outcome != ledger.Committed && alarm.Fence > 0 {
		if intent, ok := h.intent(alarm.Fence); ok {
			out = h.addLoss(out, intent.Base(), intent.After)
		}
	}
	return out
}

func (h *held) addLoss(list []loss, base, text ledger.Stamp) []loss {
	lost, ok := h.bytes(text)
	if !ok || text.Version == ledger.Absent {
		return list
	}
	old, ok := h.bytes(base)
	if !ok && base.Version != ledger.Absent {
		return list
	}
	return append(list, loss{base: old, text: lost})
}
