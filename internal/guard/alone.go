package guard

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"noclobber/gate"
	"noclobber/policy"
)

// alone runs a change under a document's lock when no other call holds a lease on it, not even a shared one.
func (g *Guard) alone(who gate.Context, path string, v Verb, change func(*held, gate.Call) error) error {
	none := func(*held) bool { return false }
	return g.run(who, path, v, none, func(h *held, call gate.Call, _ string) error {
		switch h.rule().Mode {
		case policy.Deny, policy.Shard:
			return h.denyVerb("its rule (%s) lets nobody write it", h.rule().Mode)
		}
		return change(h, call)
	})
}

// withFile gives f the document's bytes, those of a large one from the disk.
func (h *held) withFile(f func(r io.ReaderAt, size int64) error) error {
	if !h.disk.large {
		return f(bytes.NewReader(h.disk.data), int64(len(h.disk.data)))
	}
	file, err := os.Open(h.t.Real)
	if err != nil {
		return fmt.Errorf("reading %s: %w", h.t.name, err)
	}
	defer func() { _ = file.Close() }()
	return f(file, h.disk.id.Size)
}
