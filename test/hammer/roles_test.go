package hammer

import (
	"crypto/sha256"
	"fmt"
	"os"
	"strings"
	"time"
)

// roles are the participants: sixteen that go through the gate, and two that do not.
func roles() []func(*worker) {
	var out []func(*worker)
	for _, document := range []string{journal, memory, diary, journal, memory, diary} {
		out = append(out, func(w *worker) { w.writes(document) })
	}
	for _, document := range []string{journal, memory, diary} {
		out = append(out, func(w *worker) { w.edits(document) }, func(w *worker) { w.appends(document) })
	}
	return append(out,
		func(w *worker) { w.verbAppend([]string{journal, memory, diary}[w.turn%3]) },
		func(w *worker) { w.verbWrite([]string{memory, diary}[w.turn%2]) },
		(*worker).verbSplice, (*worker).looks,
		func(w *worker) { w.overwrites([]string{journal, memory}[w.turn%2]) },
		func(w *worker) { w.synchronises([]string{journal, memory}[w.turn%2]) },
	)
}

// reads is the Read tool: it shows the whole document.
func (w *worker) reads(document string) {
	text, ok := w.there(document)
	if !ok {
		return
	}
	n := strings.Count(text, "\n") + 1
	file := map[string]any{"filePath": w.path(document), "content": text, "numLines": n, "startLine": 1, "totalLines": n}
	_, _, _ = w.run(w.payload("PostToolUse", w.id(), "Read", map[string]any{"file_path": w.path(document)},
		map[string]any{"tool_response": map[string]any{"type": "text", "file": file}}), "hook", "claude")
	w.remember(document, text)
}

func (w *worker) remember(document, text string) {
	if w.known == nil {
		w.known = map[string]string{}
	}
	w.known[document] = text
}

// writes adds a line by a whole write of what this context knows of the document.
func (w *worker) writes(document string) {
	if w.known[document] == "" || w.chance(3) {
		w.reads(document)
	}
	line := w.line("write")
	content := w.known[document] + line + "\n"
	id, input := w.id(), map[string]any{"file_path": w.path(document), "content": content}
	a := w.before(id, "Write", input)
	if a.denied {
		w.remember(document, "") // the next turn reads
		return
	}
	w.pause()
	text, _ := a.input["content"].(string)
	if w.chance(15) {
		text = content // the host does not apply the rewrite
	}
	if w.chance(10) {
		w.batch(id, "Write", a.input) // refused at the prompt
		return
	}
	old, existed := w.there(document)
	w.place(document, text)
	w.tell(document, line, "write")
	w.remember(document, content)
	response := map[string]any{"type": "update", "filePath": w.path(document), "content": text, "structuredPatch": []any{}, "userModified": false}
	if existed && !w.chance(3) {
		response["originalFile"] = old // not all hosts tell
	}
	w.after(id, "Write", a.input, response)
	w.batch(id, "Write", a.input)
}

// edits adds a line after the last one that it knows.
func (w *worker) edits(document string) {
	if w.known[document] == "" || w.chance(2) {
		w.reads(document)
	}
	known := strings.TrimRight(w.known[document], "\n")
	last := known[strings.LastIndex(known, "\n")+1:]
	if last == "" {
		return
	}
	line := w.line("edit")
	id := w.id()
	a := w.before(id, "Edit", map[string]any{"file_path": w.path(document), "old_string": last, "new_string": last + "\n" + line, "replace_all": false})
	if a.denied {
		w.remember(document, "")
		return
	}
	w.pause()
	old, _ := w.there(document)
	from, _ := a.input["old_string"].(string)
	to, _ := a.input["new_string"].(string)
	if strings.Count(old, from) != 1 {
		w.after(id, "Edit", a.input, nil)
		w.batch(id, "Edit", a.input)
		w.remember(document, "")
		return
	}
	w.place(document, strings.Replace(old, from, to, 1))
	w.tell(document, line, "edit")
	w.remember(document, strings.Replace(w.known[document], last, last+"\n"+line, 1))
	w.after(id, "Edit", a.input, map[string]any{"filePath": w.path(document), "oldString": from, "newString": to, "originalFile": old, "userModified": false, "replaceAll": false})
	w.batch(id, "Edit", a.input)
}

// appends is a shell's >>.
func (w *worker) appends(document string) {
	line := w.line(">>")
	id, input := w.id(), map[string]any{"command": fmt.Sprintf("cat >> %s <<'EOF'\n%s\nEOF\n", document, line), "description": "append"}
	if w.before(id, "Bash", input).denied {
		return
	}
	w.pause()
	f, err := os.OpenFile(w.path(document), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		w.complain("the shell cannot append: %v", err)
		return
	}
	_, err = f.WriteString(line + "\n")
	w.tell(document, line, ">>")
	if err != nil || f.Close() != nil {
		w.complain("the shell cannot append: %v", err)
	}
	w.after(id, "Bash", input, map[string]any{"stdout": "", "stderr": "", "interrupted": false, "isImage": false})
	w.batch(id, "Bash", input)
}

// verbAppend is a script.
func (w *worker) verbAppend(document string) {
	line := w.line("append")
	if _, code, err := w.run(line+"\n", "append", document); err == nil && code == 0 {
		w.tell(document, line, "append")
	}
}

// verbWrite writes whole what it has just read, as a version.
func (w *worker) verbWrite(document string) {
	text, ok := w.there(document)
	if !ok {
		return
	}
	w.pause()
	line := w.line("verb")
	version := fmt.Sprintf("%x", sha256.Sum256([]byte(text)))
	if _, code, err := w.run(text+line+"\n", "write", document, "--if-version", version[:12]); err == nil && code == 0 {
		w.tell(document, line, "verb")
	}
}

// verbSplice replaces the worker's own anchor.
func (w *worker) verbSplice() {
	text := w.line("splice")
	w.attempt(text)
	if _, code, err := w.run(text+"\n", "splice", handover, "--anchor", w.name); err == nil && code == 0 {
		w.spliced(text)
	}
}

func (w *worker) attempt(text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.slots[w.name].maybe[text] = true
}

func (w *worker) spliced(text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	*w.slots[w.name] = slot{acked: text, maybe: map[string]bool{}}
}

// looks is a person, or a job, who wants to know.
func (w *worker) looks() {
	verbs := [][]string{{"scan"}, {"status"}, {"log", journal}, {"verify"}, {"read", memory}, {"log", "--all"}}
	args := verbs[w.turn%len(verbs)]
	if _, code, err := w.run("", args...); err == nil && args[0] == "verify" && code != 0 {
		w.complain("verify exits %d", code)
	}
	w.pause()
}

// overwrites is a writer that loads no gate: what it writes was read some time ago.
func (w *worker) overwrites(document string) {
	text, ok := w.there(document)
	time.Sleep(time.Duration(w.rand.IntN(200)) * time.Millisecond)
	if ok {
		w.place(document, text+w.line("nobody")+"\n")
	}
	time.Sleep(time.Duration(200+w.rand.IntN(400)) * time.Millisecond)
}

// synchronises replaces the document by one of another machine: first the name goes, then a file comes.
func (w *worker) synchronises(document string) {
	text, ok := w.there(document)
	if !ok {
		return
	}
	if err := os.Remove(w.path(document)); err != nil && !os.IsNotExist(err) {
		w.complain("%v", err)
	}
	time.Sleep(time.Duration(w.rand.IntN(13)) * time.Millisecond)
	w.place(document, text+w.line("elsewhere")+"\n")
	time.Sleep(time.Duration(300+w.rand.IntN(600)) * time.Millisecond)
}
