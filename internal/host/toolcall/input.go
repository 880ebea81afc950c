package toolcall

import (
	"slices"

	"noclobber/gate"
	"noclobber/internal/document"
	"noclobber/internal/host"
)

// Input is the input of one tool call. Its methods say what a call does: they fill in its operations.
type Input struct {
	host.Input
	cwd, home string
}

// The spellings of a field, over all hosts. A reader of one spelling alone would see a call without a path and let it
// through: hosts run each other's hooks with their own field names.
func pathKeys() []string {
	return []string{"file_path", "path", "filePath", "filepath", "absolute_path"}
}
func contentKeys() []string { return []string{"content", "file_text", "contents"} }
func oldKeys() []string {
	return []string{"old_string", "old_str", "oldString", "old_text", "oldText"}
}
func newKeys() []string {
	return []string{"new_string", "new_str", "newString", "new_text", "newText"}
}
func allKeys() []string     { return []string{"replace_all", "replaceAll", "allow_multiple"} }
func commandKeys() []string { return []string{"command", "command_line", "cmd"} }
func dirKeys() []string {
	return []string{"workdir", "working_directory", "dir_path", "directory", "cwd"}
}
func backgroundKeys() []string {
	return []string{"run_in_background", "is_background", "isBackground", "detach", "background"}
}

// Read reads a tool that shows a file.
func (in Input) Read(call *gate.Call) error {
	path, err := in.place(pathKeys())
	return done(call, gate.Op{Kind: gate.Read, Path: path, Via: call.Tool}, err)
}

// Write reads a tool that replaces a whole file. more are the host's own names for the text.
func (in Input) Write(call *gate.Call, more ...string) error {
	keys := append(contentKeys(), more...)
	path, err := in.place(pathKeys(), keys)
	if err != nil {
		return err
	}
	key, content, err := in.required(in.Object, keys)
	return done(call, gate.Op{
		Kind: gate.Write, Path: path, Via: call.Tool,
		Content: []byte(content), HasContent: true,
		Fields: gate.Fields{Path: in.pathField(), Content: key},
	}, err)
}

// pathField is the name under which an input has its path; empty where it has it under several, since then nobody knows
// which one is read.
func (in Input) pathField() string {
	field := ""
	for _, k := range pathKeys() {
		switch {
		case !in.Has(k):
		case field != "":
			return ""
		default:
			field = k
		}
	}
	return field
}

// Append reads a tool that adds a text at a file's end.
func (in Input) Append(call *gate.Call, keys ...string) error {
	path, err := in.place(pathKeys(), keys)
	if err != nil {
		return err
	}
	_, text, err := in.required(in.Object, keys)
	return done(call, gate.Op{Kind: gate.Append, Path: path, Via: call.Tool, Content: []byte(text), HasContent: true}, err)
}

// Edit reads a tool that replaces one text of a file by another.
func (in Input) Edit(call *gate.Call) error {
	path, err := in.place(pathKeys(), oldKeys(), newKeys(), allKeys())
	if err != nil {
		return err
	}
	e, fields, err := in.oneEdit(in.Object)
	fields.Path = in.pathField()
	return done(call, gate.Op{Kind: gate.Edit, Path: path, Via: call.Tool, Edits: []document.Edit{e}, Fields: fields}, err)
}

// Edits reads a tool that makes several replacements in one file; they stand in a list. It has no Fields: one text
// cannot take the place of several edits.
func (in Input) Edits(call *gate.Call, list string) error {
	path, err := in.place(pathKeys(), []string{list})
	if err != nil {
		return err
	}
	edits, err := in.listed(list)
	return done(call, gate.Op{Kind: gate.Edit, Path: path, Via: call.Tool, Edits: edits}, err)
}

func (in Input) listed(list string) ([]document.Edit, error) {
	items, ok, err := in.Objects(list, slices.Concat(oldKeys(), newKeys(), allKeys())...)
	if err == nil && !ok {
		err = missing(in.At(list))
	}
	if err != nil {
		return nil, err
	}
	edits := make([]document.Edit, 0, len(items))
	for _, item := range items {
		e, _, err := in.oneEdit(item)
		if err != nil {
			return nil, err
		}
		edits = append(edits, e)
	}
	return edits, nil
}

