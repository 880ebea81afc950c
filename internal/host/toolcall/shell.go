package toolcall

import (
	"strings"

	"noclobber/gate"
	"noclobber/internal/host"
)

// Shell reads a tool that runs a command in a dialect of the shell. Several commands of one call each run in a shell
// of their own.
func (in Input) Shell(call *gate.Call, dialect string) error {
	if err := in.fields(commandKeys(), dirKeys(), backgroundKeys()); err != nil {
		return err
	}
	texts, err := in.commands()
	if err != nil {
		return err
	}
	if err := in.where(call); err != nil {
		return err
	}
	for _, key := range backgroundKeys() {
		on, err := in.Flag(key)
		if err != nil {
			return err
		}
		call.Background = call.Background || on
	}
	call.Command = joined(texts)
	call.Known, call.Shell = true, dialect
	return nil
}

// commands are the texts of the command: one under any of its names, or a list.
func (in Input) commands() ([]string, error) {
	if texts, ok, err := in.Texts("commands"); err != nil || ok {
		return texts, err
	}
	_, text, err := in.required(in.Object, commandKeys())
	return []string{text}, err
}

// where is the command's working directory: the tool's own, or the payload's.
func (in Input) where(call *gate.Call) error {
	for _, key := range dirKeys() {
		dir, ok, err := in.Object.Text(key)
		if err != nil {
			return err
		}
		if !ok || dir == "" {
			continue
		}
		if call.CWD, err = in.absolute(key, dir); err != nil {
			return err
		}
	}
	if call.CWD == "" {
		return &host.PayloadError{Where: "cwd", Offset: -1, Reason: "is missing, so the names in the command are not known"}
	}
	return nil
}

// joined makes one text of commands that run one after the other, each in a shell of its own.
func joined(texts []string) string {
	if len(texts) == 1 {
		return texts[0]
	}
	var b strings.Builder
	for _, t := range texts {
		b.WriteString("(\n" + t + "\n)\n")
	}
	return b.String()
}
