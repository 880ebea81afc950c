package ledger

import (
	"encoding/binary"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
	"time"
)

// parseIndex returns the entries that count, by path, and how many lines there were.
func parseIndex(text string) (known []KnownDoc, lines int) {
	at := make(map[string]int, len(text)/160)
	for line := range strings.SplitSeq(text, "\n") {
		if line == "" {
			continue
		}
		lines++
		k, gone, ok := decodeKnown(line)
		if !ok {
			continue
		}
		i, seen := at[k.Path]
		switch {
		case gone && seen:
			known[i].Path = ""
			delete(at, k.Path)
		case gone:
		case seen:
			known[i] = k
		default:
			at[k.Path] = len(known)
			known = append(known, k)
		}
	}
	known = slices.DeleteFunc(known, func(k KnownDoc) bool { return k.Path == "" })
	slices.SortFunc(known, func(a, b KnownDoc) int { return strings.Compare(a.Path, b.Path) })
	return known, lines
}

func encodeKnown(k KnownDoc) string {
	fields := make([]byte, 0, 256)
	fields = append(fields, "+\t"+escape(k.Path)...)
	for _, n := range []int64{k.Size, nanoseconds(k.ModTime), nanoseconds(k.Change)} {
		fields = strconv.AppendInt(append(fields, '\t'), n, 10)
	}
	fields = strconv.AppendUint(append(fields, '\t'), k.Inode, 10)
	return checked(string(fields) + "\t" + string(k.Version))
}

// checked puts a checksum before a line.
func checked(line string) string {
	sum := binary.BigEndian.AppendUint32(nil, checksum([]byte(line)))
	return hex.EncodeToString(sum) + "\t" + line
}

func decodeKnown(line string) (k KnownDoc, gone, ok bool) {
	sum, rest, _ := strings.Cut(line, "\t")
	if want, err := strconv.ParseUint(sum, 16, 32); err != nil || uint32(want) != checksum([]byte(rest)) {
		return k, false, false
	}
	var field [7]string
	n := 0
	for ; n < len(field) && rest != ""; n++ {
		field[n], rest, _ = strings.Cut(rest, "\t")
	}
	k.Path = unescape(field[1])
	if field[0] == "-" {
		return k, true, k.Path != ""
	}
	var errs [4]error
	var mtime, ctime int64
	k.Size, errs[0] = strconv.ParseInt(field[2], 10, 64)
	mtime, errs[1] = strconv.ParseInt(field[3], 10, 64)
	ctime, errs[2] = strconv.ParseInt(field[4], 10, 64)
	k.Inode, errs[3] = strconv.ParseUint(field[5], 10, 64)
	k.ModTime, k.Change, k.Version = instant(mtime), instant(ctime), Version(field[6])
	return k, false, field[0] == "+" && k.Path != "" && errs == [4]error{}
}

// The zero time is 0 in the file: times of files before 1970 do not matter here.
func nanoseconds(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixNano()
}

func instant(n int64) time.Time {
	if n == 0 {
		return time.Time{}
	}
	return time.Unix(0, n)
}

// escape keeps a path in its field. Only paths with such characters pay for it.
func escape(path string) string {
	if !strings.ContainsAny(path, "\\\t\n") {
		return path
	}
	return strings.NewReplacer("\\", `\\`, "\t", `\t`, "\n", `\n`).Replace(path)
}

func unescape(field string) string {
	if !strings.Contains(field, "\\") {
		return field
	}
	return strings.NewReplacer(`\\`, "\\", `\t`, "\t", `\n`, "\n").Replace(field)
}
