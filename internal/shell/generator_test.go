package shell

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A generator makes shell commands out of a grammar. exact turns false once something may or may not run.
type generator struct {
	rand  *rand.Rand
	depth int
	exact bool
	vars  []string
}

// generatorWorld is the tree that generated commands run in.
func generatorWorld() world {
	return world{
		"a.txt": "a1\na2\n", "b.txt": "b1\n", "notes/j.md": "# j\n- 1\n", "notes/k.md": "# k\n", "notes/my file.md": "m\n",
		"d/e/f.txt": "f\n", "empty/": "",
	}
}

func (g *generator) pick(choices ...string) string { return choices[g.rand.IntN(len(choices))] }

func (g *generator) one(choices ...func() string) string { return choices[g.rand.IntN(len(choices))]() }

// file names a file, in one of many spellings.
func (g *generator) file() string {
	name := g.pick("a.txt", "b.txt", "notes/j.md", "notes/k.md", "d/e/f.txt", "new.txt", "notes/new.md", "empty/x")
	dir, base, inDir := strings.Cut(name, "/")
	switch g.rand.IntN(14) {
	case 0:
		return `"` + name + `"`
	case 1:
		return "'" + name + "'"
	case 2:
		return "./" + name
	case 3:
		return `"$PWD/` + name + `"`
	case 4:
		return `$'` + strings.ReplaceAll(name, ".", `\x2e`) + `'`
	case 5:
		if inDir {
			return dir + "//../" + dir + "/./" + base
		}
	case 6:
		return g.pick("notes/[jk].md", "?.txt", "*.txt", "notes/j*", "no*/k.md", "notes/my*")
	case 7:
		return `notes/my\ file.md`
	case 8:
		if len(g.vars) > 0 {
			return `"$` + g.vars[g.rand.IntN(len(g.vars))] + `"`
		}
	case 9:
		return "notes/{j,k}.md"
	case 10:
		return "$(echo " + name + ")"
	case 11:
		return fmt.Sprintf(`"${NONE:-%s}"`, name)
	}
	return name
}

// target names one file that a redirection opens.
func (g *generator) target() string {
	for {
		f := g.file()
		if !strings.ContainsAny(f, "{*?[") {
			return f
		}
	}
}

func (g *generator) text() string {
	return g.pick("x", "hello world", "'a  b'", `"q $((1+2))"`, "'$x'", `a\ b`, `"$(echo sub)"`, "''", "-n y", "-e 'a\\tb'", "1 2 3")
}

func (g *generator) script() string {
	n := 1 + g.rand.IntN(3)
	var lines []string
	for range n {
		lines = append(lines, g.statement())
	}
	return strings.Join(lines, g.pick("\n", "; "))
}

func (g *generator) statement() string {
	if g.depth > 3 {
		return g.simple()
	}
	g.depth++
	defer func() { g.depth-- }()
	if g.rand.IntN(2) == 0 {
		return g.simple()
	}
	return g.one(g.and, g.or, g.pipe, g.group, g.subshell, g.forLoop, g.ifClause, g.caseClause, g.function, g.nested, g.assign, g.heredoc,
		g.whileRead, g.descriptor, g.ownScript, g.awk, g.directory, g.findOrXargs, g.parameters, g.arrays, g.printed, g.copies, g.counted,
		g.noclobber)
}

// noclobber switches the option on or off, and writes over a file in spite of it.
func (g *generator) noclobber() string {
	return g.pick("set -C", "set -o noclobber", "set +C", "shopt -so noclobber") + "; " + g.statement() + g.pick("", "; echo y >| "+g.target())
}

