package policy

import (
	"bytes"
	"fmt"
	"strings"
)

// Reference is docs/policy.md, printed from the keys that the parser knows.
func Reference() []byte {
	var b bytes.Buffer
	b.WriteString(referenceHead)
	for _, t := range []struct {
		in   Places
		head string
	}{
		{AtTop, "The file"}, {InDefaults, "`[defaults]`"}, {InRule, "`[[protect]]`: a rule"},
		{InExpect, "`expect` in a rule"}, {InTool, "`[[tool]]`: a map of a tool"}, {InTest, "`[[test]]`: what must happen"},
	} {
		fmt.Fprintf(&b, "\n## %s\n\n%s", t.head, tableHead)
		for _, k := range Keys() {
			if k.In&t.in != 0 {
				k.row(&b)
			}
		}
	}
	b.WriteString(referenceTail)
	return b.Bytes()
}

const tableHead = "| key | type | default | meaning | example |\n|---|---|---|---|---|\n"

func (k Key) row(b *bytes.Buffer) {
	standard := k.Default
	if strings.HasPrefix(standard, `"`) && strings.HasSuffix(standard, `"`) {
		standard = "`" + standard + "`"
	}
	for _, cell := range []string{"`" + k.Name + "`", k.Type, standard, k.Meaning, "`" + k.Example + "`"} {
		b.WriteString("| ")
		if cell != "" {
			b.WriteString(strings.ReplaceAll(cell, "|", `\|`) + " ")
		}
	}
	b.WriteString("|\n")
}

const referenceHead = `# Policy reference

<!-- Printed from the parser's own table: go test ./policy -run Reference -update -->

A project's policy is a file named ` + "`.noclobber.toml`" + `. It protects files at and below its directory; put it at the top of a
repository, or anywhere else. Your own policy is ` + "`$XDG_CONFIG_HOME/noclobber/policy.toml`" + `, or
` + "`~/.config/noclobber/policy.toml`" + ` where that variable is not set; it holds everywhere.

` + "```toml" + `
version = 1

[[protect]]
name  = "journals"
paths = ["JOURNAL.md", "notes/**/*.md"]
mode  = "append"
` + "```" + `

All mistakes in a policy are reported at once, with file, line, column and the mend. While a policy has mistakes, writes
below it are refused (in your own policy: all writes), except to policy files and to what a nearer policy decides.

## Which rule holds for a path

- The nearest policy at or above the file is asked first, then the next above, your own last. The first that has a matching
  rule decides; inside one file the **last** matching rule wins. A rule with ` + "`mode = \"off\"`" + ` decides that nothing holds.
- A path is looked up as it was given and as it resolves through links. It is protected if either name is; the rule of the
  resolved name counts where both are. Where a rule names a link, or a directory that is one, it holds for the target too.
- Names are compared in Unicode's composed form (NFC), and without regard to letter case in directories that ignore it.
- A project's rules stop at work trees and submodules inside the project (a directory that has a ` + "`.git`" + `) unless they say
  ` + "`nested = true`" + `. Your own policy's rules do not.
- ` + "`scan`, `status` and `absorb`" + ` in a directory look at what the policies at it, above it and below it protect; work trees below it
  are projects of their own.
- Wildcards do not reach into ` + "`.git`, `.hg`, `.svn` and `.jj`" + `; a pattern that names such a directory does.
- Always protected: policy files (an edit that only adds protection passes), noclobber's state, and noclobber's entries in the
  hosts' settings.

## Patterns

| pattern | matches |
|---|---|
| ` + "`*`, `?`" + ` | any characters, one character, within a name |
| ` + "`**`" + ` | any number of directories; it stands alone between slashes |
| ` + "`[a-z]`, `[!a-z]`" + ` | one character of a class, or not of it |
| ` + "`{md,txt}`" + ` | either |
| ` + "`[*]`, `[?]`, `[[]`, `[{]`" + ` | the character itself |

Names are separated by ` + "`/`" + ` on every system, and there is no escape character. A project's patterns are relative to the policy's
directory and stay below it. Your own policy's relative patterns start at your home directory, as ` + "`~/`" + ` does, and absolute ones work
(` + "`/srv/notes/*.md`, `D:/notes/*.md`" + `). ` + "`./x`" + ` is ` + "`x`" + `.

## Values

- **limit**: percent (` + "`\"25%\"`" + `), lines (` + "`\"40 lines\"`" + `), a size (` + "`\"10 KB\"`" + `), or several with commas; whichever says so counts.
- **size**: ` + "`B`; `KB`, `MB`, `GB`, `TB`" + ` in thousands; ` + "`KiB`, `MiB`, `GiB`, `TiB`" + ` in 1024s.
- **duration**: ` + "`ms`, `s`, `m`, `h`, `d` (24 hours), `w` (7 days)" + `, largest first: ` + "`\"1d 12h\"`" + `.
- **JSON path**: where something stands in a JSON text, in gjson's syntax: ` + "`a.b`, `edits.0.text`, `events.#`" + `.

## Modes

| mode | a whole-document write |
|---|---|
| append | passes as additions at ` + "`at`" + `; whatever others added stays |
| anchors | replaces the content of anchors, one by one |
| merge | is merged with what others wrote since this agent read; conflicts are refused |
| cas | passes only from the current version; appends, which look at none, are refused |
| shard | is refused; what it adds goes to the writer's own shard |
| deny | is refused |
| record | passes; every version can be restored, and lines that go though their writer was not shown them are reported |
| off | passes; nothing is kept |
`

