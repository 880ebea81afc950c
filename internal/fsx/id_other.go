//go:build !linux && !darwin

package fsx

import "io/fs"

// identifySystem adds nothing: size and modification time have to do.
func identifySystem(*ID, fs.FileInfo) {}
