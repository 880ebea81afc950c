package hosttest

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"noclobber/gate"
	"noclobber/internal/host"
)

// Home and CWD are the directories of the suite's payloads.
const (
	Home = "/home/dev"
	CWD  = "/home/dev/project"
)

// Suite is one host as its test describes it.
type Suite struct {
	Adapter host.Adapter // made for Home

	// Write is a payload sent before a whole write of content to path, in CWD.
	Write func(path, content string) []byte
	// Shell is a payload sent before a shell command, in CWD.
	Shell func(command string) []byte
	// Harmless is a payload sent before a tool that touches no file.
	Harmless []byte
	// Quiet is a payload of an event that nothing hangs on; nil where the host has none.
	Quiet []byte
	// Captured are payloads that the real host sent, by name.
	Captured map[string][]byte

	// Read says what the host makes of an answer to a call that has not run yet.
	Read func(host.Answer) Effect

	// AllowsRewrites: a rewrite needs the host's word for "allow".
	AllowsRewrites bool
	// Lines: a whole write carries whole lines with LF only, as a patch does.
	Lines bool
	// Content is the text that a whole write with an input leaves; nil: the field that the call names holds it.
	Content func(input []byte) string
	// Doubled are values of Write("/a/J.md", "x\n") as they stand in the payload, whose members a reader may read
	// otherwise when they stand twice; nil: the path and the content.
	Doubled []string
	// NoSession: the host's payloads name no session.
	NoSession bool
	// NoCWD: a write's payload names no working directory, so relative paths cannot be told.
	NoCWD bool
}

// doc is a document's name as a write gives it.
func (s Suite) doc() string {
	if s.NoCWD {
		return CWD + "/J.md"
	}
	return "J.md"
}

// Effect is what an answer brings about.
type Effect struct {
	Refused bool
	Reason  string
	Input   []byte // what the tool gets instead; nil: its own
	Context string // what the model is told besides
	Asked   bool   // the user is asked, or a prompt of the host is skipped
}

// Run runs the suite.
func Run(t *testing.T, s Suite) {
	for name, test := range map[string]func(*testing.T, Suite){
		"a write is decoded with its place and content":      decodesWrites,
		"paths are made absolute":                            resolvesPaths,
		"a command is decoded as text":                       decodesCommands,
		"a harmless tool touches nothing":                    knowsHarmlessTools,
		"captured payloads are decoded":                      decodesCaptured,
		"a pass prints nothing":                              passesSilently,
		"a report reaches the model and nothing is decided":  reports,
		"a refusal reaches the model":                        denies,
		"a rewrite carries the whole input":                  rewrites,
		"a value that JSON cannot carry is refused":          refusesBrokenRewrites,
		"a failure before the call refuses it":               failsClosed,
		"a failure of an unknown event refuses it":           failsClosedBlindly,
		"a failure of a quiet event disturbs nobody":         failsQuietly,
		"a payload cut anywhere never passes":                refusesCutPayloads,
		"a key that stands twice is refused":                 refusesDoubledKeys,
		"texts of any size and encoding make a valid answer": boundsTexts,
	} {
		t.Run(name, func(t *testing.T) { test(t, s) })
	}
}

func decode(t *testing.T, s Suite, payload []byte) gate.Call {
	t.Helper()
	call, err := s.Adapter.Decode(payload)
	if err != nil {
		t.Fatalf("decoding %s: %v", payload, err)
	}
	return call
}

// effect checks an answer's form before it asks the host what it means.
func effect(t *testing.T, s Suite, a host.Answer) Effect {
	t.Helper()
	wellFormed(t, a)
	e := s.Read(a)
	if e.Asked {
		t.Errorf("an answer asks the user, or skips the host's own prompt: %s", a.Stdout)
	}
	return e
}

