package host

import (
	"fmt"
	"io"
)

// MaxPayload is the size above which a payload is refused, in bytes: four times
// the largest document that is merged, as a write with its answer carries it twice.
const MaxPayload = 64 << 20

// ReadPayload reads a payload to its end. Of one above MaxPayload it returns
// MaxPayload+1 bytes, which Parse refuses, and drains the rest: a host that
// is still writing must not meet a closed pipe.
func ReadPayload(r io.Reader) ([]byte, error) { return readPayload(r, MaxPayload) }

func readPayload(r io.Reader, limit int) ([]byte, error) {
	payload, err := io.ReadAll(io.LimitReader(r, int64(limit)+1))
	if err != nil {
		return payload, fmt.Errorf("reading the payload from stdin: %w", err)
	}
	if len(payload) > limit {
		if _, err := io.Copy(io.Discard, r); err != nil {
			return payload, fmt.Errorf("reading the payload from stdin: %w", err)
		}
	}
	return payload, nil
}
