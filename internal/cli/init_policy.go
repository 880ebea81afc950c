package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"noclobber/internal/fsx"
	"noclobber/policies"
	"noclobber/policy"
)

// readyHelp lists the ready-made policies for init's help.
func readyHelp() string {
	var b strings.Builder
	for _, name := range policies.Names() {
		text, _ := policies.Read(name)
		fmt.Fprintf(&b, "  %-18s %s\n", name, policies.About(text))
	}
	return b.String()
}

func checkReady(names []string) error {
	for _, name := range names {
		if _, ok := policies.Read(name); ok {
			continue
		}
		err := usageError{fmt.Errorf("there is no ready-made policy %q", name)}
		if near := nearest(name, policies.Names()); near != "" {
			return hint(err, "did you mean %s?", near)
		}
		return hint(err, "there are %s", strings.Join(policies.Names(), ", "))
	}
	return nil
}

// writeReady writes ready-made policies: into the project's policy, or the user's own where they are about the home
// directory. What stands there already stays.
func (s Streams) writeReady(l *steps, names []string) error {
	for _, name := range names {
		text, _ := policies.Read(name) // checked before
		file, user := filepath.Join(s.Dir, policy.FileName), policies.ForUser(text)
		if user {
			file = policy.UserFile(s.home(), s.env("XDG_CONFIG_HOME"))
		}
		if file == "" {
			return errors.New("no place for your own policy: neither XDG_CONFIG_HOME nor HOME names one")
		}
		if err := s.addReady(l, name, file, text, user); err != nil {
			return err
		}
	}
	return nil
}

func (s Streams) addReady(l *steps, name, file string, text []byte, user bool) error {
	old, id, err := fsx.ReadSettled(file, fsx.ReadOptions{})
	if err != nil {
		return err
	}
	if id.Exists {
		if text, err = s.joined(old, text, file, user); err != nil {
			return hint(fmt.Errorf("adding %s to %s: %w", name, file, err), "nothing was written; mend the policy, or copy the rules by hand")
		}
	}
	if bytes.Equal(text, old) {
		l.add("kept", file, "the rules of %s are there already", name)
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	if err := fsx.Replace(file, text, fsx.ReplaceOptions{IfID: &id}); err != nil {
		return err
	}
	l.add("wrote", file, "the policy %s; change its paths to yours", name)
	return writeSchema(l, file, text)
}

// joined puts a ready-made policy's tables behind those of a policy that is there, unless they stand there.
func (s Streams) joined(old, ready []byte, file string, user bool) ([]byte, error) {
	have, err := s.parseAs(file, old, user)
	if err != nil {
		return nil, err
	}
	more, err := s.parseAs(file, ready, user)
	if err != nil {
		return nil, err
	}
	if named(have, more) {
		return old, nil
	}
	text := append(bytes.TrimRight(old, "\n"), "\n\n"...)
	for line := range bytes.Lines(ready) {
		if trimmed := strings.TrimSpace(string(line)); strings.HasPrefix(trimmed, "#:schema") || strings.HasPrefix(trimmed, "version ") {
			continue
		}
		text = append(text, line...)
	}
	_, err = s.parseAs(file, text, user)
	return text, err
}

// named reports whether a policy has a rule of each name that another has.
func named(have, more *policy.Policy) bool {
	return !slices.ContainsFunc(more.Rules, func(r *policy.Rule) bool {
		return !slices.ContainsFunc(have.Rules, func(h *policy.Rule) bool { return h.Name == r.Name })
	})
}

func (s Streams) parseAs(file string, text []byte, user bool) (*policy.Policy, error) {
	if user {
		return policy.ParseUser(file, text, s.home())
	}
	return policy.Parse(file, text)
}

// writeSchema puts the schema that a policy names beside it, for editors.
func writeSchema(l *steps, file string, text []byte) error {
	path := schemaBeside(file, text)
	if path == "" {
		return nil
	}
	old, id, err := fsx.ReadSettled(path, fsx.ReadOptions{})
	if err != nil || bytes.Equal(old, policy.Schema()) {
		return err
	}
	if err := fsx.Replace(path, policy.Schema(), fsx.ReplaceOptions{IfID: &id}); err != nil {
		return err
	}
	l.add("wrote", path, "editors complete the policy by it")
	return nil
}

// schemaBeside is the schema that a policy's first line names, if that is a file in the same folder.
func schemaBeside(file string, text []byte) string {
	line, _, _ := strings.Cut(string(text), "\n")
	name, ok := strings.CutPrefix(strings.TrimSpace(line), "#:schema ./")
	if !ok || filepath.Base(name) != name || name == policy.FileName {
		return ""
	}
	return filepath.Join(filepath.Dir(file), name)
}
