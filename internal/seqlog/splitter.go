package seqlog

import "bytes"

// line is one line of a log.
type line struct {
	text       []byte // without the newline; of a long one its beginning. Valid during the call only
	at         place
	size       int64 // with the newline
	terminated bool
	long       bool // beyond the bound
	lost       bool // part of it could not be read
}

// splitter cuts a stream into lines. It copies only what stands across two writes.
type splitter struct {
	most  int
	line  func(line)
	frame int64

	at     place // of the line under way; its line is the number of lines before
	head   []byte
	size   int64 // bytes of the line under way
	broken bool
}

// keptOfLong is how much is kept of a line beyond the bound.
const keptOfLong = 64 << 10

func (s *splitter) write(p []byte) {
	for len(p) > 0 {
		if s.size == 0 {
			s.at.frame = s.frame
		}
		i := bytes.IndexByte(p, '\n')
		if i < 0 {
			s.hold(p)
			return
		}
		if s.size == 0 {
			s.size = int64(i) + 1
			s.emit(p[:i], true)
		} else {
			s.hold(p[:i])
			s.size++
			s.emit(s.head, true)
		}
		p = p[i+1:]
	}
}

// hold keeps the beginning of a line that ends in a later write.
func (s *splitter) hold(p []byte) {
	s.size += int64(len(p))
	if s.size > int64(s.most) {
		s.head = append(s.head, p...)
		s.head = append([]byte(nil), s.head[:min(len(s.head), keptOfLong)]...)
		return
	}
	s.head = append(s.head, p...)
}

func (s *splitter) emit(text []byte, terminated bool) {
	l := line{text: text, at: s.at, size: s.size, terminated: terminated, lost: s.broken}
	l.at.line++
	content := s.size
	if terminated {
		content--
	}
	if content > int64(s.most) {
		l.long, l.text = true, text[:min(len(text), keptOfLong)]
	}
	s.line(l)
	s.at.line++
	s.at.offset += s.size
	s.size, s.head, s.broken = 0, s.head[:0], false
}

func (s *splitter) unfinished() bool { return s.size > 0 }

// lose ends a line whose rest cannot be read.
func (s *splitter) lose() {
	if s.unfinished() {
		s.broken = true
		s.emit(s.head, false)
	}
}

func (s *splitter) close() {
	if s.unfinished() {
		s.emit(s.head, false)
	}
}
