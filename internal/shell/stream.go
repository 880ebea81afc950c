package shell

import "strings"

// A sink is where output goes: a file being written, a pipe, the terminal.
type sink struct {
	op    int // the operation whose content this output is, or -1
	text  strings.Builder
	maybe int // the conditions around its opening: output under more of them may not come
	read  int // the only read operation whose whole file was written, and nothing else; else one of the below
	lost  bool
	whole []int // the read operations whose whole files were written, if they were
}

// What a sink's read field says besides an operation's number.
const (
	nothingYet = -1
	otherText  = -2
)

func newSink(maybe int) *sink { return &sink{op: -1, maybe: maybe, read: nothingYet} }

// maxSink is how much output is followed before it counts as unknown.
const maxSink = 4 << 20

// write adds output that a command under the given number of conditions makes.
func (k *sink) write(v value, maybe int) {
	if k == nil || v == "" {
		return
	}
	k.read = otherText
	if maybe > k.maybe || k.text.Len()+len(v) > maxSink {
		v = holeAny
	}
	if k.lost && v == holeAny {
		return
	}
	k.lost = v == holeAny
	k.text.WriteString(string(v))
}

// copyFile adds the content of the file that the given operation reads.
func (k *sink) copyFile(read, maybe int) {
	if k == nil {
		return
	}
	if read >= 0 {
		k.whole = append(k.whole, read)
	}
	if k.read == nothingYet && maybe <= k.maybe {
		k.write(holeAny, maybe)
		k.read = read
		return
	}
	k.write(holeAny, maybe)
}

func (k *sink) value() value { return value(k.text.String()) }

// A source is where input comes from.
type source struct {
	rest value // what has not been read yet
	file int   // the read operation of the file that it is, from its start; -1: none
}

func unknownInput() *source { return &source{rest: holeAny, file: nothingYet} }

func knownInput(text value) *source { return &source{rest: text, file: nothingYet} }

// all reads everything that is left.
func (in *source) all() value {
	if in == nil {
		return holeAny
	}
	text := in.rest
	in.rest = ""
	in.file = nothingYet
	return text
}

// line reads up to a delimiter and reports whether there was one; undecided where that is not known.
func (in *source) line(delimiter string) (value, status) {
	if in == nil {
		return holeAny, undecided
	}
	if in.rest == "" {
		return "", failure
	}
	head, tail, found := strings.Cut(string(in.rest), delimiter)
	in.file = nothingYet
	if value(head).has(holeAny) {
		in.rest = holeAny
		return holeAny, undecided
	}
	in.rest = value(tail)
	return value(head), decided(found)
}

// A descriptor is an open file descriptor.
type descriptor struct {
	out *sink
	in  *source
}

// input is what a command reads from descriptor 0.
func (s *shell) input() *source {
	if d, ok := s.fds[0]; ok && d.in != nil {
		return d.in
	}
	return unknownInput()
}

// output is where a command's standard output goes; nil: nowhere that matters.
func (s *shell) output() *sink { return s.fds[1].out }

// print writes to standard output.
func (s *shell) print(v value) { s.output().write(v, s.maybe) }

// chatter says that a command may write what is not known to its standard output and its standard error.
func (s *shell) chatter() {
	s.print(holeAny)
	s.fds[2].out.write(holeAny, s.maybe)
}

// complain says that a command may write to its standard error.
func (s *shell) complain() { s.fds[2].out.write(holeAny, s.maybe) }

// setDescriptor changes one descriptor; the table is shared, so it is copied first.
func (s *shell) setDescriptor(n int, d descriptor) {
	fds := make(map[int]descriptor, len(s.fds)+1)
	for k, v := range s.fds {
		fds[k] = v
	}
	fds[n] = d
	s.fds = fds
}
