package guard

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"noclobber/internal/document"
)

// session is the document of report R6: a session store that is read, changed and written back whole.
const session = "{\n  \"session\": \"s-1\",\n  \"state\": \"running\",\n  \"tools\": 0\n}\n"

func stateWorld(t *testing.T, text string, more ...string) *world {
	t.Helper()
	w := newWorld(t, strings.Replace(rule("merge", more...), `"J.md"`, `"session.json"`, 1), "")
	w.doc = filepath.Join(filepath.Dir(w.doc), "session.json")
	w.put(text)
	return w
}

// with is a snapshot with one of its lines replaced, as an agent writes it back.
func with(text, old, new string) string { return strings.Replace(text, old, new, 1) }

const keepsRecovery = `keep = ["recovery", "state"]`

// The incident of R6: A sets a recovery state, B sets a tool count from its old snapshot, both whole writes.
func TestR6BothFieldsSurviveInBothOrders(t *testing.T) {
	recovery := with(session, "\"tools\": 0", "\"tools\": 0,\n  \"recovery\": {\n    \"step\": \"resume\",\n    \"attempt\": 1\n  }")
	tools := with(session, "\"tools\": 0", "\"tools\": 12")
	for name, order := range map[string][2]string{"recovery first": {recovery, tools}, "tools first": {tools, recovery}} {
		t.Run(name, func(t *testing.T) {
			w := stateWorld(t, session, keepsRecovery)
			a, b := w.agent("a"), w.agent("b")
			a.read()
			b.read()
			require.False(t, a.write(order[0]).run().denied())
			second := b.write(order[1]).run()
			require.False(t, second.denied(), second.verdict.Text)
			want := `{"session":"s-1","state":"running","tools":12,"recovery":{"step":"resume","attempt":1}}`
			require.True(t, document.EqualJSON([]byte(want), []byte(w.text())), w.text())
			if name == "recovery first" {
				require.Contains(t, second.verdict.Text, `recovery={"step":"resume","attempt":1}`, "the receipt says which facts were kept")
			}
			require.Empty(t, w.scan())
		})
	}
}

