package modelapi

import (
	"encoding/json"
	"net/http"
	"strconv"
	"time"
)

// responses is OpenAI's responses API.
func responses() dialect { return dialect{read: readResponses, write: writeResponses} }

type responseItem struct {
	Type      string          `json:"type"`
	Role      string          `json:"role"`
	Content   json.RawMessage `json:"content"`
	CallID    string          `json:"call_id"`
	Name      string          `json:"name"`
	Arguments string          `json:"arguments"`
	Input     string          `json:"input"`
	Output    json.RawMessage `json:"output"`
}

func readResponses(_ *http.Request, body []byte) (request, error) {
	var in struct {
		Model  string            `json:"model"`
		Stream bool              `json:"stream"`
		Tools  []json.RawMessage `json:"tools"`
		Input  json.RawMessage   `json:"input"`
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return request{}, err
	}
	var t transcript
	var items []responseItem
	if json.Unmarshal(in.Input, &items) != nil {
		t.add("user", textBlock(plainText(in.Input)))
	}
	for _, item := range items {
		switch item.Type {
		case "function_call":
			t.add("assistant", Block{Type: "tool_use", ID: item.CallID, Name: item.Name, Input: json.RawMessage(item.Arguments)})
		case "custom_tool_call":
			text, _ := json.Marshal(item.Input)
			t.add("assistant", Block{Type: "tool_use", ID: item.CallID, Name: item.Name, Input: text})
		case "function_call_output", "custom_tool_call_output":
			t.add("user", resultBlock(item.CallID, outputText(item.Output)))
		case "message", "":
			t.add(item.Role, textBlock(plainText(item.Content)))
		}
	}
	return request{Conversation: Conversation{Messages: t}, Model: in.Model, Stream: in.Stream, Tools: in.Tools}, nil
}

// outputText is what a tool answered: a text, a list of parts, or an object that holds either.
func outputText(raw json.RawMessage) string {
	var wrapped struct {
		Content json.RawMessage `json:"content"`
	}
	if json.Unmarshal(raw, &wrapped) == nil && wrapped.Content != nil {
		return plainText(wrapped.Content)
	}
	return plainText(raw)
}

func writeResponses(w http.ResponseWriter, req request, id string, blocks []Block) {
	var items []map[string]any
	for i, b := range blocks {
		items = append(items, responseOutput(b, id+"_"+strconv.Itoa(i)))
	}
	base := map[string]any{"id": "resp_" + id, "object": "response", "created_at": time.Now().Unix(), "model": req.Model, "status": "in_progress", "output": []any{}}
	whole := map[string]any{"id": "resp_" + id, "object": "response", "created_at": base["created_at"], "model": req.Model, "status": "completed", "output": items,
		"usage": map[string]any{"input_tokens": 10, "output_tokens": 5, "total_tokens": 15,
			"input_tokens_details": map[string]int{"cached_tokens": 0}, "output_tokens_details": map[string]int{"reasoning_tokens": 0}}}
	if !req.Stream {
		respond(w, http.StatusOK, whole)
		return
	}
	all := []event{{"response.created", map[string]any{"type": "response.created", "response": base}}}
	for i, item := range items {
		all = append(all,
			event{"response.output_item.added", map[string]any{"type": "response.output_item.added", "output_index": i, "item": item}},
			event{"response.output_item.done", map[string]any{"type": "response.output_item.done", "output_index": i, "item": item}})
	}
	events(w, append(all, event{"response.completed", map[string]any{"type": "response.completed", "response": whole}}))
}

// responseOutput is a block as an item. An input that is a bare text belongs to a custom tool.
func responseOutput(b Block, id string) map[string]any {
	var text string
	switch {
	case b.Type == "text":
		return map[string]any{"type": "message", "id": "msg_" + id, "role": "assistant", "status": "completed",
			"content": []any{map[string]any{"type": "output_text", "text": b.Text, "annotations": []any{}}}}
	case json.Unmarshal(b.Input, &text) == nil:
		return map[string]any{"type": "custom_tool_call", "id": "ctc_" + id, "call_id": b.ID, "name": b.Name, "input": text, "status": "completed"}
	}
	return map[string]any{"type": "function_call", "id": "fc_" + id, "call_id": b.ID, "name": b.Name, "arguments": string(b.Input), "status": "completed"}
}
