package claude_test

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"noclobber/gate"
	"noclobber/internal/document"
	"noclobber/internal/host"
	"noclobber/internal/host/claude"
	"noclobber/internal/host/hosttest"
)

func decode(t *testing.T, payload []byte) gate.Call {
	t.Helper()
	call, err := claude.New(hosttest.Home).Decode(payload)
	require.NoError(t, err, string(payload))
	return call
}

func TestToolsAndWhatTheyDoToFiles(t *testing.T) {
	const file = "/home/dev/project/J.md"
	for _, c := range []struct {
		name, tool, input string
		want              []gate.Op
	}{
		{"Read", "Read", `{"file_path":"J.md","offset":3}`, []gate.Op{{Kind: gate.Read, Path: file, Via: "Read"}}},
		{"Write", "Write", `{"content":"x","file_path":"J.md"}`, []gate.Op{{
			Kind: gate.Write, Path: file, Via: "Write", Content: []byte("x"), HasContent: true, Fields: gate.Fields{Path: "file_path", Content: "content"},
		}}},
		{"Write of nothing", "Write", `{"content":"","file_path":"J.md"}`, []gate.Op{{
			Kind: gate.Write, Path: file, Via: "Write", Content: []byte{}, HasContent: true, Fields: gate.Fields{Path: "file_path", Content: "content"},
		}}},
		{"Edit", "Edit", `{"file_path":"J.md","old_string":"a","new_string":"b","replace_all":true}`, []gate.Op{{
			Kind: gate.Edit, Path: file, Via: "Edit", Edits: []document.Edit{{Old: "a", New: "b", All: true}},
			Fields: gate.Fields{Path: "file_path", Old: "old_string", New: "new_string", All: "replace_all"},
		}}},
		{"Edit without replace_all", "Edit", `{"file_path":"J.md","old_string":"","new_string":"b"}`, []gate.Op{{
			Kind: gate.Edit, Path: file, Via: "Edit", Edits: []document.Edit{{New: "b"}},
			Fields: gate.Fields{Path: "file_path", Old: "old_string", New: "new_string"},
		}}},
		{"MultiEdit", "MultiEdit", `{"file_path":"J.md","edits":[{"old_string":"a","new_string":"b"},{"old_string":"c","new_string":"","replace_all":true}]}`, []gate.Op{{
			Kind: gate.Edit, Path: file, Via: "MultiEdit", Edits: []document.Edit{{Old: "a", New: "b"}, {Old: "c", All: true}},
		}}},
		{"NotebookEdit", "NotebookEdit", `{"notebook_path":"J.md","cell_id":"c1","edit_mode":"delete","new_source":""}`, []gate.Op{{
			Kind: gate.Edit, Path: file, Via: "NotebookEdit", Cells: true, Cell: gate.Cell{Name: "c1"},
		}}},
		{"NotebookEdit of a new cell", "NotebookEdit", `{"notebook_path":"J.md","cell_id":"c1","edit_mode":"insert","new_source":""}`, []gate.Op{{
			Kind: gate.Edit, Path: file, Via: "NotebookEdit", Cells: true, Cell: gate.Cell{Name: "c1", Insert: true},
		}}},
		{"Write in another host's words", "Write", `{"path":"J.md","file_text":"x"}`, []gate.Op{{
			Kind: gate.Write, Path: file, Via: "Write", Content: []byte("x"), HasContent: true, Fields: gate.Fields{Path: "path", Content: "file_text"},
		}}},
		{"Edit in another host's words", "Edit", `{"path":"J.md","old_str":"a","new_str":"b"}`, []gate.Op{{
			Kind: gate.Edit, Path: file, Via: "Edit", Edits: []document.Edit{{Old: "a", New: "b"}},
			Fields: gate.Fields{Path: "path", Old: "old_str", New: "new_str"},
		}}},
		{"one path under two names", "Read", `{"file_path":"J.md","path":"J.md"}`, []gate.Op{{Kind: gate.Read, Path: file, Via: "Read"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			call := decode(t, before(c.tool, c.input))
			assert.True(t, call.Known)
			assert.Equal(t, c.want, call.Ops)
			assert.Equal(t, c.input, string(call.Input))
			assert.Empty(t, call.Shell)
		})
	}
}

func TestShellTools(t *testing.T) {
	for _, c := range []struct {
		tool, input, shell string
		background         bool
	}{
		{"Bash", `{"command":"a > b"}`, "bash", false},
		{"Bash", `{"command":"a > b","run_in_background":true}`, "bash", true},
		{"PowerShell", `{"command":"a > b"}`, "powershell", false},
		{"Monitor", `{"command":"a > b"}`, "bash", true},
	} {
		call := decode(t, before(c.tool, c.input))
		assert.True(t, call.Known)
		assert.Nil(t, call.Ops)
		assert.Equal(t, "a > b", call.Command)
		assert.Equal(t, c.shell, call.Shell)
		assert.Equal(t, c.background, call.Background, c.tool)
	}
}

func TestToolsThatAreNotInTheTableStayUnknown(t *testing.T) {
	for _, tool := range []string{
		"mcp__filesystem__write_file", "CallMcpTool", "Skill", "Workflow", "EnterWorktree", "Config", "REPL",
		"write", "bash", "Edit2", "Monitor",
	} {
		call := decode(t, before(tool, `{"path":"J.md","n":1,"N":2}`))
		assert.False(t, call.Known, tool)
		assert.Nil(t, call.Ops, tool)
		assert.Empty(t, call.Shell, tool)
	}
	_, err := claude.New(hosttest.Home).Decode(before("mcp__x__y", `{"edits":[{"path":"a","path":"b"}]}`))
	assert.ErrorContains(t, err, "tool_input.edits.path stands twice")
}

func TestACallThatCannotBeJudgedIsAnErrorOfItsEvent(t *testing.T) {
	for _, c := range []struct{ name, tool, input, want string }{
		{"no input", "Write", `null`, "tool_input is missing"},
		{"input as text", "Edit", `"old, new"`, "tool_input is a text and no object"},
		{"no path", "Write", `{"content":"x"}`, "tool_input.file_path is missing"},
		{"null path", "Write", `{"file_path":null,"content":"x"}`, "tool_input.file_path is missing"},
		{"path is a number", "Read", `{"file_path":5}`, "tool_input.file_path is not a string"},
		{"path is a list", "NotebookEdit", `{"notebook_path":["a"]}`, "tool_input.notebook_path is not a string"},
		{"empty path", "Read", `{"file_path":""}`, "tool_input.file_path is empty"},
		{"no content", "Write", `{"file_path":"a"}`, "tool_input.content is missing"},
		{"content is an object", "Write", `{"file_path":"a","content":{}}`, "tool_input.content is not a string"},
		{"no new text", "Edit", `{"file_path":"a","old_string":"x"}`, "tool_input.new_string is missing"},
		{"replace_all is text", "Edit", `{"file_path":"a","old_string":"x","new_string":"y","replace_all":"yes"}`, "replace_all is neither"},
		{"edits is an object", "MultiEdit", `{"file_path":"a","edits":{}}`, "tool_input.edits is not an array"},
		{"no edits", "MultiEdit", `{"file_path":"a"}`, "tool_input.edits is missing"},
		{"an edit is text", "MultiEdit", `{"file_path":"a","edits":["x"]}`, "holds something that is not an object"},
		{"no command", "Bash", `{"description":"x"}`, "tool_input.command is missing"},
		{"command is a list", "Bash", `{"command":["a"]}`, "tool_input.command is not a string"},
		{"two paths", "Write", `{"file_path":"a","path":"b","content":"x"}`, "tool_input.path contradicts file_path"},
		{"path in other case", "Write", `{"file_path":"a","File_Path":"b","content":"x"}`, `differs from "file_path" only in case`},
		{"doubled path", "Write", `{"file_path":"a","file_path":"b","content":"x"}`, "stands twice"},
		{"doubled edit text", "MultiEdit", `{"file_path":"a","edits":[{"old_string":"x","old_string":"y","new_string":""}]}`, "stands twice"},
	} {
		t.Run(c.name, func(t *testing.T) {
			call, err := claude.New(hosttest.Home).Decode(before(c.tool, c.input))
			var bad *host.PayloadError
			require.ErrorAs(t, err, &bad)
			assert.Contains(t, err.Error(), c.want)
			assert.Equal(t, "PreToolUse", bad.Event)
			assert.Equal(t, gate.Before, call.Event)
		})
	}
}

func TestRelativePathsAndCommandsNeedTheCwdOfThePayload(t *testing.T) {
	for _, tool := range []string{
		`"tool_name":"Read","tool_input":{"file_path":"J.md"}`,
		`"tool_name":"Bash","tool_input":{"command":"cat J.md"}`,
	} {
		_, err := claude.New(hosttest.Home).Decode([]byte(`{"hook_event_name":"PreToolUse",` + tool + `}`))
		assert.ErrorContains(t, err, "cwd", tool)
	}
	call := decode(t, []byte(`{"hook_event_name":"PreToolUse","tool_name":"Read","tool_input":{"file_path":"/a/J.md"}}`))
	assert.Equal(t, "/a/J.md", call.Ops[0].Path)
	assert.Empty(t, call.Context.Session)
	assert.Empty(t, call.ID)
	_, err := claude.New("").Decode(before("Read", `{"file_path":"~/J.md"}`))
	assert.ErrorContains(t, err, "home directory is not known")
}

func TestEventsOfASession(t *testing.T) {
	for name, want := range map[string]gate.Event{
		"SessionStart": gate.SessionStart, "SessionEnd": gate.SessionEnd, "Stop": gate.Turn, "StopFailure": gate.Turn,
		"SubagentStop": gate.ContextEnd, "SubagentStart": gate.ContextStart, "PreCompact": gate.Compact, "PostCompact": gate.Compact,
		"UserPromptSubmit": gate.Other, "Notification": gate.Other, "AnEventOfNextYear": gate.Other,
	} {
		call := decode(t, []byte(`{"session_id":"s","agent_id":"a","cwd":"/w","hook_event_name":"`+name+`"}`))
		assert.Equal(t, want, call.Event, name)
		assert.Equal(t, gate.Context{Host: "claude", Session: "s", Agent: "a"}, call.Context)
		assert.False(t, call.TellsRunning)
	}
	for _, source := range []string{"startup", "resume", "clear", "compact"} {
		call := decode(t, []byte(`{"session_id":"s","cwd":"/w","hook_event_name":"SessionStart","source":"`+source+`"}`))
		assert.Equal(t, source, call.Source)
	}
}

func TestAnEventThatIsNotKnownButCarriesACallIsAnError(t *testing.T) {
	for _, event := range []string{`"hook_event_name":"preToolUse",`, `"hook_event_name":"BeforeTool",`, ``} {
		call, err := claude.New(hosttest.Home).Decode([]byte(`{` + event + `"tool_name":"Write","tool_input":{"file_path":"/J.md","content":""}}`))
		var bad *host.PayloadError
		require.ErrorAs(t, err, &bad, event)
		assert.Empty(t, bad.Event)
		answer := claude.New("").Failure(call.Event, err)
		assert.Equal(t, 2, answer.Exit)
		assert.Contains(t, answer.Stderr, "hook_event_name")
	}
}

func TestADamagedPayloadIsAnErrorOfTheEventInItsSoundPart(t *testing.T) {
	for payload, want := range map[string]gate.Event{
		`{"hook_event_name":"PreToolUse","tool_name":"Wri`:  gate.Before,
		`{"hook_event_name":"Stop","x":`:                    gate.Turn,
		`{"hook_event_name":"PostToolBatch","tool_calls":[`: gate.Batch,
	} {
		call, err := claude.New(hosttest.Home).Decode([]byte(payload))
		require.Error(t, err)
		assert.Equal(t, want, call.Event)
		answer := claude.New("").Failure(call.Event, err)
		assert.Zero(t, answer.Exit, "exit 2 ends the turn in a batch, and forbids to stop in Stop")
		assert.Equal(t, want == gate.Before, strings.Contains(string(answer.Stdout), `"permissionDecision":"deny"`))
	}
}

func TestABatchShowsEveryCallEvenOneThatCannotBeRead(t *testing.T) {
	call := decode(t, []byte(`{"session_id":"s","agent_id":"a","cwd":"/w","hook_event_name":"PostToolBatch","tool_calls":[
		{"tool_name":"Write","tool_input":{"file_path":5},"tool_use_id":"t1","tool_response":"<tool_use_error>InputValidationError</tool_use_error>"},
		{"tool_name":"Write","tool_input":"text","tool_use_id":"t2","tool_response":"x","is_error":true},
		{"tool_name":"Write","tool_input":{"file_path":"a","file_path":"b"},"tool_use_id":"t3","tool_response":[{"type":"text","text":"<tool_use_error>"}]},
		{"tool_name":"Write","tool_input":{"file_path":"J.md","content":"x"},"tool_response":"The file has been updated"}]}`))
	require.Len(t, call.Calls, 4)
	for i, want := range []struct {
		id     string
		failed bool
		ops    int
	}{{"t1", true, 0}, {"t2", true, 0}, {"t3", false, 0}, {"", false, 1}} {
		c := call.Calls[i]
		assert.Equal(t, want.id, c.ID)
		assert.Equal(t, want.failed, c.Response.Failed, c.ID)
		assert.Len(t, c.Ops, want.ops, c.ID)
		assert.Equal(t, call.Context, c.Context)
		assert.Equal(t, gate.Batch, c.Event)
	}
	_, err := claude.New("").Decode([]byte(`{"hook_event_name":"PostToolBatch","tool_calls":"x"}`))
	assert.ErrorContains(t, err, "tool_calls is not an array")
}

func TestAPersonsChangeOfTheProposalIsTold(t *testing.T) {
	payload := strings.Replace(string(hosttest.Captured(t)["PostToolUse-Write-existing"]), `"userModified": false`, `"userModified": true`, 1)
	assert.True(t, decode(t, []byte(payload)).Response.UserModified)
}

func TestAnAnswerOfAnUnknownShapeIsNoInformation(t *testing.T) {
	for _, response := range []string{
		`null`, `"text"`, `[]`, `5`, `{}`, `{"type":7,"originalFile":{},"file":[],"stdout":1,"backgroundTaskId":[]}`,
		`{"type":"text","file":{"content":"x","startLine":"1","numLines":1,"totalLines":1}}`,
		`{"type":"text","file":{"content":"x","startLine":1,"numLines":1}}`,
		`{"type":"text","file":{"content":null,"startLine":1,"numLines":1,"totalLines":1}}`,
		`{"type":"text","type":"create","originalFile":"a"}`,
	} {
		for tool, input := range map[string]string{
			"Read": `{"file_path":"a"}`, "Write": `{"file_path":"a","content":""}`, "Bash": `{"command":"a"}`,
		} {
			payload := strings.Replace(string(before(tool, input)), `"PreToolUse"`, `"PostToolUse"`, 1)
			payload = strings.TrimSuffix(payload, "}") + `,"tool_response":` + response + `}`
			call := decode(t, []byte(payload))
			require.NotNil(t, call.Response)
			want := gate.Response{Raw: call.Response.Raw}
			assert.Equal(t, want, *call.Response, payload)
		}
	}
}

// FuzzDecode: nothing panics; what is decoded agrees with encoding/json and has
// absolute paths; what is refused and may be a write is answered with a refusal.
func FuzzDecode(f *testing.F) {
	for _, text := range hosttest.Captured(f) {
		f.Add(text)
	}
	f.Add(before("MultiEdit", `{"file_path":"~/a","edits":[{"old_string":"a","new_string":"b"}]}`))
	adapter := claude.New(hosttest.Home)
	f.Fuzz(func(t *testing.T, payload []byte) {
		call, err := adapter.Decode(payload)
		if err != nil {
			var bad *host.PayloadError
			require.True(t, errors.As(err, &bad), "%v", err)
			answer := adapter.Failure(call.Event, err)
			if bad.Event == "" || bad.Event == "PreToolUse" {
				require.True(t, read(answer).Refused, "%s: %+v", payload, answer)
			}
			return
		}
		var want map[string]any
		if json.Unmarshal(payload, &want) != nil {
			return // a number that is no float64, nothing else: FuzzParse
		}
		agree(t, call, want)
		for _, c := range append(call.Calls, call) {
			for _, op := range c.Ops {
				require.True(t, filepath.IsAbs(op.Path) && filepath.Clean(op.Path) == op.Path, op.Path)
			}
		}
	})
}

func agree(t *testing.T, call gate.Call, want map[string]any) {
	t.Helper()
	text := func(m map[string]any, key string) string { s, _ := m[key].(string); return s }
	require.Equal(t, text(want, "session_id"), call.Context.Session)
	require.Equal(t, text(want, "agent_id"), call.Context.Agent)
	require.Equal(t, text(want, "cwd"), call.CWD)
	if call.Event != gate.Before && call.Event != gate.After {
		return
	}
	require.Equal(t, text(want, "tool_name"), call.Tool)
	require.Equal(t, text(want, "tool_use_id"), call.ID)
	in, _ := want["tool_input"].(map[string]any)
	require.Equal(t, call.Command != "", call.Shell != "" && text(in, "command") != "")
	for _, op := range call.Ops {
		if op.HasContent {
			require.Equal(t, text(in, op.Fields.Content), string(op.Content))
		}
		if op.Fields.Old != "" {
			require.Equal(t, text(in, op.Fields.Old), op.Edits[0].Old)
			require.Equal(t, text(in, op.Fields.New), op.Edits[0].New)
		}
	}
}
