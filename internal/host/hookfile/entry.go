package hookfile

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"noclobber/internal/host"
	"noclobber/internal/host/jsonfile"
)

// entry is one hook in a settings file.
type entry struct {
	event        string
	group, index int    // its place: the event's group, the hook in it; flat: group alone
	matcher      string // "" and "*" are everything

	kind      string // "command", "http", "prompt", …
	command   string
	args      []string
	exec      bool // it has args, so no shell starts it
	timeout   float64
	limited   bool   // it has a timeout
	closed    bool   // when it fails, the call is refused
	condition string // `if`: a permission rule that narrows it
	async     bool
	once      bool

	ours bool
}

// entries lists the hooks of a settings file. What is not of the shape that the
// client takes is an error where it would have to be changed, else left alone.
func (f Format) entries(file *jsonfile.File) ([]entry, error) {
	hooks := f.hooks(file)
	if hooks == nil {
		return nil, nil
	}
	if hooks.Kind != jsonfile.Object {
		return nil, fmt.Errorf(`"hooks" is not an object`)
	}
	var all []entry
	for _, m := range hooks.Members {
		if m.Value.Kind != jsonfile.Array {
			if _, wired := f.event(m.Key); !wired {
				continue // switches and the like
			}
			return nil, fmt.Errorf(`"hooks": %q is not a list`, m.Key)
		}
		for g, group := range m.Value.Items {
			for i, hook := range f.members(group) {
				e := f.readEntry(file, hook)
				e.event, e.group, e.index = m.Key, g, i
				e.matcher = group.Get("matcher").String()
				all = append(all, e)
			}
		}
	}
	return all, nil
}

// hooks is the object whose members are events.
func (f Format) hooks(file *jsonfile.File) *jsonfile.Value {
	if f.Top {
		return file.Root
	}
	return file.Root.Get("hooks")
}

// members are the hooks of an item of an event's list.
func (f Format) members(item *jsonfile.Value) []*jsonfile.Value {
	if f.Flat {
		return []*jsonfile.Value{item}
	}
	if commands := item.Get("hooks"); commands.Is(jsonfile.Array) {
		return commands.Items
	}
	return nil
}

func (f Format) readEntry(file *jsonfile.File, hook *jsonfile.Value) entry {
	e := entry{
		kind:      hook.Get("type").String(),
		command:   f.commandOf(hook),
		closed:    f.ClosedKey != "" && file.Raw(hook.Get(f.ClosedKey)) == f.ClosedValue,
		condition: hook.Get("if").String(),
		async:     file.Raw(hook.Get("async")) == "true" || file.Raw(hook.Get("asyncRewake")) == "true",
		once:      file.Raw(hook.Get("once")) == "true",
	}
	if args := hook.Get("args"); args.Is(jsonfile.Array) {
		e.exec = true
		for _, a := range args.Items {
			e.args = append(e.args, a.String())
		}
	}
	if n, err := strconv.ParseFloat(file.Raw(hook.Get(f.TimeoutKey)), 64); err == nil {
		e.timeout, e.limited = n, true
	}
	e.ours = (e.kind == "command" || e.kind == "") && e.binary(f.Host) != ""
	return e
}

// commandOf is what a hook starts, under whichever key.
func (f Format) commandOf(hook *jsonfile.Value) string {
	for _, key := range []string{f.CommandKey, f.ShellKey} {
		if v := hook.Get(key); key != "" && v != nil {
			return v.String()
		}
	}
	return hook.Get("command").String()
}

// binary is the noclobber that an entry starts, as it stands there; "" where it
// starts something else. In the shell form it is the word before `hook HOST`.
func (e entry) binary(name string) string {
	words := append([]string{e.command}, e.args...)
	if !e.exec {
		words = shellWords(e.command)
	}
	for i := 0; i+2 < len(words); i++ {
		if isBinary(words[i]) && words[i+1] == "hook" && words[i+2] == name {
			return words[i]
		}
	}
	return ""
}

// shellWords splits a line of shell into words at white space and operators
// outside quotes: enough to find a program's name, not what the line does.
func shellWords(line string) []string {
	var words []string
	var word strings.Builder
	quote, escaped := rune(0), false
	end := func() {
		if word.Len() > 0 {
			words = append(words, word.String())
			word.Reset()
		}
	}
	for _, r := range line {
		switch {
		case escaped:
			word.WriteRune(r)
			escaped = false
		case r == '\\' && quote != '\'':
			escaped = true
		case r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '"' || r == '\'':
			quote = r
		case strings.ContainsRune(" \t\r\n;&|(){}<>", r):
			end()
		default:
			word.WriteRune(r)
		}
	}
	end()
	return words
}

