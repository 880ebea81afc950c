package fsx

import "golang.org/x/sys/unix"

// foldsCase knows the file systems that are common: on ext4, f2fs and tmpfs folding is a flag of the directory, btrfs
// and overlayfs never fold. Of others (FAT, NTFS, SMB, a 9p mount of Windows) it asks.
func foldsCase(dir string) bool {
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		return false
	}
	switch int64(st.Type) { //nolint:unconvert // narrower on 32-bit systems
	case unix.EXT4_SUPER_MAGIC, unix.F2FS_SUPER_MAGIC, unix.TMPFS_MAGIC:
		return flaggedCasefold(dir)
	case unix.BTRFS_SUPER_MAGIC, unix.OVERLAYFS_SUPER_MAGIC:
		return false
	}
	return probe(dir)
}

func flaggedCasefold(dir string) bool {
	const casefold = 0x40000000 // FS_CASEFOLD_FL of linux/fs.h
	fd, err := unix.Open(dir, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return false
	}
	defer func() { _ = unix.Close(fd) }()
	flags, err := unix.IoctlGetUint32(fd, unix.FS_IOC_GETFLAGS)
	return err == nil && flags&casefold != 0
}
