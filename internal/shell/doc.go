// Package shell reads a shell command and says what it will do to files: operations on paths, reads, and the parts
// whose effect cannot be known before they run. It never runs anything and never touches a file itself; all it may
// know of the world comes through Env.
//
//	Analyze("cd notes && cat > JOURNAL.md <<'EOF'\n- new\nEOF", env)
//	→ Ops: Write /w/notes/JOURNAL.md, content known: "- new\n"
//
// # The promise
//
// Every file that a command changes is named by an operation, unless something in the command is opaque; and an
// operation is named only for what the command says, not for what it merely mentions. Opaque is never a reason to
// refuse: it means "remember before, judge after". Where the two aims collide, a path that is not certain becomes
// opaque rather than an operation. The one thing kept on the side of caution is a branch that may or may not be taken:
// both branches count.
//
// # How it works
//
// The command is parsed by mvdan.cc/sh/v3/syntax and then carried out on paper. A shell (shell.go) holds what is known
// of the variables, the directory, the arguments and the open descriptors. Text is a value (value.go): characters with
// holes where something is not known, so that "notes/$(date +%F).md" is still known to lie in notes. Statements
// (stmt.go, loop.go) go through the shell one after the other; where a condition is not decided, the shell forks and
// joins again, and what differs becomes a hole. Words are expanded as bash does it (expand.go, param.go, brace.go,
// glob.go), patterns and names against the real tree. A redirection opens a sink (stream.go, redirect.go); what is
// printed into it is the content of the write. The command's own effects so far are laid over the tree (overlay.go).
//
// Programs stand in a table (table.go), one file a family (cmd_*.go): which option or operand names a file, and what
// for. What data cannot say is a few lines of code behind the entry's how. A program that is not in the table is opaque.
// Text for other interpreters is cut into tokens and searched for calls that write to literal paths (lex.go, scan.go,
// scan_calls.go); it stays opaque besides. PowerShell has a reader of its own (psparse.go, powershell.go).
//
// # To add a command
//
// Add an entry to a family and, in testdata/commands, one example that changes the journal and one that does not. A
// test asks for both; "go test -run TestFixtures -update" writes down what is found, for you to read.
//
// # Limits
//
// budget.go: size, depth, steps, questions to Env. What goes beyond is opaque. The work grows with the length of the
// command, and the parser, which recurses, is stopped by the depth of its stack (parse.go).
package shell
