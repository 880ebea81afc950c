package cli

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"noclobber/internal/fsx"
	"noclobber/internal/guard"
	"noclobber/internal/host"
	"noclobber/internal/host/claude"
	"noclobber/internal/host/registry"
	"noclobber/ledger"
	"noclobber/policy"
)

// setup is what init is asked to do.
type setup struct {
	hosts      []string
	found      bool // the hosts are those in use here, not those that were asked for
	user       bool
	shared     bool
	policyOnly bool
	local      bool
	gitHook    bool
	mcp        bool
	ready      []string // ready-made policies
	yes        bool
	asJSON     bool
}

func newInit(s Streams) *cobra.Command {
	var o setup
	cmd := &cobra.Command{
		Use:   "init [HOST...]",
		Short: "propose rules for the documents found here and wire the agent's hooks",
		Example: `  noclobber init                 # this project, and the agents found on this machine
  noclobber init codex gemini    # these agents
  noclobber init --user          # every project of this person
  noclobber init --shared        # the committed settings, for the whole team
  noclobber init --policy journals --policy changelog`,
		Long: `Finds memories, journals, task lists, handovers and logs, writes a starter .noclobber.toml with a rule and a reason
for each if there is no policy yet, and wires the agent host's hooks. Running it again changes nothing that is in
place. Other entries of the settings stay as they are, and what stood there before is kept once beside them.
In a repository it also registers ` + "`noclobber merge-driver`" + ` and names these documents in .gitattributes.
Hosts: ` + strings.Join(registry.Names(), ", ") + `; without an argument those that are found here.
Claude Code is wired for this project, unless a plugin of its starts noclobber already; the others, which have no settings of one person in one project, for this user.

--policy takes ready-made rules instead of proposals, behind those that are there:
` + readyHelp(),
		Args:      cobra.ArbitraryArgs,
		ValidArgs: registry.Names(),
		RunE: func(_ *cobra.Command, args []string) error {
			o.hosts = args
			return s.init(o)
		},
	}
	cmd.Flags().BoolVar(&o.user, "user", false, "wire the hooks in the user's own settings")
	cmd.Flags().BoolVar(&o.shared, "shared", false, "wire the hooks in the committed settings; without noclobber a teammate's calls pass")
	cmd.Flags().StringArrayVar(&o.ready, "policy", nil, "write the ready-made policy of that `NAME`")
	cmd.Flags().BoolVar(&o.policyOnly, "policy-only", false, "write the policy and wire nothing")
	cmd.Flags().BoolVar(&o.local, "local-state", false, "keep the state in .noclobber/ here, for containers and sandboxes")
	cmd.Flags().BoolVar(&o.gitHook, "git-hook", false, "also judge each commit of this repository (see precommit)")
	cmd.Flags().BoolVar(&o.mcp, "mcp", false, "also register `noclobber mcp` in the project's .mcp.json, for Claude Code")
	cmd.Flags().BoolVar(&o.yes, "yes", false, "ask nothing")
	jsonFlag(cmd, &o.asJSON)
	return cmd
}

// scope is whose settings are wired: of a host that is asked for nothing in particular, those that it lists first.
func (o setup) scope(places []host.Place) host.Scope {
	switch {
	case o.user:
		return host.User
	case o.shared:
		return host.Shared
	case len(places) > 0:
		return places[0].Scope
	}
	return host.Local
}

func (s Streams) init(o setup) error {
	if err := o.check(s); err != nil {
		return err
	}
	var found []policy.Proposal
	if len(o.ready) == 0 {
		found = survey(s.Dir, s.covered())
	}
	if ok, err := s.agreed(o, found); err != nil || !ok {
		return err
	}
	var l steps
	if err := s.writePolicies(&l, o, found); err != nil {
		return err
	}
	if o.local {
		if err := s.localState(&l); err != nil {
			return err
		}
	}
	if !o.policyOnly {
		if err := s.wireHosts(&l, o); err != nil {
			return err
		}
	}
	if o.mcp {
		if err := s.registerMCP(&l); err != nil {
			return err
		}
	}
	if o.gitHook {
		if err := s.wireGitHook(&l, o.user); err != nil {
			return err
		}
	}
	if !o.policyOnly && !o.user {
		if err := s.registerDriver(&l); err != nil {
			return err
		}
	}
	if err := s.learn(&l); err != nil {
		return err
	}
	s.nextSteps(&l, o)
	return s.done(&l, o.asJSON)
}

