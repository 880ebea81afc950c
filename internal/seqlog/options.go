package seqlog

// Options says where a log's rows have their numbers.
type Options struct {
	// Seq is the gjson path of a row's number. Where Seq and First are empty, numbers are not looked at.
	Seq string
	// First and Count are the gjson paths of a packed row: the number of its first event, and how many it holds.
	First, Count string
	// MaxLine bounds, in bytes, the lines that are looked into; 0: DefaultMaxLine.
	MaxLine int
	// MaxFindings bounds the findings of one kind that are kept, all are counted; 0: DefaultMaxFindings, below 0: no bound.
	MaxFindings int
}

// The bounds of a check that asks for none.
const (
	DefaultMaxLine     = 64 << 20
	DefaultMaxFindings = 200
)

// Numbered reports whether rows are expected to have numbers.
func (o Options) Numbered() bool { return o.Seq != "" || o.First != "" }

func (o Options) maxLine() int {
	if o.MaxLine > 0 {
		return o.MaxLine
	}
	return DefaultMaxLine
}

// keeps reports whether one more finding is kept where n of its kind are.
func (o Options) keeps(n int64) bool {
	switch {
	case o.MaxFindings < 0:
		return true
	case o.MaxFindings == 0:
		return n < DefaultMaxFindings
	}
	return n < int64(o.MaxFindings)
}
