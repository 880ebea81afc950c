package hookfile

import (
	"bytes"
	"fmt"

	"noclobber/internal/host"
	"noclobber/internal/host/jsonfile"
)

// Wire puts one entry for each event into settings. Entries of an
// older or other form give way; a longer time limit stays.
func (f Format) Wire(settings []byte, scope host.Scope, binary string) (out []byte, changed bool, err error) {
	blank := len(bytes.TrimSpace(settings)) == 0
	if blank {
		settings = []byte("{}\n")
	}
	file, err := jsonfile.Parse(settings)
	if err != nil {
		return nil, false, err
	}
	before := file
	if file, err = f.dropStale(file, scope, binary); err != nil {
		return nil, false, err
	}
	if file, err = f.addHead(file); err != nil {
		return nil, false, err
	}
	for _, event := range f.Events() {
		if file, err = f.addMissing(file, event.Name, scope, binary); err != nil {
			return nil, false, err
		}
	}
	return file.Bytes(), blank || file != before, nil
}

// Unwire takes all entries of the gate out, and what held nothing else.
func (f Format) Unwire(settings []byte) (out []byte, changed bool, err error) {
	if len(bytes.TrimSpace(settings)) == 0 {
		return settings, false, nil
	}
	file, err := jsonfile.Parse(settings)
	if err != nil {
		return nil, false, err
	}
	for {
		all, err := f.entries(file)
		if err != nil {
			return nil, false, err
		}
		i := first(all, isOurs)
		if i < 0 {
			return file.Bytes(), changed, nil
		}
		if file, err = f.dropWhole(file, all[i]); err != nil {
			return nil, false, err
		}
		if changed = true; f.empty(file) {
			return nil, true, nil
		}
	}
}

// empty reports whether nothing but the head is left.
func (f Format) empty(file *jsonfile.File) bool {
	n := len(file.Root.Members)
	return n == 0 || f.Head != "" && n == 1 && file.Root.Members[0].Key == "version"
}

// addHead puts the head of a fresh file into one that lacks it.
func (f Format) addHead(file *jsonfile.File) (*jsonfile.File, error) {
	if f.Head == "" {
		return file, nil
	}
	head, err := jsonfile.Parse([]byte("{" + f.Head + "}"))
	if err != nil {
		return nil, err
	}
	for _, m := range head.Root.Members {
		if file.Root.Get(m.Key) != nil {
			continue
		}
		if file, err = file.Set(file.Root, m.Key, head.Raw(m.Value)); err != nil {
			return nil, err
		}
	}
	return file, nil
}

// dropStale removes the gate's entries that are not as they should be, and of
// several for one event all but the first.
func (f Format) dropStale(file *jsonfile.File, scope host.Scope, binary string) (*jsonfile.File, error) {
	for {
		all, err := f.entries(file)
		if err != nil {
			return nil, err
		}
		kept := map[string]bool{}
		i := first(all, func(e entry) bool {
			if !e.ours && !f.exact(e, scope, binary) {
				return false
			}
			if kept[e.event] || !f.serves(e, scope, binary) {
				return true
			}
			kept[e.event] = true
			return false
		})
		if i < 0 {
			return file, nil
		}
		if file, err = f.drop(file, all[i]); err != nil {
			return nil, err
		}
	}
}

// addMissing appends the entry of an event that has none.
func (f Format) addMissing(file *jsonfile.File, event string, scope host.Scope, binary string) (*jsonfile.File, error) {
	all, err := f.entries(file)
	if err != nil {
		return nil, err
	}
	if first(all, func(e entry) bool { return e.event == event && f.serves(e, scope, binary) }) >= 0 {
		return file, nil
	}
	item := f.item(event, scope, binary)
	hooks := f.hooks(file)
	switch {
	case hooks == nil:
		return file.Set(file.Root, "hooks", fmt.Sprintf(`{%q: [%s]}`, event, item))
	case hooks.Get(event) == nil:
		return file.Set(hooks, event, "["+item+"]")
	}
	return file.Append(hooks.Get(event), item)
}

// drop removes an entry, and its group where that held nothing else.
func (f Format) drop(file *jsonfile.File, e entry) (*jsonfile.File, error) {
	list := f.hooks(file).Get(e.event)
	if commands := list.Items[e.group].Get("hooks"); !f.Flat && len(commands.Items) > 1 {
		return file.RemoveItem(commands, e.index)
	}
	return file.RemoveItem(list, e.group)
}

// dropWhole removes an entry and everything around it that would be left empty.
func (f Format) dropWhole(file *jsonfile.File, e entry) (*jsonfile.File, error) {
	hooks := f.hooks(file)
	list := hooks.Get(e.event)
	switch {
	case len(list.Items) > 1 || !f.Flat && len(list.Items[e.group].Get("hooks").Items) > 1:
		return f.drop(file, e)
	case len(hooks.Members) > 1 || f.Top:
		return file.RemoveMember(hooks, member(hooks, e.event))
	}
	return file.RemoveMember(file.Root, member(file.Root, "hooks"))
}

func member(object *jsonfile.Value, key string) int {
	for i, m := range object.Members {
		if m.Key == key {
			return i
		}
	}
	return -1
}

func first(all []entry, fits func(entry) bool) int {
	for i, e := range all {
		if fits(e) {
			return i
		}
	}
	return -1
}

// Wired counts the gate's hooks in a settings file.
func (f Format) Wired(settings []byte) int {
	_, all, err := f.read(settings)
	if err != nil {
		return 0
	}
	n := 0
	for _, e := range all {
		if e.ours {
			n++
		}
	}
	return n
}
