package ledger

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
)

// VersionOf names the bytes of a document that exists; an empty document has a version too, unlike an absent one.
func VersionOf(b []byte) Version {
	sum := sha256.Sum256(b)
	return Version(hex.EncodeToString(sum[:]))
}

// StampOf describes bytes that are not stored. A last line without a line feed counts as one.
func StampOf(b []byte) Stamp {
	lines := int64(bytes.Count(b, []byte("\n")))
	if len(b) > 0 && b[len(b)-1] != '\n' {
		lines++
	}
	return Stamp{Version: VersionOf(b), Bytes: int64(len(b)), Lines: lines}
}

// AbsentStamp describes a document that does not exist.
func AbsentStamp() Stamp { return Stamp{Version: Absent} }

// raw is a version's 32 bytes; false for Absent, the zero Version and anything else that names no bytes.
func (v Version) raw() ([sha256.Size]byte, bool) {
	var sum [sha256.Size]byte
	b, err := hex.DecodeString(string(v))
	if err != nil || len(b) != len(sum) {
		return sum, false
	}
	copy(sum[:], b)
	return sum, true
}
