package seqlog_test

import (
	"bufio"
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"noclobber/internal/seqlog"
)

// sessionLog is what a harness writes: events of some hundred bytes, text with escapes among them.
func sessionLog(size int) []byte {
	var b bytes.Buffer
	text := strings.Repeat(`she said \"go on\" and the build went on…\n`, 6)
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, `{"type":"assistant/message","seq":%d,"time":"2026-11-29T10:00:00.%03dZ","turn":%d,"data":{"role":"assistant","content":[{"type":"text","text":"%s"}],"usage":{"input":%d,"output":17}}}`+"\n",
			i, i%1000, i/40, text, i*3)
	}
	return b.Bytes()
}

// BenchmarkCheck compares a check with the loop that any reader of such a log runs: each line through gjson.Valid.
// The budget: no less than half its speed.
func BenchmarkCheck(b *testing.B) {
	log := sessionLog(16 << 20)
	b.Run("valid", func(b *testing.B) {
		b.SetBytes(int64(len(log)))
		for b.Loop() {
			s := bufio.NewScanner(bytes.NewReader(log))
			s.Buffer(nil, 1<<20)
			for s.Scan() {
				if !gjson.ValidBytes(s.Bytes()) {
					b.Fatal("not valid")
				}
			}
		}
	})
	for name, opt := range map[string]seqlog.Options{
		"check":        {Seq: "seq"},
		"check-packed": {Seq: "seq", First: "seq0", Count: "events.#"},
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(log)))
			for b.Loop() {
				c := seqlog.NewChecker(opt)
				for rest := log; len(rest) > 0; {
					n := min(len(rest), 256<<10)
					_, _ = c.Write(rest[:n])
					rest = rest[n:]
				}
				if r := c.Close(); len(r.Findings) > 0 {
					b.Fatal(r.Findings)
				}
			}
		})
	}
}
