package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"noclobber/internal/guard"
	"noclobber/internal/host"
	"noclobber/internal/host/claude"
	"noclobber/internal/host/registry"
	"noclobber/policy"
)

// removal is what uninstall is asked to take back.
type removal struct {
	hosts  []string
	user   bool // only there
	shared bool // only there
	state  bool
	policy bool
	asJSON bool
}

func newUninstall(s Streams) *cobra.Command {
	var o removal
	cmd := &cobra.Command{
		Use:   "uninstall [HOST...]",
		Short: "take the hooks out of the agent's settings again",
		Example: `  noclobber uninstall
  noclobber uninstall --state --policy   # everything that is about this project`,
		Long: `Takes the entries that start noclobber out of the settings of this project and of this user, its server out of
.mcp.json, and the git hook out of this repository; everything else in them stays byte for byte. The policy and the state stay, since they cost nothing and hold what could still be restored:
--policy removes the policy here, --state what is kept of the documents below this directory.`,
		Args:      cobra.ArbitraryArgs,
		ValidArgs: registry.Names(),
		RunE: func(_ *cobra.Command, args []string) error {
			o.hosts = args
			if len(args) == 0 {
				o.hosts = registry.Names()
			}
			if err := checkHosts(o.hosts); err != nil {
				return err
			}
			return s.uninstall(o)
		},
	}
	cmd.Flags().BoolVar(&o.user, "user", false, "only the user's own settings")
	cmd.Flags().BoolVar(&o.shared, "shared", false, "only the committed settings")
	cmd.Flags().BoolVar(&o.state, "state", false, "also remove the logs and versions of the documents below this directory")
	cmd.Flags().BoolVar(&o.policy, "policy", false, "also remove the policy here")
	jsonFlag(cmd, &o.asJSON)
	return cmd
}

// covers reports whether a settings file is among those that are asked for.
func (o removal) covers(scope host.Scope) bool {
	switch scope {
	case host.User:
		return o.user || !o.shared
	case host.Shared:
		return o.shared || !o.user
	case host.Local:
		return !o.user && !o.shared
	}
	return false
}

func (s Streams) uninstall(o removal) error {
	var l steps
	if err := s.unwireHosts(&l, o); err != nil {
		return err
	}
	if o.covers(host.Shared) && slices.Contains(o.hosts, claude.Name) {
		if err := s.unregisterMCP(&l); err != nil {
			return err
		}
	}
	if !o.user && !o.shared {
		if err := s.unwireGitHook(&l); err != nil {
			return err
		}
		if err := s.unregisterDriver(&l); err != nil {
			return err
		}
	}
	if o.state {
		if err := s.removeState(&l); err != nil {
			return err
		}
	}
	if o.policy {
		if err := removePolicy(&l, filepath.Join(s.Dir, policy.FileName)); err != nil {
			return err
		}
	}
	if len(l.Steps) == 0 {
		l.add("kept", s.Dir, "no settings file and no git hook starts noclobber")
	}
	return s.done(&l, o.asJSON)
}

func (s Streams) unwireHosts(l *steps, o removal) error {
	for _, name := range o.hosts {
		wiring, _ := registry.Wiring(name) // checked before
		for _, source := range s.plugins(name, s.Dir) {
			if wired(wiring, []host.Source{source}) {
				l.next("the plugin starts noclobber, too: %s plugin uninstall noclobber", name)
			}
		}
		for _, p := range wiring.Places(s.Dir, s.home(), s.env) {
			if !o.covers(p.Scope) {
				continue
			}
			if err := l.unwire("the hooks of "+name, wiring, p, s.Dir, s.home()); err != nil {
				return err
			}
			for _, path := range private(p) {
				if err := l.include(s.Dir, path); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// removePolicy removes a policy, and the schema that was put beside it.
func removePolicy(l *steps, file string) error {
	text, _ := os.ReadFile(file) // without it there is no schema either
	if schema := schemaBeside(file, text); schema != "" {
		_ = os.Remove(schema) // it can be had again at any time
	}
	err := os.Remove(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		l.add("removed", file, "")
	}
	return err
}

// removeState removes what is kept of the documents below the working directory.
func (s Streams) removeState(l *steps) error {
	g := s.guard(s.Dir)
	documents, err := g.Store().Documents()
	if err != nil {
		return err
	}
	here, err := filepath.EvalSymlinks(s.Dir)
	if err != nil {
		return err
	}
	n := 0
	for _, real := range documents {
		if !strings.HasPrefix(real, here+string(filepath.Separator)) {
			continue
		}
		if err := forget(g, real); err != nil {
			return err
		}
		n++
	}
	l.add("removed", s.stateRoot(), "the logs and versions of %s below %s", count(n, "document"), s.Dir)
	return os.RemoveAll(filepath.Join(s.Dir, ".noclobber"))
}

// forgetWait bounds the wait for a document that is being changed.
const forgetWait = 5 * time.Second

// forget removes a document's state once no change is under way. A change that begins right then finds its log gone,
// and is refused.
func forget(g *guard.Guard, real string) error {
	ctx, cancel := context.WithTimeout(context.Background(), forgetWait)
	defer cancel()
	doc, err := g.Store().Lock(ctx, real)
	if err != nil {
		return fmt.Errorf("removing the state of %s: %w", real, err)
	}
	if err := doc.Unlock(); err != nil { // an open file cannot be removed everywhere
		return err
	}
	err = os.RemoveAll(doc.Dir())
	if m, findErr := g.Policies().Find(real); findErr == nil && m.Policy != nil {
		err = errors.Join(err, g.Store().Index(m.Policy.File).Remove(real))
	}
	return err
}
