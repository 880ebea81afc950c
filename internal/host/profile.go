package host

// Profile is what is known of a host: where its program is found, and what its hooks can and cannot do. It is told by
// `doctor`, and docs/hosts.md holds the same table.
type Profile struct {
	Name    string // the HOST of `noclobber hook HOST`
	Title   string
	Clients []string // names of its program on PATH
	Homes   []string // directories of its own, below the user's home or a project: where one is, the host is in use

	Measured string // the version that was looked at; empty: none could be run
	Evidence Evidence

	Refuses  string // how a call is refused
	Rewrites string // how a call gets another input; empty: not at all
	Receipts string // how the model is told of a rewrite or a repair
	Fails    string // what becomes of a call when the hook is missing, is killed or takes too long
	Trust    string // who has to agree before a hook runs; empty: nobody
	OwnTrust bool   // hooks in the user's own settings run without that

	Enforced string // the calls that are checked before they run
	Detected string // what is only found out afterwards
	Unseen   string // what is not noticed until the gate next looks
}

// Evidence is how a Profile is known.
type Evidence string

// The kinds of evidence, the strongest first.
const (
	Driven     Evidence = "real client in CI" // driven by this project's tests
	Captured   Evidence = "captured payloads" // the client was driven once, and its payloads are testdata
	Documented Evidence = "documentation"     // payloads are written down from documents or source
)