// check completes the hosts and refuses what does not go together.
func (o *setup) check(s Streams) error {
	if o.user && o.shared {
		return usageError{errors.New("--user and --shared are two places; choose one")}
	}
	if err := checkReady(o.ready); err != nil {
		return err
	}
	if len(o.hosts) == 0 {
		o.hosts, o.found = s.hostsHere(), true
	}
	return checkHosts(o.hosts)
}

// writePolicies writes what was asked for by name, or else what was found.
func (s Streams) writePolicies(l *steps, o setup, found []policy.Proposal) error {
	if len(o.ready) > 0 {
		return s.writeReady(l, o.ready)
	}
	return s.writePolicy(l, found)
}

func checkHosts(names []string) error {
	for _, name := range names {
		if _, ok := registry.Wiring(name); ok {
			continue
		}
		err := usageError{fmt.Errorf("unknown host %q", name)}
		if near := nearest(name, registry.Names()); near != "" {
			return hint(err, "did you mean %s?", near)
		}
		return hint(err, "known hosts: %s", strings.Join(registry.Names(), ", "))
	}
	return nil
}

// covered reports whether a policy protects a document already, or says that it is not to be.
func (s Streams) covered() func(path string) bool {
	set := s.guard(s.Dir).Policies()
	return func(path string) bool {
		m, err := set.Find(path)
		return err != nil || m.Protected || m.Off
	}
}

// agreed asks a person who sits at both ends; everybody else has said what to do by running init.
func (s Streams) agreed(o setup, found []policy.Proposal) (bool, error) {
	if o.yes || o.asJSON || !s.Terminal || !s.Keyboard {
		return true, nil
	}
	err := s.print(func(page *bytes.Buffer) {
		for _, name := range o.ready {
			fmt.Fprintf(page, "policy   %s\n", name)
		}
		for _, p := range found {
			fmt.Fprintf(page, "%-8s %s\n         %s\n", p.Mode, strings.Join(p.Paths, ", "), p.Reason)
		}
		if !o.policyOnly {
			for _, name := range o.hosts {
				w, _ := registry.Wiring(name) // checked before
				if s.pluginOf(o, name) != "" {
					continue
				}
				fmt.Fprintf(page, "hooks    %s, %s settings\n", name, o.scope(w.Places(s.Dir, s.home(), s.env)))
			}
		}
		if o.mcp {
			fmt.Fprintf(page, "server   noclobber mcp, in %s\n", claude.ServersFile)
		}
		page.WriteString("set this up? [Y/n] ")
	})
	if err != nil {
		return false, err
	}
	answer, err := bufio.NewReader(s.In).ReadString('\n')
	if err != nil && answer == "" {
		return false, nil // the terminal went away: nothing is done
	}
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "", "y", "yes":
		return true, nil
	}
	_, err = fmt.Fprintln(s.Out, "nothing was changed")
	return false, err
}

// writePolicy writes a starter policy where there is none here.
func (s Streams) writePolicy(l *steps, found []policy.Proposal) error {
	file := filepath.Join(s.Dir, policy.FileName)
	if _, err := os.Lstat(file); err == nil {
		l.add("kept", file, "a policy is there already")
		for _, p := range found {
			l.next("not protected yet: %s (mode %s would fit: %s)", strings.Join(p.Paths, ", "), p.Mode, p.Reason)
		}
		return nil
	}
	if len(found) == 0 {
		found = expected()
		if s.guard(s.Dir).Policies().Any(s.Dir) {
			l.add("kept", "the policies in force", "they protect all that was found here")
			return nil
		}
	}
	text := policy.Starter(found)
	if _, err := policy.Parse(file, text); err != nil {
		return fmt.Errorf("the proposed policy does not parse, nothing was written: %w", err)
	}
	if err := fsx.Replace(file, text, fsx.ReplaceOptions{IfID: &fsx.ID{}}); err != nil {
		return err
	}
	for _, p := range found {
		l.add("protected", strings.Join(p.Paths, ", "), "mode %s. %s", p.Mode, p.Reason)
	}
	l.add("wrote", file, "read it, change it, commit it")
	return writeSchema(l, file, text)
}

