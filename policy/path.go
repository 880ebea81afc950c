package policy

import (
	"path/filepath"
	"strings"
)

// isRooted says whether a slash-separated path is absolute: "/x", and "C:/x" on every system.
func isRooted(p string) bool {
	return strings.HasPrefix(p, "/") ||
		len(p) > 2 && p[1] == ':' && p[2] == '/' && (p[0]|0x20) >= 'a' && (p[0]|0x20) <= 'z'
}

// relativeTo cuts dir from the front of p.
func relativeTo(p, dir string) (string, bool) {
	if dir == "" {
		return "", false
	}
	if p == dir {
		return ".", true
	}
	if !strings.HasSuffix(dir, "/") {
		dir += "/"
	}
	rest, below := strings.CutPrefix(p, dir)
	return rest, below
}

// slash is a path of the system in the form that patterns have: NFC, "/" between names, a drive in upper case.
func slash(p string) string { return upperDrive(nfc(filepath.ToSlash(p))) }

func upperDrive(p string) string {
	if isRooted(p) && p[0] >= 'a' && p[0] <= 'z' {
		return strings.ToUpper(p[:1]) + p[1:]
	}
	return p
}

// isVCSName knows the directories in which version control systems keep their own files. A rule reaches in only by name.
func isVCSName(name string) bool {
	switch strings.ToLower(name) {
	case ".git", ".hg", ".svn", ".jj":
		return true
	}
	return false
}
