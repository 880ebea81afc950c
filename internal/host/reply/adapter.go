package reply

import (
	"noclobber/gate"
	"noclobber/internal/host"
)

// Decoder reads a host's payloads: a toolcall.Dialect.
type Decoder interface {
	Name() string
	Decode(payload []byte) (gate.Call, error)
	Abilities() gate.Abilities
}

// Adapter is a host that is read by a Decoder and answered in a Form.
type Adapter struct {
	Decoder
	Form
}

var _ host.Adapter = Adapter{}
