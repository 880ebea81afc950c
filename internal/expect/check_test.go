package expect

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

const day = 24 * time.Hour

// now is some day; nothing here asks the clock.
func now() time.Time { return time.Date(2026, 11, 29, 12, 0, 0, 0, time.UTC) }

// fleetRuns spreads runs evenly over days until now on so many machines; each found the document with so many lines.
func fleetRuns(n, machines int, days int, lines func(i int) int64) []Run {
	var out []Run
	for i := range n {
		at := now().Add(-time.Duration(days) * day).Add(time.Duration(i) * time.Duration(days) * day / time.Duration(n))
		out = append(out, Run{At: at, Node: string(rune('a' + i%machines)), Over: true, Lines: lines(i)})
	}
	return out
}

func kinds(all []Problem) []string {
	var out []string
	for _, p := range all {
		out = append(out, p.Kind)
	}
	return out
}

// The incident: 453 runs on six machines in 19 days left 39 lines, and every run reported success.
func TestManyRunsAndFewLinesAreTold(t *testing.T) {
	f := Facts{Now: now(), Lines: 39, Changed: now(), Runs: fleetRuns(453, 6, 19, func(i int) int64 { return int64(i * 39 / 453) })}
	got := Check(Wish{Growth: 1, PerRun: true, MaxAge: day}, f)
	assert.Equal(t, []string{TooLittle}, kinds(got))
	assert.Equal(t, "453 runs since 2026-11-10 12:00 on 6 machines, and 39 lines more; expected at least 453 (1 line a run)", got[0].Message)
}

func TestAHealthyDocumentIsNoFinding(t *testing.T) {
	f := Facts{Now: now(), Lines: 500, Changed: now(), Runs: fleetRuns(453, 6, 19, func(i int) int64 { return int64(i) })}
	assert.Empty(t, Check(Wish{Growth: 1, PerRun: true, MaxAge: day}, f))
}

func TestADocumentDoesNotLiveOnItsPast(t *testing.T) {
	runs := fleetRuns(300, 6, 60, func(i int) int64 { return min(int64(i*10), 2000) })
	got := Check(Wish{Growth: 1, PerRun: true}, Facts{Now: now(), Lines: 2000, Runs: runs})
	assert.Equal(t, []string{TooLittle}, kinds(got), "it stopped growing twenty days ago")
	assert.Contains(t, got[0].Message, "0 lines more")
}

func TestAFewRunsAreNoAlarmAndOneUnderWayDoesNotCount(t *testing.T) {
	same := func(int) int64 { return 5 }
	assert.Empty(t, Check(Wish{Growth: 1, PerRun: true}, Facts{Now: now(), Lines: 5, Runs: fleetRuns(2, 1, 1, same)}))
	begun := []Run{{At: now().Add(-5 * time.Minute), Lines: 5}, {At: now().Add(-4 * time.Minute), Lines: 5}, {At: now().Add(-3 * time.Minute), Lines: 5}}
	assert.Empty(t, Check(Wish{Growth: 1, PerRun: true}, Facts{Now: now(), Lines: 5, Runs: begun}))
}

func TestWhatWasAcceptedCountsNoMore(t *testing.T) {
	f := Facts{Now: now(), Lines: 39, Runs: fleetRuns(453, 6, 19, func(int) int64 { return 0 }), Since: now().Add(-time.Minute)}
	assert.Empty(t, Check(Wish{Growth: 1, PerRun: true}, f))
}

func TestLinesTakenAwayOnPurposeAreNoLackOfGrowth(t *testing.T) {
	rotated := now().Add(-50 * time.Hour)
	f := Facts{Now: now(), Lines: 10, Runs: fleetRuns(30, 3, 10, func(i int) int64 {
		if i <= 23 {
			return int64(100 + i)
		}
		return int64(i - 20)
	})}
	assert.NotEmpty(t, Check(Wish{Growth: 1, PerRun: true}, f))
	f.Sizes = []Size{{At: rotated, Lines: 3, Removed: 120}}
	assert.Empty(t, Check(Wish{Growth: 1, PerRun: true}, f))
}

func TestGrowthPerTime(t *testing.T) {
	wish := Wish{Growth: 2, Per: day}
	sizes := []Size{{At: now().Add(-3 * day), Lines: 7}, {At: now().Add(-time.Hour), Lines: 8}}
	got := Check(wish, Facts{Now: now(), Lines: 8, Sizes: sizes})
	assert.Equal(t, []Problem{{TooLittle, "1 line more in the last 24 hours; expected at least 2"}}, got)
	assert.Empty(t, Check(wish, Facts{Now: now(), Lines: 9, Sizes: sizes}))
	assert.Empty(t, Check(wish, Facts{Now: now(), Lines: 8, Sizes: sizes[1:]}), "not known for a day yet")
}

func TestAnOldDocumentIsTold(t *testing.T) {
	got := Check(Wish{MaxAge: day}, Facts{Now: now(), Changed: now().Add(-50 * time.Hour)})
	assert.Equal(t, []Problem{{TooOld, "last changed 2 days ago, at 2026-11-27 10:00; expected at least every 24 hours"}}, got)
	assert.Empty(t, Check(Wish{MaxAge: day}, Facts{Now: now(), Changed: now().Add(-23 * time.Hour)}))
	assert.Empty(t, Check(Wish{MaxAge: day}, Facts{Now: now()}), "nothing is known")
}

func TestAMachineThatWentSilentIsTold(t *testing.T) {
	heard := map[string]time.Time{"a": now(), "b": now().Add(-3 * day), "c": now().Add(-2 * time.Hour)}
	got := Check(Wish{MaxAge: day}, Facts{Now: now(), Changed: now(), Heard: heard})
	assert.Equal(t, []Problem{{Silent, "nothing was heard of b for 3 days, since 2026-11-26 12:00, while others write"}}, got)

	weekly := []Run{}
	for i := range 5 {
		weekly = append(weekly, Run{At: now().Add(-3*day - time.Duration(i)*7*day), Node: "b", Over: true, Lines: -1})
	}
	assert.Empty(t, Check(Wish{MaxAge: day}, Facts{Now: now(), Changed: now(), Heard: heard, Runs: weekly}), "b runs once a week")

	all := map[string]time.Time{"a": now().Add(-3 * day), "b": now().Add(-3 * day)}
	assert.NotContains(t, kinds(Check(Wish{MaxAge: day}, Facts{Now: now(), Heard: all})), Silent, "a fleet that rests has no silent member")
}
