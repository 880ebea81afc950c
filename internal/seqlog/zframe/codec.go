package zframe

import (
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

// Decoder reads frames one after the other.
type Decoder struct{ z *zstd.Decoder }

// NewDecoder makes a Decoder. It starts no goroutines and holds a window's worth of memory.
func NewDecoder() (*Decoder, error) {
	z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true))
	if err != nil {
		return nil, fmt.Errorf("making a decoder: %w", err)
	}
	return &Decoder{z}, nil
}

// Close gives its memory back.
func (d *Decoder) Close() { d.z.Close() }

// Decode writes a frame's text to w. A damaged one fails, after what could be read of it was written.
func (d *Decoder) Decode(w io.Writer, r io.ReaderAt, f Frame) error {
	if err := d.z.Reset(io.NewSectionReader(r, f.At, f.Size)); err != nil {
		return err
	}
	_, err := io.Copy(w, d.z)
	return err
}

// Encoder makes frames. Its zero value is ready; it keeps what it needs for the next one.
type Encoder struct{ checked, bare *zstd.Encoder }

// Encode returns text as one frame.
func (e *Encoder) Encode(text []byte, checksum bool) ([]byte, error) {
	z := &e.bare
	if checksum {
		z = &e.checked
	}
	if *z == nil {
		made, err := zstd.NewWriter(nil, zstd.WithEncoderCRC(checksum), zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true))
		if err != nil {
			return nil, fmt.Errorf("making an encoder: %w", err)
		}
		*z = made
	}
	return (*z).EncodeAll(text, nil), nil
}