// expected are the documents that agents begin with, for a project that has none yet.
func expected() []policy.Proposal {
	return []policy.Proposal{
		{Name: "journal", Paths: []string{"JOURNAL.md"}, Mode: policy.Append, ToCome: true, Reason: "Not there yet: a journal, protected from its first entry on."},
		{Name: "memory", Paths: []string{"MEMORY.md"}, Mode: policy.Merge, ToCome: true, Reason: "Not there yet: a memory that sessions write whole."},
	}
}

// localState makes the directory that keeps the state beside the documents, ignored by git.
func (s Streams) localState(l *steps) error {
	dir := filepath.Join(s.Dir, ".noclobber")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	ignore := filepath.Join(dir, ".gitignore")
	if _, err := os.Lstat(ignore); errors.Is(err, fs.ErrNotExist) {
		if err := os.WriteFile(ignore, []byte("*\n"), 0o666); err != nil {
			return err
		}
	}
	l.add("made", dir, "the state of documents below it is kept there; git ignores it, tell your sync tool to do the same")
	return nil
}

func (s Streams) wireHosts(l *steps, o setup) error {
	binary, err := ownPath()
	if err != nil {
		return fmt.Errorf("finding this program: %w", err)
	}
	for _, name := range o.hosts {
		if err := s.wireHost(l, o, name, binary); err != nil {
			return err
		}
	}
	return nil
}

// pluginOf is the file by which a plugin of a host starts the gate here already; empty where there is none, or where the
// settings are to be wired in any case.
func (s Streams) pluginOf(o setup, name string) string {
	if !o.found || o.user || o.shared {
		return ""
	}
	wiring, _ := registry.Wiring(name) // checked before
	for _, source := range s.plugins(name, s.Dir) {
		if wired(wiring, []host.Source{source}) {
			return source.Path
		}
	}
	return ""
}

func (s Streams) wireHost(l *steps, o setup, name, binary string) error {
	if path := s.pluginOf(o, name); path != "" {
		l.add("kept", path, "the plugin starts noclobber already; noclobber init %s wires the settings as well", name)
		return nil
	}
	wiring, _ := registry.Wiring(name) // checked before
	places := wiring.Places(s.Dir, s.home(), s.env)
	scope, wired := o.scope(places), false
	for _, p := range places {
		if p.Scope != scope {
			continue
		}
		wired = true
		if err := l.wire("the hooks of "+name, wiring, p, binary); err != nil {
			return err
		}
		for _, path := range private(p) {
			if err := l.exclude(s.Dir, path); err != nil {
				return err
			}
		}
	}
	if !wired {
		l.next("%s has no %s settings: noclobber init %s wires it where it can", name, scope, name)
	}
	if note := trustNote(name, scope); wired && note != "" {
		l.next("%s", note)
	}
	return nil
}

// learn makes the documents that are there known, with a first version that can be brought back.
func (s Streams) learn(l *steps) error {
	states, findings, err := s.guard(s.Dir).Scan(s.Dir, nil)
	if err != nil {
		return err
	}
	var there []guard.Status
	for _, st := range states {
		if st.Head.Version != ledger.Absent {
			there = append(there, st)
		}
	}
	for i, st := range there {
		if i == maxShown {
			l.add("known", count(len(there)-i, "more document"), "each with a version that can be brought back")
			break
		}
		l.add("known", st.Document, "mode %s, version %s", st.Mode, stampWords(st.Head))
	}
	if verdict(findings) != nil {
		l.next("noclobber scan: something needs attention already")
	}
	return nil
}

func (s Streams) nextSteps(l *steps, o setup) {
	if !o.policyOnly {
		l.next("start the agent anew: hooks are read at the start of a session")
	}
	if o.shared {
		l.next("commit .noclobber.toml and the settings; noclobber must be on your teammates' PATH to protect them too")
	}
	l.next("noclobber status    what is protected, and by whom it was written")
	l.next("noclobber doctor    whether the hooks are complete")
	if mounts(s.Dir, orElse(s.stateRoot(), s.Dir)) == ephemeralState && !o.local {
		l.next("the state would go away with this container: noclobber init --local-state keeps it here")
	}
}
