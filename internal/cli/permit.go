package cli

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"noclobber/internal/guard"
)

func newPermit(s Streams) *cobra.Command {
	var (
		lasts  time.Duration
		reason string
		once   bool
	)
	cmd := &cobra.Command{
		Use:     "permit PATH --reason R",
		Short:   "let the next call on a document pass that would be refused, once",
		Example: `  noclobber permit MEMORY.md --once --for 15m --reason "the agent prunes it, I looked"`,
		Long: `Lets one call pass that the gate would refuse, whoever makes it. It goes with its first use and when its time is over,
and both are recorded with the reason. The versions are kept all the same. It is a person's to give: it asks for a terminal,
which an agent's shell is not.`,
		Args: takes(1, 1, "one PATH"),
		RunE: func(_ *cobra.Command, args []string) error {
			if err := checkPermit(s, lasts, reason, once); err != nil {
				return err
			}
			r, err := s.guard(s.Dir).Permit(s.who(), s.document(args[0]), lasts, strings.TrimSpace(reason))
			if err != nil {
				return err
			}
			return s.print(func(page *bytes.Buffer) {
				fmt.Fprintf(page, "permitted: the next call on %s that would be refused passes, once, within %s\n", r.Document, lasts)
			})
		},
	}
	cmd.Flags().BoolVar(&once, "once", true, "for one call; there is no other permit")
	cmd.Flags().DurationVar(&lasts, "for", 15*time.Minute, "how long it may be used")
	cmd.Flags().StringVar(&reason, "reason", "", "why; it is recorded (`R`)")
	return cmd
}

func checkPermit(s Streams, lasts time.Duration, reason string, once bool) error {
	switch {
	case strings.TrimSpace(reason) == "":
		return usageError{errors.New("permit needs a --reason, which is recorded")}
	case lasts <= 0 || lasts > guard.MaxPermit:
		return usageError{fmt.Errorf("a permit lasts from a moment to %s, not %s", guard.MaxPermit, lasts)}
	case !once:
		return usageError{errors.New("a permit is for one call")}
	case !s.Keyboard:
		return hint(usageError{errors.New("a permit is given at a terminal")}, "an agent whose call was refused reports that; the person decides")
	}
	return nil
}
