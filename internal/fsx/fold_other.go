//go:build !linux

package fsx

func foldsCase(dir string) bool { return probe(dir) }
