package cli

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// shells are those that complete, with what writes the script for each.
func shells() map[string]func(root *cobra.Command, w io.Writer) error {
	return map[string]func(*cobra.Command, io.Writer) error{
		"bash":       func(root *cobra.Command, w io.Writer) error { return root.GenBashCompletionV2(w, true) },
		"zsh":        func(root *cobra.Command, w io.Writer) error { return root.GenZshCompletion(w) },
		"fish":       func(root *cobra.Command, w io.Writer) error { return root.GenFishCompletion(w, true) },
		"powershell": func(root *cobra.Command, w io.Writer) error { return root.GenPowerShellCompletionWithDesc(w) },
	}
}

func newCompletion(s Streams) *cobra.Command {
	names := slices.Sorted(maps.Keys(shells()))
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "print a script that makes a shell complete verbs and flags",
		Example: `  noclobber completion bash > ~/.local/share/bash-completion/completions/noclobber
  noclobber completion zsh  > ~/.zfunc/_noclobber          # with ~/.zfunc in fpath
  noclobber completion fish > ~/.config/fish/completions/noclobber.fish
  noclobber completion powershell >> $PROFILE`,
		Long:      "Prints the script for a shell: " + strings.Join(names, ", ") + ".\nThe bash script needs the package bash-completion. install.sh puts it in place.",
		Args:      takes(1, 1, "one SHELL"),
		ValidArgs: names,
		RunE: func(cmd *cobra.Command, args []string) error {
			write, ok := shells()[args[0]]
			if !ok {
				err := usageError{fmt.Errorf("no completion for the shell %q", args[0])}
				return hint(err, "there is one for %s", strings.Join(names, ", "))
			}
			return write(cmd.Root(), s.Out)
		},
	}
}
