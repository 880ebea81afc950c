package gate

import (
	"fmt"
	"strconv"

	"noclobber/internal/document"
)

// facts tells what stands there now and who wrote it last.
func (j judge) facts() string {
	if !j.st.Exists {
		return "It is not there now."
	}
	var version, by string
	if j.st.Version != "" {
		version = " (version " + j.st.Version + ")"
	}
	if j.st.By != "" {
		by = ", last written by " + clip(j.st.By, maxBy)
	}
	return "It holds " + j.size() + version + by + "."
}

// maxBy bounds a writer's name, in bytes.
const maxBy = 80

// size describes what stands; of a text that is not at hand only the bytes are known.
func (j judge) size() string {
	if j.st.Large && len(j.st.Head) == 0 {
		return fmt.Sprintf("%d bytes", j.st.Size)
	}
	return fmt.Sprintf("%d lines, %d bytes", document.CountLines(j.st.Head), len(j.st.Head))
}

// since tells that others wrote since this context read.
func (j judge) since() string {
	if !j.st.HasBase || document.Equal(j.st.Base, j.st.Head) {
		return ""
	}
	return " (it changed since you read it)"
}

// remembers reports whether what this context reads is remembered: without a session it is not,
// so no step may build on a read.
func (j judge) remembers() bool { return j.call.Context.Session != "" }

// quoteName is a name in quotes, cut where it is long.
func quoteName(name string) string { return strconv.Quote(clip(name, maxQuoted)) }
