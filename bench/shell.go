package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"mvdan.cc/sh/v3/syntax"

	"noclobber/internal/shell"
)

// shellSizes are the lengths of the commands that are read, with how many of each.
var shellSizes = []struct { // read only
	bytes, runs int
	name        string
}{
	{10, 400, "10 B"}, {100, 400, "100 B"}, {1000, 400, "1 kB"}, {10_000, 200, "10 kB"}, {100_000, 100, "100 kB"}, {1_000_000, 20, "1 MB"},
}

// readings prints how long commands of growing length are read, beside what the parser alone takes for them.
func readings() {
	fmt.Println("| command | length | p50 | p99 | p50 of the parser alone | × parser |")
	fmt.Println("|---|--:|--:|--:|--:|--:|")
	for _, kind := range []struct {
		name string
		text func(size, run int) string
	}{{"one document in a here-document", heredocText}, {"statements", scriptText}} {
		for _, size := range shellSizes {
			var whole, alone []time.Duration
			for run := range size.runs {
				command := kind.text(size.bytes, run)
				whole = append(whole, timed(func() { shell.Analyze(command, shell.Env{CWD: "/w", Home: "/home/u"}) }))
				alone = append(alone, timed(func() { parseOnly(command) }))
			}
			p50, parser := percentile(whole, 50), percentile(alone, 50)
			fmt.Printf("| %s | %s | %s | %s | %s | %.1f |\n", kind.name, size.name, short(p50), short(percentile(whole, 99)), short(parser), ratio(p50, parser))
		}
	}
}

func parseOnly(command string) {
	_, _ = syntax.NewParser().Parse(strings.NewReader(command), "") // cut text need not parse
}

func timed(f func()) time.Duration {
	start := time.Now()
	f()
	return time.Since(start)
}

func percentile(d []time.Duration, p int) time.Duration {
	sorted := slices.Sorted(slices.Values(d))
	return sorted[min(len(sorted)-1, len(sorted)*p/100)]
}

func short(d time.Duration) string {
	if d < time.Millisecond {
		return fmt.Sprintf("%d µs", d.Microseconds())
	}
	return fmt.Sprintf("%.1f ms", ms(d))
}

// heredocText writes a document of about the given size.
func heredocText(size, run int) string {
	const frame = "cat > notes/J.md <<'END'\nEND\n"
	if size < 100 {
		return fmt.Sprintf(": > J%d.md", run%10)
	}
	line := fmt.Sprintf("- entry %d (of the journal) with `code` and $variables\n", run)
	return "cat > notes/J.md <<'END'\n" + strings.Repeat(line, max(0, size-len(frame))/len(line)) + "END\n"
}

// scriptText is that many bytes of statements as agents write them.
func scriptText(size, run int) string {
	if size < 100 {
		return fmt.Sprintf("ls src/%d", run%100)
	}
	lines := []string{
		fmt.Sprintf("grep -rn 'name %d' src | head -5 && echo found >> out/log\n", run),
		"for f in a b c; do sed -i 's/x/y/' \"src/$f.txt\"; done\n",
		"T=$(mktemp); sort src/a.txt > \"$T\" && mv \"$T\" out/sorted\n",
		"if [ -f src/b.txt ]; then cp src/b.txt \"backup/${USER:-me}.txt\"; fi\n",
		"git add -A; git commit -qm 'step > of the work'\n",
		"python3 -c \"print(open('src/a.txt').read())\" | wc -l\n",
	}
	var b strings.Builder
	for i := run; b.Len() < size; i++ {
		b.WriteString(lines[i%len(lines)])
	}
	return b.String()[:size]
}
