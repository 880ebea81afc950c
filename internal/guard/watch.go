package guard

import (
	"noclobber/gate"
	"noclobber/internal/fsx"
	"noclobber/ledger"
)

// watchBefore looks at every known document before a call whose effects are not known, so that what
// changed earlier is not laid at its door, and remembers that the call is under way.
func (g *Guard) watchBefore(call gate.Call, w *work) {
	w.foretold = g.foreseen(call, *w)
	if len(w.foretold) == 0 && len(g.inForce(call.CWD)) == 0 {
		return // nothing here that could be changed
	}
	g.changed(call)
	if len(w.writes) == 0 {
		g.takeOff(call, *w)
	}
}

// changed reconciles the known documents in force that no longer look as they did: one lstat each,
// bytes are read only where that differs. It returns what this context is to be told.
func (g *Guard) changed(call gate.Call) []string {
	var told []string
	for _, p := range g.inForce(call.CWD) {
		known, err := g.store.Index(p.File).Load()
		if err != nil {
			continue // rebuilt by the next scan
		}
		for _, k := range known {
			if looksSame(k) {
				continue
			}
			if text := g.recheck(call, k.Path); text != "" {
				told = append(told, text)
			}
		}
	}
	return told
}

// looksSame compares a document with how it looked when it was last judged.
func looksSame(k ledger.KnownDoc) bool {
	if isRemote(k.Path) {
		return true // only a read shows it
	}
	id, err := fsx.Stat(k.Path)
	if err != nil {
		return false
	}
	if !id.Exists {
		return k.Version == ledger.Absent
	}
	return id.Size == k.Size && id.ModTime.Equal(k.ModTime) && id.ChangeTime.Equal(k.Change) && id.Inode == k.Inode
}

// recheck settles one document and says what this context has not been told of it.
func (g *Guard) recheck(call gate.Call, real string) string {
	t, ok := g.knownTarget(real)
	if !ok {
		return ""
	}
	h, err := g.holdWithin(lockWait, t, g.writerOf(call.Context))
	if err != nil {
		return "noclobber: " + err.Error() + "."
	}
	defer h.release()
	if _, err := h.settle(call, true); err != nil {
		return "noclobber: " + err.Error() + "."
	}
	if err := h.commit(false); err != nil {
		return "noclobber: " + err.Error() + "."
	}
	if call.Event == gate.Before {
		return ""
	}
	return h.untold()
}
