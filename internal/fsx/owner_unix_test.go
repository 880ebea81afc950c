//go:build !windows

package fsx

import (
	"os"
	"syscall"
)

func owner(info os.FileInfo) [2]uint32 {
	st := info.Sys().(*syscall.Stat_t)
	return [2]uint32{st.Uid, st.Gid}
}
