package policy

import (
	"fmt"
	"slices"
)

// loosened is why a rule protects less than it did, or "". A rule with the mode Off does when it reaches further.
func loosened(is, was *Rule) string {
	if was.Mode == Off {
		return switchedOffMore(is, was)
	}
	switch {
	case !coversPaths(is.paths, was.paths):
		return "paths were dropped"
	case !slices.Equal(intersect(is.except, was.except), is.except):
		return "exceptions were added"
	case !containsAll(is.documents, was.documents):
		return "documents were dropped"
	case was.Nested && !is.Nested:
		return "nested became false"
	}
	return lenient(is, was)
}

func switchedOffMore(is, was *Rule) string {
	switch {
	case is.Mode != Off:
		return "mode changed"
	case !containsAll(was.paths, is.paths) || !containsAll(was.documents, is.documents):
		return "more is switched off"
	case !containsAll(is.except, was.except):
		return "exceptions were dropped"
	case is.Nested && !was.Nested:
		return "nested became true"
	}
	return ""
}

// coversPaths says whether every path of was still has a pattern in is.
func coversPaths(is, was []pattern) bool {
	for _, w := range was {
		covered := slices.ContainsFunc(is, func(i pattern) bool {
			return i == w || w.plain && i.rooted == w.rooted && i.matches(subject{abs: w.base, rel: w.base})
		})
		if !covered {
			return false
		}
	}
	return true
}

func containsAll[T comparable](all, some []T) bool {
	return !slices.ContainsFunc(some, func(one T) bool { return !slices.Contains(all, one) })
}

func intersect[T comparable](a, b []T) []T {
	return slices.DeleteFunc(slices.Clone(a), func(one T) bool { return !slices.Contains(b, one) })
}

// lenient is why a rule lets more happen than another to the same document, or "".
func lenient(is, was *Rule) string {
	switch {
	case !atLeast(is.Mode, was.Mode):
		return fmt.Sprintf("mode %s instead of %s", is.Mode, was.Mode)
	case was.Mode == Off:
		return ""
	case was.Seal && !is.Seal:
		return "seal became false"
	case unexpected(is.Expect, was.Expect):
		return "it expects less"
	case raised(is.MaxErosion, was.MaxErosion) || is.ErosionPer < was.ErosionPer:
		return "max_erosion was raised"
	case is.Mode == Deny || was.Mode == Record:
		return "" // nothing else matters to a writer
	}
	return lenientWrites(is, was)
}

// lenientWrites compares what rules say about writes that they may let pass.
func lenientWrites(is, was *Rule) string {
	switch {
	case raised(is.MaxShrink, was.MaxShrink):
		return "max_shrink was raised"
	case raised(is.MinLoss, was.MinLoss):
		return "min_loss was raised"
	case was.Shrink == "deny" && is.Shrink != "deny":
		return "a shrink can be confirmed"
	case was.OnRewrite == "deny" && is.OnRewrite != "deny":
		return "rewrites are carried out"
	case was.Outside == "frozen" && is.Outside != "frozen":
		return "text outside anchors may change"
	case is.New && !was.New:
		return "new anchors may be brought"
	case !containsAll(is.Keep, was.Keep):
		return "keep lists less"
	}
	return differs(is, was)
}

// differs names what says how a document is understood: neither stricter nor more lenient, but not the same protection.
func differs(is, was *Rule) string {
	for _, f := range []struct {
		key     string
		is, was any
	}{
		{"at", is.At, was.At}, {"format", is.Format, was.Format}, {"key", is.Key, was.Key},
		{"seq", is.Seq, was.Seq}, {"seq_first", is.SeqFirst, was.SeqFirst}, {"seq_count", is.SeqCount, was.SeqCount},
		{"style", is.Style, was.Style}, {"begin", is.Begin, was.Begin}, {"end", is.End, was.End},
		{"shards", is.Shards, was.Shards}, {"reduce", is.Reduce, was.Reduce},
	} {
		if f.is != f.was && f.was != "" {
			return f.key + " changed"
		}
	}
	return ""
}

// atLeast says whether everything that mode is lets happen, mode was would have let happen too. Append, anchors and cas
// each refuse something that the others allow.
func atLeast(is, was Mode) bool {
	switch {
	case is == was || is == Deny || was == Off || was == "":
		return true
	case was == Record:
		return is != Off
	case was == Merge:
		return is == Append || is == Anchors || is == CAS || is == Shard
	case was == Append:
		return is == Shard
	}
	return false
}

// raised says whether a limit allows more than it did.
func raised(is, was Limit) bool {
	return was.has(PartPercent) && (!is.has(PartPercent) || is.Percent > was.Percent) ||
		was.has(PartLines) && (!is.has(PartLines) || is.Lines > was.Lines) ||
		was.has(PartBytes) && (!is.has(PartBytes) || is.Bytes > was.Bytes)
}

// unexpected says whether an expectation alarms in fewer cases than it did.
func unexpected(is, was Expect) bool {
	older := was.MaxAge > 0 && (is.MaxAge == 0 || is.MaxAge > was.MaxAge)
	slower := was.MinGrowth > 0 && (is.MinGrowth < was.MinGrowth || is.PerRun != was.PerRun || is.Per > was.Per)
	return older || slower
}