func (g *generator) simple() string {
	return g.one(
		func() string { return "echo " + g.text() + " > " + g.target() },
		func() string { return "echo " + g.text() + " >> " + g.target() },
		func() string { return `printf '%s\n' ` + g.text() + " > " + g.target() },
		func() string { return "echo " + g.text() + " | tee " + g.pick("", "-a ") + g.file() + " > /dev/null" },
		func() string { return "cat " + g.file() + " > " + g.target() },
		func() string { return "cat " + g.file() },
		func() string { return "cp " + g.file() + " " + g.target() },
		func() string { return "cp " + g.file() + " " + g.pick("notes", "empty/", "d/e") },
		func() string { return "mv " + g.target() + " " + g.pick("notes", "empty/", "moved.txt", "d/e/f.txt") },
		func() string { return "rm -f " + g.file() },
		func() string { return g.pick("rm -rf ", "rm -r ") + g.pick("notes", "d", "empty") },
		func() string { return "sed -i 's/1/one/' " + g.file() },
		func() string { return "truncate -s 0 " + g.file() },
		func() string { return "touch " + g.file() },
		func() string { return "mkdir -p " + g.pick("new", "notes/sub", "d/x/y") },
		func() string { return "ln -sf a.txt " + g.target() },
		func() string { return "sort " + g.pick("a.txt", "b.txt") + " -o " + g.target() },
		func() string { return ": > " + g.target() },
		func() string { return "> " + g.target() },
		func() string { return "echo " + g.text() + " >&2" },
		func() string { return "ls nothing 2> " + g.target() },
		func() string { return "echo " + g.text() + " &> " + g.target() },
		func() string { return "wc -l " + g.file() },
		func() string { return "dd status=none if=a.txt of=" + g.pick("b.txt", "dd.out") },
		func() string { return "mv notes " + g.pick("notes2", "d") },
		func() string { return "cp -r notes " + g.pick("copy", "d") },
		func() string { return "cat notes/j.md a.txt" },
	)
}

func (g *generator) and() string {
	g.exact = false
	return g.statement() + " && " + g.statement()
}

func (g *generator) or() string {
	g.exact = false
	return g.pick("false", "[ -f a.txt ]", "[ -e nope ]", "grep -q a1 a.txt", "true") + " || { " + g.statement() + "\n}"
}

func (g *generator) pipe() string {
	return g.pick("echo "+g.text(), "cat "+g.target(), `printf 'a\nb\n'`) + " | " + g.pick("cat", "sort", "head -1", "cat | cat", "tr a b") + " > " + g.target()
}

func (g *generator) group() string {
	return "{ " + g.statement() + "\n" + g.statement() + "\n} > " + g.target()
}

func (g *generator) subshell() string {
	return "(cd " + g.pick("notes", "d/e", "empty") + " && " + g.statement() + "\n)"
}

func (g *generator) forLoop() string {
	g.vars = append(g.vars, "v")
	defer func() { g.vars = g.vars[:len(g.vars)-1] }()
	return "for v in " + g.file() + " " + g.file() + "; do " + g.statement() + "\ndone"
}

func (g *generator) ifClause() string {
	g.exact = false
	return "if " + g.pick("true", "[ -f a.txt ]", "grep -q zz a.txt", "[[ a == a ]]", "! test -d notes") + "; then " + g.statement() + "\nelse " + g.statement() + "\nfi"
}

func (g *generator) caseClause() string {
	return "case " + g.pick("a", "b", `"$PWD"`) + " in a|x) " + g.statement() + "\n;; *) " + g.statement() + "\n;; esac"
}

func (g *generator) function() string {
	name := g.pick("f", "g")
	return name + "() { " + g.pick("", "local F=b.txt; ") + "echo in >> \"$1\"; " + g.statement() + "\n}; " + name + " " + g.target()
}

func (g *generator) nested() string {
	inner := "echo " + g.pick("x", "y") + " > " + g.pick("a.txt", "notes/j.md", "new.txt")
	return g.pick("bash -c '"+inner+"'", `eval "`+inner+`"`, "env A=1 sh -c '"+inner+"'", "echo '"+inner+"' | bash", "x=$("+inner+")",
		"cat <("+inner+")", "bash <<'E'\n"+inner+"\nE")
}

func (g *generator) assign() string {
	g.vars = append(g.vars, "F")
	return "F=" + g.pick("a.txt", "notes/j.md", `"notes/my file.md"`) + "\n" + g.statement() + "\n: > \"${F%.*}.out\""
}

