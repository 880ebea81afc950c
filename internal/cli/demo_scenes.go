package cli

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"noclobber/internal/cli/player"
)

// The sessions of the demo.
const (
	ann = "a11a0001-0000-4000-8000-000000000000"
	bob = "b0b00002-0000-4000-8000-000000000000"
)

// troupe are two sessions and their journal in one folder.
type troupe struct {
	host    player.Host
	journal string
	entries []string // that some call reported as written
	verdict string   // what became of the last call that mattered
	told    string
}

// scene is a way to lose lines that a host leaves open.
type scene struct {
	title string
	play  func(*troupe) error
}

// scenes are those measured on Claude Code 2.1.332 without hooks: each call reports success.
func scenes() []scene {
	all := []scene{
		{"both create the same new file", func(t *troupe) error {
			return errors.Join(t.write(ann, "# Journal", "- ann: set up the build"), t.write(bob, "# Journal", "- bob: wrote the parser"))
		}},
		{"a whole Write of a file that was not read", func(t *troupe) error {
			return errors.Join(t.write(ann, "# Journal", "- ann: day 1", "- ann: day 2"), t.write(bob, "# Journal", "- bob: day 2"))
		}},
	}
	if _, err := exec.LookPath("bash"); err == nil {
		all = append(all, scene{"cat > JOURNAL.md in a shell", func(t *troupe) error {
			return errors.Join(t.cat(ann, "# Journal", "- ann: fixed the tests"), t.cat(bob, "# Journal", "- bob: tagged 1.2"))
		}})
	}
	return append(all, scene{"a whole Write from memory, after the other's change", func(t *troupe) error {
		return errors.Join(
			t.write(bob, "# Journal", "- bob: began"),
			t.add(ann, "- ann: reviewed it"),
			t.write(bob, "# Journal", "- bob: began", "- bob: finished"))
	}})
}

// begin starts both sessions.
func (t *troupe) begin() error {
	for _, session := range []string{ann, bob} {
		if _, err := t.host.Event(session, "SessionStart", "startup"); err != nil {
			return err
		}
	}
	return nil
}

// write is a whole Write; an agent that is refused does what it is told.
func (t *troupe) write(session string, lines ...string) error {
	return t.follow(player.Write(session, t.journal, text(lines)), lines)
}

// cat overwrites the journal in a shell.
func (t *troupe) cat(session string, lines ...string) error {
	return t.follow(player.Bash(session, "cat > JOURNAL.md <<'EOF'\n"+text(lines)+"EOF"), lines)
}

// add puts an entry after the journal's last line.
func (t *troupe) add(session, entry string) error {
	read, err := t.host.Do(player.Read(session, t.journal))
	if err != nil {
		return err
	}
	shown := strings.Split(strings.TrimRight(read.Shown, "\n"), "\n")
	last := shown[len(shown)-1]
	return t.insist(player.Edit(session, t.journal, last, last+"\n"+entry), entry)
}

// insist makes a call that has to pass.
func (t *troupe) insist(c player.Call, entries ...string) error {
	r, err := t.host.Do(c)
	if err == nil && (r.Refused || r.Failed) {
		err = fmt.Errorf("%s did not work: %s %s", c.Tool, r.Text(), r.Shown)
	}
	t.reported(entries...)
	return err
}

// follow notes what was reported as written, and takes the next step of a refusal.
func (t *troupe) follow(c player.Call, lines []string) error {
	r, err := t.host.Do(c)
	if err != nil {
		return err
	}
	var entries []string
	for _, line := range lines {
		if strings.HasPrefix(line, "- ") {
			entries = append(entries, line)
		}
	}
	if text := r.Text(); r.Refused || r.Rewritten {
		t.told = strings.ReplaceAll(text, t.host.Dir+string(os.PathSeparator), "")
	}
	switch {
	case r.Refused:
		return t.obey(c, nextStep(r.Text()), entries)
	case r.Failed:
		return fmt.Errorf("%s failed: %s", c.Tool, r.Shown)
	case r.Rewritten:
		t.verdict = "merged"
	}
	t.reported(entries...)
	return nil
}

// obey does what a refusal says, to the letter where that is spelled out.
func (t *troupe) obey(c player.Call, step string, entries []string) error {
	if c.Tool == "Bash" && strings.Contains(step, "<<") {
		t.verdict = "refused, then added by the command it names"
		return t.insist(player.Bash(c.Session, step), entries...)
	}
	t.verdict = "refused, then added by the Edit it names"
	old, replacement, ok := spelledEdit(step)
	if !ok {
		t.verdict = "refused, then added by Read and Edit"
		for _, entry := range entries {
			if err := t.add(c.Session, entry); err != nil {
				return err
			}
		}
		return nil
	}
	if err := t.insist(player.Read(c.Session, t.journal)); err != nil {
		return err
	}
	return t.insist(player.Edit(c.Session, t.journal, old, replacement), entries...)
}

// nextStep is the part of a refusal that says what to do.
func nextStep(refusal string) string {
	_, step, _ := strings.Cut(refusal, "\nNext: ")
	step, _, _ = strings.Cut(step, "\nDo not ")
	return step
}

// spelledEdit takes an edit out of a next step that quotes both texts.
func spelledEdit(step string) (old, replacement string, ok bool) {
	_, rest, _ := strings.Cut(step, "old text = ")
	quoted, err := strconv.QuotedPrefix(rest)
	if err != nil {
		return "", "", false
	}
	_, rest, _ = strings.Cut(rest[len(quoted):], "new text = ")
	other, err := strconv.QuotedPrefix(rest)
	if err != nil {
		return "", "", false
	}
	old, errOld := strconv.Unquote(quoted)
	replacement, errNew := strconv.Unquote(other)
	return old, replacement, errOld == nil && errNew == nil
}

func (t *troupe) reported(entries ...string) {
	for _, e := range entries {
		if !strings.Contains(text(t.entries), e+"\n") {
			t.entries = append(t.entries, e)
		}
	}
}

// missing are the entries that were reported as written and are not in the journal.
func (t *troupe) missing() []string {
	journal, err := os.ReadFile(t.journal)
	if err != nil {
		return t.entries
	}
	var out []string
	for _, e := range t.entries {
		if !strings.Contains("\n"+string(journal), "\n"+e+"\n") {
			out = append(out, e)
		}
	}
	return out
}

func text(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}