const referenceTail = `

## Remote documents

What lies in a store that only the tools of an MCP server read and write is named ` + "`" + `scheme:path` + "`" + `. A rule names it in
` + "`" + `documents` + "`" + `, and ` + "`" + `[[tool]]` + "`" + ` tables with that ` + "`" + `scheme` + "`" + ` say what the store's tools do:

` + "`" + `` + "`" + `` + "`" + `toml
[[protect]]
name      = "handover"
documents = ["project:claude/*"]
mode      = "merge"

[[tool]]
match  = "mcp__*__project_read"
kind   = "read"
path   = "path"
result = "0.text"
scheme = "project"

[[tool]]
match   = "mcp__*__project_write"
kind    = "write"
path    = "path"
content = "content"
scheme  = "project"
fresh   = "2m"
` + "`" + `` + "`" + `` + "`" + `

- **Which rule.** Such a document has no directory. The policies at or above the call's working directory are asked first, then
  those of the project that the host tells (` + "`" + `CLAUDE_PROJECT_DIR` + "`" + ` and its like), your own last; nearest first, as for files.
- **Which document.** The name is the document: what is known of ` + "`" + `project:claude/tasks.md` + "`" + ` is kept once for all of this
  machine, so that sessions in several work trees of one project meet there. Two stores need two schemes, also in two
  projects. Names are compared with regard to letter case, ` + "`" + `/a/./b` + "`" + ` is ` + "`" + `a/b` + "`" + `, and a UUID is the same without its dashes.
- **What stands there** is what a read showed, or an acknowledged write sent, last. A map of kind ` + "`" + `read` + "`" + ` must fit tools that
  show the whole document. ` + "`" + `result` + "`" + ` is looked up in the answer as the host tells it, in the server's list of contents, and in
  the text of the first of these where that is JSON. An answer that the host cut, or that says ` + "`" + `truncated` + "`" + ` or ` + "`" + `has_more` + "`" + `, is
  no read; a read that fails with "not found" says that the document may be created.
- **A whole write** needs a read by the same context, no older than ` + "`" + `fresh` + "`" + `, and after every call on the document of which it
  is not known whether it took place. Else it is refused with the call that reads it. What others wrote since that read is
  merged into the call by the rule's mode, its other input kept; where the host cannot rewrite, the merged call is spelled out.
- **Afterwards** the agent is told sizes and versions, and to read it back. The next read by anybody is compared with what was
  written: lines of a write that no read has shown yet count as lost however few they are; what was read back once is
  judged by ` + "`" + `max_shrink` + "`" + `, as for files. A call that fails leaves what was known, and asks for a read.
- **Edits** are judged on what stands there, deletions by confirmation, as for files. An ` + "`" + `append` + "`" + ` passes unread.
- **` + "`" + `version` + "`" + `** is filled in with the version of the newest answer, where one carried it (` + "`" + `result_version` + "`" + `): then the store itself
  refuses what another machine has overtaken. Without it, a machine's write is seen by the next read here, and not before.
- **Verbs** take the name: ` + "`" + `noclobber log project:claude/tasks.md` + "`" + `; also ` + "`" + `show` + "`" + `, ` + "`" + `diff` + "`" + `, ` + "`" + `status` + "`" + `, ` + "`" + `scan` + "`" + `, ` + "`" + `why` + "`" + `, ` + "`" + `accept` + "`" + ` and
  ` + "`" + `permit` + "`" + `. What would write (` + "`" + `restore` + "`" + `, ` + "`" + `heal` + "`" + `, ` + "`" + `append` + "`" + `, ` + "`" + `write` + "`" + `, ` + "`" + `splice` + "`" + `) prints the call for an agent to make, and exits
  with 1. A file that is there under such a name goes first; ` + "`" + `./project:x` + "`" + ` is always a file.
- A tool that does one thing or another, as its input says, is mapped several times; of the maps that fit, the first counts whose
  ` + "`" + `content` + "`" + `, ` + "`" + `edits` + "`" + ` or ` + "`" + `old` + "`" + ` the input has.
- ` + "`" + `except` + "`" + `, ` + "`" + `seal` + "`" + `, ` + "`" + `nested` + "`" + ` and mode ` + "`" + `shard` + "`" + ` are about files. A store that rewrites what it is sent shows other lines than were
  written, which reads as a loss: use ` + "`" + `mode = "record"` + "`" + ` there.

## Tests

` + "```toml" + `
[[test]]
call   = { tool = "Write", file_path = "JOURNAL.md", content = "- mine\n" }
given  = { "JOURNAL.md" = "- day one\n" }
read   = true
expect = "deny"
says   = "day one"
` + "```" + `

` + "`noclobber lint`" + ` judges the call of each test by the code that judges real ones, as the first call of a session on a machine
that has recorded nothing, and writes nothing. ` + "`tool`" + ` is the tool's name as Claude Code sends it, the other keys of
` + "`call`" + ` are its input; paths are relative to the policy, and this machine is
called ` + "`this-node`" + `.

## Editors

` + "`noclobber schema`" + ` prints a JSON Schema of the policy. A first line ` + "`#:schema ./.noclobber.schema.json`" + ` tells editors that
have a TOML language server (taplo) to complete and check the file by it; ` + "`noclobber init`" + ` writes both.

## Tools that are mapped already

The hosts' own tools are known. For MCP servers these maps are built in, behind those of your policies; a tool that has no map,
and is not known to read only, may do anything, and is watched as such.

` + "`write_file`, `edit_file`, `move_file`, `read_text_file` and `read_file`" + ` under any server's name, with the input of the reference
filesystem server; that server's other tools; ` + "`mcp__acp__*`" + ` of editors that speak the Agent Client Protocol; ` + "`edit_block`,\n`read_file` and `start_process`" + ` of Desktop Commander. The ` + "`doc_…`" + ` tools of ` + "`noclobber mcp`" + ` (any server with noclobber in its name) go
through the same engine, so hooks have nothing to judge; no map changes that.
`
