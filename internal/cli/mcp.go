package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"noclobber/internal/build"
)

// companionName is the program that serves documents over MCP. It is one of its own, since what it links would be paid
// for on every tool call.
const companionName = "noclobber-mcp"

func newMCP(s Streams) *cobra.Command {
	var roots []string
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "serve the protected documents here to an agent, over the Model Context Protocol",
		Example: `  noclobber init --mcp                          # registers it in .mcp.json
  claude mcp add noclobber -- noclobber mcp     # or by hand, for one person`,
		Long: `Serves the documents that the policies in force here protect, on standard input and output, until the input ends: the
tools doc_read, doc_append, doc_splice, doc_write, doc_history and doc_restore, and the documents as resources. Writes
go through the same engine as those of the other verbs. Documents outside of this directory need --root, unless the
user's own policy protects them.
It starts noclobber-mcp, which is installed beside this program and must be of the same build.`,
		Args: takes(0, 0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			path, err := findCompanion()
			if err != nil {
				return err
			}
			args := []string{path, "--of=" + build.This().ID()}
			for _, dir := range roots {
				args = append(args, "--root="+s.path(dir))
			}
			return become(path, args)
		},
	}
	cmd.Flags().StringArrayVar(&roots, "root", nil, "also serve documents below `DIR`")
	return cmd
}

// findCompanion finds noclobber-mcp beside this program, as it was started or where its file really is, else on PATH.
func findCompanion() (string, error) {
	name := companionName
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	looked := companionDirs()
	for _, dir := range looked {
		if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return path, nil
		}
	}
	if path, err := exec.LookPath(name); err == nil {
		return filepath.Abs(path)
	}
	err := fmt.Errorf("%s is neither beside noclobber (%s) nor on PATH", name, strings.Join(looked, ", "))
	return "", hint(err, "./install.sh and the release archives hold both programs; from a checkout: go build -o %s ./cmd/%s", orElse(first(looked), "."), companionName)
}

// companionDirs are the directories of this program.
func companionDirs() []string {
	self, err := os.Executable()
	if err != nil {
		return nil
	}
	dirs := []string{filepath.Dir(self)}
	if real, err := filepath.EvalSymlinks(self); err == nil && !slices.Contains(dirs, filepath.Dir(real)) {
		dirs = append(dirs, filepath.Dir(real))
	}
	return dirs
}

func first(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}
