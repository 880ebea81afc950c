package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// newRoot makes the command tree, or as much of it as a command line needs.
func newRoot(s Streams, args []string) *cobra.Command {
	root := &cobra.Command{
		Use:   "noclobber",
		Short: "set -o noclobber for coding agents: no agent's write silently deletes what another one wrote",
		Example: `  noclobber init                      # propose rules, wire the agent's hooks
  echo "- shipped 1.2" | noclobber append JOURNAL.md
  noclobber status`,
		Args:          cobra.ArbitraryArgs,
		SilenceUsage:  true,
		SilenceErrors: true,
		CompletionOptions: cobra.CompletionOptions{
			DisableDefaultCmd: true,
		},
	}
	var asked bool
	root.Flags().BoolVar(&asked, "version", false, "print the version")
	root.RunE = func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) > 0:
			return unknownVerb(cmd, args[0])
		case asked:
			return printVersion(s, false)
		}
		return cmd.Help()
	}
	root.SetIn(s.In)
	root.SetOut(s.Out)
	root.SetErr(s.Err)
	root.SetHelpFunc(help)
	root.SetFlagErrorFunc(flagError)
	wanted := soleVerb(args)
	for _, g := range groups() {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
		for _, v := range g.verbs {
			if wanted != "" && v.name != wanted {
				continue
			}
			cmd := v.command(s)
			cmd.GroupID = g.title
			root.AddCommand(cmd)
		}
	}
	root.SetHelpCommand(newHelp(root))
	return root
}

// group is verbs that a person looks for together.
type group struct {
	title string
	verbs []verb
}

// verb is a command by its name. It is made when it is needed: all of them together take a tenth of what an append takes.
type verb struct {
	name    string
	command func(Streams) *cobra.Command
}

// soleVerb is the verb that a command line names, where it can be answered without the others; empty where it needs them.
func soleVerb(args []string) string {
	if len(args) == 0 || args[0] == "completion" || args[0] == "man" {
		return ""
	}
	for _, g := range groups() {
		for _, v := range g.verbs {
			if v.name == args[0] {
				return v.name
			}
		}
	}
	return ""
}

// groups are all verbs, in the order in which a newcomer meets them.
func groups() []group {
	return []group{
		{"set up", []verb{
			{"init", newInit},
			{"doctor", newDoctor},
			{"demo", newDemo},
			{"uninstall", newUninstall},
			{"completion", newCompletion},
			{"man", newMan},
			{"version", newVersion},
		}},
		{"write", []verb{
			{"append", newAppend},
			{"splice", newSplice},
			{"read", newRead},
			{"write", newWrite},
			{"rotate", newRotate},
		}},
		{"look", []verb{
			{"status", newStatus},
			{"scan", newScan},
			{"log", newLog},
			{"show", newShow},
			{"diff", newDiff},
			{"why", newWhy},
			{"verify", newVerify},
			{"gc", newGC},
		}},
		{"recover", []verb{
			{"heal", newHeal},
			{"restore", newRestore},
			{"accept", newAccept},
			{"permit", newPermit},
			{"absorb", newAbsorb},
			{"seqlog", newSeqlog},
		}},
		{"policy", []verb{
			{"lint", newLint},
			{"explain", newExplain},
			{"schema", newSchema},
		}},
		{"share among machines", []verb{
			{"reduce", newReduce},
			{"watch", newWatch},
		}},
		{"before a commit, in CI", []verb{
			{"precommit", newPrecommit},
		}},
		{"for agent hosts and git", []verb{
			{"hook", newHook},
			{"mcp", newMCP},
			{"merge-driver", newMergeDriver},
		}},
	}
}

func unknownVerb(root *cobra.Command, name string) error {
	var names []string
	for _, c := range root.Commands() {
		if !c.Hidden {
			names = append(names, c.Name())
		}
	}
	err := fmt.Errorf("unknown verb %q", name)
	if near := nearest(name, names); near != "" {
		return hint(usageError{err}, "did you mean `noclobber %s`?", near)
	}
	return hint(usageError{err}, "`noclobber -h` lists the verbs")
}

// flagError is a mistake in the flags of a verb.
func flagError(cmd *cobra.Command, err error) error {
	if args := cmd.Flags().Args(); !cmd.HasParent() && len(args) > 0 {
		return unknownVerb(cmd, args[0])
	}
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return hint(usageError{err}, "`%s -h` shows an example", cmd.CommandPath())
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	err = fmt.Errorf("%s has no flag %q", cmd.CommandPath(), unknown.GetSpecifiedName())
	if near := nearest(unknown.GetSpecifiedName(), names); near != "" {
		return hint(usageError{err}, "did you mean `--%s`?", near)
	}
	return hint(usageError{err}, "`%s -h` lists its flags", cmd.CommandPath())
}

// takes checks the number of arguments; what names them, as in the usage line.
func takes(low, high int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) >= low && (high < 0 || len(args) <= high) {
			return nil
		}
		err := fmt.Errorf("%s takes %s, not %d arguments", cmd.CommandPath(), what, len(args))
		return hint(usageError{err}, "`%s -h` shows an example", cmd.CommandPath())
	}
}

// jsonFlag adds --json.
func jsonFlag(cmd *cobra.Command, on *bool) {
	cmd.Flags().BoolVar(on, "json", false, "print JSON")
}
