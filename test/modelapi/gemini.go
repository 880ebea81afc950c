package modelapi

import (
	"encoding/json"
	"net/http"
	"strings"
)

// gemini is Google's generateContent API.
func gemini() dialect { return dialect{read: readGemini, write: writeGemini} }

type geminiContent struct {
	Role  string       `json:"role"`
	Parts []geminiPart `json:"parts"`
}

type geminiPart struct {
	Text     string          `json:"text,omitempty"`
	Call     *geminiCall     `json:"functionCall,omitempty"`
	Response *geminiResponse `json:"functionResponse,omitempty"`
}

type geminiCall struct {
	Name string          `json:"name"`
	Args json.RawMessage `json:"args"`
}

type geminiResponse struct {
	ID       string          `json:"id"`
	Name     string          `json:"name"`
	Response json.RawMessage `json:"response"`
}

func readGemini(r *http.Request, body []byte) (request, error) {
	var in struct {
		Contents []geminiContent   `json:"contents"`
		Tools    []json.RawMessage `json:"tools"`
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return request{}, err
	}
	var t transcript
	for _, c := range in.Contents {
		role := c.Role
		if role == "model" {
			role = "assistant"
		}
		for _, p := range c.Parts {
			switch {
			case p.Call != nil:
				t.add(role, Block{Type: "tool_use", Name: p.Call.Name, Input: p.Call.Args})
			case p.Response != nil:
				t.add(role, geminiResult(*p.Response))
			default:
				t.add(role, textBlock(p.Text))
			}
		}
	}
	return request{Conversation: Conversation{Messages: t}, Stream: strings.Contains(r.URL.Path, "stream"), Tools: in.Tools}, nil
}

func geminiResult(r geminiResponse) Block {
	var answer struct {
		Output string `json:"output"`
		Error  string `json:"error"`
	}
	if json.Unmarshal(r.Response, &answer) != nil || answer.Output+answer.Error == "" {
		return resultBlock(r.ID, string(r.Response))
	}
	b := resultBlock(r.ID, answer.Output+answer.Error)
	b.Failed = answer.Error != ""
	return b
}

func writeGemini(w http.ResponseWriter, req request, _ string, blocks []Block) {
	var parts []geminiPart
	for _, b := range blocks {
		if b.Type == "text" {
			parts = append(parts, geminiPart{Text: b.Text})
		} else {
			parts = append(parts, geminiPart{Call: &geminiCall{b.Name, b.Input}})
		}
	}
	answer := map[string]any{
		"candidates":    []any{map[string]any{"content": geminiContent{"model", parts}, "finishReason": "STOP", "index": 0}},
		"usageMetadata": map[string]int{"promptTokenCount": 10, "candidatesTokenCount": 5, "totalTokenCount": 15},
		"modelVersion":  "scripted",
	}
	if req.Stream {
		events(w, []event{{"", answer}})
		return
	}
	respond(w, http.StatusOK, answer)
}
