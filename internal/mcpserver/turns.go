package mcpserver

import (
	"context"
	"encoding/json"
	"io"
	"slices"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The methods that matter to the order of things.
const (
	methodCall   = "tools/call"
	methodListen = "subscriptions/listen" // is answered when the connection ends
	methodCancel = "notifications/cancelled"
)

// turns is a connection on which tool calls take their turns, in the order in which they came: of two edits that a client
// sends without waiting the second one meets what the first one left. Everything else passes at once. The end of the
// input is told when all that came before it is answered, since the SDK answers nothing afterwards.
type turns struct {
	wire *wire
	stop <-chan struct{} // closed: the call under way is finished, and nothing is begun any more

	arrived chan arrival
	wake    chan struct{} // something was answered
	closed  chan struct{}
	once    sync.Once

	waiting []*jsonrpc.Request // calls; Read's alone
	end     error              // of the input; Read's alone

	mu   sync.Mutex
	open map[jsonrpc.ID]bool // requests that are not answered yet; true: a call
}

// arrival is what the input brought.
type arrival struct {
	msg jsonrpc.Message
	err error
}

// transport is a Transport for one connection over a reader and a writer.
type transport struct{ *turns }

// newTransport serves in and out. When stop is closed the connection ends after the call under way.
func newTransport(in io.Reader, out io.Writer, stop <-chan struct{}) mcp.Transport {
	t := &turns{
		wire: newWire(in, out), stop: stop,
		arrived: make(chan arrival), wake: make(chan struct{}, 1), closed: make(chan struct{}), open: map[jsonrpc.ID]bool{},
	}
	return transport{t}
}

// Connect begins to read.
func (t transport) Connect(context.Context) (mcp.Connection, error) {
	go t.listen()
	return t.turns, nil
}

// listen reads ahead, so that a cancellation is heard while a call is under way.
func (t *turns) listen() {
	for {
		msg, err := t.wire.read()
		select {
		case t.arrived <- arrival{msg, err}:
		case <-t.closed:
			return
		}
		if err != nil {
			return
		}
	}
}

// Read gives the next message whose turn it is.
func (t *turns) Read(ctx context.Context) (jsonrpc.Message, error) {
	stop := t.stop
	for {
		if msg, ok := t.next(); ok {
			return msg, nil
		}
		if t.end != nil && len(t.waiting) == 0 && t.answered() {
			return nil, t.end
		}
		arrived := t.arrived
		if t.end != nil {
			arrived = nil
		}
		select {
		case a := <-arrived:
			if msg, ok := t.arrive(a); ok {
				return msg, nil
			}
		case <-stop:
			stop, t.end = nil, io.EOF
			t.dismiss(func(*jsonrpc.Request) bool { return true }, "the server was told to stop; this call was not begun, and nothing was written")
		case <-t.wake:
		case <-t.closed:
			return nil, io.EOF
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// arrive sorts what came: a call waits for its turn, the rest passes.
func (t *turns) arrive(a arrival) (jsonrpc.Message, bool) {
	if a.err != nil {
		t.end = a.err
		return nil, false
	}
	req, ok := a.msg.(*jsonrpc.Request)
	switch {
	case !ok:
		return a.msg, true
	case req.Method == methodCall && req.IsCall():
		t.waiting = append(t.waiting, req)
		return nil, false
	case req.Method == methodCancel:
		t.cancel(req)
	case req.IsCall() && req.Method != methodListen:
		t.begin(req.ID, false)
	}
	return a.msg, true
}

// next is the call whose turn it is.
func (t *turns) next() (jsonrpc.Message, bool) {
	if len(t.waiting) == 0 || t.busy() {
		return nil, false
	}
	req := t.waiting[0]
	t.waiting = t.waiting[1:]
	t.begin(req.ID, true)
	return req, true
}

// cancel drops a call that waits for its turn; one that is under way is the SDK's to cancel.
func (t *turns) cancel(note *jsonrpc.Request) {
	var p struct {
		RequestID any `json:"requestId"`
	}
	if json.Unmarshal(note.Params, &p) != nil {
		return
	}
	id, err := jsonrpc.MakeID(p.RequestID)
	if err != nil {
		return
	}
	t.dismiss(func(r *jsonrpc.Request) bool { return r.ID == id }, "cancelled before it was begun; nothing was written")
}

// dismiss answers calls that wait with an error instead of carrying them out.
func (t *turns) dismiss(which func(*jsonrpc.Request) bool, why string) {
	t.waiting = slices.DeleteFunc(t.waiting, func(r *jsonrpc.Request) bool {
		if !which(r) {
			return false
		}
		_ = t.wire.write(&jsonrpc.Response{ID: r.ID, Error: &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: why}}) // a client that is gone reads nothing
		return true
	})
}

func (t *turns) begin(id jsonrpc.ID, call bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.open[id] = call
}

func (t *turns) busy() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, call := range t.open {
		if call {
			return true
		}
	}
	return false
}

func (t *turns) answered() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.open) == 0
}

// Write sends a message. The answer to a call makes room for the next one.
func (t *turns) Write(_ context.Context, msg jsonrpc.Message) error {
	err := t.wire.write(msg)
	if r, ok := msg.(*jsonrpc.Response); ok {
		t.mu.Lock()
		delete(t.open, r.ID)
		t.mu.Unlock()
		select {
		case t.wake <- struct{}{}:
		default:
		}
	}
	return err
}

// Close ends Read. The input is not closed: nothing ends a read of standard input but the end of the process.
func (t *turns) Close() error {
	t.once.Do(func() { close(t.closed) })
	return nil
}

// SessionID is empty: a stream has none.
func (t *turns) SessionID() string { return "" }
