package claude

import (
	"noclobber/gate"
	"noclobber/internal/host"
	"noclobber/internal/host/toolcall"
)

// more reads what stands beside a payload's tool: the calls of a batch, the
// background tasks that run on.
func more(d toolcall.Dialect, call *gate.Call, p host.Object) error {
	switch call.Event {
	case gate.Before, gate.After, gate.Failed:
		if borrowed(p) {
			call.Host = gate.Abilities{
				Rewrite: true, ReadTool: "view", EditTool: "edit", WriteTool: "create", ShellTool: "bash",
			}
		}
	case gate.Batch:
		return batch(d, call, p)
	case gate.Turn, gate.ContextEnd, gate.SessionEnd:
		running(call, p)
	}
	return nil
}

// borrowed recognises a payload of Copilot CLI, which runs the hooks of
// .claude/settings.json with its own field names, and has no event for the end
// of a batch.
func borrowed(p host.Object) bool { return p.Has("timestamp") && !p.Has("transcript_path") }

// running reads which background tasks still run: the client's only word on the
// end of a shell command that it moved to the background.
func running(call *gate.Call, p host.Object) {
	tasks, ok, err := p.Objects("background_tasks")
	if err != nil || !ok {
		return
	}
	call.TellsRunning = true
	for _, t := range tasks {
		id, _, _ := t.Text("id")
		status, told, _ := t.Text("status")
		if id != "" && (!told || status == "running") {
			call.Running = append(call.Running, id)
		}
	}
}