func wellFormed(t *testing.T, a host.Answer) {
	t.Helper()
	if a.Exit != 0 && a.Exit != 2 {
		t.Errorf("exit code %d", a.Exit)
	}
	if a.Exit == 2 && strings.TrimSpace(a.Stderr) == "" {
		t.Error("exit code 2 without a reason")
	}
	if a.Exit == 2 && len(a.Stdout) > 0 {
		t.Errorf("exit code 2 with %q on stdout", a.Stdout)
	}
	if !utf8.Valid(a.Stdout) || !utf8.ValidString(a.Stderr) {
		t.Errorf("the answer is not valid UTF-8: %q, %q", a.Stdout, a.Stderr)
	}
	if len(a.Stdout) == 0 {
		return
	}
	d := json.NewDecoder(bytes.NewReader(a.Stdout))
	var object map[string]any
	if err := d.Decode(&object); err != nil {
		t.Errorf("stdout is not a JSON object: %v: %s", err, a.Stdout)
	}
	if d.More() {
		t.Errorf("stdout is more than one JSON object: %s", a.Stdout)
	}
}

func decodesWrites(t *testing.T, s Suite) {
	content := "# Journal\n- \"quoted\" \\ <&> \u2028 😀\r\n\x01"
	if s.Lines {
		content = "# Journal\n- \"quoted\" \\ <&> \u2028 😀\n\x01\n"
	}
	call := decode(t, s, s.Write(CWD+"/J.md", content))
	if call.Event != gate.Before || !call.Known || call.Tool == "" || len(call.Ops) != 1 {
		t.Fatalf("decoded as %+v", call)
	}
	op := call.Ops[0]
	if op.Kind != gate.Write || op.Path != CWD+"/J.md" || !op.HasContent || string(op.Content) != content || op.Shell {
		t.Errorf("decoded as %+v", op)
	}
	if call.Host.Rewrite && op.Fields.Content == "" {
		t.Error("the host takes rewrites, and where the content stands is not told")
	}
	if call.Context.Host != s.Adapter.Name() || (call.Context.Session == "") != s.NoSession || (call.CWD == "") != s.NoCWD || call.CWD != "" && call.CWD != CWD {
		t.Errorf("decoded context %+v in %q", call.Context, call.CWD)
	}
	if call.Host.ReadTool == "" || call.Host.EditTool == "" || call.Host.WriteTool == "" || call.Host.ShellTool == "" {
		t.Errorf("messages need the names of the tools: %+v", call.Host)
	}
}

func resolvesPaths(t *testing.T, s Suite) {
	for path, want := range map[string]string{
		"J.md":            CWD + "/J.md",
		"./a/../J.md":     CWD + "/J.md",
		"../J.md":         Home + "/J.md",
		"~/J.md":          Home + "/J.md",
		CWD + "//x/../J":  CWD + "/J",
		"/elsewhere/J.md": "/elsewhere/J.md",
	} {
		if s.NoCWD && !strings.HasPrefix(path, "/") && !strings.HasPrefix(path, "~") {
			refused(t, s, s.Write(path, "x"))
			continue
		}
		if got := decode(t, s, s.Write(path, "x")).Ops[0].Path; got != want {
			t.Errorf("%s became %s, not %s", path, got, want)
		}
	}
	for _, path := range []string{"", "a\x00b"} {
		refused(t, s, s.Write(path, "x"))
	}
}

func decodesCommands(t *testing.T, s Suite) {
	command := "cat > J.md <<'EOF'\n- x\nEOF"
	call := decode(t, s, s.Shell(command))
	if call.Event != gate.Before || call.Command != command || call.Shell == "" || call.CWD != CWD || !call.Known {
		t.Errorf("decoded as %+v", call)
	}
}

func knowsHarmlessTools(t *testing.T, s Suite) {
	call := decode(t, s, s.Harmless)
	if call.Event != gate.Before || !call.Known || call.Ops != nil || call.Shell != "" {
		t.Errorf("decoded as %+v", call)
	}
}

func decodesCaptured(t *testing.T, s Suite) {
	if len(s.Captured) == 0 {
		t.Fatal("no captured payloads")
	}
	for name, payload := range s.Captured {
		call, err := s.Adapter.Decode(payload)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if call.Context.Host != s.Adapter.Name() {
			t.Errorf("%s: host %q", name, call.Context.Host)
		}
	}
}

