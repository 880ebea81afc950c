package cli

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// help prints a verb's help: the example first, since that is what most people look for.
func help(cmd *cobra.Command, _ []string) {
	var page bytes.Buffer
	if cmd.Example != "" {
		fmt.Fprintf(&page, "%s\n\n", cmd.Example)
	}
	fmt.Fprintf(&page, "usage: %s\n\n%s\n", usageLine(cmd), about(cmd))
	for _, g := range cmd.Groups() {
		helpGroup(&page, g.Title, cmd.Commands())
	}
	helpFlags(&page, cmd.Flags())
	if !cmd.HasParent() {
		page.WriteString("\nexit codes: 0 fine, 1 findings or a refused change, 2 usage, 3 an internal error\n")
	}
	_, _ = cmd.OutOrStdout().Write(page.Bytes()) // help has nowhere to report an error to
}

func usageLine(cmd *cobra.Command) string {
	if cmd.HasParent() {
		return cmd.Parent().CommandPath() + " " + cmd.Use
	}
	return cmd.Use + " VERB"
}

func about(cmd *cobra.Command) string {
	if cmd.Long != "" {
		return strings.TrimSpace(cmd.Long)
	}
	return cmd.Short
}

func helpGroup(page *bytes.Buffer, title string, verbs []*cobra.Command) {
	fmt.Fprintf(page, "\n%s\n", title)
	for _, c := range verbs {
		if c.GroupID == title {
			fmt.Fprintf(page, "  %-10s %s\n", c.Name(), c.Short)
		}
	}
}

func helpFlags(page *bytes.Buffer, flags *pflag.FlagSet) {
	var rows [][]string
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" {
			return
		}
		name, usage := pflag.UnquoteUsage(f)
		rows = append(rows, []string{"  --" + strings.TrimSpace(f.Name+" "+name), usage})
	})
	if len(rows) > 0 {
		page.WriteByte('\n')
		printTable(page, rows)
	}
}

// newHelp is `noclobber help VERB`.
func newHelp(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:    "help [VERB]",
		Short:  "show a verb's help",
		Hidden: true,
		Args:   takes(0, 1, "one verb"),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return root.Help()
			}
			for _, c := range root.Commands() {
				if c.Name() == args[0] {
					return c.Help()
				}
			}
			return unknownVerb(root, args[0])
		},
	}
}
