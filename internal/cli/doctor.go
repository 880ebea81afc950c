package cli

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"noclobber/internal/build"
	"noclobber/internal/guard"
)

func newDoctor(s Streams) *cobra.Command {
	var versions, asJSON bool
	cmd := &cobra.Command{
		Use:     "doctor",
		Short:   "check the installation: hooks, policies, state; exit 1 if something is wrong",
		Example: "  noclobber doctor",
		Long: `Checks for each agent host whether its settings start noclobber for every event and tool and refuse calls when that
fails, whether the policies in force here parse, and whether the state can be kept.
Nothing is started, unless --versions asks the hosts' clients for theirs.`,
		Args: takes(0, 0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			c := s.examine(versions)
			if asJSON {
				if err := printJSON(s.Out, c); err != nil {
					return err
				}
				return verdict(c.Findings)
			}
			if err := s.print(c.print); err != nil {
				return err
			}
			return verdict(c.Findings)
		},
	}
	cmd.Flags().BoolVar(&versions, "versions", false, "start the hosts' clients to ask for their versions")
	jsonFlag(cmd, &asJSON)
	return cmd
}

// checkup is everything that doctor looked at.
type checkup struct {
	Findings []guard.Finding `json:"findings"`
	Build    build.Build     `json:"build"`
	Binary   string          `json:"binary"`
	MCP      mcpCheck        `json:"mcp"`
	Hosts    []hostCheck     `json:"hosts"`
	Others   []string        `json:"other_hosts"` // that have an adapter and are not in use here
	Policies []policyCheck   `json:"policies"`
	State    stateCheck      `json:"state"`
}

func (s Streams) examine(versions bool) checkup {
	c := checkup{Findings: []guard.Finding{}, Build: build.This()}
	c.Binary, _ = ownPath() // where that is not known, the check below says so
	c.examineBinary()
	c.examineMCP(s)
	c.examineHosts(s, versions)
	g := s.guard(s.Dir)
	c.examinePolicies(s, g)
	c.examineState(s, g)
	return c
}

func (c *checkup) add(kind, severity, path, message, mend string) {
	c.Findings = append(c.Findings, guard.Finding{Kind: kind, Severity: severity, Path: path, Message: message, Mend: mend})
}

// examineBinary checks that an agent's shell finds the commands that refusals tell it to run.
func (c *checkup) examineBinary() {
	onPath, err := exec.LookPath("noclobber")
	switch {
	case err != nil:
		c.add("not-on-path", severityWarning, c.Binary, "noclobber is not on PATH, so the commands that refusals offer to an agent's shell cannot be run",
			fmt.Sprintf("put %s on PATH", filepath.Dir(c.Binary)))
	case c.Binary != "" && !sameFile(onPath, c.Binary):
		c.add("other-binary", severityNote, onPath, fmt.Sprintf("PATH has another noclobber (%s) than this one (%s)", onPath, c.Binary), "")
	}
}

func sameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}

// print tells a checkup to people: what was found first, then what was looked at.
func (c checkup) print(page *bytes.Buffer) {
	printFindings(page, c.Findings)
	if len(c.Findings) > 0 {
		page.WriteByte('\n')
	}
	fmt.Fprintf(page, "%s\n  %s\n", c.Build.Line("noclobber"), c.Binary)
	c.MCP.print(page)
	for _, h := range c.Hosts {
		h.print(page)
	}
	if len(c.Others) > 0 {
		fmt.Fprintf(page, "not in use here: %s\n", strings.Join(c.Others, ", "))
	}
	for _, p := range c.Policies {
		fmt.Fprintf(page, "policy %s\n  %s, %s known\n", p.File, count(p.Rules, "rule"), count(p.Documents, "document"))
	}
	c.State.print(page)
	page.WriteString(`what is enforced: calls of the host's file tools, mapped MCP tools and shell commands whose effect can be read
what is detected: changes by programs, editors and tools that nobody maps, when the gate next looks, and by noclobber scan
what is not seen: writes on other machines before their files arrive here
`)
}
