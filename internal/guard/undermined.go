package guard

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"noclobber/gate"
	"noclobber/ledger"
)

// policyTexts are the policies in force where a call runs whose effects are not known, by file.
func (g *Guard) policyTexts(cwd string) map[string]string {
	texts := map[string]string{}
	for _, p := range g.inForce(cwd) {
		if text, err := (files{}).ReadFile(p.File); err == nil {
			texts[p.File] = string(text)
		}
	}
	return texts
}

// undermined looks at the policies that were in force when a call took off. One that is gone or weaker now no longer
// tells what the call did to its documents: they are looked at by the text that was in force.
func (g *Guard) undermined(f ledger.Flight) (as *Guard, told []string) {
	before := map[string][]byte{}
	for _, file := range slices.Sorted(maps.Keys(f.Policies)) {
		old := []byte(f.Policies[file])
		now, err := files{}.ReadFile(file)
		if err == nil && (string(now) == string(old) || checkedOut(file, old, now)) || err != nil && checkedAway(file, old) {
			continue // a checkout is nobody's loss: git has what was in force
		}
		why := "is gone"
		if err == nil {
			weaker, reason := g.policies.Weaker(file, old, now)
			if !weaker {
				continue
			}
			why = "protects less now (" + reason + ")"
		}
		before[file] = old
		told = append(told, g.underminedText(file, why, old))
	}
	if len(before) == 0 {
		return g, nil
	}
	config := g.config
	config.Instead = before
	return New(config), told
}

// underminedText tells of a policy that a call has taken away, and where its text is kept.
func (g *Guard) underminedText(file, why string, old []byte) string {
	text := fmt.Sprintf("noclobber: while this command ran the policy %s was changed: it %s.", file, why)
	kept, err := g.store.KeepText(file, old)
	if err != nil {
		return text + " Tell the user."
	}
	return text + fmt.Sprintf(" Tell the user; unless that was meant, it comes back with: cp %s %s", gate.ShellQuote(kept), gate.ShellQuote(file))
}

// watchAfter looks again: what differs now changed while the call ran.
func (g *Guard) watchAfter(call gate.Call, f ledger.Flight) string {
	as, told := g.undermined(f)
	return strings.Join(append(told, as.changed(call)...), "\n")
}
