package cli

import (
	"github.com/spf13/cobra"

	"noclobber/policy"
)

func newSchema(s Streams) *cobra.Command {
	return &cobra.Command{
		Use:     "schema",
		Short:   "print the JSON Schema of the policy, for editors",
		Example: "  noclobber schema > " + policy.SchemaFile,
		Long: `The schema is made from the table of keys that the parser reads by. Editors with a TOML language server (taplo, Even
Better TOML) complete and check a policy whose first line is "#:schema ./` + policy.SchemaFile + `"; init writes both.`,
		Args: takes(0, 0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			_, err := s.Out.Write(policy.Schema())
			return err
		},
	}
}
