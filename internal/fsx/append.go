package fsx

import (
	"errors"
	"fmt"
	"io"
	"os"

	"noclobber/internal/fsx/fault"
)

// Append adds data to the end of an existing document in one write and makes it durable. It never creates one: a file
// that is missing may be about to come back (os.ErrNotExist). Links and non-regular files are refused with ErrLink and
// ErrNotRegular. When the disk fills up on the way, what was written is taken back, unless another writer appended
// behind it; the error then says how much stands there.
func Append(path string, data []byte) error {
	f, err := openDocument(path, os.O_WRONLY|os.O_APPEND)
	if err != nil {
		return fmt.Errorf("append to %s: %w", path, err)
	}
	fault.At("append.before-write")
	n, err := f.Write(data)
	fault.At("append.after-write")
	if err == nil {
		err = f.Sync()
		fault.At("append.after-sync")
	}
	if err != nil && n > 0 {
		err = errors.Join(err, takeBack(f, int64(n)))
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("append to %s: %w", path, err)
	}
	return nil
}

// takeBack cuts off the n bytes that f's last write appended. The kernel left f's offset behind them.
func takeBack(f *os.File, n int64) error {
	end, err := f.Seek(0, io.SeekCurrent)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.Size() != end {
		return fmt.Errorf("%d bytes of it stand at offset %d, another writer appended behind them", n, end-n)
	}
	return f.Truncate(end - n)
}

// openDocument opens an existing regular file, and nothing else.
func openDocument(path string, flag int) (*os.File, error) {
	id, err := Stat(path)
	if err != nil {
		return nil, err
	}
	if err := id.ordinary(); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, flag|openPlain, 0)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat() // it may have become another thing since
	if err == nil {
		err = identify(info).ordinary()
	}
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	return f, nil
}
