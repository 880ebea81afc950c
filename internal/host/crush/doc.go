// Package crush speaks the hook protocol of Charm's Crush, from its source; it could not be run. There is one event, before
// a call, so what a call did is found out when the gate next looks. The calls of its subagents are not hooked. A new input
// is merged into the old one.
package crush
