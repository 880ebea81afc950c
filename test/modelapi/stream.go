package modelapi

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
)

// message is an answer in the API's form.
type message struct {
	ID      string  `json:"id"`
	Type    string  `json:"type"`
	Role    string  `json:"role"`
	Model   string  `json:"model"`
	Content []Block `json:"content"`
	Stop    *string `json:"stop_reason"`
	Usage   usage   `json:"usage"`
}

type usage struct {
	Input  int `json:"input_tokens"`
	Output int `json:"output_tokens"`
}

// compose makes an answer of its blocks.
func compose(id, model string, blocks []Block) message {
	stop := "end_turn"
	if callsTools(blocks) {
		stop = "tool_use"
	}
	return message{ID: id, Type: "message", Role: "assistant", Model: model, Content: blocks, Stop: &stop,
		Usage: usage{Input: 10, Output: 10}}
}

func callsTools(blocks []Block) bool {
	return slices.ContainsFunc(blocks, func(b Block) bool { return b.Type == "tool_use" })
}

// stream writes an answer as server-sent events, each block in one piece.
func stream(w io.Writer, m message) error {
	opening := m
	opening.Content, opening.Stop = []Block{}, nil
	events := []event{{"message_start", map[string]any{"message": opening}}}
	for i, b := range m.Content {
		events = append(events,
			event{"content_block_start", map[string]any{"index": i, "content_block": b.empty()}},
			event{"content_block_delta", map[string]any{"index": i, "delta": b.delta()}},
			event{"content_block_stop", map[string]any{"index": i}})
	}
	events = append(events,
		event{"message_delta", map[string]any{"delta": map[string]any{"stop_reason": m.Stop}, "usage": m.Usage}},
		event{"message_stop", map[string]any{}})
	for _, e := range events {
		if err := e.write(w); err != nil {
			return err
		}
	}
	return nil
}

type event struct {
	kind string
	data map[string]any
}

func (e event) write(w io.Writer) error {
	e.data["type"] = e.kind
	data, err := json.Marshal(e.data)
	if err != nil {
		return fmt.Errorf("encoding event %s: %w", e.kind, err)
	}
	_, err = fmt.Fprintf(w, "event: %s\ndata: %s\n\n", e.kind, data)
	return err
}

// empty is the block as it is announced, before its content has come.
func (b Block) empty() map[string]any {
	if b.Type == "tool_use" {
		return map[string]any{"type": b.Type, "id": b.ID, "name": b.Name, "input": map[string]any{}}
	}
	return map[string]any{"type": b.Type, "text": ""}
}

func (b Block) delta() map[string]any {
	if b.Type == "tool_use" {
		return map[string]any{"type": "input_json_delta", "partial_json": string(b.Input)}
	}
	return map[string]any{"type": "text_delta", "text": b.Text}
}
