package shell

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestWholeReads tells commands whose output is exactly one file from those that show less, more or something else.
func TestWholeReads(t *testing.T) {
	whole := []string{
		"cat notes/JOURNAL.md", "cat < notes/JOURNAL.md", "cat -- notes/JOURNAL.md", "cd notes && cat JOURNAL.md", "cat notes/JOURNAL.md | cat",
		"{ cat notes/JOURNAL.md; }", "(cat notes/JOURNAL.md)", "cat notes/JOURNAL.md 2>&1", "cat notes/JOURNAL.md 2>/dev/null || true",
		"sudo cat notes/JOURNAL.md", "bash -c 'cat notes/JOURNAL.md'", "[ -f notes/JOURNAL.md ] && cat notes/JOURNAL.md", "true; cat notes/JOURNAL.md",
		"F=notes/JOURNAL.md; cat \"$F\"", "cat notes/J*.md", "tee < notes/JOURNAL.md",
	}
	for _, command := range whole {
		assert.Equal(t, []string{"/w/notes/JOURNAL.md"}, wholeReads(command), command)
	}
	glimpses := []string{
		"head notes/JOURNAL.md", "tail -n 5 notes/JOURNAL.md", "grep x notes/JOURNAL.md", "wc notes/JOURNAL.md", "cat -n notes/JOURNAL.md",
		"cat notes/JOURNAL.md draft.md", "cat notes/JOURNAL.md; echo", "echo; cat notes/JOURNAL.md", "cat notes/JOURNAL.md | head", "cat notes/JOURNAL.md > /tmp/x",
		"cat notes/JOURNAL.md notes/JOURNAL.md", "if grep -q x draft.md; then cat notes/JOURNAL.md; fi", "x=$(cat notes/JOURNAL.md)", "cat notes/JOURNAL.md &> out/log",
		"make; cat notes/JOURNAL.md", "read -r l < notes/JOURNAL.md", "{ read -r l; cat; } < notes/JOURNAL.md", "bash fix.sh; cat notes/JOURNAL.md",
	}
	for _, command := range glimpses {
		assert.Empty(t, wholeReads(command), command)
	}
}

// TestReadsAmongOtherText finds the files that stand whole in an output which holds more.
func TestReadsAmongOtherText(t *testing.T) {
	for command, want := range map[string]string{
		"cat notes/JOURNAL.md draft.md":                    "notes/JOURNAL.md draft.md ",
		"date; cat notes/JOURNAL.md; ls":                   "notes/JOURNAL.md ",
		"cat notes/JOURNAL.md && echo && cat MEMORY.md":    "notes/JOURNAL.md MEMORY.md ",
		"for f in notes/*.md; do echo $f; cat $f; done":    "notes/JOURNAL.md notes/TODO.md ",
		"head notes/JOURNAL.md; cat draft.md":              "draft.md ",
		"cat notes/JOURNAL.md draft.md | head":             "",
		"cat notes/JOURNAL.md draft.md > out/x":            "",
		"make && cat notes/JOURNAL.md":                     "notes/JOURNAL.md ",
		"cat notes/JOURNAL.md; echo x >> notes/JOURNAL.md": "",
	} {
		var got string
		for _, op := range Analyze(command, sample().env()).Ops {
			if op.Among {
				got += relative(op.Path) + " "
			}
		}
		assert.Equal(t, want, got, command)
	}
}

func wholeReads(command string) []string {
	var paths []string
	for _, op := range Analyze(command, sample().env()).Ops {
		if op.Whole {
			paths = append(paths, op.Path)
		}
	}
	return paths
}

// TestReadsAreNamed lists what a command reads, so that the caller can tell what the model was shown.
func TestReadsAreNamed(t *testing.T) {
	r := Analyze("grep x notes/JOURNAL.md < /dev/null; cp draft.md out/; diff MEMORY.md <(sort src/a.txt)", sample().env())
	var read []string
	for _, op := range r.Ops {
		if op.Kind == Read {
			read = append(read, relative(op.Path))
		}
	}
	assert.Equal(t, []string{"notes/JOURNAL.md", "draft.md", "src/a.txt", "MEMORY.md"}, read)
}

// TestOrderOfOperations keeps the operations on one file in the order in which they happen.
func TestOrderOfOperations(t *testing.T) {
	r := Analyze("echo a > f; echo b >> f; sed -i s/a/c/ f; rm f", sample().env())
	assert.Equal(t, "write f = \"a\\n\"\nappend f = \"b\\n\"\nin-place f\ndelete f\n", render(r, false))
}

// TestScriptFilesAreNoReasonToRefuse puts what a script's text foretells beside its opaque entry, never among the operations.
func TestScriptFilesAreNoReasonToRefuse(t *testing.T) {
	for _, command := range []string{"sh ./fix.sh", "bash fix.sh", "./fix.sh", "source ./fix.sh", ". fix.sh", "cat draft.md | sh fix.sh"} {
		r := Analyze(command, sample().env())
		for _, op := range r.Ops {
			assert.Equal(t, Read, op.Kind, command)
		}
		require.Len(t, r.Opaque, 1, command)
		assert.Equal(t, ReasonScript, r.Opaque[0].Reason)
		require.Len(t, r.Opaque[0].Ops, 1, command)
		assert.Equal(t, "/w/notes/JOURNAL.md", r.Opaque[0].Ops[0].Path)
	}
}

