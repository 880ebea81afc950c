package claudecode

// The documents of the scenarios and the policies that protect them.

const (
	journal = "JOURNAL.md"
	other   = "other.txt" // not protected
)

const appendOnly = `version = 1
[[protect]]
name  = "journal"
paths = ["JOURNAL.md"]
mode  = "append"
`

const merged = `version = 1
[[protect]]
name  = "journal"
paths = ["JOURNAL.md"]
mode  = "merge"
`
