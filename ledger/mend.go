package ledger

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"noclobber/internal/fsx"
	"noclobber/internal/fsx/fault"
)

// Files beside a log that keep what was cut off its end, numbered from 1.
const (
	tornFile    = "torn-"    // the rest of a commit that nobody was told had happened
	damagedFile = "damaged-" // bytes that were once something else
)

// mend makes a log end in a whole frame again. What stands behind the last frame that is readable moves to a file
// beside the log; nothing else is touched.
func mend(files fsx.FS, dir string, log *stored) error {
	torn, err := findTorn(log)
	if err != nil {
		return err
	}
	if err := torn.setAside(files, dir); err != nil {
		return fmt.Errorf("keep the torn end: %w", err)
	}
	fault.At("mend.kept")
	if err := log.file.Truncate(torn.keep); err != nil {
		return fmt.Errorf("cut the torn end: %w", err)
	}
	fault.At("mend.cut")
	if _, err := log.file.WriteAt(torn.missing, torn.keep); err != nil {
		return fmt.Errorf("close the last frame: %w", err)
	}
	log.size = torn.keep + int64(len(torn.missing))
	return log.file.Sync()
}

// setAside keeps the rest, durably.
func (t tornEnd) setAside(files fsx.FS, dir string) error {
	if len(t.rest) == 0 {
		return nil
	}
	kind := damagedFile
	if t.crashed() {
		kind = tornFile
	}
	n, err := highest(files, dir, kind)
	if err != nil {
		return err
	}
	return errors.Join(writeNew(files, filepath.Join(dir, kind+strconv.Itoa(n+1)), t.rest, true), files.SyncDir(dir))
}

// highest returns the highest N of the files kind+N in dir.
func highest(files fsx.FS, dir, kind string) (int, error) {
	entries, err := files.ReadDir(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return 0, err
	}
	most := 0
	for _, e := range entries {
		if digits, ok := strings.CutPrefix(e.Name(), kind); ok {
			if n, err := strconv.Atoi(digits); err == nil {
				most = max(most, n)
			}
		}
	}
	return most, nil
}
