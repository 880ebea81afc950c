// Command falseblocks asks how often the gate is wrong about a shell command.
//
// It takes the commands that stand in the shell scripts and completion files of the machine it runs on, and examples of
// its own (examples.txt), and judges each of them in two ways through the real guard:
//
//   - rewritten so that it only mentions a protected document: read, copied from, quoted, committed, written about. Whatever is
//     refused is a false block.
//   - aimed at the document. Whatever is neither refused nor opaque (looked at afterwards) is a miss.
//
// No command is run. Every false block, every miss and all that is only looked at afterwards is printed. With -doc FILE the table is put between the marks of
// that page:
//
//	go run ./bench/falseblocks -doc docs/shell.md
package main
