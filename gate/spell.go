package gate

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"noclobber/internal/document"
	"noclobber/policy"
)

// Next steps that spell out the very call that passes.

// yourLines stands for text that only the agent knows, or that is too long to repeat.
const yourLines = "<your new lines>"

// room is how much text a spelled step may hold beside the path and its own words.
func (j judge) room() int { return maxNext - 2*min(len(j.st.Path), maxPath) - 60 }

// spelled is the text of an insertion as far as it can be repeated.
func (j judge) spelled(ins document.Insertion) string {
	text := strings.Trim(string(ins.Text()), "\n")
	if strings.TrimSpace(text) == "" || len(text) > j.room() || !utf8.ValidString(text) {
		return yourLines
	}
	return text
}

// stepAdd: add lines where the document grows, in the tool just used.
func (j judge) stepAdd(ins document.Insertion) string {
	switch {
	case j.op.Remote != nil:
		return j.remoteAdd(ins)
	case !j.at().In(j.st.Head):
		return j.stepPlace()
	case (j.op.Shell || !j.shows()) && (j.rule.At.Place == policy.End || j.cli()):
		return j.inShell() + j.shellAdd(ins)
	case !j.shows():
		return j.stepReport()
	}
	for _, text := range []string{j.spelled(ins), yourLines} {
		if step, ok := j.spellInsert(text, j.at()); ok {
			return step
		}
	}
	return j.addInWords()
}

// stepPlace: bring the heading after which the document grows, and the new lines below it.
func (j judge) stepPlace() string {
	switch {
	case !j.shows():
		return j.stepReport()
	case j.op.Remote != nil:
		return j.stepRead()
	}
	line := j.rule.At.Anchor
	if !strings.HasPrefix(line, "#") {
		line = "## " + line
	}
	if step, ok := j.spellInsert(line+"\n"+yourLines, document.At{}); ok {
		return step
	}
	return fmt.Sprintf("%s %s, then %s it: at its end, add the line %q and your new lines below it.", j.readTool(), j.path(), j.editTool(), clip(line, maxQuoted))
}

// spellInsert spells out the edit that adds text at a place.
func (j judge) spellInsert(text string, at document.At) (step string, ok bool) {
	result, err := document.Insert(j.st.Head, document.FragmentInsertion([]byte(text)), at)
	if err != nil {
		return "", false
	}
	return j.spellEdit(result)
}

// addInWords says where new lines go when the lines that stand there are too long to quote.
func (j judge) addInWords() string {
	where := "old text = its last line, new text = that line and then your new lines."
	if j.rule.At.Place != policy.End {
		where = "old text = the line " + j.place() + ", new text = your new lines beside it."
	}
	return fmt.Sprintf("%s %s, then %s it: %s", j.readTool(), j.path(), j.editTool(), where)
}

// spellEdit spells out the edit that leaves the result, if it is short.
func (j judge) spellEdit(result []byte) (step string, ok bool) {
	edit, ok := document.EditsBetween(j.st.Head, result)
	if !ok || edit.Old == "" {
		return "", false
	}
	read := ""
	if !j.read {
		read = j.readTool() + " it, then "
	}
	if j.call.Host.Patches {
		step = read + j.editTool() + ":\n" + document.EnvelopeEdit(j.st.Path, edit.Old, edit.New)
	} else {
		step = fmt.Sprintf("%s%s %s: old text = %q, new text = %q.", read, j.editTool(), j.path(), edit.Old, edit.New)
	}
	return step, len(step) <= maxNext
}

// spellShard spells out the call that adds text at the end of this node's own file, in the tool just used.
func (j judge) spellShard(added document.Insertion) (step string, ok bool) {
	if j.op.Shell || j.st.ShardHead == nil || len(j.st.Shard) > maxPath || !j.carries(j.st.ShardHead) {
		return "", false
	}
	text := j.spelled(added) + "\n"
	result, err := document.Insert(j.st.ShardHead, document.FragmentInsertion([]byte(text)), document.At{})
	if err != nil {
		return "", false
	}
	edit, found := document.EditsBetween(j.st.ShardHead, result)
	switch {
	case len(j.st.ShardHead) > 0 && (!found || edit.Old == ""):
		return "", false
	case len(j.st.ShardHead) > 0 && j.call.Host.Patches:
		step = "in " + j.editTool() + ":\n" + document.EnvelopeEdit(j.st.Shard, edit.Old, edit.New)
	case len(j.st.ShardHead) > 0:
		step = fmt.Sprintf("%s this machine's shard, %s, then %s it: old text = %q, new text = %q.", j.readTool(), j.st.Shard, j.editTool(), edit.Old, edit.New)
	case j.call.Host.Patches:
		step = "in " + j.editTool() + ":\n" + document.EnvelopeOf(j.st.Shard, text)
	default:
		step = fmt.Sprintf("%s this machine's shard, %s: text = %q.", j.writeTool(), j.st.Shard, text)
	}
	return step, len(step) <= maxNext
}

// stepForResult spells out the call that leaves the merged result.
func (j judge) stepForResult(result []byte) string {
	if j.op.Remote != nil {
		return j.remoteResult(result)
	}
	if j.op.Shell || !utf8.Valid(result) {
		if step, ok := j.shellForResult(result); ok {
			return step
		}
	}
	step, ok := j.spellEdit(result)
	switch {
	case ok:
		return step
	case j.rule.Mode == policy.Append && j.shows():
		return j.addInWords()
	default:
		return j.stepEdit()
	}
}

// shellForResult spells out the command that leaves the merged result, where there is a short one.
func (j judge) shellForResult(result []byte) (step string, ok bool) {
	switch {
	case j.rule.Mode == policy.Append && (j.rule.At.Place == policy.End || j.cli()):
		ins, ok := document.FindInsertion(j.st.Head, result, j.at())
		return j.inShell() + j.shellAdd(ins), ok && !ins.Empty()
	case !j.cli() || j.st.Version == "" || len(result) > j.room() || !utf8.Valid(result):
		return "", false
	default:
		return j.fed("noclobber write "+j.word()+" --if-version "+j.st.Version, string(result)), true
	}
}
