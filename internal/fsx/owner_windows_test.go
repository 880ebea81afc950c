package fsx

import "os"

func owner(os.FileInfo) [2]uint32 { return [2]uint32{} }
