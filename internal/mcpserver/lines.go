package mcpserver

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// maxMessage bounds one message: a document of the default max_document whose every byte JSON spells with six.
const maxMessage = 96 << 20

// wire carries messages as lines of JSON. A line that holds none is answered and passed over: one bad message is no
// reason to end a session.
type wire struct {
	in  *bufio.Reader
	mu  sync.Mutex // of out
	out io.Writer
}

func newWire(in io.Reader, out io.Writer) *wire {
	return &wire{in: bufio.NewReaderSize(in, 64<<10), out: out}
}

// read gives the next message; io.EOF when there is none.
func (w *wire) read() (jsonrpc.Message, error) {
	for {
		line, err := w.line()
		if text := bytes.TrimSpace(line); len(text) > 0 && (err == nil || errors.Is(err, io.EOF)) {
			msg, bad := jsonrpc.DecodeMessage(text)
			if bad == nil {
				return msg, nil
			}
			if err := w.complain(text, bad); err != nil {
				return nil, err
			}
		}
		if err != nil {
			return nil, err
		}
	}
}

// line reads up to and with the next line feed. The last line needs none.
func (w *wire) line() ([]byte, error) {
	var line []byte
	for {
		part, err := w.in.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > maxMessage:
			return nil, fmt.Errorf("a message of more than %d bytes", maxMessage)
		case !errors.Is(err, bufio.ErrBufferFull):
			return line, err
		}
	}
}

// complain answers what is no message.
func (w *wire) complain(text []byte, cause error) error {
	code := int64(jsonrpc.CodeInvalidRequest)
	switch {
	case text[0] == '[':
		cause = errors.New("batches are not taken; send one message a line")
	case !json.Valid(text):
		code = jsonrpc.CodeParseError
	}
	message, err := json.Marshal("noclobber-mcp: " + cause.Error())
	if err != nil {
		return err
	}
	return w.raw(fmt.Appendf(nil, `{"jsonrpc":"2.0","id":null,"error":{"code":%d,"message":%s}}`, code, message))
}

// write sends one message.
func (w *wire) write(msg jsonrpc.Message) error {
	text, err := jsonrpc.EncodeMessage(msg)
	if err != nil {
		return fmt.Errorf("encoding a message: %w", err)
	}
	return w.raw(text)
}

func (w *wire) raw(text []byte) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	_, err := w.out.Write(append(bytes.TrimRight(text, "\n"), '\n'))
	return err
}
