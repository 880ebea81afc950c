package fsx

import (
	"io/fs"
	"syscall"
	"time"
)

func identifySystem(id *ID, info fs.FileInfo) {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		id.Inode, id.Dev, id.Links = st.Ino, uint64(st.Dev), uint64(st.Nlink)
		id.ChangeTime = time.Unix(st.Ctimespec.Unix())
	}
}
