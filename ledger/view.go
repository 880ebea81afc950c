package ledger

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"noclobber/internal/fsx"
)

// A view's file: a line "noclobber-view 1 CHECKSUM", a line of JSON, the base's bytes. The checksum is over all that
// follows its line, so a file that a crash cut short is found out.
const viewFormat = "noclobber-view 1 %08x\n"

// View returns what w's context has seen of the document. When the context has forgotten it since (Forget), when
// nothing was kept or the file is damaged, the view is empty, but for what the context was refused and told. Its Epoch
// is the context's present one: SetView wants it back unchanged.
func (d *Doc) View(w Writer) (View, error) {
	if v, set := d.views[contextName(w)]; set {
		return v, nil
	}
	epoch := d.store.Epoch(w)
	b, err := fsx.ReadFile(d.store.files, d.viewPath(w))
	if errors.Is(err, fs.ErrNotExist) {
		return View{Epoch: epoch}, nil
	}
	if err != nil {
		return View{}, d.fail("read what was seen of", err)
	}
	v, ok := decodeView(b)
	switch {
	case !ok:
		return View{Epoch: epoch}, nil
	case v.Epoch != epoch:
		return View{Epoch: epoch, Refused: v.Refused, Told: v.Told}, nil
	}
	return v, nil
}

// SetView keeps what w's context has seen. It is not made durable: after a crash the context reads again. A reader's
// views last as long as it does, like all that it stages.
func (d *Doc) SetView(w Writer, v View) error {
	if d.readOnly {
		if d.views == nil {
			d.views = map[string]View{}
		}
		d.views[contextName(w)] = v
		return nil
	}
	b, err := encodeView(v)
	if err == nil {
		err = place(d.store.files, d.viewPath(w), b, false)
	}
	if err != nil {
		return d.fail("keep what was seen of", err)
	}
	return nil
}

func (d *Doc) viewPath(w Writer) string { return filepath.Join(d.dir, "bases", contextName(w)) }

func encodeView(v View) ([]byte, error) {
	header, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	rest := append(append(header, '\n'), v.Base...)
	return fmt.Appendf(nil, viewFormat+"%s", checksum(rest), rest), nil
}

func decodeView(b []byte) (View, bool) {
	first, rest, ok := bytes.Cut(b, []byte("\n"))
	if !ok || string(first)+"\n" != fmt.Sprintf(viewFormat, checksum(rest)) {
		return View{}, false
	}
	header, base, ok := bytes.Cut(rest, []byte("\n"))
	var v View
	if !ok || json.Unmarshal(header, &v) != nil {
		return View{}, false
	}
	if v.HasBase {
		v.Base = base
	}
	return v, true
}
