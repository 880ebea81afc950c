package hammer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// worker is one participant: a context of a host, a script, or somebody outside the gate.
type worker struct {
	*field
	name  string
	rand  *rand.Rand
	turn  int
	known map[string]string // documents as it has last read or written them
	calls int
}

// chance is true once in n times.
func (w *worker) chance(n int) bool { return w.rand.IntN(n) == 0 }

func (w *worker) line(how string) string { return fmt.Sprintf("- %s %05d by %s", w.name, w.turn, how) }

// pause waits for a moment; now and then for longer than a lease.
func (w *worker) pause() {
	d := time.Duration(w.rand.IntN(30)) * time.Millisecond
	if w.chance(12) {
		d = lease + time.Duration(w.rand.IntN(300))*time.Millisecond
	}
	time.Sleep(d)
}

// errKilled is a process that did not live to answer.
var errKilled = errors.New("killed")

// run starts the program and returns its output and exit code. One process in eight does not live to the end.
func (w *worker) run(stdin string, args ...string) (out string, code int, err error) {
	cmd := exec.Command(w.program, args...)
	cmd.Dir, cmd.Stdin = w.dir, strings.NewReader(stdin)
	cmd.Env = []string{"HOME=" + w.home, "PATH=" + os.Getenv("PATH")}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if w.chance(10) {
		point := w.points[w.rand.IntN(len(w.points))]
		cmd.Env = append(cmd.Env, fmt.Sprintf("NOCLOBBER_FAULT=%s:%d", point, 1+w.rand.IntN(3)))
	}
	timer := w.chance(30)
	if err := cmd.Start(); err != nil {
		return "", 0, err
	}
	if timer {
		shot := time.AfterFunc(time.Duration(w.rand.IntN(20))*time.Millisecond, func() { _ = cmd.Process.Kill() })
		defer shot.Stop()
	}
	err = cmd.Wait()
	killed := err != nil && cmd.ProcessState.ExitCode() < 0
	w.count(killed)
	if killed {
		return stdout.String(), -1, errKilled
	}
	code = cmd.ProcessState.ExitCode()
	if code == 3 || strings.Contains(stderr.String(), "panic") || strings.Contains(stdout.String(), "internal error") {
		w.complain("%v exits %d: %s%s", args, code, stdout.String(), stderr.String())
	}
	if code != 0 {
		w.refuse(stderr.String())
	}
	return stdout.String(), code, nil
}

func (h *field) count(killed bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.calls++
	if killed {
		h.dead++
	}
}

func (h *field) complain(format string, args ...any) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.broken = append(h.broken, fmt.Sprintf(format, args...))
}

// refuse counts a refusal by what it says, without names and numbers.
func (h *field) refuse(text string) {
	if _, rest, ok := strings.Cut(text, ".md"); ok {
		text = rest
	}
	text = strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, text)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.refused[text[:min(len(text), 48)]]++
}

// answer is what a hook said before a call.
type answer struct {
	denied bool
	input  map[string]any // the input by now
	wrote  bool           // the hook changed the input
}

// before sends PreToolUse. A hook that was killed denies: the host is wired to fail closed.
func (w *worker) before(id, tool string, input map[string]any) answer {
	out, code, err := w.run(w.payload("PreToolUse", id, tool, input, nil), "hook", "claude")
	if err != nil || code != 0 {
		return answer{denied: true}
	}
	if strings.TrimSpace(out) == "" {
		return answer{input: input}
	}
	var said struct {
		Output struct {
			Decision string         `json:"permissionDecision"`
			Reason   string         `json:"permissionDecisionReason"`
			Input    map[string]any `json:"updatedInput"`
		} `json:"hookSpecificOutput"`
	}
	if err := json.Unmarshal([]byte(out), &said); err != nil {
		w.complain("a hook answers %q", out)
		return answer{denied: true}
	}
	switch {
	case said.Output.Decision == "deny":
		w.refuse(said.Output.Reason)
		return answer{denied: true}
	case said.Output.Input != nil:
		return answer{input: said.Output.Input, wrote: true}
	}
	return answer{input: input}
}

// after sends PostToolUse, or loses it; a host may also send it twice.
func (w *worker) after(id, tool string, input, response map[string]any) {
	if w.chance(10) {
		return
	}
	event := "PostToolUse"
	if response == nil {
		event = "PostToolUseFailure"
	}
	for {
		_, _, _ = w.run(w.payload(event, id, tool, input, map[string]any{"tool_response": response, "error": "it failed"}), "hook", "claude")
		if !w.chance(15) {
			return
		}
	}
}

// batch ends the message, or loses its event.
func (w *worker) batch(id, tool string, input map[string]any) {
	if w.chance(10) {
		return
	}
	calls := []any{map[string]any{"tool_name": tool, "tool_input": input, "tool_use_id": id, "tool_response": "text"}}
	_, _, _ = w.run(w.payload("PostToolBatch", "", "", nil, map[string]any{"tool_calls": calls}), "hook", "claude")
}

func (w *worker) payload(event, id, tool string, input, more map[string]any) string {
	p := map[string]any{
		"session_id": "session-" + w.name, "transcript_path": "", "cwd": w.dir, "hook_event_name": event, "permission_mode": "acceptEdits",
	}
	if tool != "" {
		p["tool_name"], p["tool_input"], p["tool_use_id"] = tool, input, id
	}
	for k, v := range more {
		p[k] = v
	}
	b, err := json.Marshal(p)
	if err != nil {
		panic(err) // maps of strings
	}
	return string(b)
}

func (w *worker) id() string {
	w.calls++
	return fmt.Sprintf("toolu_%s_%d", w.name, w.calls)
}

// place puts a text where a document stands, as hosts and careful programs do.
func (w *worker) place(document, text string) {
	temp, err := os.CreateTemp(w.dir, document+".tmp.*")
	if err == nil {
		_, err = temp.WriteString(text)
		err = errors.Join(err, temp.Chmod(0o644), temp.Close(), os.Rename(temp.Name(), w.path(document)))
	}
	if err != nil {
		w.complain("the host cannot write: %v", err)
	}
}

// there returns a document's text; a tool that replaces it may be at work.
func (w *worker) there(document string) (string, bool) {
	for range 50 {
		if b, err := os.ReadFile(filepath.Join(w.dir, document)); err == nil {
			return string(b), true
		}
		time.Sleep(time.Millisecond)
	}
	return "", false
}
