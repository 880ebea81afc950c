package shell

import (
	"flag"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var hostileLarge = flag.Bool("hostile.large", false, "also analyse hostile commands of several hundred kilobytes")

// hostile lists commands that are deep, long or that multiply.
func hostile() []string {
	deep := func(open, middle, closer string, n int) string {
		return strings.Repeat(open, n) + middle + strings.Repeat(closer, n)
	}
	var all []string
	sizes := []int{150, 1500}
	if *hostileLarge {
		sizes = append(sizes, 60000)
	}
	for _, n := range sizes {
		for _, p := range [][2]string{{"(", ")"}, {"{ ", "; }"}, {"$(", ")"}, {"$((", "))"}, {"if ", "; then a; fi"}, {"! ", ""}, {"${a:-", "}"},
			{`"$(`, `)"`}, {"<(", ")"}, {"a[", "]"}, {"@(", ")"}, {"f() ", ""}, {"while ", ";do a;done"}, {"case x in a) ", ";; esac"}, {"a=(", ")"}, {"x() { ", "; }"}} {
			all = append(all, deep(p[0], "echo x > notes/JOURNAL.md", p[1], n))
		}
		for _, p := range []string{"a && ", "a | ", "a; ", "a\n", "'' ", "{a,b}", "$x", "x=$x$x;", "[[ a && ", "- ", "$((a+", "$((-", "a<<E\n", "`", "\\`", "{1..9}", "*", "eval ", "env ", "find . -exec ", "xargs ",
			"*(", "time ", "a>b ", "a<<<b ", "# ", "f(){ f;f; };f;", "1> "} {
			all = append(all, strings.Repeat(p, n)+"echo x > notes/JOURNAL.md")
		}
	}
	return append(all,
		"x=a; for i in {1..40}; do x=$x$x; done; echo $x > notes/JOURNAL.md",
		"f() { f; f; }; f",
		"f() { f & f & }; f",
		"for a in {1..99}; do for b in {1..99}; do for c in {1..99}; do echo $a$b$c > out/$a; done; done; done",
		"while :; do echo x > notes/JOURNAL.md; done",
		"for ((;;)); do :; done",
		"echo {1..99}{1..99}{1..99}{1..99}",
		"x="+strings.Repeat("a", 200000)+"; echo ${x##*a*a*a*b} ${x//a/bb} ${x%%a*}",
		"[[ "+strings.Repeat("a", 5000)+" == "+strings.Repeat("*a", 50)+"b ]]",
		"[[ "+strings.Repeat("a", 500)+" == *(*(*(a))) ]]",
		"printf '%s' {1..4000} {1..4000} > notes/JOURNAL.md",
		"printf '%9999999d' 1; printf '%*d' 9999999 1",
		"bash -c \"bash -c 'eval \\\"bash -c :\\\"'\"",
		"e='eval \"$e\"'; eval \"$e\"",
		"set -- {1..4000}; while [ $# -gt 0 ]; do shift; done; : > notes/JOURNAL.md",
		"export GIT_EXTERNAL_DIFF='git diff; git diff; git diff'; git diff",
		"export GIT_EDITOR='git diff; git commit; git commit' GIT_ASKPASS='git diff; git commit' GIT_EXTERNAL_DIFF='git commit; git diff; git fetch'; git commit",
		exports(2000)+"awk '{"+strings.Repeat("\"rm a\" | getline; ", 3000)+"}'",
		"perl -e '"+strings.Repeat("`rm a`; ", 3000)+"'",
		"python3 -c '"+strings.Repeat("open(", 20000)+"'",
		"find . "+strings.Repeat("\\( ", 3000)+"-name x",
		"sed -n '"+strings.Repeat("/a/,", 20000)+"p' x",
		"awk '{ print > \"'"+strings.Repeat("\"a", 9999),
		"cat <<EOF > notes/JOURNAL.md\n"+strings.Repeat("line with (brackets) and `ticks'\n", 20000)+"EOF",
		"cat <<'EOF' > notes/JOURNAL.md\n"+strings.Repeat("line with (brackets) and `ticks'\n", 20000)+"EOF",
		strings.Repeat("x", 2<<20),
	)
}

// exports is a command that exports n variables.
func exports(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "export a%d=b; ", i)
	}
	return b.String()
}

// TestHostileCommandsEnd runs what is deep or large to its end. Whatever the analysis cannot follow must be opaque: a
// command whose write it does not report is one it gave up on.
func TestHostileCommandsEnd(t *testing.T) {
	for _, command := range hostile() {
		for _, dialect := range []string{"", "zsh", "powershell"} {
			env := sample().env()
			env.Dialect = dialect
			r := Analyze(command, env)
			wellFormed(t, r)
			assert.LessOrEqual(t, len(r.Ops), maxOps)
			assert.LessOrEqual(t, len(r.Opaque), maxOpaque+1)
		}
	}
}

