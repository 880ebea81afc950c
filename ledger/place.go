package ledger

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"

	"noclobber/internal/fsx"
	"noclobber/internal/fsx/fault"
)

// place makes data the content of a file of the ledger, whole or not at all. Without durable it may be lost, or empty,
// after the machine lost power. The directory is made when it is missing.
func place(files fsx.FS, path string, data []byte, durable bool) error {
	temp := filepath.Join(filepath.Dir(path), ".new-"+strconv.FormatUint(rand.Uint64(), 36))
	err := writeNew(files, temp, data, durable)
	if errors.Is(err, os.ErrNotExist) {
		if err = files.MkdirAll(filepath.Dir(path), 0o700); err == nil {
			err = writeNew(files, temp, data, durable)
		}
	}
	if err == nil {
		fault.At("place.before-rename")
		err = files.Rename(temp, path)
		fault.At("place.after-rename")
	}
	if err != nil {
		_ = files.Remove(temp)
		return err
	}
	if durable {
		return files.SyncDir(filepath.Dir(path))
	}
	return nil
}

func writeNew(files fsx.FS, path string, data []byte, durable bool) error {
	f, err := files.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil && durable {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}
