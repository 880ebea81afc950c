package fsx

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The test binary plays the other processes of a test: its environment says which part, its arguments with what.
const partVariable = "FSX_TEST_PART"

func TestMain(m *testing.M) {
	var err error
	switch os.Getenv(partVariable) {
	case "":
		os.Exit(m.Run())
	case "count":
		err = countUp(os.Args[1], os.Args[2])
	case "hold":
		err = hold(os.Args[1])
	case "full disk":
		err = onFullDisk(os.Args[1], os.Args[2])
	case "replace":
		err = Replace(os.Args[1], []byte("new\n"), ReplaceOptions{TempDir: os.Args[2]})
	case "append":
		err = Append(os.Args[1], []byte("new\n"))
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func part(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), partVariable+"="+name)
	return cmd
}

// countUp adds one to the number in a file, 100 times.
func countUp(lock, file string) error {
	for range 100 {
		unlock, err := Lock(context.Background(), lock)
		if err != nil {
			return err
		}
		b, _ := os.ReadFile(file)
		n, _ := strconv.Atoi(string(b))
		if err := os.WriteFile(file, []byte(strconv.Itoa(n+1)), 0o600); err != nil {
			return err
		}
		if err := unlock(); err != nil {
			return err
		}
	}
	return nil
}

// hold takes a lock, says so, and keeps it until it is killed.
func hold(lock string) error {
	if _, err := Lock(context.Background(), lock); err != nil {
		return err
	}
	fmt.Println("held")
	time.Sleep(time.Minute)
	return nil
}

// onFullDisk does what would take more than a MiB in one file.
func onFullDisk(what, path string) error {
	if what != "overwrite" {
		if err := limitFileSize(1 << 20); err != nil {
			return err
		}
	}
	text := []byte(strings.Repeat("0123456789abcde\n", 100_000))
	switch what {
	case "append":
		return Append(path, text)
	case "replace":
		return Replace(path, text, ReplaceOptions{})
	case "overwrite":
		return overwriteOnFullDisk(path, text)
	}
	return fmt.Errorf("%s: no such part", what)
}

// overwriteOnFullDisk has the new bytes safe beside the document before the disk is full.
func overwriteOnFullDisk(path string, text []byte) error {
	r := replacement{path: path, data: text}
	s, err := r.stage(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer s.discard()
	if err := limitFileSize(1 << 20); err != nil {
		return err
	}
	return r.overwrite(s)
}
