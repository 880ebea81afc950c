package shell

import (
	"strings"
)

// patch changes the files that a patch names, where the patch can be read.
func (c *call) patch(entry command) status {
	p := entry.opts.parse(c.args, gnu)
	defer c.chatter()
	if p.has("--dry-run|-C|--check") {
		c.input().all()
		return undecided
	}
	for _, g := range p.options {
		if g.role != noFile && g.has {
			c.actAs(g.role, g.value, "patch "+g.spelled)
		}
	}
	inner := &call{shell: c.shell, name: c.name}
	if g, ok := p.find("-d|--directory"); ok {
		inner.shell = c.fork()
		inner.dir = g.value
		if at, ok := c.locate(g.value); ok {
			inner.dir = at
		}
	}
	strip := -1
	if g, ok := p.find("-p|--strip"); ok {
		strip, _ = smallNumber(g.value)
	}
	text := c.patchInput()
	if g, ok := p.find("-i|--input"); ok {
		text = c.patchIn(g.value)
	} else if len(p.operands) > 1 {
		text = holeAny
	}
	if len(p.operands) > 0 {
		if !p.has("-o|--output") {
			inner.act(Op{Kind: InPlace, Via: "patch"}, p.operands[0])
		}
		return undecided
	}
	inner.patchText(text, strip, "patch")
	return undecided
}

// patchInput is the patch on standard input, read from its file where it is one.
func (c *call) patchInput() value {
	in := c.input()
	if in.file >= 0 && in.file < len(c.ops) {
		file := literal(c.ops[in.file].Path)
		in.all()
		return c.patchIn(file)
	}
	return in.all()
}

// patchIn is the text of a patch file.
func (c *call) patchIn(file value) value {
	text, ok := c.readScript(file)
	if !ok {
		return holeAny
	}
	return literal(text)
}

// patchText records what a unified diff changes. Without a number of directories to strip, patch takes the base name
// where the whole path does not exist.
func (c *call) patchText(text value, strip int, via string) {
	if !text.known() {
		c.hide(via, ReasonPatch)
		return
	}
	files := patchedFiles(string(text))
	if len(files) == 0 {
		c.hide(via, ReasonPatch)
	}
	for _, f := range files {
		c.patchFile(f, strip, via)
	}
}

// A patchedFile is one file of a diff: its names before and after.
type patchedFile struct{ before, after string }

func (c *call) patchFile(f patchedFile, strip int, via string) {
	name := f.after
	if name == "/dev/null" {
		name = f.before
	}
	path := literal(stripped(name, strip))
	switch {
	case f.after == "/dev/null":
		c.act(Op{Kind: Delete, Via: via}, path)
	case f.before == "/dev/null":
		c.act(Op{Kind: Write, Via: via}, path)
	default:
		c.act(Op{Kind: InPlace, Via: via}, path)
	}
}

// stripped removes leading directories; -1 stands for patch's own choice, the base name.
func stripped(name string, strip int) string {
	if strip < 0 {
		return name[strings.LastIndexByte(name, '/')+1:]
	}
	for ; strip > 0; strip-- {
		_, rest, ok := strings.Cut(name, "/")
		if !ok {
			break
		}
		name = strings.TrimLeft(rest, "/")
	}
	return name
}

// patchedFiles finds the file headers of a unified diff: a line "--- name" that a line "+++ name" follows. Lines
// inside a hunk are counted off, so that removed and added text that looks like a header is none.
func patchedFiles(text string) []patchedFile {
	var files []patchedFile
	all := strings.Split(text, "\n")
	for i := 0; i < len(all); i++ {
		if hunk, ok := strings.CutPrefix(all[i], "@@ -"); ok {
			i = skipHunk(all, i+1, hunk)
			continue
		}
		before, ok := strings.CutPrefix(all[i], "--- ")
		if !ok || i+1 >= len(all) {
			continue
		}
		if after, ok := strings.CutPrefix(all[i+1], "+++ "); ok {
			files = append(files, patchedFile{before: headerName(before), after: headerName(after)})
			i++
		}
	}
	return files
}

// headerName is a header's file name without the time stamp.
func headerName(text string) string {
	name, _, _ := strings.Cut(text, "\t")
	return strings.TrimRight(name, " \r")
}

// skipHunk passes over a hunk's lines and returns the index of its last one.
func skipHunk(all []string, i int, header string) int {
	before, after := hunkSizes(header)
	for ; i < len(all) && (before > 0 || after > 0); i++ {
		switch {
		case strings.HasPrefix(all[i], "-"):
			before--
		case strings.HasPrefix(all[i], "+"):
			after--
		case strings.HasPrefix(all[i], `\`):
		default:
			before--
			after--
		}
	}
	return i - 1
}

// hunkSizes reads the "1,3 +1,2 @@" of a hunk's header.
func hunkSizes(header string) (before, after int) {
	fields := strings.Fields(header)
	if len(fields) < 2 {
		return 0, 0
	}
	return hunkSize(fields[0]), hunkSize(strings.TrimPrefix(fields[1], "+"))
}

func hunkSize(text string) int {
	_, count, ok := strings.Cut(text, ",")
	if !ok {
		return 1
	}
	n, _ := smallNumber(value(count))
	return n
}

// applyPatch is the patch program that some hosts give to the model: an envelope with its own file headers.
func (c *call) applyPatch() status {
	text := c.input().all()
	if len(c.args) > 0 {
		text = c.args[0]
	}
	plain, ok := text.text()
	c.chatter()
	if !ok {
		c.hide(c.name, ReasonPatch)
		return undecided
	}
	for _, op := range envelope(plain) {
		if op.to == "" {
			c.act(Op{Kind: op.kind, Via: c.name}, literal(op.path))
			continue
		}
		c.moveOne(literal(op.path), literal(op.to), c.name)
	}
	return undecided
}

// An envelopeOp is one file of a patch envelope.
type envelopeOp struct {
	kind     Kind
	path, to string
}

// envelope reads the headers of a patch envelope. Headers inside a file's body begin with a sign and are text.
func envelope(text string) []envelopeOp {
	var ops []envelopeOp
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimRight(line, " \r")
		head, ok := strings.CutPrefix(line, "*** ")
		if !ok {
			continue
		}
		verb, name, _ := strings.Cut(head, ": ")
		switch verb {
		case "Add File":
			ops = append(ops, envelopeOp{kind: Write, path: name})
		case "Update File":
			ops = append(ops, envelopeOp{kind: InPlace, path: name})
		case "Delete File":
			ops = append(ops, envelopeOp{kind: Delete, path: name})
		case "Move to":
			if n := len(ops); n > 0 && ops[n-1].kind == InPlace {
				ops[n-1].to = name
			}
		}
	}
	return ops
}
