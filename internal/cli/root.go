package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// newRoot makes the command tree.
func newRoot(s Streams) *cobra.Command {
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
	for _, g := range groups(s) {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
		for _, verb := range g.verbs {
			verb.GroupID = g.title
			root.AddCommand(verb)
		}
	}
	root.SetHelpCommand(newHelp(root))
	return root
}

// group is verbs that a person looks for together.
type group struct {
	title string
	verbs []*cobra.Command
}

// groups are all verbs, in the order in which a newcomer meets them.
func groups(s Streams) []group {
	return []group{
		{"set up", []*cobra.Command{
			newInit(s),
			newDoctor(s),
			newDemo(s),
			newUninstall(s),
			newCompletion(s),
			newMan(s),
			newVersion(s),
		}},
		{"write", []*cobra.Command{
			newAppend(s),
			newSplice(s),
			newRead(s),
			newWrite(s),
			newRotate(s),
		}},
		{"look", []*cobra.Command{
			newStatus(s),
			newScan(s),
			newLog(s),
			newShow(s),
			newDiff(s),
			newWhy(s),
			newVerify(s),
			newGC(s),
		}},
		{"recover", []*cobra.Command{
			newHeal(s),
			newRestore(s),
			newAccept(s),
			newPermit(s),
			newAbsorb(s),
			newSeqlog(s),
		}},
		{"policy", []*cobra.Command{
			newLint(s),
			newExplain(s),
			newSchema(s),
		}},
		{"share among machines", []*cobra.Command{
			newReduce(s),
			newWatch(s),
		}},
		{"before a commit, in CI", []*cobra.Command{
			newPrecommit(s),
		}},
		{"for agent hosts and git", []*cobra.Command{
			newHook(s),
			newMCP(s),
			newMergeDriver(s),
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
