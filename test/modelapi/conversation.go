package modelapi

import (
	"encoding/json"
	"slices"
	"strings"
)

// Conversation is what one request holds: all that its model has been shown, and what it answered.
type Conversation struct {
	Messages []Message `json:"messages"`
}

// Message is one message of a conversation. A client tells the model things of its own in messages of the role "system".
type Message struct {
	Role   string `json:"role"`
	Blocks Blocks `json:"content"`
}

// Blocks are a message's parts. A plain string counts as one text block.
type Blocks []Block

// Block is a text, a tool call (tool_use) or what a tool answered (tool_result).
type Block struct {
	Type   string          `json:"type"`
	Text   string          `json:"text,omitempty"`
	ID     string          `json:"id,omitempty"`
	Name   string          `json:"name,omitempty"`
	Input  json.RawMessage `json:"input,omitempty"`
	CallID string          `json:"tool_use_id,omitempty"`
	Result Blocks          `json:"content,omitempty"`
	Failed bool            `json:"is_error,omitempty"`
}

// UnmarshalJSON accepts both forms of content that the API has: a string, or a list of blocks.
func (b *Blocks) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*b = Blocks{{Type: "text", Text: text}}
		return nil
	}
	return json.Unmarshal(data, (*[]Block)(b))
}

func (b Blocks) text() string {
	var texts []string
	for _, block := range b {
		texts = append(texts, block.Text)
	}
	return strings.Join(texts, "\n")
}

// Turns is how many assistant messages there are.
func (c Conversation) Turns() int {
	n := 0
	for _, m := range c.Messages {
		if m.Role == "assistant" {
			n++
		}
	}
	return n
}

// Opening is everything before the first assistant message.
func (c Conversation) Opening() string {
	return texts(c.after(-1))
}

// Results is what the tools of a turn answered, in the order of the calls.
func (c Conversation) Results(turn int) []Result {
	var out []Result
	for _, m := range c.after(turn) {
		for _, b := range m.Blocks {
			if b.Type == "tool_result" {
				out = append(out, Result{Text: b.Result.text(), Failed: b.Failed})
			}
		}
	}
	return out
}

// Result is what one call answered, as the model was shown it.
type Result struct {
	Text   string
	Failed bool
}

// Notes is what the client told the model of its own accord between a turn's calls and the next turn: the texts that
// hooks add, and the client's remarks about files that changed.
func (c Conversation) Notes(turn int) string {
	return texts(c.after(turn))
}

// after gives the messages between an assistant message and the next one.
func (c Conversation) after(turn int) []Message {
	n := -1
	var out []Message
	for _, m := range c.Messages {
		if m.Role == "assistant" {
			n++
		} else if n == turn {
			out = append(out, m)
		}
	}
	return out
}

func texts(messages []Message) string {
	var out []string
	for _, m := range messages {
		for _, b := range m.Blocks {
			if b.Type == "text" {
				out = append(out, b.Text)
			}
		}
	}
	return strings.Join(out, "\n")
}

// script names the script whose marker stands last before the first answer: a prompt may quote another's marker.
func (c Conversation) script(known Scripts) (string, bool) {
	opening := c.Opening()
	name, at := "", -1
	for n := range known {
		if i := strings.LastIndex(opening, "[["+n+"]]"); i > at {
			name, at = n, i
		}
	}
	return name, at >= 0
}

// String is the conversation for people: calls, results and notes, long texts cut, the client's own preamble left out.
func (c Conversation) String() string {
	var b strings.Builder
	first := slices.IndexFunc(c.Messages, func(m Message) bool { return m.Role == "assistant" })
	for _, m := range c.Messages[max(first, 0):] {
		for _, block := range m.Blocks {
			b.WriteString(block.line(m.Role))
		}
	}
	return b.String()
}

func (b Block) line(role string) string {
	const most = 1500
	cut := func(s string) string { return s[:min(len(s), most)] }
	switch b.Type {
	case "tool_use":
		return "call " + b.Name + " " + cut(string(b.Input)) + "\n"
	case "tool_result":
		if b.Failed {
			return "ERROR " + cut(b.Result.text()) + "\n"
		}
		return "result " + cut(b.Result.text()) + "\n"
	default:
		return role + ": " + cut(b.Text) + "\n"
	}
}
