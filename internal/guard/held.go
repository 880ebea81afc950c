package guard

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"noclobber/gate"
	"noclobber/ledger"
	"noclobber/policy"
)

// held is one document under its lock, with what the disk showed when the lock was taken.
type held struct {
	g      *Guard
	t      *target
	doc    *ledger.Doc
	writer ledger.Writer // of the call under way
	disk   disk

	assumed *ledger.View // a preview's: what the context is taken to have seen
	fold    *folding     // of a view that is being rebuilt

	witnessed bool         // of a remote document: this event says what its store holds now
	was       ledger.Stamp // what was known of it before
	token     string       // what its store calls what it holds now, as JSON
}

// holdWithin holds a document, unless its lock is not free in that time.
func (g *Guard) holdWithin(wait time.Duration, t *target, w ledger.Writer) (*held, error) {
	ctx, cancel := g.context(wait)
	defer cancel()
	return g.hold(ctx, t, w)
}

// patience is how long an event that must be recorded waits for its document's lock.
func (t *target) patience() time.Duration { return max(t.Policy.Wait, lockWait) }

// hold locks a document and looks at it.
func (g *Guard) hold(ctx context.Context, t *target, w ledger.Writer) (*held, error) {
	doc, err := g.store.Lock(ctx, t.Real)
	if err != nil {
		return nil, err
	}
	h := &held{g: g, t: t, doc: doc, writer: w}
	if err := h.look(); err != nil {
		h.release()
		return nil, err
	}
	return h, nil
}

// look observes the document anew.
func (h *held) look() error {
	if h.t.remote() {
		return h.recall()
	}
	d, err := observe(cmp.Or(h.t.at, h.t.Real), h.rule().MaxDocument, h.doc.StampLarge)
	if err != nil {
		return err
	}
	h.disk = d
	return nil
}

// release gives the lock back and drops what was staged and not committed.
func (h *held) release() {
	h.rest()
	_ = h.doc.Unlock() // the lock ends with the process at the latest
}

func (h *held) rule() *policy.Rule { return h.t.Rule }

// commit writes what is staged and tells the index how the document looks.
func (h *held) commit(durable bool) error {
	if err := h.doc.Commit(durable); err != nil {
		return fmt.Errorf("recording the state of %s: %w", h.t.name, err)
	}
	return h.note()
}

// note tells the index of known documents how this one looked when it was last judged.
func (h *held) note() error {
	if h.t.Policy == nil || h.disk.stamp.Version != h.doc.Tail().Head.Version {
		return nil
	}
	k := ledger.KnownDoc{
		Path: h.t.Real, Version: h.disk.stamp.Version, Size: h.disk.id.Size,
		ModTime: h.disk.id.ModTime, Change: h.disk.id.ChangeTime, Inode: h.disk.id.Inode,
	}
	return h.g.store.Index(h.t.Policy.File).Note(k)
}

// record starts a record of this call on this document.
func (h *held) record(event ledger.Event, call gate.Call) ledger.Record {
	return ledger.Record{
		Event: event, Time: h.g.now(), Writer: h.writer,
		Call: callID(call), Tool: call.Tool, Mode: string(h.rule().Mode), Rule: h.rule().Name, Token: h.token,
	}
}

// keep stores the bytes that the disk shows.
func (h *held) keep() ledger.Stamp {
	if !h.disk.exists || h.disk.large {
		return h.disk.stamp
	}
	return h.doc.Keep(h.disk.data, h.doc.Tail().Head, nil)
}

// bytes are the stored bytes of a version; ok is false when they are not kept.
func (h *held) bytes(s ledger.Stamp) (data []byte, ok bool) {
	switch s.Version {
	case "":
		return nil, false
	case h.disk.stamp.Version:
		return h.disk.data, !h.disk.large
	}
	data, err := h.doc.Bytes(s)
	return data, err == nil
}

// context bounds the wait for a document's lock, which is only ever held for milliseconds.
func (g *Guard) context(wait time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.Background(), wait)
}
