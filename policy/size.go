package policy

import (
	"math"
	"strconv"
	"strings"
)

const sizeMend = `write a number and a unit: "512 B", "10 KB", "16MiB"`

// ParseSize reads a size: a number and a unit. B, KB, MB, GB and TB count in thousands, KiB, MiB, GiB and TiB in 1024s;
// letter case and the space between do not matter.
func ParseSize(s string) (int64, error) {
	number, unit := splitNumber(s)
	value, err := parseNumber(number)
	if err != nil {
		return 0, wrong(sizeMend, "bad size %q", s)
	}
	factor, known := sizeUnit(unit)
	if !known {
		return 0, unknownSize(s, number, unit)
	}
	bytes := value * factor
	if bytes >= math.MaxInt64 {
		return 0, wrong("write a smaller one", "size %q is too large", s)
	}
	return int64(bytes), nil
}

func sizeUnit(unit string) (factor float64, known bool) {
	switch strings.ToLower(unit) {
	case "b":
		return 1, true
	case "kb":
		return 1e3, true
	case "mb":
		return 1e6, true
	case "gb":
		return 1e9, true
	case "tb":
		return 1e12, true
	case "kib":
		return 1 << 10, true
	case "mib":
		return 1 << 20, true
	case "gib":
		return 1 << 30, true
	case "tib":
		return 1 << 40, true
	}
	return 0, false
}

func unknownSize(s, number, unit string) error {
	switch strings.ToLower(unit) {
	case "":
		return wrong(`write "`+number+` B"`, "size %q has no unit", s)
	case "k", "m", "g", "t":
		letter := strings.ToUpper(unit)
		mend := `write "` + number + " " + letter + `iB" (1024s) or "` + number + " " + letter + `B" (1000s)`
		return wrong(mend, "size %q has half a unit", s)
	}
	return wrong(sizeMend, "size %q has an unknown unit %q", s, unit)
}

// FormatSize writes a size as ParseSize reads it, in the largest unit that divides it.
func FormatSize(bytes int64) string {
	for _, u := range []struct {
		name   string
		factor int64
	}{{"TiB", 1 << 40}, {"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}} {
		if bytes != 0 && bytes%u.factor == 0 {
			return strconv.FormatInt(bytes/u.factor, 10) + " " + u.name
		}
	}
	return strconv.FormatInt(bytes, 10) + " B"
}

// splitNumber cuts "10 KB" into "10" and "KB".
func splitNumber(s string) (number, rest string) {
	s = strings.TrimSpace(s)
	i := 0
	for i < len(s) && (s[i] >= '0' && s[i] <= '9' || s[i] == '.') {
		i++
	}
	return s[:i], strings.TrimSpace(s[i:])
}

// parseNumber reads digits with at most one point between them: no sign, no exponent, no infinity.
func parseNumber(s string) (float64, error) {
	if s == "" || s[0] == '.' || s[len(s)-1] == '.' {
		return 0, strconv.ErrSyntax
	}
	value, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0, strconv.ErrSyntax
	}
	return value, nil
}
