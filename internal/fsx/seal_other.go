//go:build !linux

package fsx

// setImmutable does nothing here: the permission bits are all there is.
func setImmutable(string, bool) {}
