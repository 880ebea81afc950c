package cli

import "golang.org/x/sys/unix"

// ephemeral reports whether a path's file system is gone after a restart: memory, or a container's
// own layer.
func ephemeral(path string) bool {
	var st unix.Statfs_t
	if unix.Statfs(path, &st) != nil {
		return false
	}
	return st.Type == unix.TMPFS_MAGIC || st.Type == unix.OVERLAYFS_SUPER_MAGIC
}
