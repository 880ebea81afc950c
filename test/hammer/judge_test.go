package hammer

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"noclobber/internal/guard"
	"noclobber/ledger"
)

// judge looks at what is left when all processes are gone.
func (h *field) judge(t *testing.T) {
	require.Empty(t, h.broken)
	h.leasesEnd(t)
	h.settle(t)
	h.verifies(t)
	h.tidy(t)
	for _, document := range []string{journal, memory, diary} {
		h.judgeDocument(t, document)
	}
	h.judgeSlots(t)
}

// leasesEnd asks for each document when the last lease must be over.
func (h *field) leasesEnd(t *testing.T) {
	t.Helper()
	time.Sleep(lease + 50*time.Millisecond)
	g := guard.New(guard.Config{Home: h.home, Lookup: nothing, From: h.dir})
	for _, document := range []string{journal, memory, diary} {
		d, err := g.Store().Read(h.path(document))
		require.NoError(t, err)
		opens, err := d.Opens()
		require.NoError(t, err)
		for _, o := range opens {
			assert.True(t, o.Lapsed || o.Expires.Before(time.Now()), "%s: the lease of call %s runs until %s", document, o.Call, o.Expires)
		}
		require.NoError(t, d.Unlock())
	}
}

func nothing(string) (string, bool) { return "", false }

// settle looks again an hour later, when nobody waits for any call any more.
func (h *field) settle(t *testing.T) {
	t.Helper()
	later := func() time.Time { return time.Now().Add(time.Hour) }
	for range 2 {
		g := guard.New(guard.Config{Home: h.home, Now: later, Lookup: nothing, From: h.dir})
		_, _, err := g.Scan(h.dir, nil)
		require.NoError(t, err)
	}
}

func (h *field) verifies(t *testing.T) {
	t.Helper()
	store := ledger.New(h.home, "", nil)
	for _, document := range []string{journal, memory, diary, handover} {
		d, err := store.Read(h.path(document))
		require.NoError(t, err)
		damage, err := d.Verify()
		require.NoError(t, err)
		assert.Empty(t, damage, document)
		require.NoError(t, d.Unlock())
	}
}

// tidy asks that nothing was left beside the documents.
func (h *field) tidy(t *testing.T) {
	t.Helper()
	entries, err := os.ReadDir(h.dir)
	require.NoError(t, err)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	assert.ElementsMatch(t, []string{".noclobber.toml", journal, memory, diary, handover}, names)
}

// judgeDocument asks that each acknowledged line stands once, or is recorded as lost with its bytes kept.
func (h *field) judgeDocument(t *testing.T, document string) {
	t.Helper()
	b, err := os.ReadFile(h.path(document))
	require.NoError(t, err)
	stands := map[string]int{}
	for _, line := range strings.Split(string(b), "\n") {
		stands[line]++
	}
	log := h.history(t, document)
	here, lost, twice, first := 0, 0, 0, ""
	for _, e := range h.acked {
		if e.document != document {
			continue
		}
		here++
		switch n := stands[e.line]; {
		case n > 1:
			twice++ // a late or ungated writer brought an older text back, and both were kept: docs/guarantees.md
		case n == 0:
			if lost++; lost == 1 {
				first = e.line + log.about(e.line)
			}
			assert.True(t, log.lost(e.line), "%s: %q is lost, and nothing says so%s", document, e.line, log.about(e.line))
			assert.True(t, log.kept[e.line], "%s: %q is not kept", document, e.line)
		}
	}
	t.Logf("%s: %d lines acknowledged, %d of them recorded as lost, %d standing more than once; %d records, %d versions", document, here, lost, twice, len(log.records), log.versions)
	if first != "" {
		t.Logf("%s: the first that is recorded as lost: %s", document, first)
	}
}

// history is a document's log with all of its versions.
type history struct {
	records  []ledger.Record
	texts    map[ledger.Version]map[string]bool // lines
	kept     map[string]bool
	versions int
}

func (h *field) history(t *testing.T, document string) history {
	t.Helper()
	d, err := ledger.New(h.home, "", nil).Read(h.path(document))
	require.NoError(t, err)
	defer func() { require.NoError(t, d.Unlock()) }()
	log := history{texts: map[ledger.Version]map[string]bool{}, kept: map[string]bool{}}
	require.NoError(t, d.Records(func(r ledger.Record) bool { log.records = append(log.records, r); return true }))
	for _, r := range log.records {
		for _, s := range []ledger.Stamp{r.Before, r.After, r.Proposal} {
			if s.At == 0 || log.texts[s.Version] != nil {
				continue
			}
			b, err := d.Bytes(s)
			require.NoError(t, err, "%s: version %s of record %d", document, s.Version.Short(), r.Seq)
			lines := map[string]bool{}
			for line := range bytes.SplitSeq(b, []byte("\n")) {
				lines[string(line)] = true
				log.kept[string(line)] = true
			}
			log.texts[s.Version] = lines
			log.versions++
		}
	}
	return log
}

// lost reports whether a record says that the line is gone: by name, or, where it names eight of many, by its versions.
func (l history) lost(line string) bool {
	return slices.ContainsFunc(l.records, func(r ledger.Record) bool {
		if r.Event != ledger.External && r.Event != ledger.Result || r.LostLines == 0 {
			return false
		}
		if slices.Contains(r.Lines, line) {
			return true
		}
		many := r.LostLines > int64(len(r.Lines))
		return many && (l.texts[r.Before.Version][line] || l.texts[r.Proposal.Version][line]) && !l.texts[r.After.Version][line]
	})
}

// about lists the records of which one version has the line and another has not, for failures.
func (l history) about(line string) string {
	var b strings.Builder
	ends := map[uint64]bool{}
	for _, r := range l.records {
		if r.Event == ledger.Intent && l.texts[r.After.Version][line] && !l.texts[r.Before.Version][line] {
			ends[r.Seq] = true
		}
		before, after, proposal := l.texts[r.Before.Version][line], l.texts[r.After.Version][line], l.texts[r.Proposal.Version][line]
		if before != after || proposal || ends[r.Fence] {
			b.WriteString("\n" + strings.Join([]string{
				r.Time.Format("15:04:05.000"), string(r.Event), r.Writer.Session, r.Op, string(r.Outcome), r.Cause,
				r.Before.Version.Short() + mark(before), "→", r.After.Version.Short() + mark(after), strings.Join(r.Lines, "|"),
			}, " "))
		}
	}
	return b.String()
}

func mark(has bool) string {
	if has {
		return "+"
	}
	return ""
}

// judgeSlots asks that each anchor holds what its worker spliced last, as far as it was told.
func (h *field) judgeSlots(t *testing.T) {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(h.dir, handover))
	require.NoError(t, err)
	for name, s := range h.slots {
		_, rest, ok := strings.Cut(string(b), "<!-- anchor:"+name+" -->\n")
		require.True(t, ok, name)
		text, _, _ := strings.Cut(rest, "<!-- /anchor:")
		text = strings.TrimSuffix(text, "\n")
		assert.True(t, text == s.acked || s.maybe[text], "anchor %s holds %q, not %q", name, text, s.acked)
	}
}
