package policy

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// Limit is an amount of loss, in up to three parts. Whichever of the set parts says so counts.
type Limit struct {
	Percent float64 // of the head's lines or bytes, whichever lost more; 0 to 100
	Lines   int
	Bytes   int64
	Parts   Parts // which of them are set: "0%" is set and 0
}

// Parts is a set of a Limit's parts.
type Parts uint8

// The parts of a Limit.
const (
	PartPercent Parts = 1 << iota
	PartLines
	PartBytes
)

// Amount is a number of lines and bytes: what a write loses, or what a document has.
type Amount struct {
	Lines int
	Bytes int64
}

// Exceeded says whether losing lost out of of is more than some set part of the limit allows (max_shrink, max_erosion).
// A limit without parts is never exceeded.
func (l Limit) Exceeded(lost, of Amount) bool {
	return l.has(PartPercent) && share(lost, of) > l.Percent ||
		l.has(PartLines) && lost.Lines > l.Lines ||
		l.has(PartBytes) && lost.Bytes > l.Bytes
}

// Reached says whether losing lost out of of comes up to some set part of the limit (min_loss).
// A limit without parts is always reached.
func (l Limit) Reached(lost, of Amount) bool {
	return l.Parts == 0 ||
		l.has(PartPercent) && share(lost, of) >= l.Percent ||
		l.has(PartLines) && lost.Lines >= l.Lines ||
		l.has(PartBytes) && lost.Bytes >= l.Bytes
}

func (l Limit) has(p Parts) bool { return l.Parts&p != 0 }

// share is the lost percentage of lines or of bytes, whichever is more.
func share(lost, of Amount) float64 {
	part := func(lost, of float64) float64 {
		switch {
		case lost <= 0:
			return 0
		case of <= 0:
			return 100
		}
		return 100 * lost / of
	}
	return max(part(float64(lost.Lines), float64(of.Lines)), part(float64(lost.Bytes), float64(of.Bytes)))
}

// String writes the limit as ParseLimit reads it.
func (l Limit) String() string {
	var parts []string
	if l.has(PartPercent) {
		parts = append(parts, strconv.FormatFloat(l.Percent, 'f', -1, 64)+"%")
	}
	if l.has(PartLines) {
		parts = append(parts, plural(l.Lines, "line"))
	}
	if l.has(PartBytes) {
		parts = append(parts, FormatSize(l.Bytes))
	}
	return strings.Join(parts, ", ")
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

const limitMend = `write "25%", "40 lines", "10 KB", or several of them with commas`

// ParseLimit reads a limit: percent, lines or a size, or several of them with commas: "25%", "5 lines, 512 B".
func ParseLimit(s string) (Limit, error) {
	var l Limit
	for part := range strings.SplitSeq(s, ",") {
		set, err := l.add(part)
		if err != nil {
			return Limit{}, err
		}
		if l.has(set) {
			return Limit{}, wrong("keep one", "limit %q says the same thing twice", s)
		}
		l.Parts |= set
	}
	return l, nil
}

// add reads one part into the limit and says which it was.
func (l *Limit) add(part string) (Parts, error) {
	number, unit := splitNumber(part)
	switch strings.ToLower(unit) {
	case "%":
		value, err := parseNumber(number)
		if err != nil || value > 100 {
			return 0, wrong("write 0% to 100%", "bad percentage %q", strings.TrimSpace(part))
		}
		l.Percent = value
		return PartPercent, nil
	case "line", "lines":
		lines, err := strconv.Atoi(number)
		if err != nil || lines > math.MaxInt32 {
			return 0, wrong(`write a whole number: "40 lines"`, "bad number of lines %q", strings.TrimSpace(part))
		}
		l.Lines = lines
		return PartLines, nil
	case "":
		return 0, wrong(limitMend, "limit %q does not say what it counts", strings.TrimSpace(part))
	}
	bytes, err := ParseSize(part)
	if err != nil {
		return 0, wrong(limitMend, "bad limit %q", strings.TrimSpace(part))
	}
	l.Bytes = bytes
	return PartBytes, nil
}

// parseErosion reads "25%/24h": a limit and the time over which the losses add up.
func parseErosion(s string) (Limit, time.Duration, error) {
	amount, per, found := strings.Cut(s, "/")
	if !found {
		return Limit{}, 0, wrong(`write "25%/24h"`, "erosion %q does not say over which time", s)
	}
	limit, err := ParseLimit(amount)
	if err != nil {
		return Limit{}, 0, err
	}
	over, err := ParseDuration(per)
	if err != nil {
		return Limit{}, 0, err
	}
	if over == 0 {
		return Limit{}, 0, wrong(`write "25%/24h"`, "erosion %q adds up over no time", s)
	}
	return limit, over, nil
}

// parseGrowth reads min_growth: "1 line/run" or "10 lines/24h".
func parseGrowth(s string) (lines int, perRun bool, per time.Duration, err error) {
	const mend = `write "1 line/run" or "1 line/24h"`
	amount, period, found := strings.Cut(s, "/")
	if !found {
		return 0, false, 0, wrong(mend, "growth %q does not say per what", s)
	}
	limit, err := ParseLimit(amount)
	if err != nil || limit.Parts != PartLines || limit.Lines == 0 {
		return 0, false, 0, wrong(mend, "growth %q is no number of lines", s)
	}
	if strings.TrimSpace(period) == "run" {
		return limit.Lines, true, 0, nil
	}
	per, err = ParseDuration(period)
	if err != nil || per == 0 {
		return 0, false, 0, wrong(mend, "growth %q is neither per run nor per time", s)
	}
	return limit.Lines, false, per, nil
}
