package policy

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParseSizeReadsNumbersWithUnits(t *testing.T) {
	for text, want := range map[string]int64{
		"512 B": 512, "0 B": 0, "10 KB": 10_000, "10KB": 10_000, "10kb": 10_000, " 16MiB ": 16 << 20, "1.5 MB": 1_500_000,
		"1 KiB": 1024, "2 GiB": 2 << 30, "3GB": 3_000_000_000, "1 TB": 1e12, "1TiB": 1 << 40,
	} {
		got, err := ParseSize(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
	}
}

func TestParseSizeSaysWhatIsWrongAndTheMend(t *testing.T) {
	for text, want := range map[string]string{
		"":                     `bad size`,
		"B":                    `bad size`,
		"512":                  `has no unit (write "512 B")`,
		"16M":                  `half a unit (write "16 MiB" (1024s) or "16 MB" (1000s))`,
		"-1 B":                 `bad size`,
		"1e3 B":                `unknown unit "e3 B"`,
		".5 KB":                `bad size`,
		"1..2 KB":              `bad size`,
		"3 lines":              `unknown unit "lines"`,
		"99999999999 TB":       `too large`,
		"0x10 B":               `unknown unit "x10 B"`,
		"9999999999999999999B": `too large`,
	} {
		_, err := ParseSize(text)
		assert.ErrorContains(t, err, want, text)
	}
}

func TestFormatSizeIsReadBack(t *testing.T) {
	for _, bytes := range []int64{0, 1, 512, 1000, 1024, 1536, 16 << 20, 3 << 30, 5 << 40, 1<<40 + 1} {
		got, err := ParseSize(FormatSize(bytes))
		require.NoError(t, err)
		assert.Equal(t, bytes, got)
	}
	assert.Equal(t, "16 MiB", FormatSize(16<<20))
	assert.Equal(t, "1000 B", FormatSize(1000))
}

func TestParseDurationReadsUnitsLargestFirst(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"15s": 15 * time.Second, "5 m": 5 * time.Minute, "24h": 24 * time.Hour, "7d": 168 * time.Hour, "2w": 336 * time.Hour,
		"1d12h": 36 * time.Hour, "1d 12h": 36 * time.Hour, "1.5h": 90 * time.Minute, "250ms": 250 * time.Millisecond, "0s": 0,
		"1h30m15s": time.Hour + 30*time.Minute + 15*time.Second,
	} {
		got, err := ParseDuration(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
	}
}

func TestParseDurationSaysWhatIsWrongAndTheMend(t *testing.T) {
	for text, want := range map[string]string{
		"":            "bad duration",
		"15":          `has no unit (write "15s" for seconds, "15m" for minutes)`,
		"-1s":         "bad duration",
		"5 minutes":   `unknown unit "minutes"`,
		"24H":         `unknown unit "H"`,
		"1m1h":        "largest unit first",
		"1h1h":        "largest unit first",
		"s":           "bad duration",
		"1h,2m":       "bad duration",
		"99999999w":   "too long",
		"1h30":        "has no unit",
		"Inf":         "bad duration",
		"1s\x00":      "bad duration",
		"１s":          "bad duration",
		"1 s trailer": "bad duration",
	} {
		_, err := ParseDuration(text)
		assert.ErrorContains(t, err, want, text)
	}
}

func TestParseLimitReadsItsParts(t *testing.T) {
	for text, want := range map[string]Limit{
		"25%":             {Percent: 25, Parts: PartPercent},
		"0%":              {Parts: PartPercent},
		"100%":            {Percent: 100, Parts: PartPercent},
		"12.5 %":          {Percent: 12.5, Parts: PartPercent},
		"40 lines":        {Lines: 40, Parts: PartLines},
		"1 line":          {Lines: 1, Parts: PartLines},
		"10 KB":           {Bytes: 10_000, Parts: PartBytes},
		"5 lines, 512 B":  {Lines: 5, Bytes: 512, Parts: PartLines | PartBytes},
		"10%,5 Lines,1KB": {Percent: 10, Lines: 5, Bytes: 1000, Parts: PartPercent | PartLines | PartBytes},
	} {
		got, err := ParseLimit(text)
		require.NoError(t, err, text)
		assert.Equal(t, want, got, text)
		again, err := ParseLimit(got.String())
		require.NoError(t, err, got.String())
		assert.Equal(t, got, again, "String is read back")
	}
}

func TestParseLimitSaysWhatIsWrongAndTheMend(t *testing.T) {
	for text, want := range map[string]string{
		"":                 "does not say what it counts",
		"25":               "does not say what it counts",
		"101%":             "0% to 100%",
		"-5%":              "bad limit",
		"%":                "bad percentage",
		"1.5 lines":        "whole number",
		"99999999999 line": "bad number of lines",
		"5 lines, 6 lines": "says the same thing twice",
		"5 lines,":         "does not say what it counts",
		"10 K":             "bad limit",
		"ten lines":        "bad limit",
	} {
		_, err := ParseLimit(text)
		assert.ErrorContains(t, err, want, text)
	}
}

func TestLimitCountsWhicheverLostMore(t *testing.T) {
	quarter := Limit{Percent: 25, Parts: PartPercent}
	head := Amount{Lines: 100, Bytes: 1000}
	for _, c := range []struct {
		name     string
		limit    Limit
		lost, of Amount
		exceeded bool
		reached  bool
	}{
		{"at the percentage", quarter, Amount{25, 250}, head, false, true},
		{"more lines", quarter, Amount{26, 0}, head, true, true},
		{"more bytes", quarter, Amount{1, 251}, head, true, true},
		{"less of both", quarter, Amount{24, 249}, head, false, false},
		{"gains are no loss", quarter, Amount{-10, -10}, head, false, false},
		{"everything of nothing", quarter, Amount{1, 1}, Amount{}, true, true},
		{"zero percent allows none", Limit{Parts: PartPercent}, Amount{1, 0}, head, true, true},
		{"zero percent and no loss", Limit{Parts: PartPercent}, Amount{}, head, false, true},
		{"lines", Limit{Lines: 5, Parts: PartLines}, Amount{5, 999}, head, false, true},
		{"either part", Limit{Lines: 5, Bytes: 512, Parts: PartLines | PartBytes}, Amount{1, 513}, head, true, true},
		{"neither part", Limit{Lines: 5, Bytes: 512, Parts: PartLines | PartBytes}, Amount{4, 511}, head, false, false},
		{"no parts", Limit{}, Amount{4, 511}, head, false, true},
	} {
		assert.Equal(t, c.exceeded, c.limit.Exceeded(c.lost, c.of), "%s: exceeded", c.name)
		assert.Equal(t, c.reached, c.limit.Reached(c.lost, c.of), "%s: reached", c.name)
	}
}

func TestGrowthIsPerRunOrPerTime(t *testing.T) {
	lines, perRun, per, err := parseGrowth("1 line/run")
	require.NoError(t, err)
	assert.Equal(t, []any{1, true, time.Duration(0)}, []any{lines, perRun, per})
	lines, perRun, per, err = parseGrowth("10 lines / 1d")
	require.NoError(t, err)
	assert.Equal(t, []any{10, false, 24 * time.Hour}, []any{lines, perRun, per})
	for _, text := range []string{"", "1 line", "0 lines/run", "5%/run", "1 line/0s", "1 line/week", "1 line/run/run"} {
		_, _, _, err := parseGrowth(text)
		assert.ErrorContains(t, err, `write "1 line/run" or "1 line/24h"`, text)
	}
}

func TestErosionHasALimitAndATime(t *testing.T) {
	limit, per, err := parseErosion("40 lines/7d")
	require.NoError(t, err)
	assert.Equal(t, Limit{Lines: 40, Parts: PartLines}, limit)
	assert.Equal(t, 168*time.Hour, per)
	for _, text := range []string{"25%", "25%/", "/24h", "25%/0h", "25/24h"} {
		_, _, err := parseErosion(text)
		assert.Error(t, err, text)
	}
}

func TestNearestIsWhatWasProbablyMeant(t *testing.T) {
	keys := []string{"mode", "paths", "max_shrink", "min_loss", "documents", "name", "seq_first"}
	for word, want := range map[string]string{
		"mod": "mode", "Mode": "mode", "path": "paths", "pahts": "paths", "max-shrink": "max_shrink", "maxshrink": "max_shrink",
		"docs": "", "min_los": "min_loss", "document": "documents", "xyz": "", "": "", "seq": "seq_first",
	} {
		assert.Equal(t, want, nearest(word, keys), word)
	}
}
