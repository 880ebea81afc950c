//go:build !linux

package cli

// ephemeral is not known here.
func ephemeral(string) bool { return false }
