package hookfile

import (
	"bytes"
	"slices"

	"noclobber/internal/host/jsonfile"
)

// Weakens reports whether a change of a settings file removes one of the gate's
// entries, makes it see or refuse less, lets it start another program, or turns
// all hooks or the gate's plugin off. A text that is no longer JSON does: the client drops it whole.
// Either text may be blank, as that of a file that does not exist.
func (f Format) Weakens(before, after []byte) bool {
	was, old, err := f.read(before)
	if err != nil {
		return false // it protected nothing
	}
	is, present, err := f.read(after)
	if err != nil {
		return first(old, isOurs) >= 0 || f.plugin(was) > 0
	}
	if f.off(is) && !f.off(was) || f.plugin(is) < f.plugin(was) {
		return true // the entries may stand in another file
	}
	for _, e := range old {
		if e.ours && first(present, func(now entry) bool { return f.keeps(e, now) }) < 0 {
			return true
		}
	}
	return false
}

func (f Format) read(text []byte) (*jsonfile.File, []entry, error) {
	if len(bytes.TrimSpace(text)) == 0 {
		text = []byte("{}")
	}
	file, err := jsonfile.Parse(text)
	if err != nil {
		return nil, nil, err
	}
	all, err := f.entries(file)
	return file, all, err
}

func isOurs(e entry) bool { return e.ours }

// keeps reports whether now does all that e did.
func (f Format) keeps(e, now entry) bool {
	return now.ours && now.event == e.event &&
		now.command == e.command && now.exec == e.exec && slices.Equal(now.args, e.args) &&
		f.covers(now.matcher, e.matcher) &&
		(f.failsRight(now) || !f.failsRight(e)) &&
		(!now.limited || now.timeout >= float64(f.Timeout) || e.limited && now.timeout >= e.timeout) &&
		(now.condition == "" || now.condition == e.condition) &&
		(!now.async || e.async) && (!now.once || e.once)
}

// covers reports whether a matcher hits every sample that another one hits.
func (f Format) covers(wide, narrow string) bool {
	if everything(wide) || wide == narrow {
		return true
	}
	for _, s := range f.Samples() {
		if matches(narrow, s.Tool) != misses && matches(wide, s.Tool) != hits {
			return false
		}
	}
	return true
}

// plugin is what a settings file says of the gate's plugin.
func (f Format) plugin(file *jsonfile.File) int {
	if f.Plugin == nil {
		return 0
	}
	return f.Plugin(file)
}

// off reports whether a settings file turns all hooks off.
func (f Format) off(file *jsonfile.File) bool {
	if f.Off == nil {
		return false
	}
	off, _ := f.Off(file)
	return off
}