// InPlace reads a tool that changes a file in a way that is not known before.
func (in Input) InPlace(call *gate.Call) error {
	path, err := in.place(pathKeys())
	return done(call, gate.Op{Kind: gate.InPlace, Path: path, Via: call.Tool}, err)
}

// Delete reads a tool that removes a file.
func (in Input) Delete(call *gate.Call) error {
	path, err := in.place(pathKeys())
	return done(call, gate.Op{Kind: gate.Delete, Path: path, Via: call.Tool}, err)
}

// Cells reads a tool that changes a cell of a notebook.
func (in Input) Cells(call *gate.Call) error {
	path, err := in.place([]string{"notebook_path", "file_path", "path"}, []string{"cell_id", "edit_mode", "is_new_cell"}, oldKeys())
	if err != nil {
		return err
	}
	return done(call, gate.Op{Kind: gate.Edit, Path: path, Via: call.Tool, Cells: true, Cell: in.cell()}, nil)
}

// cell is what the input tells of the cell. What it does not tell is not relied on.
func (in Input) cell() (c gate.Cell) {
	c.Name, _, _ = in.Object.Text("cell_id")
	mode, _, _ := in.Object.Text("edit_mode")
	isNew, _ := in.Flag("is_new_cell")
	c.Insert = mode == "insert" || isNew
	for _, key := range oldKeys() {
		old, _, _ := in.Object.Text(key)
		c.Shown = c.Shown || old != ""
	}
	return c
}

// Harmless marks a call that touches no file.
func (Input) Harmless(call *gate.Call) error {
	call.Known = true
	return nil
}

// Unknown leaves a call to the policies' tool maps.
func (in Input) Unknown() error { return in.Clear() }

// place reads the path and refuses keys that differ from the known ones in case alone.
func (in Input) place(keys ...[]string) (string, error) {
	if err := in.fields(keys...); err != nil {
		return "", err
	}
	key, path, err := in.required(in.Object, keys[0])
	if err != nil {
		return "", err
	}
	return in.absolute(key, path)
}

// fields makes sure that there is an object, with its known keys free of doubt.
func (in Input) fields(keys ...[]string) error {
	switch {
	case in.Bare:
		return &host.PayloadError{Where: in.At(""), Offset: -1, Reason: "is a text and no object"}
	case in.Raw == nil:
		return missing(in.At(""))
	}
	return in.Known(slices.Concat(keys...)...)
}

func (in Input) absolute(key, path string) (string, error) {
	absolute, err := host.Absolute(path, in.cwd, in.home)
	if err != nil {
		return "", &host.PayloadError{Where: in.At(key), Offset: -1, Reason: err.Error()}
	}
	return absolute, nil
}

// oneEdit reads one replacement and where its parts stand.
func (in Input) oneEdit(o host.Object) (e document.Edit, f gate.Fields, err error) {
	if f.Old, e.Old, err = in.required(o, oldKeys()); err != nil {
		return e, f, err
	}
	if f.New, e.New, err = in.required(o, newKeys()); err != nil {
		return e, f, err
	}
	for _, key := range allKeys() {
		if !o.Has(key) {
			continue
		}
		f.All = key
		if e.All, err = o.Flag(key); err != nil {
			return e, f, err
		}
	}
	return e, f, nil
}

// required reads a field that may have one of several names. Under two names at once it must say the same.
func (in Input) required(o host.Object, keys []string) (key, text string, err error) {
	for _, k := range keys {
		t, ok, err := o.Text(k)
		switch {
		case err != nil:
			return "", "", err
		case !ok:
		case key == "":
			key, text = k, t
		case text != t:
			return "", "", &host.PayloadError{Where: o.At(k), Offset: -1, Reason: "contradicts " + key}
		}
	}
	if key == "" {
		return "", "", missing(o.At(keys[0]))
	}
	return key, text, nil
}

// done makes op the one operation of a known tool.
func done(call *gate.Call, op gate.Op, err error) error {
	if err != nil {
		return err
	}
	call.Known, call.Ops = true, []gate.Op{op}
	return nil
}