func passesSilently(t *testing.T, s Suite) {
	for _, payload := range [][]byte{s.Write(s.doc(), "x"), s.Shell("true"), s.Harmless} {
		a := s.Adapter.Before(decode(t, s, payload), gate.Verdict{})
		if len(a.Stdout) != 0 || a.Stderr != "" || a.Exit != 0 {
			t.Errorf("a pass printed %+v", a)
		}
	}
	if s.Quiet != nil {
		if a := s.Adapter.After(decode(t, s, s.Quiet), gate.Report{}); len(a.Stdout) != 0 || a.Stderr != "" || a.Exit != 0 {
			t.Errorf("a quiet event printed %+v", a)
		}
	}
}

func reports(t *testing.T, s Suite) {
	call := decode(t, s, s.Write(s.doc(), "x\n"))
	e := effect(t, s, s.Adapter.Before(call, gate.Verdict{Text: "two lines were lost"}))
	if e.Refused || e.Input != nil {
		t.Errorf("a report decided: %+v", e)
	}
	if e.Context != "" && !strings.Contains(e.Context, "two lines were lost") {
		t.Errorf("the model is told %q", e.Context)
	}
}

func denies(t *testing.T, s Suite) {
	call := decode(t, s, s.Write(s.doc(), "x\n"))
	e := effect(t, s, s.Adapter.Before(call, gate.Verdict{Action: gate.Deny, Text: "nothing was written: \"J.md\"\nRead it."}))
	if !e.Refused || !strings.Contains(e.Reason, "nothing was written: \"J.md\"\nRead it.") {
		t.Errorf("%+v", e)
	}
	e = effect(t, s, s.Adapter.Before(call, gate.Verdict{Action: gate.Deny}))
	if !e.Refused || e.Reason == "" {
		t.Errorf("a refusal without a text: %+v", e)
	}
}

func rewrites(t *testing.T, s Suite) {
	call := decode(t, s, s.Write(s.doc(), "mine\n"))
	merged := "theirs <b>\nmine \u2028 \"\\ 😀\n"
	v := gate.Verdict{
		Action: gate.Rewrite, Text: "kept one line of J.md",
		Sets: []gate.Set{{Path: call.Ops[0].Fields.Content, Value: merged}},
	}
	a := s.Adapter.Before(call, v)
	wellFormed(t, a)
	e := s.Read(a)
	if !call.Host.Rewrite {
		if !e.Refused {
			t.Errorf("this host takes no rewrites, and one became %+v", e)
		}
		return
	}
	if e.Refused || e.Asked != s.AllowsRewrites || !call.Host.TellAfter && !strings.Contains(e.Context, "kept one line of J.md") {
		t.Errorf("%+v", e)
	}
	var got any
	if s.Content != nil {
		got = s.Content(e.Input)
	} else {
		got = fields(t, e.Input)[v.Sets[0].Path]
	}
	if got != merged {
		t.Errorf("the content became %q", got)
	}
	sameButFor(t, call.Input, e.Input, v.Sets[0].Path)
}

func fields(t *testing.T, object []byte) map[string]any {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal(object, &m); err != nil {
		t.Fatalf("%s: %v", object, err)
	}
	return m
}

func sameButFor(t *testing.T, before, after []byte, changed string) {
	t.Helper()
	was, is := fields(t, before), fields(t, after)
	if len(was) != len(is) {
		t.Errorf("%s became %s", before, after)
	}
	for key := range was {
		if _, ok := is[key]; !ok {
			t.Errorf("%s is gone", key)
		}
		a, _ := json.Marshal(was[key])
		b, _ := json.Marshal(is[key])
		if key != changed && !bytes.Equal(a, b) {
			t.Errorf("%s became %s", a, b)
		}
	}
}

func refusesBrokenRewrites(t *testing.T, s Suite) {
	call := decode(t, s, s.Write(s.doc(), "mine\n"))
	for _, set := range []gate.Set{
		{Path: "content", Value: "a\xffb"},
		{Path: "content", Value: `{"a":`, Raw: true},
		{Path: "", Value: "x"},
	} {
		e := effect(t, s, s.Adapter.Before(call, gate.Verdict{Action: gate.Rewrite, Text: "t", Sets: []gate.Set{set}}))
		if !e.Refused {
			t.Errorf("%+v went through: %+v", set, e)
		}
	}
}

