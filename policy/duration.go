package policy

import (
	"math"
	"strings"
	"time"
)

const durationMend = `write numbers with units: "15s", "5m", "24h", "7d"`

// ParseDuration reads a duration as time.ParseDuration does, with the units ms, s, m, h, d (24 hours) and w (7 days),
// largest first, and spaces where one likes: "15s", "1d 12h", "1.5 h". A sign is refused.
func ParseDuration(s string) (time.Duration, error) {
	rest := strings.TrimSpace(s)
	total, last := 0.0, math.Inf(1)
	for first := true; first || rest != ""; first = false {
		number, after := splitNumber(rest)
		value, err := parseNumber(number)
		if err != nil {
			return 0, wrong(durationMend, "bad duration %q", s)
		}
		unit := letters(after)
		factor := durationUnit(unit)
		switch {
		case unit == "":
			return 0, wrong(`write "`+number+`s" for seconds, "`+number+`m" for minutes`, "duration %q has no unit", s)
		case factor == 0:
			return 0, wrong(durationMend, "duration %q has an unknown unit %q", s, unit)
		case factor >= last:
			return 0, wrong("largest unit first, each once", "bad duration %q", s)
		}
		total, last = total+value*factor, factor
		rest = strings.TrimSpace(after[len(unit):])
	}
	if total >= math.MaxInt64 {
		return 0, wrong("write a shorter one", "duration %q is too long", s)
	}
	return time.Duration(total), nil
}

func durationUnit(unit string) float64 {
	switch unit {
	case "ms":
		return float64(time.Millisecond)
	case "s":
		return float64(time.Second)
	case "m":
		return float64(time.Minute)
	case "h":
		return float64(time.Hour)
	case "d":
		return float64(24 * time.Hour)
	case "w":
		return float64(7 * 24 * time.Hour)
	}
	return 0
}

// letters is the leading run of ASCII letters.
func letters(s string) string {
	i := 0
	for i < len(s) && (s[i] >= 'a' && s[i] <= 'z' || s[i] >= 'A' && s[i] <= 'Z') {
		i++
	}
	return s[:i]
}