// isBinary reports whether a path ends in a name like noclobber, noclobber.exe
// or noclobber-1.2.
func isBinary(path string) bool {
	name := path[strings.LastIndexAny(path, `/\`)+1:]
	return strings.HasPrefix(strings.ToLower(name), "noclobber")
}

// exact reports whether an entry has the command line of a fresh one.
func (f Format) exact(e entry, scope host.Scope, binary string) bool {
	command, args := f.start(e.event, scope, binary)
	return e.command == command && e.exec == (args != nil) && slices.Equal(e.args, args)
}

// serves reports whether an entry does all that a fresh one would.
func (f Format) serves(e entry, scope host.Scope, binary string) bool {
	event, wired := f.event(e.event)
	return wired && f.exact(e, scope, binary) && event.fits(e.matcher) && f.lastsLongEnough(e) &&
		e.condition == "" && !e.async && !e.once && f.failsRight(e)
}

func (f Format) lastsLongEnough(e entry) bool {
	return f.TimeoutKey == "" || e.limited && e.timeout >= float64(f.Timeout)
}

// failsRight reports whether a hook that fails does what it should for its event.
func (f Format) failsRight(e entry) bool {
	event, _ := f.event(e.event)
	return e.closed == (f.ClosedKey != "" && event.Closed)
}

// start is how an entry starts the hook.
//
// On one's own machine: with the binary's full path, and without a shell where the
// host can. In a file that travels: a line of shell, since others may have the binary
// elsewhere or not at all. Then it lets every call pass and says so once a
// session, while a noclobber that is there and fails still refuses.
func (f Format) start(event string, scope host.Scope, binary string) (command string, args []string) {
	switch {
	case !scope.Travels() && f.Exec:
		return binary, []string{"hook", f.Host}
	case !scope.Travels():
		return Word(binary) + " hook " + f.Host, nil
	}
	missing := "exit 0"
	if e, _ := f.event(event); e.Start && f.Missing != "" {
		missing = "{ echo '" + f.Missing + "'; exit 0; }"
	}
	return "command -v noclobber >/dev/null 2>&1 || " + missing + "; exec noclobber hook " + f.Host, nil
}

// keyFor is the key of a command, or of a line of shell.
func (f Format) keyFor(exec bool) string {
	switch {
	case !exec && f.ShellKey != "":
		return f.ShellKey
	case f.CommandKey != "":
		return f.CommandKey
	}
	return "command"
}

// Word quotes a path for a shell where it has to be.
func Word(path string) string {
	for _, r := range path {
		plain := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || strings.ContainsRune("/._-+:@", r)
		if !plain {
			return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
		}
	}
	return path
}

// item is the JSON text of a fresh item of an event's list: a hook, or a group with it.
func (f Format) item(event string, scope host.Scope, binary string) string {
	command, args := f.start(event, scope, binary)
	e, _ := f.event(event)
	matcher := ""
	switch {
	case e.Match != "":
		matcher = `"matcher": ` + quote(e.Match) + ", "
	case e.Tools && f.Match != "":
		matcher = `"matcher": ` + quote(f.Match) + ", "
	}
	var b strings.Builder
	b.WriteString(f.Before + quote(f.keyFor(args != nil)) + ": " + quote(command))
	if args != nil {
		b.WriteString(`, "args": [` + quote(args[0]) + `, ` + quote(args[1]) + `]`)
	}
	if f.TimeoutKey != "" {
		fmt.Fprintf(&b, `, %q: %d`, f.TimeoutKey, f.Timeout)
	}
	if f.ClosedKey != "" && e.Closed {
		fmt.Fprintf(&b, `, %q: %s`, f.ClosedKey, f.ClosedValue)
	}
	if f.Flat {
		return "{" + matcher + b.String() + "}"
	}
	return "{" + matcher + `"hooks": [{` + b.String() + "}]}"
}

// quote writes a string as people write it in settings: "&" stays "&".
func quote(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(s) != nil {
		return `""` // unreachable: strings can be encoded
	}
	return strings.TrimSuffix(b.String(), "\n")
}
