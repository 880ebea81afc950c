package gate

import (
	"noclobber/internal/document"
)

// casWrite is the row "cas": only on the very version that was read.
func (j judge) casWrite(proposal []byte) Plan {
	switch {
	case !j.st.HasBase:
		return j.deny(CauseNoBase, "It is written only on the version last read (cas), and you have read none.").
			next(j.stepRead(), "send the same text again without reading")
	case !j.current():
		return j.deny(CauseStale, "It is written only on the version last read (cas), and it changed since you read it.").
			lines(document.Added(j.st.Base, j.st.Head)).next(j.stepRead(), "overwrite the newer version")
	default:
		return j.onHead(proposal)
	}
}

// current reports whether this context has been shown the head in full: B == H.
func (j judge) current() bool {
	return j.st.HasBase && document.Equal(j.st.Base, j.st.Head)
}
