package ledger

import (
	"context"
	"path/filepath"
	"testing"
	"time"
)

// BenchmarkCall is what one side of a hook's call costs here: lock, look, one record, durable or not, unlock.
func BenchmarkCall(b *testing.B) {
	for _, c := range []struct {
		name    string
		frames  int
		durable bool
	}{{"10 frames", 10, false}, {"100000 frames", 100_000, false}, {"10 frames, durable", 10, true}} {
		b.Run(c.name, func(b *testing.B) {
			dir := b.TempDir()
			s, document := New("", filepath.Join(dir, "state"), nil), filepath.Join(dir, "JOURNAL.md")
			fill(b, s, document, c.frames)
			for b.Loop() {
				d, err := s.Lock(context.Background(), document)
				if err != nil {
					b.Fatal(err)
				}
				d.Append(Record{Event: External, Time: anHourAgo, After: d.Tail().Head})
				if err := d.Commit(c.durable); err != nil {
					b.Fatal(err)
				}
				if err := d.Unlock(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// fill makes a log of that many records.
func fill(tb testing.TB, s *Store, document string, frames int) {
	tb.Helper()
	d, err := s.Lock(context.Background(), document)
	if err != nil {
		tb.Fatal(err)
	}
	head := StampOf([]byte("head"))
	for i := range frames {
		d.Append(Record{Event: External, Time: anHourAgo, After: head, Writer: Writer{Session: "s"}})
		if i%1000 == 999 || i == frames-1 {
			if err := d.Commit(false); err != nil {
				tb.Fatal(err)
			}
		}
	}
	if err := d.Unlock(); err != nil {
		tb.Fatal(err)
	}
}

func BenchmarkKeepAndBytes(b *testing.B) {
	dir := b.TempDir()
	s, document := New("", filepath.Join(dir, "state"), nil), filepath.Join(dir, "JOURNAL.md")
	d, err := s.Lock(context.Background(), document)
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = d.Unlock() }()
	bytes := journal(1400) // 64 KiB
	near := d.Keep(bytes, Stamp{}, nil)
	b.Run("keep", func(b *testing.B) {
		for b.Loop() {
			next := append(bytes[:len(bytes):len(bytes)], journal(1)...)
			near = d.Keep(next, near, bytes)
			bytes = next
			d.Append(Record{Event: External, After: near, Time: anHourAgo})
			if err := d.Commit(false); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("bytes", func(b *testing.B) {
		for b.Loop() {
			if _, err := d.Bytes(near); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkIndexLoad(b *testing.B) {
	dir := b.TempDir()
	x := New("", dir, nil).Index("policy")
	for range 10_000 {
		err := x.Note(KnownDoc{Path: filepath.Join(dir, time.Now().String()), Size: 1 << 20, ModTime: time.Now(), Change: time.Now(), Inode: 1 << 30, Version: VersionOf(nil)})
		if err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		if known, err := x.Load(); err != nil || len(known) != 10_000 {
			b.Fatal(err, len(known))
		}
	}
}
