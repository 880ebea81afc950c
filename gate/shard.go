package gate

import (
	"bytes"

	"noclobber/internal/document"
)

// shard is the row "shard" of both tables: what others read is folded from one file a node, so nothing is written to it
// directly; what a call adds goes to this node's own file, in the same call where the host can carry that.
func (j judge) shard() Plan {
	if j.st.Large {
		return j.viewOnly(document.Insertion{})
	}
	switch j.op.Kind {
	case Write:
		if !j.op.HasContent {
			return j.viewOnly(document.Insertion{})
		}
		return j.toShard(j.op.Content)
	case Edit:
		return j.editToShard()
	case Append:
		return j.viewOnly(document.FragmentInsertion(j.op.Content))
	default:
		return j.viewOnly(document.Insertion{})
	}
}

// editToShard finds what an edit adds: C = edit(B), as for every edit.
func (j judge) editToShard() Plan {
	if !j.st.Exists && len(j.op.Edits) == 1 && j.op.Edits[0].Old == "" {
		return j.toShard([]byte(j.op.Edits[0].New))
	}
	base, proposal, err := j.applied()
	if err != nil || j.op.Cells || len(j.op.Edits) == 0 {
		return j.viewOnly(document.Insertion{})
	}
	j.st.Base, j.st.HasBase = base, true
	return j.toShard(proposal)
}

// toShard judges a text that is known: its insertion goes to the shard.
func (j judge) toShard(proposal []byte) Plan {
	if p, refused := j.refuseContent(proposal); refused {
		return p
	}
	added, ok := j.addition(proposal)
	if !ok || added.Empty() {
		return j.viewOnly(document.Insertion{})
	}
	if p, ok := j.redirect(proposal, added); ok {
		return p
	}
	return j.viewOnly(added)
}

// addition is the insertion that a text is: C minus B, found as in append; else one piece anywhere, which goes to the
// section that it stands in.
func (j judge) addition(proposal []byte) (document.Insertion, bool) {
	for _, at := range []document.At{j.at(), {}, {Place: document.Top}} {
		if ins, ok := j.insertion(proposal, at); ok {
			return ins, true
		}
	}
	known := [][]byte{j.st.Head}
	if j.st.HasBase {
		known = [][]byte{j.st.Base, j.st.Head}
	}
	for _, text := range known {
		if ins, ok := document.InsertionIn(text, proposal); ok {
			return ins, true
		}
	}
	return document.Insertion{}, false
}

// redirect makes the call write this node's shard, with what it adds at the shard's end.
func (j judge) redirect(proposal []byte, added document.Insertion) (Plan, bool) {
	fits := j.op.Kind == Write && j.op.Fields.Content != "" ||
		j.op.Kind == Edit && j.op.Fields.Old != "" && len(j.op.Edits) == 1 && len(j.st.ShardHead) > 0
	if !fits || !j.canRewrite() || !j.call.Host.Redirect || !j.st.ShardTool || j.st.Shard == "" || j.op.Fields.Path == "" {
		return Plan{}, false
	}
	text := added.Text()
	if len(j.st.ShardHead) == 0 {
		text = bytes.TrimLeft(text, "\r\n")
	}
	result, err := document.Insert(j.st.ShardHead, document.FragmentInsertion(text), document.At{})
	if err != nil || !j.carries(result) {
		return Plan{}, false
	}
	p := Plan{Action: Rewrite, Known: true, Proposal: proposal, Result: result, Redirect: j.st.Shard, Added: added.Lines()}
	if j.op.Kind == Write {
		return p, true
	}
	edit, ok := document.EditsBetween(j.st.ShardHead, result)
	p.Edit = &Rewritten{Old: edit.Old, New: edit.New}
	return p, ok && edit.Old != ""
}

// viewOnly denies writing what is folded from shards.
func (j judge) viewOnly(added document.Insertion) Plan {
	p := j.deny(CauseMode, "It is a view, folded from one shard a machine ("+j.rule.Shards+"); nothing is written to it directly.")
	if lines := added.Lines(); len(lines) > 0 {
		p = p.lines(lines)
	}
	return p.next(j.stepShard(added), "write the folded document")
}

// foreign denies writing the shard of another writer.
func (j judge) foreign() Plan {
	p := j.deny(CauseMode, "It is another writer's shard, and only that one adds to it: two writers of one file lose lines when it is synced.")
	added := document.Insertion{}
	switch {
	case j.op.Kind == Append:
		added = document.FragmentInsertion(j.op.Content)
	case j.op.Kind == Write && j.op.HasContent:
		added, _ = j.insertion(j.op.Content, document.At{})
	}
	if lines := added.Lines(); len(lines) > 0 {
		p = p.lines(lines)
	}
	return p.next(j.stepOwnShard(added), "write another machine's shard")
}