func (g *generator) heredoc() string {
	return "cat " + g.pick("<<'E'", "<<E", "<<-E") + g.pick(" > ", " >> ") + g.target() + "\n\tline $((2*3))\n\tnext\nE"
}

func (g *generator) whileRead() string {
	g.vars = append(g.vars, "l")
	defer func() { g.vars = g.vars[:len(g.vars)-1] }()
	return "printf '%s\\n' a.txt notes/k.md | while read -r l; do " + g.statement() + "\ndone"
}

func (g *generator) descriptor() string {
	return g.pick(
		"exec 5> "+g.target()+"; echo one >&5; echo two >&5; exec 5>&-",
		"exec {fd}>> "+g.target()+"; echo one >&$fd; exec {fd}>&-",
		"{ echo out; echo err >&2; } > "+g.target()+" 2> err.txt",
		"echo x 3> "+g.target()+" >&3",
	)
}

func (g *generator) directory() string {
	return g.pick("cd notes", "cd d/e", "cd nowhere 2> /dev/null", "pushd notes > /dev/null", "cd ..", "cd -", "mkdir -p new && cd new") + g.pick("; ", " && ", " || ", "\n") + g.statement()
}

func (g *generator) findOrXargs() string {
	g.exact = false
	return g.pick(
		"find . -name '*.md' -exec sed -i s/1/2/ {} +",
		"find notes -type f -delete",
		"find . -name j.md | xargs truncate -s 0",
		"ls notes/*.md | xargs -I{} cp {} empty/",
		"echo a.txt b.txt | xargs -n1 rm -f",
		"find . -name '*.txt' -print0 | xargs -0 -I % sh -c 'echo x > \"%\"'",
		"find . -path ./notes -prune -o -name '*.txt' -exec truncate -s 0 {} \\;",
	)
}

// ownScript writes a script and runs it.
func (g *generator) ownScript() string {
	return g.pick(
		"cat > x.sh <<'E'\n"+g.pick("echo in > ", "cat >> ")+g.pick("a.txt", `"$1"`, "notes/j.md")+" < b.txt\nE\n"+g.pick("sh x.sh", "bash ./x.sh", "chmod +x x.sh; ./x.sh", ". ./x.sh")+" "+g.target(),
		"echo 'V=notes/k.md' > e.sh; . ./e.sh; echo x > \"$V\"",
		"bash <(echo 'echo x > a.txt')",
		"while read -r l; do : > \"$l\"; done < <(printf 'a.txt\\nnotes/j.md\\n')",
		"printf -- '--- a.txt\\n+++ a.txt\\n@@ -1,2 +1 @@\\n-a1\\n a2\\n' > p.diff; patch -p0 -s -r - < p.diff",
		"uniq a.txt "+g.target(), "uniq -c "+g.pick("a.txt", "b.txt")+" "+g.target(),
		"ls notes | xargs -I{} cp a.txt notes/{}", "tar cf t.tar a.txt; echo x > a.txt; tar xf t.tar a.txt",
		"gzip -k "+g.pick("a.txt", "notes/j.md"),
	)
}

// awk writes from inside its program.
func (g *generator) awk() string {
	return g.pick(
		"awk -v o="+g.pick("b.txt", "notes/k.md")+" '{ print > o }' a.txt", `awk 'BEGIN { f = "new.txt"; print "x" > f }'`, `awk '{ print > FILENAME }' b.txt`,
		`awk '{ print | "sort > b.txt" }' a.txt`, `awk 'BEGIN { system("rm -f b.txt") }'`, `awk '{ print >> "notes/j.md" }' a.txt b.txt`, `sed -n 'w b.txt' a.txt`,
		`sed -i -e 1d -- a.txt notes/j.md`, `sed 's/1/2/w new.txt' a.txt`, `sed '1e echo x > b.txt' a.txt`,
	)
}

