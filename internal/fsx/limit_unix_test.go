//go:build !windows

package fsx

import "golang.org/x/sys/unix"

// limitFileSize lets no file of this process grow beyond n bytes: writes come up short, as on a full disk.
func limitFileSize(n uint64) error {
	return unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: n, Max: n})
}

func mkfifo(path string) error { return unix.Mkfifo(path, 0o600) }
