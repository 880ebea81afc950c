package modelapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Server is a scripted Messages API on a loopback port.
type Server struct {
	scripts Scripts
	moments *moments
	http    *http.Server
	url     string
	ctx     context.Context
	stop    context.CancelFunc

	mu      sync.Mutex
	answers map[string]*answer
	latest  map[string]Conversation
	records []Record
	errs    []error
}

// Record is one request and its answer, in the order of the answers.
type Record struct {
	Came     time.Time
	Answered time.Time
	Path     string
	Turn     string // "A.write"; empty: no script's request
	Body     json.RawMessage
	Answer   []Block
}

// answer is a turn's answer, made once.
type answer struct {
	once   sync.Once
	blocks []Block
}

var errTime = errors.New("the scripts' time limit has passed")

// Start listens and answers until Close. A turn that is still waiting after the time limit is answered with a text, and
// Err tells.
func Start(scripts Scripts, limit time.Duration) (*Server, error) {
	if err := scripts.check(); err != nil {
		return nil, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listening for the scripted model: %w", err)
	}
	ctx, stop := context.WithTimeoutCause(context.Background(), limit, errTime)
	s := &Server{
		scripts: scripts,
		moments: newMoments(),
		url:     "http://" + listener.Addr().String(),
		ctx:     ctx,
		stop:    stop,
		answers: map[string]*answer{},
		latest:  map[string]Conversation{},
	}
	s.http = &http.Server{Handler: s.routes(), ReadHeaderTimeout: 10 * time.Second}
	go func() { s.fail(s.http.Serve(listener)) }()
	return s, nil
}

// URL is the base URL for the client.
func (s *Server) URL() string { return s.url }

// Close stops answering and listening.
func (s *Server) Close() error {
	s.stop()
	return s.http.Close()
}

// Ended says that the client of a script is gone, so that no other script goes on waiting for it.
func (s *Server) Ended(script string) { s.moments.end(script) }

// Conversation is the longest conversation that a script's client has sent: all that its model was shown.
func (s *Server) Conversation(script string) Conversation {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.latest[script]
}

// Turn is the number of a script's turn by its name.
func (s *Server) Turn(script, name string) (int, bool) { return s.scripts[script].number(name) }

// Records are all requests so far.
func (s *Server) Records() []Record {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Record(nil), s.records...)
}

// Err is what went wrong with the scripts themselves: a wait that was in vain, a Do that failed.
func (s *Server) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return errors.Join(s.errs...)
}

func (s *Server) fail(err error) {
	if err == nil || errors.Is(err, http.ErrServerClosed) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.errs = append(s.errs, err)
}

func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/messages", s.serve(messages()))
	mux.HandleFunc("POST /v1/chat/completions", s.serve(chat()))
	mux.HandleFunc("POST /v1/responses", s.serve(responses()))
	mux.HandleFunc("POST /v1beta/models/{call}", s.serve(gemini()))
	mux.HandleFunc("GET /v1/models", func(w http.ResponseWriter, _ *http.Request) {
		respond(w, http.StatusOK, map[string]any{"object": "list", "data": []any{map[string]string{"id": "scripted", "object": "model"}}})
	})
	mux.HandleFunc("POST /v1/messages/count_tokens", func(w http.ResponseWriter, _ *http.Request) {
		respond(w, http.StatusOK, usage{Input: 10})
	})
	mux.HandleFunc("HEAD /{$}", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.keep(Record{Came: time.Now(), Path: r.URL.Path})
		refuse(w, http.StatusNotFound, "not_found_error", r.URL.Path)
	})
	return mux
}

type request struct {
	Conversation
	Model  string            `json:"model"`
	Stream bool              `json:"stream"`
	Tools  []json.RawMessage `json:"tools"`
}

// messages is Anthropic's API.
func messages() dialect { return dialect{read: readMessages, write: writeMessages} }

func readMessages(_ *http.Request, body []byte) (req request, err error) {
	return req, json.Unmarshal(body, &req)
}

func writeMessages(w http.ResponseWriter, req request, id string, blocks []Block) {
	m := compose("msg_"+id, req.Model, blocks)
	if !req.Stream {
		respond(w, http.StatusOK, m)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	// A client that hung up has no use for the rest of its answer.
	_ = stream(w, m)
}

// answer picks the turn and makes its message; requests that belong to no script (titles, summaries) get an "ok".
func (s *Server) answer(req request) (string, []Block) {
	name, known := req.script(s.scripts)
	if !known || len(req.Tools) == 0 {
		return "", []Block{{Type: "text", Text: "ok"}}
	}
	n := req.Turns()
	turn, turnName := s.scripts[name].turn(n)
	id := name + "." + turnName
	made := s.arrived(name, id, req.Conversation)
	if n > 0 {
		_, before := s.scripts[name].turn(n - 1)
		s.moments.over(name, before)
	}
	made.once.Do(func() { made.blocks = s.perform(id, turn, req.Conversation) })
	s.moments.sent(name, turnName)
	if !callsTools(made.blocks) {
		s.moments.end(name)
	}
	return id, made.blocks
}

// arrived keeps the conversation and gives the place for the turn's answer.
func (s *Server) arrived(script, id string, c Conversation) *answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(c.Messages) >= len(s.latest[script].Messages) {
		s.latest[script] = c
	}
	if s.answers[id] == nil {
		s.answers[id] = &answer{}
	}
	return s.answers[id]
}

// perform waits as the turn says, runs its Do and makes its blocks.
func (s *Server) perform(id string, turn Turn, c Conversation) []Block {
	if err := s.prepare(turn); err != nil {
		s.fail(fmt.Errorf("turn %s: %w", id, err))
		return []Block{{Type: "text", Text: "the script failed: " + err.Error()}}
	}
	calls := turn.Calls
	if turn.Choose != nil {
		calls = turn.Choose(c)
	}
	var blocks []Block
	if turn.Text != "" {
		blocks = append(blocks, Block{Type: "text", Text: turn.Text})
	}
	for i, call := range calls {
		input, err := json.Marshal(call.Input)
		if call.Input == nil {
			input, err = json.Marshal(call.Text)
		}
		s.fail(err)
		blocks = append(blocks, Block{Type: "tool_use", ID: "toolu_" + callID(id, i), Name: call.Tool, Input: input})
	}
	if len(blocks) == 0 {
		blocks = []Block{{Type: "text", Text: "done"}}
	}
	return blocks
}

func (s *Server) prepare(turn Turn) error {
	for _, moment := range turn.moments() {
		if err := s.moments.wait(s.ctx, moment); err != nil {
			return err
		}
	}
	select {
	case <-time.After(turn.Delay):
	case <-s.ctx.Done():
		return context.Cause(s.ctx)
	}
	if turn.Do == nil {
		return nil
	}
	return turn.Do()
}

func (s *Server) keep(r Record) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.records = append(s.records, r)
}

// callID makes an id of letters, digits and underscores that differs from call to call.
func callID(turn string, n int) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, turn) + fmt.Sprintf("_%02d", n)
}

func respond(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	// The client may be gone; there is nobody to tell.
	_ = json.NewEncoder(w).Encode(v)
}

func refuse(w http.ResponseWriter, status int, kind, text string) {
	respond(w, status, map[string]any{"type": "error", "error": map[string]string{"type": kind, "message": text}})
}