// parameters expands a variable in one of the many ways.
func (g *generator) parameters() string {
	return "P=notes/j.md; Q=a.txt; : > " + g.pick(`"${P##*/}"`, `"${P%/*}/x.md"`, `"${P%.md}.txt"`, `"${Q/a/z}"`, `"${P/%md/bak}"`, `"${P/#notes/d}"`,
		`"${P:6}"`, `"${P:0:5}/y"`, `"${Q^^}"`, `"${P//[aeiou]/_}"`, `"${X:-$Q}"`, `"${Q:+b.txt}"`, `"${P%%/*}.d"`, `"x${#Q}"`, `"${X:=w.txt}$X"`,
		`"$P$Q"`, `$P`, `"${P#*[st]/}"`, `"${P,,}"`, `"$(basename $P .md)"`, `"$(dirname $P)/z"`)
}

func (g *generator) arrays() string {
	return `A=(a.txt "notes/my file.md" notes/j.md); ` + g.pick(`: > "${A[1]}"`, `rm -f "${A[@]}"`, `for x in "${A[@]:1}"; do : > "$x"; done`, `: > "n${#A[@]}"`,
		`A+=(b.txt); truncate -s 0 "${A[@]}"`, `set -- "${A[@]}"; shift; : > "$1"`, `: > "${A[-1]}"`, `printf '%s\n' "${A[*]}" > b.txt`,
		`declare -A M=([k]=a.txt); : > "${M[k]}"`, `IFS=,; echo "${A[*]}" > b.txt`, `echo ${A[@]} > b.txt`)
}

// printed makes text in the ways whose result has to be known to the byte.
func (g *generator) printed() string {
	return g.pick(`printf '%s-%s\n' a b c`, `printf '%5s|%-5s|%05d\n' a b 7`, `printf '%x %o %c %%\n' 255 8 hello`, `printf '\x41\101\t\n'`, `printf '%b' 'a\tb\c c'`,
		`echo -e 'a\x41\n\0101'`, `echo -n`, `echo -ne 'x\\n'`, `echo "a\nb"`, `echo 'a' "b"   c`, `printf 'no args %s|\n'`, `printf '%d\n' 0x1f 010`, `echo -- x`, `echo -nx`,
		`printf '%s' "$(printf 'a\n\n')"`, `echo $'a\tb\'c'`, `cat <<<"x $((3*4))"`, `echo {a,b}{1..3}`, `echo a{b`, `echo ~`,
		`printf '%s\n' 'a b' | while read -r x y; do echo "$y-$x"; done`, `seq 3`, `printf 'b\na\n' | sort | head -1`,
		`i=3; echo $((i++ + i--)) $i`, `echo $(( (2**3) > 7 ? 1 : 0 ))`, `echo "${NONE-default}"`, `x='a  b'; echo $x "$x"`) + " > " + g.target()
}

// copies makes, moves and copies trees, and then touches what is in them.
func (g *generator) copies() string {
	return g.pick("cp -r notes empty", "cp -r notes fresh", "mv d/e moved", "mkdir -p fresh/sub && cp a.txt fresh/sub", "cp -r notes/. d", "ln -s notes link", "cp -a d notes") + "; " +
		g.pick("rm -f fresh/*", "truncate -s 0 moved/f.txt", ": > link/j.md", "sed -i s/1/2/ empty/notes/*", "rm -rf fresh moved", "for f in d/*.md; do : > $f; done", "find fresh -type f -delete 2> /dev/null")
}

func (g *generator) counted() string {
	return g.pick(`i=0; while [ $i -lt 3 ]; do echo $i >> b.txt; i=$((i+1)); done`, `for ((i=0;i<3;i++)); do echo $i; done > b.txt`, `for i in {1..3}; do [ $i = 2 ] && continue; echo $i >> b.txt; done`,
		`for i in 1 2 3; do [ $i -eq 2 ] && break; echo $i >> a.txt; done`, `until false; do echo x > b.txt; break; done`, `f() { [ -n "$1" ] || return; echo "$1" >> b.txt; }; f x; f; f y`)
}
