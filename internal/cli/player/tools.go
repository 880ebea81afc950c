package player

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// outcome is what a tool answered: the structure that the hook gets, and the text that the model gets.
type outcome struct {
	response map[string]any
	shown    string
	err      error // the tool failed; the model gets its text
}

// toolError is an error in the client's own words.
type toolError string

func (e toolError) Error() string { return string(e) }

func failed(err error) outcome { return outcome{err: err, shown: err.Error()} }

// perform runs a tool the way the client does.
func (h *Host) perform(c Call) outcome {
	switch c.Tool {
	case "Write":
		return h.write(c)
	case "Edit":
		return h.edit(c)
	case "Read":
		return h.read(c)
	case "Bash":
		return h.bash(c)
	}
	return failed(toolError("No such tool available: " + c.Tool))
}

func (h *Host) write(c Call) outcome {
	path, content := c.text("file_path"), strings.ReplaceAll(c.text("content"), "\r\n", "\n")
	old, existed, err := load(path)
	if err != nil {
		return failed(err)
	}
	if err := replace(path, []byte(content)); err != nil {
		return failed(err)
	}
	response := map[string]any{
		"type": "create", "filePath": path, "content": content, "structuredPatch": []any{}, "originalFile": nil, "userModified": false,
	}
	if existed {
		response["type"], response["originalFile"] = "update", lineFeeds(old)
	}
	return outcome{response: response, shown: "The file " + path + " has been written."}
}

func (h *Host) edit(c Call) outcome {
	path := c.text("file_path")
	old, existed, err := load(path)
	if err != nil || !existed {
		return failed(errors.Join(err, toolError("File does not exist.")))
	}
	now, err := substitute(string(old), c.text("old_string"), c.text("new_string"))
	if err != nil {
		return failed(err)
	}
	if err := replace(path, []byte(now)); err != nil {
		return failed(err)
	}
	return outcome{
		response: map[string]any{
			"filePath": path, "oldString": c.text("old_string"), "newString": c.text("new_string"),
			"originalFile": lineFeeds(old), "structuredPatch": []any{}, "userModified": false, "replaceAll": false,
		},
		shown: "The file " + path + " has been updated.",
	}
}

// substitute replaces the one place where old stands; LF in it also matches CR LF.
func substitute(text, old, replacement string) (string, error) {
	if !strings.Contains(text, old) && strings.Contains(text, "\r\n") {
		old, replacement = strings.ReplaceAll(old, "\n", "\r\n"), strings.ReplaceAll(replacement, "\n", "\r\n")
	}
	switch n := strings.Count(text, old); {
	case old == "" || n == 0:
		return "", toolError("String to replace not found in file.")
	case n > 1:
		return "", toolError(fmt.Sprintf("Found %d matches of the string to replace, but replace_all is false.", n))
	}
	return strings.Replace(text, old, replacement, 1), nil
}

func (h *Host) read(c Call) outcome {
	path := c.text("file_path")
	text, existed, err := load(path)
	if err != nil || !existed {
		return failed(errors.Join(err, toolError("File does not exist.")))
	}
	shown := strings.TrimPrefix(lineFeeds(text), "\ufeff")
	lines := strings.Count(shown, "\n") + 1
	file := map[string]any{"filePath": path, "content": shown, "numLines": lines, "startLine": 1, "totalLines": lines}
	return outcome{response: map[string]any{"type": "text", "file": file}, shown: shown}
}

func (h *Host) bash(c Call) outcome {
	cmd := exec.Command("bash", "-c", c.text("command"))
	cmd.Dir, cmd.Env = h.Dir, h.Env
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return failed(fmt.Errorf("%w\n%s%s", err, stdout.Bytes(), stderr.Bytes()))
	}
	out := strings.TrimRight(stdout.String(), "\n")
	response := map[string]any{"stdout": out, "stderr": strings.TrimRight(stderr.String(), "\n"), "interrupted": false, "isImage": false, "noOutputExpected": false}
	if len(out) > maxOutput {
		response["stdout"], response["persistedOutputPath"] = out[:maxOutput], "/tmp/tool-results/output.txt"
		out = out[:preview]
	}
	return outcome{response: response, shown: out}
}

// What the client keeps of a long output in the payload, and what the model then sees of it.
const (
	maxOutput = 30_000
	preview   = 2_000
)

func load(path string) (text []byte, existed bool, err error) {
	text, err = os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	return text, err == nil, err
}

// replace is the client's way to write: a temp file beside the document, then a rename.
func replace(path string, content []byte) error {
	mode := fs.FileMode(0o644)
	info, err := os.Lstat(path)
	switch {
	case err == nil && info.Mode()&fs.ModeSymlink != 0:
		return toolError("Refusing to write " + path + ": it is a symbolic link.")
	case err == nil:
		mode = info.Mode().Perm()
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".tmp.*")
	if err != nil {
		return err
	}
	_, err = temp.Write(content)
	err = errors.Join(err, temp.Chmod(mode), temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temp.Name()))
	}
	return nil
}

func lineFeeds(text []byte) string { return strings.ReplaceAll(string(text), "\r\n", "\n") }
