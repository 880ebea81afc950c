package gate

// Action is what becomes of a call.
type Action uint8

// The three verdicts. There is no "allow": it would skip the host's own permission prompt.
const (
	Pass Action = iota
	Rewrite
	Deny
)

// Verdict is the answer to a Before event.
type Verdict struct {
	Action Action
	Text   string // Deny: the reason; Rewrite: the receipt; Pass: a report, or empty
	Sets   []Set  // Rewrite: what to change in the tool's input
}

// Set puts a value at a gjson path of a tool's input.
type Set struct {
	Path  string
	Value string
	Raw   bool // Value is JSON, not a string
}

// Report is the answer to every other event: text for the model, or nothing.
type Report struct {
	Text string
}
