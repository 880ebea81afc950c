package gate

import (
	"fmt"
	"strings"

	"noclobber/internal/document"
)

// The commands that next steps spell out, in the dialect of the shell that was used.

// cli reports whether our own verbs may be offered: they reach the state, and the document is at hand.
func (j judge) cli() bool { return j.st.Reach && !j.st.Large }

func (j judge) powershell() bool { return j.call.Shell == "powershell" }

// inShell names the shell's tool where another was used.
func (j judge) inShell() string {
	if j.op.Shell {
		return ""
	}
	return "in " + j.shellTool() + ": "
}

// shellAdd is the command that adds lines: with the CLI at the rule's place, else at the end.
func (j judge) shellAdd(ins document.Insertion) string {
	if j.cli() {
		return j.fed("noclobber append "+j.word(), j.spelled(ins))
	}
	return j.plainAdd(j.spelled(ins))
}

// plainAdd needs no CLI; where the last line has no ending, an empty line first gives it one.
func (j judge) plainAdd(text string) string {
	if unterminated(j.st.Head) {
		text = "\n" + text
	}
	return j.addTo(j.word(), text)
}

// addTo is the shell's own append to a file.
func (j judge) addTo(word, text string) string {
	if j.powershell() {
		return j.fed("Add-Content "+word, text)
	}
	return j.fed("cat >> "+word, text)
}

// unterminated reports whether a text's last line lacks its newline.
func unterminated(text []byte) bool { return len(text) > 0 && text[len(text)-1] != '\n' }

// newline is the command that ends the last line.
func (j judge) newline() string {
	if j.powershell() {
		return "Add-Content " + j.word() + " ''"
	}
	return "echo >> " + j.word()
}

// fed is a command with text on its standard input.
func (j judge) fed(command, text string) string {
	text = strings.TrimRight(text, "\n")
	if j.powershell() {
		if strings.Contains("\n"+text, "\n'@") {
			text = yourLines
		}
		return fmt.Sprintf("@'\n%s\n'@ | %s", text, command)
	}
	end := "EOF"
	for strings.Contains("\n"+text+"\n", "\n"+end+"\n") {
		end += "_"
	}
	return fmt.Sprintf("%s <<'%s'\n%s\n%s", command, end, text, end)
}

// word is the document's path as a word of the shell.
func (j judge) word() string {
	if len(j.st.Path) > maxPath {
		return "THE_SAME_PATH"
	}
	return j.quote(j.st.Path)
}

func (j judge) quote(s string) string {
	if j.powershell() {
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	}
	return ShellQuote(s)
}

// ShellQuote renders s as one word of a POSIX shell.
func ShellQuote(s string) string {
	if s != "" && !strings.ContainsFunc(s, needsQuote) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

func needsQuote(r rune) bool {
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
		return false
	}
	return !strings.ContainsRune("/._-+:@%,", r)
}
