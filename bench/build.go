package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// binaries are the programs that are compared.
type binaries struct {
	noclobber string
	empty     string // an empty Go main
	bare      string // lock, O_APPEND, fsync
}

const emptyMain = "package main\n\nfunc main() {}\n"

// bareMain appends one line under a lock file and syncs it: what no append can do without.
const bareMain = `package main

import (
	"os"
	"syscall"
)

func main() {
	lock, err := os.OpenFile(os.Args[1]+".lock", os.O_CREATE|os.O_RDWR, 0o600)
	check(err)
	check(syscall.Flock(int(lock.Fd()), syscall.LOCK_EX))
	f, err := os.OpenFile(os.Args[1], os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	check(err)
	_, err = f.WriteString(os.Args[2] + "\n")
	check(err)
	check(f.Sync())
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
`

// build compiles all three the way a release is built.
func build(dir string) (binaries, error) {
	b := binaries{filepath.Join(dir, "noclobber"), filepath.Join(dir, "empty"), filepath.Join(dir, "bare")}
	if err := compile(b.noclobber, "."); err != nil {
		return b, err
	}
	for bin, text := range map[string]string{b.empty: emptyMain, b.bare: bareMain} {
		src := bin + ".go"
		if err := os.WriteFile(src, []byte(text), 0o644); err != nil {
			return b, err
		}
		if err := compile(bin, src); err != nil {
			return b, err
		}
	}
	return b, nil
}

func compile(bin, what string) error {
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", bin, what)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building %s: %w\n%s", filepath.Base(bin), err, out)
	}
	return nil
}
