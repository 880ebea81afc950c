package main

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"noclobber/gate"
)

// The document, as commands name it.
const document = "notes/JOURNAL.md"

// A way makes of a real command one that mentions the document or is aimed at it; "" where it does not apply.
type way struct {
	name string
	make func(command string) string
}

// harmless are the ways to mention the document without changing it.
func harmless() []way {
	return []way{
		{"read before", func(c string) string { return "cat " + document + "; " + c }},
		{"read by a pipe", func(c string) string { return "grep -n entry " + document + " | " + c }},
		{"read as input", func(c string) string { return group(c) + " < " + document }},
		{"read into an argument", func(c string) string { return c + ` "$(head -n 3 ` + document + `)"` }},
		{"read by a condition", func(c string) string { return "if grep -q entry " + document + "; then " + c + "; fi" }},
		{"read in a loop", func(c string) string { return "while read -r line; do " + c + "; done < " + document }},
		{"compared", func(c string) string { return "diff " + document + " <(" + c + ")" }},
		{"copied from", func(c string) string { return "cp " + document + " copy.md && " + c }},
		{"copied by output", func(c string) string { return "{ cat " + document + "; " + c + "; } > copy.md" }},
		{"quoted", func(c string) string { return "echo " + quote(c+" > "+document) }},
		{"in prose", func(c string) string { return "cat >> log.txt <<'END'\nran: " + c + " > " + document + "\nEND" }},
		{"in a message", func(c string) string {
			return "git add " + document + " && git commit -q -m " + quote(c+" > "+document)
		}},
		{"in a message body", func(c string) string {
			return "git commit -q -F - <<'END'\nstop this:\n" + c + " | tee " + document + "\nEND"
		}},
		{"in a comment", func(c string) string { return c + "\n# then rm " + document + " and > " + document }},
		{"in a variable", func(c string) string { return "note=" + quote("never "+c+" > "+document) + "\n" + c }},
		{"searched for", func(c string) string { return "grep -rnF " + quote(c+" > "+document) + " ." }},
		{"in another's history", func(c string) string { return "git log --oneline -- " + document + "; " + c }},
		{"on another machine", func(c string) string { return "ssh build " + quote(c+" > "+document) }},
		{"named alike", func(c string) string { return group(c) + " > " + document + ".bak" }},
		{"elsewhere", func(c string) string { return "mkdir -p old/notes && " + group(c) + " > old/" + document }},
		{"tested", func(c string) string { return "[ -s " + document + " ] && " + c }},
		{"operand of a reader", readerOperand},
	}
}

// aimed are the ways to write the document with a command.
func aimed() []way {
	return []way{
		{">", func(c string) string { return group(c) + " > " + document }},
		{">|", func(c string) string { return group(c) + " >| " + document }},
		{"&>", func(c string) string { return group(c) + " &> " + document }},
		{"2>", func(c string) string { return group(c) + " 2> " + document }},
		{"tee", func(c string) string { return group(c) + " | tee " + document }},
		{"a variable", func(c string) string { return "F=" + document + "; " + group(c) + ` > "$F"` }},
		{"another directory", func(c string) string { return "cd sub && " + group(c) + " > ../" + document }},
		{"bash -c", func(c string) string { return "bash -c " + quote(group(c)+" > "+document) }},
		{"eval", func(c string) string { return "eval " + quote(group(c)+" > "+document) }},
		{"env and timeout", func(c string) string { return group(c) + " | env A=1 timeout 5 tee " + document }},
		{"a here-document", func(c string) string { return "bash <<'END'\n" + group(c) + " > " + document + "\nEND" }},
		{"a loop", func(c string) string { return "for i in 1 2; do " + group(c) + "; done > " + document }},
		{"a function", func(c string) string { return "f() { " + c + "; }; f > " + document }},
		{"a descriptor", func(c string) string { return "exec 7> " + document + "; " + group(c) + " >&7" }},
		{"a new file, moved", func(c string) string { return group(c) + " > new.md; mv new.md " + document }},
		{"a temporary file, copied", func(c string) string { return `T=$(mktemp); ` + group(c) + ` > "$T"; cp "$T" ` + document }},
		{"operand of a writer", writerOperand},
	}
}

// group keeps a command's own shell: it may change the directory or end the shell.
func group(command string) string { return "(" + command + ")" }

func quote(text string) string { return gate.ShellQuote(text) }

// readerOperand puts the document in the place of the last operand of a program that only reads its operands.
func readerOperand(command string) string {
	return lastOperand(command, "cat head tail wc grep egrep fgrep cut sort nl tac od cmp stat file du md5sum sha1sum sha256sum cksum strings ls readlink realpath basename dirname column less more fold expand zcat diff comm join paste awk sed bat jq", "-i -o -w --output --in-place")
}

// writerOperand puts it in the place of the last operand of a program that writes, moves or removes that one.
func writerOperand(command string) string {
	return lastOperand(command, "cp mv install rm unlink shred truncate tee", "-n --no-clobber -t -d --target-directory -a --append -s -T")
}

// lastOperand replaces the last word of a simple command, if its program is one of a list and none of the options is
// there.
func lastOperand(command, programs, options string) string {
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(command), "")
	if err != nil || len(file.Stmts) != 1 || len(file.Stmts[0].Redirs) > 0 {
		return ""
	}
	call, ok := file.Stmts[0].Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) < 2 || !listed(programs, call.Args[0].Lit()) {
		return ""
	}
	last := len(call.Args) - 1
	for i, w := range call.Args[1:] {
		text := command[w.Pos().Offset():w.End().Offset()]
		if strings.HasPrefix(text, "-") && (hasOption(text, options) || i+1 >= last-1) {
			return ""
		}
	}
	w := call.Args[last]
	return command[:w.Pos().Offset()] + document + command[w.End().Offset():]
}

func listed(list, word string) bool { return strings.Contains(" "+list+" ", " "+word+" ") }

// hasOption reports whether a word holds one of the options, in a bundle too.
func hasOption(word, options string) bool {
	for _, o := range strings.Fields(options) {
		if strings.HasPrefix(o, "--") && strings.HasPrefix(word, o) || !strings.HasPrefix(o, "--") && !strings.HasPrefix(word, "--") && strings.Contains(word, o[1:]) {
			return true
		}
	}
	return false
}

// parses reports what bash would have against a command.
func parses(command string) error {
	_, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(command), "")
	return err
}