// A run is cancelled while it settles by itself. Which state is final is for the policy to say: a state that the rule keeps
// is set by who comes first; the later writer, who saw it running, does not overwrite it.
func TestR6TheFirstTerminalStateStands(t *testing.T) {
	cancelled := with(session, "running", "cancelled")
	settled := with(with(session, "running", "completed"), "\"tools\": 0", "\"tools\": 3")
	for _, c := range []struct{ name, first, second, want string }{
		{"cancel first", cancelled, settled, `{"session":"s-1","state":"cancelled","tools":3}`},
		{"settlement first", settled, cancelled, `{"session":"s-1","state":"completed","tools":3}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := stateWorld(t, session, keepsRecovery)
			a, b := w.agent("a"), w.agent("b")
			a.read()
			b.read()
			require.False(t, a.write(c.first).run().denied())
			second := b.write(c.second).run()
			require.False(t, second.denied(), second.verdict.Text)
			require.True(t, document.EqualJSON([]byte(c.want), []byte(w.text())), w.text())
			require.Contains(t, second.verdict.Text, "state=", "the loser is told what stands")
		})
		t.Run(c.name+", without the rule it is a conflict", func(t *testing.T) {
			w := stateWorld(t, session)
			a, b := w.agent("a"), w.agent("b")
			a.read()
			b.read()
			require.False(t, a.write(c.first).run().denied())
			second := b.write(c.second).run()
			require.True(t, second.denied())
			require.Contains(t, second.verdict.Text, "state: there ")
			require.Equal(t, c.first, w.text())
		})
	}
}

// Both calls are granted before either writes: the first one's lease ran out while a person thought about it.
func TestR6ALateWriteDoesNotRevertWhatCameBetween(t *testing.T) {
	for _, c := range []struct{ name, late, between, want string }{
		{
			"a tool count over a recovery", with(session, "\"tools\": 0", "\"tools\": 12"),
			with(session, "\"tools\": 0", "\"tools\": 0,\n  \"recovery\": \"resume\""), `{"session":"s-1","state":"running","tools":12,"recovery":"resume"}`,
		},
		{
			"a settlement over a cancel", with(session, "running", "completed"),
			with(session, "running", "cancelled"), `{"session":"s-1","state":"cancelled","tools":0}`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := stateWorld(t, session, keepsRecovery)
			a, b := w.agent("a"), w.agent("b")
			a.read()
			b.read()
			late := a.write(c.late).before()
			require.False(t, late.denied())
			w.pass(20 * time.Second)
			require.False(t, b.write(c.between).run().denied())
			late.perform().after().batch()
			require.True(t, document.EqualJSON([]byte(c.want), []byte(w.text())), w.text())
		})
	}
}

// A write outside the gate that replaces a planned one unseen is merged with it.
func TestR6AnOverwriteOutsideTheGateIsMended(t *testing.T) {
	w := stateWorld(t, session, keepsRecovery)
	a := w.agent("a")
	a.read()
	call := a.write(with(session, "\"tools\": 0", "\"tools\": 0,\n  \"recovery\": \"resume\"")).before().perform()
	w.put(with(session, "\"tools\": 0", "\"tools\": 12"))
	call.after().batch()
	require.True(t, document.EqualJSON([]byte(`{"session":"s-1","state":"running","tools":12,"recovery":"resume"}`), []byte(w.text())), w.text())
}

func TestKeptFactMayGoOnACurrentBaseAndThatIsRecorded(t *testing.T) {
	w := stateWorld(t, with(session, "\"tools\": 0", "\"tools\": 0,\n  \"recovery\": \"resume\""), keepsRecovery)
	a := w.agent("a")
	a.read()
	require.False(t, a.write(session).run().denied())
	require.Equal(t, session, w.text())
	d, err := w.guard().Store().Read(w.doc)
	require.NoError(t, err)
	defer d.Unlock()
	recorded := false
	require.NoError(t, d.Records(func(r ledgerRecord) bool {
		recorded = recorded || strings.Contains(r.Text, `recovery="resume"`)
		return !recorded
	}))
	require.True(t, recorded, "the ledger does not say that a kept fact was erased")
}

// An edit of one value is right wherever the rest of the file has gone.
func TestEditsOfDifferentMembersMerge(t *testing.T) {
	w := stateWorld(t, session)
	a, b := w.agent("a"), w.agent("b")
	a.read()
	b.read()
	require.False(t, a.edit("\"state\": \"running\"", "\"state\": \"paused\"").run().denied())
	require.False(t, b.edit("\"tools\": 0\n", "\"tools\": 4,\n  \"who\": \"b\"\n").run().denied())
	require.Equal(t, "{\n  \"session\": \"s-1\",\n  \"state\": \"paused\",\n  \"tools\": 4,\n  \"who\": \"b\"\n}\n", w.text())
}

func TestRowsOfBothSidesStandOnce(t *testing.T) {
	w := newWorld(t, strings.Replace(rule("merge", `key = "id"`), `"J.md"`, `"rows.jsonl"`, 1), "")
	w.doc = filepath.Join(filepath.Dir(w.doc), "rows.jsonl")
	base := "{\"id\":1,\"s\":\"open\"}\n{\"id\":2,\"s\":\"open\"}\n"
	w.put(base)
	a, b := w.agent("a"), w.agent("b")
	a.read()
	b.read()
	require.False(t, a.write("{\"id\":1,\"s\":\"done\"}\n{\"id\":2,\"s\":\"open\"}\n{\"id\":3}\n").run().denied())
	second := b.write("{\"id\":1,\"s\":\"late\"}\n{\"id\":2,\"s\":\"done\"}\n{\"id\":4}\n").run()
	require.False(t, second.denied(), second.verdict.Text)
	require.Equal(t, "{\"id\":1,\"s\":\"done\"}\n{\"id\":2,\"s\":\"done\"}\n{\"id\":3}\n{\"id\":4}\n", w.text())
	require.Contains(t, second.verdict.Text, "row 1 stays as it stands there")
}
