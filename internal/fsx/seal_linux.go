package fsx

import (
	"os"

	"golang.org/x/sys/unix"
)

// immutable is FS_IMMUTABLE_FL of linux/fs.h.
const immutable = 0x10

// setImmutable sets or clears the attribute that chattr calls i. Only root may, and not every file system has it.
func setImmutable(path string, on bool) {
	if os.Geteuid() != 0 {
		return
	}
	f, err := os.OpenFile(path, os.O_RDONLY|openPlain, 0)
	if err != nil {
		return
	}
	defer func() { _ = f.Close() }()
	flags, err := unix.IoctlGetInt(int(f.Fd()), unix.FS_IOC_GETFLAGS)
	if err != nil {
		return
	}
	want := flags &^ immutable
	if on {
		want |= immutable
	}
	if want != flags {
		_ = unix.IoctlSetPointerInt(int(f.Fd()), unix.FS_IOC_SETFLAGS, want)
	}
}
