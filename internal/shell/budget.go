package shell

// The limits of one analysis. What goes beyond them is opaque: remembered before the command runs, judged after.
const (
	maxCommand   = 8 << 20 // bytes of command text, nested texts included
	maxFrames    = 20_000  // stack frames while parsing
	maxDepth     = 200     // nested statements, functions, evaluated texts
	maxRecursion = 8       // calls of one function within itself
	maxSteps     = 20_000  // statements, words and loop rounds, beside one for each byte of the command
	maxLooks     = 20_000  // questions to Env
	maxText      = 8 << 20 // bytes of text put together
	maxMatch     = 4 << 20 // characters compared with patterns
	maxOps       = 20_000  // operations found
)

// budget is what is left of the limits.
type budget struct {
	depth int
	steps int
	looks int
	text  int
	match int
	over  string // the reason why the analysis stopped, once it has
	once  bool   // a second look: nothing is done twice, so that a limit ends only what meets it
}

// newBudget is the budget of a text of n bytes. Its own length is allowed for: what stands there once is looked at once.
func newBudget(n int) budget {
	return budget{depth: maxDepth, steps: maxSteps + min(n, maxCommand/8), looks: maxLooks, text: maxText, match: maxMatch}
}

// onceBudget is the budget of a second look at a text of n bytes.
func onceBudget(n int) budget {
	b := newBudget(n)
	b.steps, b.once = maxSteps+4*min(n, maxCommand/8), true
	return b
}

// stop ends the analysis for a reason; the first one counts.
func (b *budget) stop(reason string) {
	if b.over == "" {
		b.over = reason
	}
}

// step takes n steps and reports whether the analysis may go on.
func (b *budget) step(n int) bool {
	if b.steps -= n; b.steps < 0 {
		b.stop(ReasonSteps)
	}
	return b.over == ""
}

// copied accounts for n bytes of text put together.
func (b *budget) copied(n int) bool {
	if b.text -= n; b.text < 0 {
		b.stop(ReasonSteps)
	}
	return b.over == ""
}

// look takes one question to Env.
func (b *budget) look() bool {
	if b.looks--; b.looks >= 0 {
		return b.over == ""
	}
	if !b.once {
		b.stop(ReasonSteps)
	}
	return false
}

// enter goes one level deeper and reports whether that is allowed; leave must follow if it is.
func (b *budget) enter() bool {
	if b.depth <= 0 {
		if !b.once {
			b.stop(ReasonDeep)
		}
		return false
	}
	b.depth--
	return b.over == ""
}

func (b *budget) leave() { b.depth++ }

// nested is how many levels deep the analysis stands.
func (b *budget) nested() int { return maxDepth - b.depth }
