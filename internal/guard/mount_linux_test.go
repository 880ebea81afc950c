package guard

import "golang.org/x/sys/unix"

func mountSmall(dir string) error { return unix.Mount("tmpfs", dir, "tmpfs", 0, "size=256k") }

// readOnly makes a file system that mountSmall has mounted refuse writes, or take them again.
func readOnly(dir string, yes bool) error {
	flags := uintptr(unix.MS_REMOUNT)
	if yes {
		flags |= unix.MS_RDONLY
	}
	return unix.Mount("tmpfs", dir, "tmpfs", flags, "size=256k")
}

func unmount(dir string) error { return unix.Unmount(dir, unix.MNT_DETACH) }
