package hosttest

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"noclobber/gate"
	"noclobber/internal/document"
	"noclobber/internal/host"
)

var update = flag.Bool("update", false, "write testdata/calls.golden anew")

// Captured reads the payloads in testdata/payloads by name: those that the real host sent, and those written down from
// its documentation.
func Captured(t testing.TB) map[string][]byte {
	t.Helper()
	files, err := filepath.Glob("testdata/payloads/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no payloads in testdata: %v", err)
	}
	all := map[string][]byte{}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		all[strings.TrimSuffix(filepath.Base(f), ".json")] = text
	}
	return all
}

// Golden compares what each payload decodes to with testdata/calls.golden, which is written to be read.
func Golden(t *testing.T, adapter host.Adapter, payloads map[string][]byte) {
	t.Helper()
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(payloads)) {
		call, err := adapter.Decode(payloads[name])
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		fmt.Fprintf(&b, "== %s\n", name)
		dump(&b, "", call)
	}
	const golden = "testdata/calls.golden"
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != b.String() {
		t.Errorf("the payloads decode to what differs from %s (write it anew with -update and read the difference):\n%s", golden, difference(string(want), b.String()))
	}
}

// difference shows the first lines where two texts part.
func difference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	from := max(0, i-2)
	return "want:\n" + strings.Join(a[from:min(len(a), i+6)], "\n") + "\ngot:\n" + strings.Join(b[from:min(len(b), i+6)], "\n")
}

func dump(b *strings.Builder, in string, c gate.Call) {
	fmt.Fprintf(b, "%s%s session=%s agent=%q id=%q cwd=%s", in, eventWord(c.Event), tail(c.Context.Session), c.Context.Agent, c.ID, c.CWD)
	if c.Source != "" {
		fmt.Fprintf(b, " source=%s", c.Source)
	}
	if c.TellsRunning {
		fmt.Fprintf(b, " running=%q", c.Running)
	}
	b.WriteByte('\n')
	if c.Tool != "" {
		fmt.Fprintf(b, "%s  tool %s known=%t input=%d bytes", in, c.Tool, c.Known, len(c.Input))
		if c.Shell != "" {
			fmt.Fprintf(b, " %s=%q background=%t", c.Shell, c.Command, c.Background)
		}
		b.WriteByte('\n')
	}
	for _, op := range c.Ops {
		dumpOp(b, in, op)
	}
	if c.Response != nil {
		dumpResponse(b, in, c.Response)
	}
	for _, nested := range c.Calls {
		dump(b, in+"    ", nested)
	}
}

func dumpOp(b *strings.Builder, in string, op gate.Op) {
	fmt.Fprintf(b, "%s  %s %s via %s", in, op.Kind, op.Path, op.Via)
	if op.HasContent {
		fmt.Fprintf(b, " content=%q", op.Content)
	}
	if op.To != "" {
		fmt.Fprintf(b, " to %s", op.To)
	}
	for _, e := range op.Edits {
		dumpEdit(b, e)
	}
	if op.Cells {
		b.WriteString(" cells")
	}
	if op.Fields != (gate.Fields{}) {
		fmt.Fprintf(b, " fields=%s", fieldWords(op.Fields))
	}
	b.WriteByte('\n')
}

func dumpResponse(b *strings.Builder, in string, r *gate.Response) {
	fmt.Fprintf(b, "%s  answer raw=%d bytes", in, len(r.Raw))
	if r.Failed {
		fmt.Fprintf(b, " failed=%q", r.Error)
	}
	if r.HasReplaced {
		fmt.Fprintf(b, " replaced=%q", r.Replaced)
	}
	if r.Created {
		b.WriteString(" created")
	}
	if w := r.Read; w != nil {
		fmt.Fprintf(b, " read %s lines %d+%d of %d %q", w.Path, w.FirstLine, w.Lines, w.TotalLines, w.Content)
	}
	if r.Stdout != "" {
		fmt.Fprintf(b, " stdout=%q", r.Stdout)
	}
	if r.Cut {
		b.WriteString(" cut")
	}
	if r.Background != "" {
		fmt.Fprintf(b, " background=%s", r.Background)
	}
	b.WriteByte('\n')
}

func tail(s string) string { return s[max(0, len(s)-4):] }

func eventWord(e gate.Event) string {
	return [...]string{"other", "before", "after", "failed", "batch", "session-start", "compact", "context-end", "turn", "session-end", "context-start"}[e]
}

func dumpEdit(b *strings.Builder, e document.Edit) {
	fmt.Fprintf(b, " %q -> %q", e.Old, e.New)
	switch {
	case e.Lines:
		fmt.Fprintf(b, " lines behind=%q atEnd=%t", e.Behind, e.AtEnd)
	default:
		fmt.Fprintf(b, " all=%t", e.All)
	}
}

func fieldWords(f gate.Fields) string {
	words := fmt.Sprintf("{Content:%s Old:%s New:%s All:%s}", f.Content, f.Old, f.New, f.All)
	if f.Patch {
		words += " patch"
	}
	return words
}

// Text compares a text with a file of testdata, or writes it with -update.
func Text(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != string(got) {
		t.Errorf("%s differs:\n%s", file, difference(string(want), string(got)))
	}
}

// Block compares the part of a file between two marker lines with a text, or writes it with -update.
func Block(t *testing.T, file, begin, end, got string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, okBegin := strings.Cut(string(text), begin+"\n")
	have, tail, okEnd := strings.Cut(rest, end)
	if !okBegin || !okEnd {
		t.Fatalf("%s has no part between %s and %s", file, begin, end)
	}
	if have == got {
		return
	}
	if *update {
		if err := os.WriteFile(file, []byte(head+begin+"\n"+got+end+tail), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("%s is not what the code says (go test -update writes it anew):\n%s", file, difference(have, got))
}
