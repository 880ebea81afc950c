package ledger

import (
	"io/fs"
	"sync/atomic"

	"noclobber/internal/fsx"
)

// layer lets a test see and break what the store does to its files.
type layer struct {
	fsx.OS
	fail func(op, name string) error // asked before each call but reads of names; an error stands for the call's
	read atomic.Int64                // bytes
	idle bool                        // syncs do nothing, for tests that make thousands
}

func (l *layer) ask(op, name string) error {
	if l.fail == nil {
		return nil
	}
	return l.fail(op, name)
}

func (l *layer) OpenFile(name string, flag int, perm fs.FileMode) (fsx.File, error) {
	if err := l.ask("open", name); err != nil {
		return nil, err
	}
	f, err := l.OS.OpenFile(name, flag, perm)
	if err != nil {
		return nil, err
	}
	return &layerFile{File: f, layer: l, name: name}, nil
}

func (l *layer) Rename(from, to string) error {
	if err := l.ask("rename", to); err != nil {
		return err
	}
	return l.OS.Rename(from, to)
}

func (l *layer) SyncDir(dir string) error {
	if err := l.ask("syncdir", dir); err != nil {
		return err
	}
	if l.idle {
		return nil
	}
	return l.OS.SyncDir(dir)
}

type layerFile struct {
	fsx.File
	layer *layer
	name  string
}

func (f *layerFile) ReadAt(b []byte, off int64) (int, error) {
	if err := f.layer.ask("read", f.name); err != nil {
		return 0, err
	}
	f.layer.read.Add(int64(len(b)))
	return f.File.ReadAt(b, off)
}

func (f *layerFile) Write(b []byte) (int, error) {
	if err := f.layer.ask("write", f.name); err != nil {
		n, _ := f.File.Write(b[:len(b)/2]) // a full disk takes what it can
		return n, err
	}
	return f.File.Write(b)
}

func (f *layerFile) WriteAt(b []byte, off int64) (int, error) {
	if err := f.layer.ask("write", f.name); err != nil {
		n, _ := f.File.WriteAt(b[:len(b)/2], off)
		return n, err
	}
	return f.File.WriteAt(b, off)
}

func (f *layerFile) Sync() error {
	if err := f.layer.ask("sync", f.name); err != nil {
		return err
	}
	if f.layer.idle {
		return nil
	}
	return f.File.Sync()
}

func (f *layerFile) Truncate(size int64) error {
	if err := f.layer.ask("truncate", f.name); err != nil {
		return err
	}
	return f.File.Truncate(size)
}
