package toolcall

import (
	"strings"

	"noclobber/gate"
	"noclobber/internal/document"
	"noclobber/internal/host"
)

// Patch reads the text of apply_patch, which stands in a field of the input or is the whole input. Adding a file that is
// there writes it whole; deleting and adding one path is the same. With rewritable the envelope of one file may be
// written anew.
func (in Input) Patch(call *gate.Call, rewritable bool) error {
	field, text := "", in.Text
	if !in.Bare {
		keys := []string{"command", "patchText", "patch", "input"}
		if err := in.fields(keys); err != nil {
			return err
		}
		var err error
		if field, text, err = in.required(in.Object, keys); err != nil {
			return err
		}
	}
	files, err := document.ParseEnvelope(text)
	if err != nil && len(files) == 0 {
		return &host.PayloadError{Where: in.At(field), Offset: -1, Reason: "is no patch: " + err.Error()}
	}
	ops, errPath := in.patched(call.Tool, field, files, err != nil)
	if errPath != nil {
		return errPath
	}
	if rewritable && len(ops) == 1 && field != "" {
		rewrite(&ops[0], field)
	}
	call.Known, call.Ops = true, ops
	return nil
}

// rewrite lets one operation's envelope be written anew.
func rewrite(op *gate.Op, field string) {
	switch op.Kind {
	case gate.Write:
		op.Fields = gate.Fields{Content: field, Patch: true}
	case gate.Edit:
		op.Fields = gate.Fields{Old: field, New: field, Patch: true}
	}
}

// patched are the operations of an envelope. Of a damaged one no text counts: the host may make something else of it.
func (in Input) patched(via, field string, files []document.FilePatch, damaged bool) ([]gate.Op, error) {
	var ops []gate.Op
	for _, f := range files {
		path, err := in.absolute(field, f.Path)
		if err != nil {
			return nil, err
		}
		op := gate.Op{Path: path, Via: via}
		switch {
		case f.Kind == document.PatchDelete:
			op.Kind = gate.Delete
		case f.Kind == document.PatchAdd:
			op.Kind, op.Content, op.HasContent = gate.Write, []byte(f.Content), !damaged
			ops = withoutDelete(ops, path)
		case f.To != "":
			op.Kind = gate.Move
			if op.To, err = in.absolute(field, f.To); err != nil {
				return nil, err
			}
		case damaged || len(f.Hunks) == 0:
			op.Kind = gate.InPlace
		default:
			op.Kind, op.Edits = gate.Edit, f.Hunks
		}
		ops = append(ops, op)
	}
	return ops, nil
}

// withoutDelete drops the deletion of a path that is written again.
func withoutDelete(ops []gate.Op, path string) []gate.Op {
	for i, op := range ops {
		if op.Kind == gate.Delete && op.Path == path {
			return append(ops[:i:i], ops[i+1:]...)
		}
	}
	return ops
}

// PatchInShell reads a command that is nothing but apply_patch with its text in a heredoc, which some hosts carry out
// themselves. It reports whether the command is one.
func (in Input) PatchInShell(call *gate.Call) (bool, error) {
	text, ok := heredocPatch(call.Command)
	if !ok {
		return false, nil
	}
	files, err := document.ParseEnvelope(text)
	if err != nil {
		return false, nil // the shell's own reading of it has to do
	}
	ops, err := in.patched("apply_patch", "command", files, false)
	if err != nil {
		return true, err
	}
	call.Command, call.Shell = "", ""
	call.Known, call.Ops = true, ops
	return true, nil
}

// heredocPatch is the text of `apply_patch <<'EOF' … EOF`. A delimiter without quotes would let the shell change it.
func heredocPatch(command string) (string, bool) {
	first, rest, ok := strings.Cut(strings.TrimSpace(command), "\n")
	if !ok {
		return "", false
	}
	name, mark, ok := strings.Cut(first, "<<")
	switch strings.TrimSpace(name) {
	case "apply_patch", "applypatch":
	default:
		return "", false
	}
	mark = strings.TrimSpace(mark)
	bare := strings.Trim(mark, `'"`)
	text, closed := strings.CutSuffix(rest, "\n"+bare)
	quoted := len(mark) == len(bare)+2 || !strings.ContainsAny(text, "$`\\")
	if !ok || !closed || !quoted || bare == "" || strings.ContainsAny(bare, " \t|&;<>-") {
		return "", false
	}
	return text, true
}
