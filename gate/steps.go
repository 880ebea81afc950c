package gate

import (
	"fmt"

	"noclobber/internal/document"
	"noclobber/policy"
)

// The next steps of refusals, in the terms of the tool just used. Each works as it is said.

func (j judge) readTool() string  { return orElse(j.call.Host.ReadTool, "read") }
func (j judge) editTool() string  { return orElse(j.call.Host.EditTool, "edit") }
func (j judge) writeTool() string { return orElse(j.call.Host.WriteTool, "write") }
func (j judge) shellTool() string { return orElse(j.call.Host.ShellTool, "the shell") }

func orElse(s, fallback string) string {
	if s == "" {
		return fallback
	}
	return s
}

// maxPath bounds a path in a next step: a longer one would leave no room for the step.
const maxPath = 160

// path is the document's path as the call gave it.
func (j judge) path() string {
	if len(j.st.Path) > maxPath {
		return "it (the same path)"
	}
	return j.st.Path
}

// stepReport: nothing that the agent can do would pass.
func (j judge) stepReport() string {
	return "leave it as it is. If a change is needed, say so in your answer; a person decides."
}

// stepRead: read the document again, then change only what is meant. Without a session a read is not
// remembered, and only an edit tells what was seen.
func (j judge) stepRead() string {
	if j.op.Remote != nil {
		return j.remoteRead()
	}
	if j.remembers() && j.shows() {
		return j.readIt() + " in full, then send your change on top of what stands there."
	}
	return j.stepChange()
}

// stepEdit: change single lines instead of sending the whole document.
func (j judge) stepEdit() string {
	switch {
	case j.op.Remote != nil:
		return j.stepRead()
	case !j.shows():
		return j.stepShell()
	}
	return fmt.Sprintf("%s, then %s just the lines that change.", j.readIt(), j.editTool())
}

// stepChange: the way that the rule leaves open.
func (j judge) stepChange() string {
	if j.rule.Mode == policy.Append && j.st.Exists && !j.st.Large {
		return j.stepAdd(document.Insertion{})
	}
	return j.stepEdit()
}

// stepConfirm: read again, then the same call is the confirmation.
func (j judge) stepConfirm() string {
	return "if that is meant: " + j.readIt() + " in full, then send the same call again; that counts as the confirmation."
}

// shows reports whether a tool can show the document and write back what it showed: its text is at
// hand and can be carried.
func (j judge) shows() bool { return !j.st.Large && j.carries(j.st.Head) }

// stepShell: what tools cannot carry takes appends by the shell alone, if its rule takes them.
func (j judge) stepShell() string {
	if j.op.Remote != nil {
		return j.stepReport()
	}
	grows := j.rule.Mode == policy.Append && j.rule.At.Place == policy.End || j.rule.Mode == policy.Merge ||
		j.rule.Mode == policy.Anchors && j.rule.Outside != "frozen"
	if !grows {
		return j.stepReport()
	}
	return "to add lines, in " + j.shellTool() + ": " + j.plainAdd(yourLines)
}

// stepSplice: inside an anchor everything may change.
func (j judge) stepSplice() string {
	splice := fmt.Sprintf("noclobber splice %s --anchor NAME, with the anchor's text on stdin.", j.word())
	edit := j.readIt() + ", then " + j.editIt() + " text inside an anchor."
	switch cli := j.op.Shell && j.cli(); {
	case j.damaged() && j.shows():
		return j.stepMarkers()
	case j.damaged():
		return j.stepShell()
	case cli && j.shows():
		return edit + " Or: " + splice
	case cli:
		return splice
	case j.shows():
		return edit
	default:
		return j.stepShell()
	}
}

// stepMarkers: damaged markers are mended by an edit of marker lines alone.
func (j judge) stepMarkers() string {
	return j.readIt() + ", then " + j.editIt() + " its marker lines alone until each is there once, in order and closed; then send this change."
}

// stepShard adds to the file of this node: by a patch where one was sent, by our own verb, which also rebuilds the view,
// else by the tool just used.
func (j judge) stepShard(added document.Insertion) string {
	if j.call.Host.Patches {
		if step, ok := j.spellShard(added); ok {
			return step
		}
	}
	if j.cli() {
		return j.inShell() + j.fed("noclobber append "+j.word(), j.spelled(added))
	}
	return j.stepOwnShard(added)
}

// stepOwnShard names the file of this node, where it is known.
func (j judge) stepOwnShard(added document.Insertion) string {
	switch {
	case j.st.Shard == "":
		return "add your entry to this machine's own shard, " + clip(j.shards(), maxPath) + " with {node} replaced by the machine's name."
	case j.st.Reach && len(j.st.Shard) <= maxPath:
		return j.inShell() + j.fed("noclobber append "+j.quote(j.st.Shard), j.spelled(added))
	case j.op.Shell && len(j.st.Shard) <= maxPath:
		return "add your entry to this machine's shard: " + j.addTo(j.quote(j.st.Shard), j.spelled(added))
	}
	if step, ok := j.spellShard(added); ok {
		return step
	}
	return "add your entry at the end of this machine's shard, " + clipStart(j.st.Shard, maxPath) + "."
}

// shards is the pattern of the rule's shards, also where the rule is that of one.
func (j judge) shards() string {
	if j.rule.ShardOf != nil {
		return j.rule.ShardOf.Shards
	}
	return j.rule.Shards
}

// stepBackground: an append that opens the document anew for each write, or one that is over with the call.
func (j judge) stepBackground() string {
	switch {
	case !j.at().In(j.st.Head):
		return j.stepPlace()
	case j.cli():
		return "pipe it: … | noclobber append " + j.word() + " (that opens the document anew for each write)."
	default:
		return "run it in the foreground, so that it is over when the call is."
	}
}

// stepNewline ends the last line before anything is added.
func (j judge) stepNewline() string {
	switch {
	case !j.op.Shell:
		return "send it again with a newline before its text."
	case j.op.HasContent:
		return j.shellAdd(document.FragmentInsertion(j.op.Content))
	default:
		return "end that line first: " + j.newline() + " — then send the same append again."
	}
}