// TestWithoutEnv needs nothing but a directory: what cannot be asked is opaque.
func TestWithoutEnv(t *testing.T) {
	for command, want := range map[string]string{
		"echo x > notes/JOURNAL.md":            "write notes/JOURNAL.md = \"x\\n\"\n",
		"cd notes; echo x > JOURNAL.md":        "opaque unknown path\n",
		"cd notes && echo x > JOURNAL.md":      "write notes/JOURNAL.md = \"x\\n\"\n",
		"rm notes/*.md":                        "opaque unknown path\n",
		"cp draft.md notes/JOURNAL.md":         "write notes/JOURNAL.md\n",
		"find notes -name x -delete":           "opaque unknown path\n",
		"cat > \"$HOME/x\" <<< a":              "opaque unknown path\n",
		"sh fix.sh":                            "opaque script\n",
		"[ -f a ] || echo x > a":               "write a = \"x\\n\"\n",
		"for f in a b; do : > \"$f\"; done":    "write a = \"\"\nwrite b = \"\"\n",
		"git checkout -- notes/JOURNAL.md":     "restore notes/JOURNAL.md\n",
		"rsync -a backup/ notes/":              "write notes\n",
		"tee -a notes/JOURNAL.md < /dev/null":  "append notes/JOURNAL.md = \"\"\n",
		"mv notes/JOURNAL.md old.md && ls old": "move notes/JOURNAL.md -> old.md\n",
	} {
		assert.Equal(t, want, render(Analyze(command, Env{CWD: root}), false), command)
	}
	assert.Equal(t, "opaque unknown path\n", render(Analyze("echo x > f", Env{}), false))
	assert.Equal(t, "write /f = \"x\\n\"\n", render(Analyze("echo x > /f", Env{}), false))
}

// TestDialects reads the same text the way different shells do.
func TestDialects(t *testing.T) {
	for _, c := range []struct{ dialect, command, want string }{
		{"posix", `echo 'a\tb' > f`, "write f\n"},
		{"bash", `echo 'a\tb' > f`, "write f = \"a\\\\tb\\n\"\n"},
		{"zsh", `echo 'a\tb' > f`, "write f = \"a\\tb\\n\"\n"},
		{"zsh", `F="a b"; : > $F`, "write a b = \"\"\n"},
		{"bash", `F="a b"; rm $F`, "delete a\ndelete b\n"},
		{"zsh", "print -l x >| notes/JOURNAL.md", "write notes/JOURNAL.md\n"},
		{"zsh", "noglob rm notes/JOURNAL.md", "delete notes/JOURNAL.md\n"},
		{"zsh", "rm **/JOURNAL.md", "delete backup/notes/JOURNAL.md\ndelete notes/JOURNAL.md\n"},
		{"bash", "shopt -s globstar; rm **/JOURNAL.md", "delete backup/notes/JOURNAL.md\ndelete notes/JOURNAL.md\n"},
		{"zsh", "rm -f notes/J*.md(N)", "delete notes/JOURNAL.md\n"},
		{"zsh", "=rm notes/JOURNAL.md", "delete notes/JOURNAL.md\n"},
		{"zsh", "setopt no_clobber; echo x > draft.md; echo x >| MEMORY.md", "write MEMORY.md = \"x\\n\"\n"},
		{"zsh", "unsetopt clobber; echo x > draft.md; setopt clobber; echo x > MEMORY.md", "write MEMORY.md = \"x\\n\"\n"},
		{"zsh", "f() { setopt localoptions noclobber; }; f; echo x > draft.md", "write draft.md = \"x\\n\"\n"},
		{"zsh", "setopt noclobber; emulate zsh; echo x > draft.md", "write draft.md = \"x\\n\"\n"},
		{"zsh", "unsetopt case_glob; rm notes/journal.*", "delete notes/JOURNAL.md\n"},
		{"posix", "set -C; echo x > draft.md", ""},
		{"powershell", "rm notes/JOURNAL.md", "delete notes/JOURNAL.md\n"},
	} {
		env := sample().env()
		env.Dialect = c.dialect
		assert.Equal(t, c.want, render(Analyze(c.command, env), false), "%s: %s", c.dialect, c.command)
	}
}

// TestParentOfALink goes up from where a link leads; cd alone goes by names.
func TestParentOfALink(t *testing.T) {
	env := sample().env()
	env.Link = func(p string) (string, bool) {
		target, ok := map[string]string{"/w/out/link": "../notes/deep", "/w/loop": "loop"}[filepath.ToSlash(p)]
		return target, ok
	}
	for command, want := range map[string]string{
		"> out/link/../JOURNAL.md":         "/w/notes/JOURNAL.md",
		"> out/link/../../MEMORY.md":       "/w/MEMORY.md",
		"> out/../notes/JOURNAL.md":        "/w/notes/JOURNAL.md",
		"> loop/../x":                      "/w/x",
		"cd out; > link/../JOURNAL.md":     "/w/notes/JOURNAL.md",
		"cd -L out/../notes; > JOURNAL.md": "/w/notes/JOURNAL.md",
	} {
		r := Analyze(command, env)
		if assert.NotEmpty(t, r.Ops, command) {
			assert.Equal(t, want, filepath.ToSlash(r.Ops[len(r.Ops)-1].Path), command)
		}
	}
}

