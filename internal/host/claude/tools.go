package claude

import (
	"noclobber/gate"
	"noclobber/internal/host/toolcall"
)

// describe says what a call does to files. A tool that no list names stays
// unknown: a [[tool]] rule may map it, else it counts as opaque.
func describe(call *gate.Call, in toolcall.Input) error {
	switch call.Tool {
	case "Monitor":
		return monitor(call, in)
	case "CallMcpTool": // editors that run these hooks wrap the tools of MCP servers
		return in.Wrapped(call, "server", "toolName", "arguments")
	}
	return tools().Tool(call, in)
}

func tools() toolcall.Table {
	return toolcall.Table{
		Read: "Read", Write: "Write", Edit: "Edit", Edits: "MultiEdit", // MultiEdit until client 2.0
		Cells: "NotebookEdit", Shell: "Bash", PowerShell: "PowerShell",
		// A subagent's calls have hooks of their own.
		Harmless: "Agent Task Glob Grep LS NotebookRead LSP " +
			"WebFetch WebSearch ToolSearch ListMcpResourcesTool ReadMcpResourceTool " +
			"AskUserQuestion EnterPlanMode ListAgents SendMessage ReportFindings ScheduleWakeup " +
			"TodoWrite TaskCreate TaskGet TaskList TaskUpdate " +
			"TaskOutput TaskStop BashOutput KillBash KillShell",
	}
}

// monitor is a shell command that always goes on in the background. The tool
// has forms without a command; those are opaque.
func monitor(call *gate.Call, in toolcall.Input) error {
	if !in.Has("command") {
		return in.Unknown()
	}
	err := in.Shell(call, "bash")
	call.Background = true
	return err
}