func failsClosed(t *testing.T, s Suite) {
	e := effect(t, s, s.Adapter.Failure(gate.Before, errors.New("the disk is full")))
	if !e.Refused || !strings.Contains(e.Reason, "the disk is full") {
		t.Errorf("%+v", e)
	}
}

func failsClosedBlindly(t *testing.T, s Suite) {
	for _, payload := range []string{"", "{", "[]", "null", `{"tool_input":{"path":"J.md"}}`, "\xff", `{"a":1,"a":2}`} {
		call, err := s.Adapter.Decode([]byte(payload))
		if err == nil {
			t.Errorf("%q was decoded as %+v", payload, call)
			continue
		}
		a := s.Adapter.Failure(call.Event, err)
		wellFormed(t, a)
		if !s.Read(a).Refused {
			t.Errorf("%q passed: %+v", payload, a)
		}
	}
}

func failsQuietly(t *testing.T, s Suite) {
	if s.Quiet == nil {
		t.Skip("this host has no event that nothing hangs on")
	}
	call := decode(t, s, s.Quiet)
	if a := s.Adapter.Failure(call.Event, errors.New("the disk is full")); a.Exit != 0 || len(a.Stdout) != 0 {
		t.Errorf("%+v", a)
	}
}

func refusesCutPayloads(t *testing.T, s Suite) {
	payload := s.Write(s.doc(), "a line\n")
	for end := range payload {
		refused(t, s, payload[:end])
	}
}

// refused requires that a payload is not decoded, and that the answer refuses the call.
func refused(t *testing.T, s Suite, payload []byte) {
	t.Helper()
	call, err := s.Adapter.Decode(payload)
	if err == nil {
		t.Errorf("%s was decoded as %+v", payload, call)
		return
	}
	var bad *host.PayloadError
	if !errors.As(err, &bad) {
		t.Errorf("%s: not a PayloadError: %v", payload, err)
	}
	a := s.Adapter.Failure(call.Event, err)
	wellFormed(t, a)
	if !s.Read(a).Refused {
		t.Errorf("%s passed: %+v", payload, a)
	}
}

func refusesDoubledKeys(t *testing.T, s Suite) {
	values := s.Doubled
	if values == nil {
		values = []string{`"/a/J.md"`, `"x\n"`}
	}
	payload := string(s.Write("/a/J.md", "x\n"))
	for _, value := range values {
		i := strings.Index(payload, value)
		if i < 0 {
			t.Fatalf("%s has no %s", payload, value)
		}
		start := strings.LastIndexAny(payload[:i], "{,") + 1
		member := payload[start : i+len(value)]
		refused(t, s, []byte(payload[:start]+member+","+payload[start:]))
		refused(t, s, []byte(payload[:start]+strings.ToUpper(member)+","+payload[start:]))
	}
	first := payload[:strings.IndexByte(payload, ',')+1]
	refused(t, s, []byte(first+payload[1:]))
}

func boundsTexts(t *testing.T, s Suite) {
	call := decode(t, s, s.Write(s.doc(), "x\n"))
	for _, text := range []string{strings.Repeat("ä", 50_000), "bad \xff byte", "\x00\x1b[31m", `"}}`, strings.Repeat("\\", 9_999)} {
		e := effect(t, s, s.Adapter.Before(call, gate.Verdict{Action: gate.Deny, Text: text}))
		if !e.Refused || e.Reason == "" || len(e.Reason) > 10_000 {
			t.Errorf("a reason of %d bytes", len(e.Reason))
		}
		effect(t, s, s.Adapter.Before(call, gate.Verdict{Text: text}))
		effect(t, s, s.Adapter.Failure(gate.Before, errors.New(text)))
		for _, event := range []gate.Event{gate.After, gate.Failed, gate.Batch, gate.SessionStart, gate.ContextStart, gate.Turn, gate.SessionEnd, gate.Other} {
			call.Event = event
			wellFormed(t, s.Adapter.After(call, gate.Report{Text: text}))
			wellFormed(t, s.Adapter.Failure(event, errors.New(text)))
		}
		call.Event = gate.Before
	}
}