// TestPaths spells places in every way there is.
func TestPaths(t *testing.T) {
	for command, want := range map[string]string{
		"> /w/notes/JOURNAL.md":                    "/w/notes/JOURNAL.md",
		"> //w/notes/./x/../JOURNAL.md":            "/w/notes/JOURNAL.md",
		"> ../w/notes/JOURNAL.md":                  "/w/notes/JOURNAL.md",
		"> ~/a":                                    "/home/u/a",
		"> ${HOME}/a":                              "/home/u/a",
		"cd notes/..; > MEMORY.md":                 "/w/MEMORY.md",
		"cd /; > w/MEMORY.md":                      "/w/MEMORY.md",
		"pushd notes; pushd ../src; popd; > x":     "/w/notes/x",
		"cd notes; cd ..; cd - >/dev/null; > x":    "/w/notes/x",
		"D=$(cd notes && pwd); > $D/x":             "/w/notes/x",
		"> \"$(dirname \"$PWD/notes/x\")/y\"":      "/w/notes/y",
		"P=/w/notes/JOURNAL.md; > ${P%/*}/x":       "/w/notes/x",
		"P=/w/notes/JOURNAL.md; > x-${P##*/}":      "/w/x-JOURNAL.md",
		"P=a:b; IFS=:; set -- $P; > $2":            "/w/b",
		"HOME=/x true; > $HOME/a":                  "/home/u/a",
		"F=a; F=b true; > $F":                      "/w/a",
		"a=notes b=JOURNAL; > $a/${b}.md":          "/w/notes/JOURNAL.md",
		"f=JOURNAL.md; f=notes/$f; > $f":           "/w/notes/JOURNAL.md",
		"f=notes; f+=/JOURNAL.md; > $f":            "/w/notes/JOURNAL.md",
		"declare -r f=notes/JOURNAL.md; > $f":      "/w/notes/JOURNAL.md",
		"f() { > \"$1\"; }; f notes/JOURNAL.md":    "/w/notes/JOURNAL.md",
		"arr=(x notes/y z); > ${arr[1]}":           "/w/notes/y",
		"> \"$(printf '%s/%s' notes JOURNAL.md)\"": "/w/notes/JOURNAL.md",
	} {
		r := Analyze(command, sample().env())
		if assert.NotEmpty(t, r.Ops, command) {
			assert.Equal(t, want, r.Ops[len(r.Ops)-1].Path, command)
		}
	}
}

// TestFlagsTakeNoFile asks that a letter which has a value in one program takes no file from another.
func TestFlagsTakeNoFile(t *testing.T) {
	for _, command := range []string{
		"head -1 FILE", "tail -f FILE", "sort -f FILE", "sort -b FILE", "cut -s FILE", "paste -s FILE", "join -i FILE draft.md",
		"comm -1 FILE draft.md", "base64 -d FILE", "ls -b FILE", "ls -1 FILE", "uniq -d FILE", "fold -b FILE", "fmt -t FILE",
		"expand -i FILE", "unexpand -a FILE", "od -c FILE", "od -d FILE", "strings -a FILE", "strings -f FILE", "shasum -b FILE",
		"base32 -d FILE", "ptx -f FILE", "xxd -b FILE", "hexdump -C FILE", "stat -f FILE", "stat -L FILE", "stat -t FILE",
		"du -L FILE", "du -P FILE", "file -i FILE", "file -L FILE", "diff -w FILE draft.md", "diff -i FILE draft.md", "cmp -l FILE draft.md",
	} {
		command = strings.ReplaceAll(command, "FILE", "notes/JOURNAL.md")
		got := render(Analyze(command, sample().env()), true)
		assert.Contains(t, got, "read notes/JOURNAL.md\n", command)
	}
}

// TestListingsReadNoTree asks that a listing of names reads no more than the directory.
func TestListingsReadNoTree(t *testing.T) {
	for _, command := range []string{"ls notes", "ls -la notes", "ls -R notes", "find notes -name '*.md'", "eza -T notes"} {
		assert.Equal(t, "read notes\n", render(Analyze(command, sample().env()), true), command)
	}
}

// TestTarReads asks for the files below the directory that tar was told to enter.
func TestTarReads(t *testing.T) {
	for command, want := range map[string]string{
		"tar -C notes -cf - .":                "read notes tree\n",
		"tar cf - -C src a.txt -C ../notes .": "read src/a.txt\nread notes tree\n",
		"tar cf - draft.md -C notes TODO.md":  "read draft.md\nread notes/TODO.md\n",
		"tar -C notes -cf - /w/draft.md":      "read draft.md\n",
	} {
		assert.Equal(t, want, render(Analyze(command, sample().env()), true), command)
	}
}