// TestLimitsAreReported names the limit that stopped an analysis.
func TestLimitsAreReported(t *testing.T) {
	for _, c := range []struct{ command, reason string }{
		{strings.Repeat("(", 20000) + "a" + strings.Repeat(")", 20000), ReasonDeep},
		{strings.Repeat("{ ", 300) + "a;" + strings.Repeat("};", 300), ReasonDeep},
		{"echo " + strings.Repeat("x", maxCommand), ReasonLarge},
		{"for i in {1..2000}; do for j in {1..2000}; do :; done; done", ReasonSteps},
		{"f() { f; f; }; f", ReasonDeep},
		{exports(2000) + "awk '{" + strings.Repeat(`"rm a" | getline; `, 3000) + "}'", ReasonSteps},
		{"x=a; for i in {1..60}; do x=$x$x; done", ReasonSteps},
	} {
		r := Analyze(c.command, sample().env())
		require.NotEmpty(t, r.Opaque, "%.40s", c.command)
		assert.Equal(t, c.reason, r.Opaque[len(r.Opaque)-1].Reason, "%.40s", c.command)
	}
}

// TestTextsOfProgramsStayShort doubles a text in each line of a program: beyond a limit it is not known any more.
func TestTextsOfProgramsStayShort(t *testing.T) {
	for _, c := range []struct{ program, start, double, use string }{
		{"python3", `a = "x"`, `a = a + a`, `open(a, "w")`},
		{"python3", `a = "x"`, `a = f"{a}{a}"`, `open(a, "w")`},
		{"python3", `a = "x"`, `a = os.path.join(a, a)`, `open(a, "w")`},
		{"python3", `a = ["x"]`, `a = [a, a]`, `open(a, "w")`},
		{"node", `a = "x"`, "a = `${a}${a}`", `fs.rmSync(a)`},
		{"ruby", `a = "x"`, `a = "#{a}#{a}"`, `File.delete(a)`},
		{"perl", `$a = "x";`, `$a = "$a$a";`, `unlink $a`},
	} {
		run := func(doublings int) Result {
			text := c.start + "\n" + strings.Repeat(c.double+"\n", doublings) + c.use
			return Analyze(c.program+" <<'END'\n"+text+"\nEND", sample().env())
		}
		assert.NotEmpty(t, run(3).Ops, c.double)
		assert.Empty(t, run(60).Ops, c.double)
	}
}

// TestWorkGrowsWithLength counts the steps of commands of growing length: ten times as long, about ten times the work.
func TestWorkGrowsWithLength(t *testing.T) {
	for _, unit := range []string{"a && ", "a | ", "a; ", "$x ", "{a,b} ", "x=1; ", "cat f > g; ", "'q' ", "f() { :; }; ", "if a; then b; fi; "} {
		work := func(n int) int {
			a := newAnalysis(sample().env())
			a.newShell().run(strings.Repeat(unit, n)+"echo x", variants(""))
			full := newBudget(0)
			return full.steps - a.spend.steps + full.looks - a.spend.looks + (full.match - a.spend.match) + (full.text-a.spend.text)/16
		}
		small, large := work(100), work(1000)
		assert.LessOrEqual(t, large, 15*small+100, "%q", unit)
	}
}

// TestLocalsGrowWithTheirNumber counts the bytes that a function's variables take: ten times as many, about ten times the
// bytes.
func TestLocalsGrowWithTheirNumber(t *testing.T) {
	bytes := func(n int) uint64 {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, " a%d=1", i)
		}
		command := "f() { local" + b.String() + "; }; f; f; f"
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		Analyze(command, sample().env())
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	small, large := bytes(200), bytes(2000)
	assert.LessOrEqual(t, large, 20*small)
}

// BenchmarkAnalyze measures commands from ten bytes to a megabyte.
func BenchmarkAnalyze(b *testing.B) {
	env := sample().env()
	for _, size := range []int{10, 100, 1000, 10_000, 100_000, 1_000_000} {
		line := "grep -c x notes/JOURNAL.md | tee -a out/log && sed -i 's/a/b/' src/a.txt; "
		command := "ls notes/x"
		if size > 10 {
			command = strings.Repeat(line, size/len(line)+1)[:size]
		}
		b.Run(fmt.Sprintf("script/%d", size), func(b *testing.B) {
			for b.Loop() {
				Analyze(command, env)
			}
		})
		doc := "cat > notes/JOURNAL.md <<'EOF'\n" + strings.Repeat("- an entry of the journal\n", size/26) + "EOF\n"
		b.Run(fmt.Sprintf("heredoc/%d", size), func(b *testing.B) {
			for b.Loop() {
				Analyze(doc, env)
			}
		})
	}
}
