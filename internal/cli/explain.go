package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"noclobber/gate"
	"noclobber/internal/guard"
	"noclobber/internal/host"
	"noclobber/internal/host/registry"
)

// asking is the call that explain is asked about.
type asking struct {
	tool, path, command, content, old, new, input string

	host    string
	session string
	read    bool
	asJSON  bool
}

func newExplain(s Streams) *cobra.Command {
	var o asking
	cmd := &cobra.Command{
		Use:   "explain [CALL.json]",
		Short: "how a call would be judged: rule, operations, plan, verdict, what the agent would be told; nothing is written",
		Example: `  noclobber explain --tool Bash --command 'echo x > JOURNAL.md'
  noclobber explain --tool Write --path MEMORY.md --content "- new" --read
  noclobber explain --tool mcp__notes__save --input '{"path": "JOURNAL.md", "text": "x"}'
  noclobber explain payload.json     # a hook payload, or {"tool": "Bash", "command": "..."}; - is standard input`,
		Long: `Judges a call as the hook would, without its locks, and records nothing. The call is one of a session that has read
nothing, unless --session names one (in an agent's shell it is that agent's own), or --read says that it has read what it
writes. What each host would be told is shown; --host says whose payload a file holds.`,
		Args: takes(0, 1, "one CALL, as a file or flags"),
		RunE: func(_ *cobra.Command, args []string) error { return s.explain(o, args) },
	}
	f := cmd.Flags()
	f.StringVar(&o.tool, "tool", "", "the tool's name: Bash, Write, Edit, Read, an MCP server's")
	f.StringVar(&o.command, "command", "", "Bash: the command text")
	f.StringVar(&o.path, "path", "", "Write, Edit, Read: the document")
	f.StringVar(&o.content, "content", "", "Write: the text; - is standard input")
	f.StringVar(&o.old, "old", "", "Edit: the text to replace")
	f.StringVar(&o.new, "new", "", "Edit: the text to put there")
	f.StringVar(&o.input, "input", "", "any tool: its input, a JSON object")
	f.StringVar(&o.host, "host", "claude", "the host whose payload it is")
	f.StringVar(&o.session, "session", "", "the session that makes the call")
	f.BoolVar(&o.read, "read", false, "the session has read what it writes")
	jsonFlag(cmd, &o.asJSON)
	return cmd
}

func (s Streams) explain(o asking, args []string) error {
	payload, err := s.payload(o, args)
	if err != nil {
		return err
	}
	adapter, call, err := s.decode(o.host, payload)
	if err != nil {
		return hint(usageError{err}, "`noclobber explain -h` shows examples")
	}
	if o.session != "" {
		call.Context.Session = o.session
	}
	e := explained{Tool: call.Tool, CWD: call.CWD}
	if e.Preview, err = s.guard(call.CWD).Preview(call, guard.Scene{Read: o.read}); err != nil {
		return err
	}
	if e.Hosts, err = s.everyHost(adapter, call, o.read); err != nil {
		return err
	}
	if o.asJSON {
		return printJSON(s.Out, e)
	}
	return s.print(e.print)
}

// explained is a call that was judged on paper.
type explained struct {
	Tool string `json:"tool"`
	CWD  string `json:"cwd"`
	guard.Preview
	Hosts []hostAnswer `json:"hosts"`
}

// hostAnswer is what a host would get.
type hostAnswer struct {
	Host    string          `json:"host"`
	Verdict string          `json:"verdict"`
	Text    string          `json:"text,omitempty"`
	Answer  json.RawMessage `json:"answer,omitempty"` // on standard output
	Exit    int             `json:"exit"`
}

// everyHost judges the call once for each host: what a host can carry is a part of the verdict.
func (s Streams) everyHost(own host.Adapter, call gate.Call, read bool) ([]hostAnswer, error) {
	var all []hostAnswer
	for _, name := range registry.Names() {
		adapter, _ := registry.Lookup(name, s.home())
		able, ok := adapter.(host.Abled)
		switch {
		case adapter.Name() == own.Name():
		case !ok:
			continue
		default:
			call.Host = able.Abilities()
		}
		p, err := s.guard(call.CWD).Preview(call, guard.Scene{Read: read})
		if err != nil {
			return nil, err
		}
		all = append(all, answerOf(adapter, call, p))
	}
	return all, nil
}

func answerOf(adapter host.Adapter, call gate.Call, p guard.Preview) hostAnswer {
	a := adapter.Before(call, p.Verdict)
	out := hostAnswer{Host: adapter.Name(), Verdict: p.Action, Text: p.Text, Exit: a.Exit}
	if len(a.Stdout) > 0 {
		out.Answer = bytes.TrimSpace(a.Stdout)
	}
	return out
}

