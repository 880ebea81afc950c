package guard

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"noclobber/policy"
)

// SkipsDir reports whether walks and watches leave a directory alone: version control, dependencies, our own state.
func SkipsDir(path string) bool { return PassedOver(filepath.Base(path)) }

// WatchDirs lists the directories to watch for the documents of the policies in force for dir, or for some of them: those
// that stand there, each once, and none inside another.
func (g *Guard) WatchDirs(dir string, only []string) []string {
	var dirs []string
	for _, path := range only {
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			dirs = append(dirs, path)
			continue
		}
		dirs = append(dirs, filepath.Dir(path))
	}
	if only == nil {
		for _, p := range g.inForce(dir) {
			dirs = append(dirs, watchDirs(p)...)
		}
	}
	for i, d := range dirs {
		dirs[i] = nearestDir(resolved(d))
	}
	return outermostDirs(dirs)
}

// watchDirs are where the documents of a policy may stand. One that is spelled out is not looked for in all of its
// directory's depth, but nothing smaller can be watched.
func watchDirs(p *policy.Policy) []string {
	var dirs []string
	for _, path := range p.Literals() {
		dirs = append(dirs, filepath.Dir(path))
	}
	return append(dirs, p.Roots()...)
}

// nearestDir is dir, or its nearest parent that is there.
func nearestDir(dir string) string {
	for {
		info, err := os.Stat(dir)
		if err == nil && info.IsDir() || dir == filepath.Dir(dir) {
			return dir
		}
		dir = filepath.Dir(dir)
	}
}

func outermostDirs(dirs []string) []string {
	slices.Sort(dirs)
	var out []string
	for _, d := range slices.Compact(dirs) {
		if len(out) == 0 || !strings.HasPrefix(d, strings.TrimSuffix(out[len(out)-1], string(filepath.Separator))+string(filepath.Separator)) {
			out = append(out, d)
		}
	}
	return out
}
