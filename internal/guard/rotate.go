package guard

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"noclobber/gate"
	"noclobber/internal/document"
	"noclobber/internal/fsx"
	"noclobber/policy"
)

// VerbRotate moves old entries into an archive.
const VerbRotate Verb = "rotate"

// Rotation says what a rotation moves, and where to.
type Rotation struct {
	Archive string // absolute path
	Keep    int    // how many entries stay
	DryRun  bool
}

// RotateReceipt is what a rotation reports.
type RotateReceipt struct {
	Receipt
	Archive string `json:"archive"`
	Moved   int    `json:"moved"` // entries
	Left    int    `json:"left"`
	DryRun  bool   `json:"dry_run,omitempty"`
}

// Rotate moves all but a document's newest entries to the end of an archive. The archive is durable before the document
// loses a byte; after a crash in between, the same rotation finds what it has archived already. A refusal is a *Denied.
func (g *Guard) Rotate(who gate.Context, path string, r Rotation) (RotateReceipt, error) {
	var receipt RotateReceipt
	err := g.run(who, path, VerbRotate, func(*held) bool { return false }, func(h *held, call gate.Call, note string) (err error) {
		receipt, err = (&rotation{held: h, call: call, Rotation: r}).run(note)
		return err
	})
	return receipt, err
}

type rotation struct {
	*held
	Rotation
	call gate.Call
}

func (r *rotation) run(note string) (RotateReceipt, error) {
	receipt := RotateReceipt{Archive: r.Archive, DryRun: r.DryRun}
	receipt.Receipt = Receipt{Document: r.t.name, Path: r.t.Real, Verb: VerbRotate, Before: r.disk.stamp, After: r.disk.stamp}
	if note != "" {
		receipt.Notes = append(receipt.Notes, note)
	}
	cut, err := r.cut()
	if err != nil {
		return receipt, err
	}
	receipt.Moved, receipt.Left = cut.Entries, cut.Left
	if cut.Entries == 0 || r.DryRun {
		return receipt, nil
	}
	plan, err := r.numbered(gate.Write, cut.Rest, known(cut.Rest))
	if err != nil {
		return receipt, err
	}
	if err := r.archive(cut.Moved); err != nil {
		return receipt, err
	}
	if err := r.perform(r.call, plan, VerbRotate, func() error { return r.replace(cut.Rest) }); err != nil {
		return receipt, err
	}
	receipt.After = r.disk.stamp
	return receipt, nil
}

// cut decides what moves.
func (r *rotation) cut() (document.Rotation, error) {
	switch format := r.rule().FormatOf(r.t.Real); {
	case r.t.remote():
		return document.Rotation{}, r.denyVerb("it is kept in a store that only its own tools write")
	case !r.disk.exists:
		return document.Rotation{}, r.denyVerb("it is not there")
	case !r.disk.text():
		return document.Rotation{}, r.denyVerb("it is above max_document or no text, so that its entries cannot be told apart")
	case format == policy.JSON:
		return document.Rotation{}, r.denyVerb("it is JSON, which has no entries to rotate")
	case r.rule().Mode == policy.Anchors, r.rule().Mode == policy.Shard, r.rule().Mode == policy.Deny:
		return document.Rotation{}, r.denyVerb("its rule (%s) lets nobody take entries out of it", r.rule().Mode)
	}
	cut, err := document.Rotate(r.disk.data, placeOf(r.rule()), r.rule().FormatOf(r.t.Real) == policy.JSONL, r.Keep)
	if err != nil {
		return cut, r.denyVerb("%v", err)
	}
	return cut, nil
}

// archive makes the moved entries durable at the archive's end, as a recorded append.
func (r *rotation) archive(moved []byte) error {
	real, err := fsx.Resolve(r.Archive)
	if err != nil {
		return r.denyVerb("the archive: %v", err)
	}
	if real == r.t.Real {
		return r.denyVerb("the archive is the document itself")
	}
	if !bytes.HasSuffix(moved, []byte("\n")) {
		moved = append(bytes.Clone(moved), '\n')
	}
	done, err := endsWith(real, moved)
	if err != nil || done { // an earlier rotation was interrupted after this
		return err
	}
	_, err = r.g.Apply(r.call.Context, r.Archive, Change{Verb: VerbAppend, Content: moved, Moved: true})
	return err
}

// endsWith reports whether a file ends in a text.
func endsWith(path string, text []byte) (bool, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("reading the archive: %w", err)
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil || info.Size() < int64(len(text)) {
		return false, err
	}
	end := make([]byte, len(text))
	if _, err := f.ReadAt(end, info.Size()-int64(len(text))); err != nil {
		return false, fmt.Errorf("reading the archive: %w", err)
	}
	return bytes.Equal(end, text), nil
}