func (e explained) print(page *bytes.Buffer) {
	fmt.Fprintf(page, "%-9s %s in %s\n", e.Action, e.Tool, e.CWD)
	for _, op := range e.Ops {
		fmt.Fprintf(page, "%-9s %s\n", "op", opWords(op))
	}
	if e.Opaque != "" {
		fmt.Fprintf(page, "%-9s what it does cannot all be known before (%s): documents are looked at before and after\n", "opaque", e.Opaque)
	}
	for _, b := range e.Builtin {
		fmt.Fprintf(page, "%-9s %s, protected without a rule\n", b.What, b.Path)
	}
	for _, d := range e.Documents {
		page.WriteByte('\n')
		a := accountOf(d)
		a.print(page)
	}
	if len(e.Documents) == 0 && len(e.Builtin) == 0 && e.Action == "pass" {
		fmt.Fprintf(page, "%-9s it writes no protected document\n", "rule")
	}
	page.WriteByte('\n')
	e.printHosts(page)
}

// printHosts tells each text once, with all hosts that get it.
func (e explained) printHosts(page *bytes.Buffer) {
	var texts []string
	names := map[string][]string{}
	for _, h := range e.Hosts {
		key := h.Verdict + "\x00" + h.Text
		if names[key] == nil {
			texts = append(texts, key)
		}
		names[key] = append(names[key], h.Host)
	}
	for _, key := range texts {
		verdict, text, _ := strings.Cut(key, "\x00")
		if who := strings.Join(names[key], ", "); text != "" {
			printTold(page, fmt.Sprintf("%s (%s) is told", who, verdict), text)
		} else {
			fmt.Fprintf(page, "%s (%s) is told nothing\n", who, verdict)
		}
	}
}

// opWords is an operation in a line: "write /p/JOURNAL.md by tee, 12 bytes, protected".
func opWords(op guard.PreviewOp) string {
	words := op.Kind + " " + op.Path
	if op.To != "" {
		words += " to " + op.To
	}
	if op.Via != "" {
		words += " by " + op.Via
	}
	switch {
	case op.Bytes > 0:
		words += ", " + count(op.Bytes, "byte")
	case !op.Known:
		words += ", text not known"
	}
	if op.Background {
		words += ", in the background"
	}
	if op.Protected {
		words += ", protected"
	}
	return words
}

// payload makes a hook payload of what was asked: a file, standard input, or flags.
func (s Streams) payload(o asking, args []string) ([]byte, error) {
	if o.tool == "" && len(args) == 0 && s.Keyboard {
		return nil, hint(usageError{errors.New("there is no call to explain")}, "`noclobber explain -h` shows examples")
	}
	if o.tool != "" {
		input, err := o.fields(s)
		if err != nil {
			return nil, err
		}
		return imagine(s.Dir, s.caller(), o.tool, input)
	}
	text, err := s.callText(args)
	if err != nil {
		return nil, err
	}
	return s.complete(text)
}

func (s Streams) callText(args []string) ([]byte, error) {
	if len(args) == 0 || args[0] == "-" {
		return host.ReadPayload(s.In)
	}
	text, err := os.ReadFile(s.path(args[0]))
	if err != nil {
		err = absentError{err}
	}
	return text, err
}

// complete makes a payload of the short form of a call. A payload stays as it is.
func (s Streams) complete(text []byte) ([]byte, error) {
	var short map[string]any
	if err := json.Unmarshal(text, &short); err != nil {
		return nil, usageError{fmt.Errorf("the call is no JSON object: %w", err)}
	}
	if _, whole := short["hook_event_name"]; whole {
		return text, nil
	}
	for _, names := range [][2]string{{"tool_name", "tool_input"}, {"tool", "input"}} {
		tool, named := short[names[0]].(string)
		if input, ok := short[names[1]].(map[string]any); named && ok {
			return imagine(s.Dir, s.caller(), tool, input)
		}
	}
	tool, ok := short["tool"].(string)
	if !ok {
		return text, nil // another host's payload
	}
	input := maps.Clone(short)
	delete(input, "tool")
	return imagine(s.Dir, s.caller(), tool, input)
}

// caller is the session whose shell this is, or one that has read nothing.
func (s Streams) caller() string { return orElse(s.who().Session, imaginedSession) }

// fields are the input of a call that flags describe.
func (o asking) fields(s Streams) (map[string]any, error) {
	input := map[string]any{}
	if o.input != "" {
		if err := json.Unmarshal([]byte(o.input), &input); err != nil {
			return nil, usageError{fmt.Errorf("--input is no JSON object: %w", err)}
		}
		return input, nil
	}
	content := o.content
	if content == "-" {
		text, err := io.ReadAll(s.In)
		if err != nil {
			return nil, fmt.Errorf("reading the text: %w", err)
		}
		content = string(text)
	}
	given := map[string]string{"command": o.command, "file_path": o.path, "content": content, "old_string": o.old, "new_string": o.new}
	for _, name := range toolFields(o.tool) {
		input[name] = given[name]
		delete(given, name)
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if given[name] != "" {
			input[name] = given[name]
		}
	}
	return input, nil
}

// toolFields are the fields that a tool's input cannot lack, though they be empty.
func toolFields(tool string) []string {
	switch tool {
	case "Write":
		return []string{"file_path", "content"}
	case "Edit":
		return []string{"file_path", "old_string", "new_string"}
	case "Read":
		return []string{"file_path"}
	case "Bash", "PowerShell":
		return []string{"command"}
	}
	return nil
}
