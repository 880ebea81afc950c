package claude

import (
	"strings"

	"noclobber/gate"
	"noclobber/internal/host"
	"noclobber/internal/host/copilot"
	"noclobber/internal/host/toolcall"
)

// readResponse reads what a tool answered. Its shapes change between clients,
// and nothing in it decides a refusal: what cannot be read is not known.
func readResponse(call *gate.Call, p host.Object) {
	if borrowed(p) {
		copilot.ReadResult(call, p)
		return
	}
	answer, ok, err := p.Object("tool_response")
	if err != nil || !ok {
		return
	}
	r := call.Response
	switch call.Tool {
	case "Read":
		r.Read = readWindow(answer, call.Ops)
	case "Write", "Edit", "MultiEdit":
		toolcall.Replaced(call, answer, "originalFile") // null for a new file and for one that is very large
		kind, _, _ := answer.Text("type")
		r.Created = kind == "create"
		r.UserModified, _ = answer.Flag("userModified")
	case "NotebookEdit":
		toolcall.Replaced(call, answer, "original_file")
	case "Bash", "PowerShell":
		readOutput(r, answer)
	case "Monitor":
		r.Background, _, _ = answer.Text("taskId")
	}
}

// readWindow reads the lines that Read showed. The client counts the pieces
// between line feeds: "a\nb\n" has three lines, an empty file one. Notebooks,
// images and PDFs come in other shapes and show no text of the document.
func readWindow(answer host.Object, ops []gate.Op) *gate.ReadResult {
	if kind, _, _ := answer.Text("type"); kind != "text" || len(ops) != 1 {
		return nil
	}
	file, _, err := answer.Object("file")
	if err != nil {
		return nil
	}
	content, ok, err := file.Text("content")
	if err != nil || !ok {
		return nil
	}
	w := gate.ReadResult{Path: ops[0].Path, Content: []byte(strings.TrimPrefix(content, "\uFEFF"))}
	for _, f := range []struct {
		key string
		to  *int
	}{
		{"startLine", &w.FirstLine}, {"numLines", &w.Lines}, {"totalLines", &w.TotalLines},
	} {
		if *f.to, err = file.Count(f.key); err != nil || !file.Has(f.key) {
			return nil
		}
	}
	return &w
}

// readOutput reads a shell's output; the client strips its last line feed. Of
// what is too long, interrupted or an image the model sees less than stands here.
func readOutput(r *gate.Response, answer host.Object) {
	r.Stdout, _, _ = answer.Text("stdout")
	r.Background, _, _ = answer.Text("backgroundTaskId")
	interrupted, _ := answer.Flag("interrupted")
	image, _ := answer.Flag("isImage")
	r.Cut = interrupted || image || answer.Has("persistedOutputPath")
}
