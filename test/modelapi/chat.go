package modelapi

import (
	"encoding/json"
	"net/http"
	"time"
)

// chat is OpenAI's chat completions API, which many clients speak to providers of the user's own.
func chat() dialect { return dialect{read: readChat, write: writeChat} }

type chatMessage struct {
	Role    string          `json:"role"`
	Content json.RawMessage `json:"content"`
	Calls   []chatCall      `json:"tool_calls"`
	CallID  string          `json:"tool_call_id"`
}

type chatCall struct {
	Index    int          `json:"index"`
	ID       string       `json:"id"`
	Type     string       `json:"type"`
	Function chatFunction `json:"function"`
}

type chatFunction struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

func readChat(_ *http.Request, body []byte) (request, error) {
	var in struct {
		Model    string            `json:"model"`
		Stream   bool              `json:"stream"`
		Tools    []json.RawMessage `json:"tools"`
		Messages []chatMessage     `json:"messages"`
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return request{}, err
	}
	var t transcript
	for _, m := range in.Messages {
		switch m.Role {
		case "tool":
			t.add("user", resultBlock(m.CallID, plainText(m.Content)))
		case "assistant":
			t.add("assistant", assistantBlocks(m)...)
		default:
			t.add(m.Role, textBlock(plainText(m.Content)))
		}
	}
	return request{Conversation: Conversation{Messages: t}, Model: in.Model, Stream: in.Stream, Tools: in.Tools}, nil
}

func assistantBlocks(m chatMessage) []Block {
	var blocks []Block
	if text := plainText(m.Content); text != "" && text != "null" {
		blocks = append(blocks, textBlock(text))
	}
	for _, c := range m.Calls {
		blocks = append(blocks, Block{Type: "tool_use", ID: c.ID, Name: c.Function.Name, Input: json.RawMessage(c.Function.Arguments)})
	}
	return blocks
}

func writeChat(w http.ResponseWriter, req request, id string, blocks []Block) {
	message := map[string]any{"role": "assistant", "content": nil}
	finish := "stop"
	var calls []chatCall
	for _, b := range blocks {
		if b.Type == "text" {
			message["content"] = b.Text
			continue
		}
		finish = "tool_calls"
		calls = append(calls, chatCall{Index: len(calls), ID: b.ID, Type: "function", Function: chatFunction{b.Name, string(b.Input)}})
	}
	if calls != nil {
		message["tool_calls"] = calls
	}
	usage := map[string]int{"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
	base := func(object string, choices ...any) map[string]any {
		if choices == nil {
			choices = []any{}
		}
		return map[string]any{"id": "chatcmpl-" + id, "object": object, "created": time.Now().Unix(), "model": req.Model, "choices": choices}
	}
	if !req.Stream {
		whole := base("chat.completion", map[string]any{"index": 0, "message": message, "finish_reason": finish})
		whole["usage"] = usage
		respond(w, http.StatusOK, whole)
		return
	}
	const chunk = "chat.completion.chunk"
	last := base(chunk)
	last["usage"] = usage
	events(w, []event{
		{"", base(chunk, map[string]any{"index": 0, "delta": message, "finish_reason": nil})},
		{"", base(chunk, map[string]any{"index": 0, "delta": map[string]any{}, "finish_reason": finish})},
		{"", last},
	})
	_, _ = w.Write([]byte("data: [DONE]\n\n"))
}
