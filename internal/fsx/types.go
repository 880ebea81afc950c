package fsx

import "time"

// ID tells whether a file is still the one that was looked at.
type ID struct {
	Exists     bool
	Regular    bool
	Dir        bool
	Link       bool
	Size       int64
	ModTime    time.Time
	ChangeTime time.Time // zero where the system has none
	Inode, Dev uint64    // zero where the system has none
	Links      uint64
	Mode       uint32 // permission bits
}
