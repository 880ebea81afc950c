package ledger

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// forged builds a log of frames that are whole, whatever they say.
type forged struct {
	t    *testing.T
	log  []byte
	tail Tail
}

func (f *forged) at() int64 { return int64(len(f.log)) }

func (f *forged) seal(kind byte, parts ...[]byte) {
	f.t.Helper()
	var err error
	f.log, err = seal(f.log, kind, f.at(), parts...)
	require.NoError(f.t, err)
}

func (f *forged) record(r Record) {
	f.t.Helper()
	f.tail = f.tail.after(r, f.at())
	parts, err := encodeRecord(r, f.tail)
	require.NoError(f.t, err)
	f.seal(kindRecord, parts...)
}

func (f *forged) version(s snapshot, content string) Stamp {
	f.t.Helper()
	s.at = f.at()
	fixed, err := s.encode()
	require.NoError(f.t, err)
	f.seal(s.kind, fixed, []byte(content))
	return s.stamp()
}

func wholeOf(content string) snapshot {
	s := StampOf([]byte(content))
	return snapshot{frame: frame{kind: kindWhole}, version: s.Version, bytes: s.Bytes, lines: s.Lines}
}

func TestVerifyFindsWhatChecksumsDoNot(t *testing.T) {
	for what, c := range map[string]struct {
		make func(f *forged)
		want string
	}{
		"nothing": {func(f *forged) { f.record(Record{Seq: 1, Event: Known, After: f.version(wholeOf("a"), "a")}) }, ""},
		"a gap": {func(f *forged) {
			f.record(Record{Seq: 1})
			f.record(Record{Seq: 3})
		}, "record 3 follows record 1"},
		"a record twice": {func(f *forged) {
			f.record(Record{Seq: 1})
			f.record(Record{Seq: 1})
		}, "record 1 follows record 1"},
		"a late start": {func(f *forged) { f.record(Record{Seq: 2}) }, "record 2 follows record 0"},
		"a stamp for another version": {func(f *forged) {
			s := f.version(wholeOf("a"), "a")
			f.record(Record{Seq: 1, Event: External, Before: Stamp{Version: VersionOf([]byte("b")), At: s.At}})
		}, "is said to stand at offset 16"},
		"bytes of another version": {func(f *forged) {
			f.version(wholeOf("a"), "b")
			f.record(Record{Seq: 1})
		}, "have another hash"},
		"a delta to something else": {func(f *forged) {
			parent := f.version(wholeOf("aaaa"), "aaaa")
			delta := wholeOf("ab")
			delta.kind, delta.parent, delta.parentBytes, delta.prefix = kindDelta, parent.At, 3, 1
			f.version(delta, "b")
			f.record(Record{Seq: 1})
		}, "but its parent has 4"},
		"a head that does not come out": {func(f *forged) {
			parent := f.version(wholeOf("aaaa"), "aaaa")
			delta := wholeOf("bb")
			delta.kind, delta.parent, delta.parentBytes, delta.prefix = kindDelta, parent.At, 4, 1
			f.record(Record{Seq: 1, Event: Known, After: f.version(delta, "b")})
		}, "the head cannot be read"},
		"an intent elsewhere": {func(f *forged) {
			f.record(Record{Seq: 1})
			f.tail.Opens = []OpenRef{{Seq: 9, At: fileHeaderSize}}
			f.record(Record{Seq: 2})
		}, "intent 9 is said to stand here"},
		"a kind of a later release": {func(f *forged) {
			f.seal('X', []byte("body"))
			f.record(Record{Seq: 1})
		}, `unknown kind 'X'`},
	} {
		t.Run(what, func(t *testing.T) {
			s, document := newStore(t, nil)
			dir, err := s.Dir(document)
			require.NoError(t, err)
			f := &forged{t: t, log: fileHeader()}
			c.make(f)
			require.NoError(t, os.MkdirAll(dir, 0o700))
			require.NoError(t, os.WriteFile(dir+"/log", f.log, 0o600))
			damage, err := lock(t, s, document).Verify()
			require.NoError(t, err)
			if c.want == "" {
				require.Empty(t, damage)
				return
			}
			require.NotEmpty(t, damage)
			require.Contains(t, damage[0].Message, c.want)
		})
	}
}
