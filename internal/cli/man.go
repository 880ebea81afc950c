package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"noclobber/internal/build"
	"noclobber/internal/fsx"
)

func newMan(s Streams) *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:   "man [VERB...]",
		Short: "print a manual page, or write all of them",
		Example: `  noclobber man append | man -l -
  noclobber man --dir ~/.local/share/man/man1     # all of them; install.sh does it`,
		Long: "Prints the manual page of the program or of a verb in the form of man(7), made from what its help says.",
		Args: takes(0, 2, "a verb, and its own verb where it has some"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if dir != "" {
				return writeMan(cmd.Root(), s.path(dir))
			}
			about, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return unknownVerb(cmd.Root(), strings.Join(args, " "))
			}
			_, err = s.Out.Write(manPage(about))
			return err
		},
	}
	cmd.Flags().StringVar(&dir, "dir", "", "write the pages of all verbs into `DIR`")
	return cmd
}

// writeMan writes the page of every verb. What a release has to be the same twice has no date in it.
func writeMan(cmd *cobra.Command, dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	name := strings.ReplaceAll(cmd.CommandPath(), " ", "-") + ".1"
	if err := fsx.Replace(filepath.Join(dir, name), manPage(cmd), fsx.ReplaceOptions{}); err != nil {
		return err
	}
	for _, c := range cmd.Commands() {
		if c.Hidden {
			continue
		}
		if err := writeMan(c, dir); err != nil {
			return err
		}
	}
	return nil
}

// manPage is a verb's page.
func manPage(cmd *cobra.Command) []byte {
	var page bytes.Buffer
	name := strings.ReplaceAll(cmd.CommandPath(), " ", "-")
	fmt.Fprintf(&page, ".TH %s 1 \"\" \"noclobber %s\" \"noclobber manual\"\n", strings.ToUpper(name), roff(build.This().Version))
	fmt.Fprintf(&page, ".SH NAME\n%s \\- %s\n", roff(name), roff(cmd.Short))
	fmt.Fprintf(&page, ".SH SYNOPSIS\n.B %s\n", roff(usageLine(cmd)))
	page.WriteString(".SH DESCRIPTION\n")
	for i, paragraph := range strings.Split(about(cmd), "\n\n") {
		if i > 0 {
			page.WriteString(".PP\n")
		}
		manParagraph(&page, paragraph)
	}
	manVerbs(&page, cmd)
	manFlags(&page, cmd.LocalFlags())
	if cmd.Example != "" {
		page.WriteString(".SH EXAMPLES\n.nf\n" + roffLines(strings.Trim(cmd.Example, "\n")) + "\n.fi\n")
	}
	page.WriteString(".SH EXIT STATUS\n0 fine, 1 findings or a refused change, 2 a mistake in the command line or a policy, 3 an internal error.\n")
	if cmd.HasParent() {
		fmt.Fprintf(&page, ".SH SEE ALSO\n.BR %s (1)\n", roff(strings.ReplaceAll(cmd.Parent().CommandPath(), " ", "-")))
	}
	return page.Bytes()
}

// manParagraph fills a paragraph; one whose lines are indented is shown as it is.
func manParagraph(page *bytes.Buffer, text string) {
	if strings.HasPrefix(text, "  ") {
		page.WriteString(".nf\n" + roffLines(text) + "\n.fi\n")
		return
	}
	page.WriteString(roffLines(text) + "\n")
}

func manVerbs(page *bytes.Buffer, cmd *cobra.Command) {
	title := ".SH VERBS\n"
	for _, c := range cmd.Commands() {
		if c.Hidden {
			continue
		}
		fmt.Fprintf(page, "%s.TP\n.B %s\n%s\n", title, roff(c.Name()), roff(c.Short))
		title = ""
	}
}

func manFlags(page *bytes.Buffer, flags *pflag.FlagSet) {
	title := ".SH OPTIONS\n"
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" {
			return
		}
		value, usage := pflag.UnquoteUsage(f)
		fmt.Fprintf(page, "%s.TP\n.B \\-\\-%s\n%s\n", title, roff(strings.TrimSpace(f.Name+" "+value)), roff(usage))
		title = ""
	})
}

// roffLines escapes lines of text.
func roffLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = roff(l)
	}
	return strings.Join(lines, "\n")
}

// roff escapes a line of text: backslashes, minus signs that are to be copied, and a dot or quote that begins a line.
func roff(line string) string {
	line = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(line)
	if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
		line = `\&` + line
	}
	return line
}
