package document

import "bytes"

// Window is the lines first to last of a document, counted from 1, with their own bytes. What lies outside the document
// is left out; an unterminated last line is one.
func Window(doc []byte, first, last int) []byte {
	if first > last {
		return nil
	}
	rest := doc
	for n := 1; n < first && len(rest) > 0; n++ {
		rest = afterLine(rest)
	}
	end := rest
	for n := first; n <= last && len(end) > 0; n++ {
		end = afterLine(end)
	}
	return rest[:len(rest)-len(end)]
}

func afterLine(text []byte) []byte {
	i := bytes.IndexByte(text, '\n')
	if i < 0 {
		return nil
	}
	return text[i+1:]
}
