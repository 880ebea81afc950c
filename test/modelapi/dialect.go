package modelapi

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"
)

// A dialect is one API that clients speak: it reads a request as a conversation and writes an answer's blocks.
type dialect struct {
	read  func(r *http.Request, body []byte) (request, error)
	write func(w http.ResponseWriter, req request, id string, blocks []Block)
}

// serve answers requests of a dialect.
func (s *Server) serve(d dialect) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var req request
		if err == nil {
			req, err = d.read(r, body)
		}
		if err != nil {
			s.fail(fmt.Errorf("decoding a request to %s: %w", r.URL.Path, err))
			refuse(w, http.StatusBadRequest, "invalid_request_error", err.Error())
			return
		}
		record := Record{Came: time.Now(), Path: r.URL.Path, Body: body}
		record.Turn, record.Answer = s.answer(req)
		record.Answered = time.Now()
		s.keep(record)
		d.write(w, req, callID(record.Turn, len(s.Records())), record.Answer)
	}
}

// events writes server-sent events; each may have a name.
func events(w http.ResponseWriter, all []event) {
	w.Header().Set("Content-Type", "text/event-stream")
	for _, e := range all {
		data, err := json.Marshal(e.data)
		if err != nil {
			return
		}
		if e.kind != "" {
			_, _ = fmt.Fprintf(w, "event: %s\n", e.kind)
		}
		// A client that hung up has no use for the rest of its answer.
		if _, err := fmt.Fprintf(w, "data: %s\n\n", data); err != nil {
			return
		}
	}
}

// transcript gathers messages; neighbours of one role become one message.
type transcript []Message

func (t *transcript) add(role string, blocks ...Block) {
	if n := len(*t); n > 0 && (*t)[n-1].Role == role {
		(*t)[n-1].Blocks = append((*t)[n-1].Blocks, blocks...)
		return
	}
	*t = append(*t, Message{Role: role, Blocks: blocks})
}

func textBlock(text string) Block { return Block{Type: "text", Text: text} }

func resultBlock(id, text string) Block {
	return Block{Type: "tool_result", CallID: id, Result: Blocks{textBlock(text)}}
}

// plainText is a content that is a string, or a list of parts with texts.
func plainText(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	var parts []struct {
		Text string `json:"text"`
	}
	if json.Unmarshal(raw, &parts) != nil {
		return string(raw)
	}
	for _, p := range parts {
		text += p.Text
	}
	return text
}
