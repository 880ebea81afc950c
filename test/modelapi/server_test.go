package modelapi

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func start(t *testing.T, scripts Scripts) *Server {
	t.Helper()
	s, err := Start(scripts, 10*time.Second)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s
}

// ask sends a request of script A or B as a client does: a prompt, then an answer and its result for each turn so far.
func ask(t *testing.T, s *Server, script string, turns int, streaming bool) string {
	t.Helper()
	messages := []any{map[string]any{"role": "user", "content": "do it [[" + script + "]]"}}
	for range turns {
		messages = append(messages,
			map[string]any{"role": "assistant", "content": []any{map[string]any{"type": "tool_use", "id": "1", "name": "T", "input": map[string]any{}}}},
			map[string]any{"role": "user", "content": []any{map[string]any{"type": "tool_result", "tool_use_id": "1", "is_error": true,
				"content": []any{map[string]any{"type": "text", "text": "refused"}}}}},
			map[string]any{"role": "system", "content": "a note"})
	}
	body, err := json.Marshal(map[string]any{"model": "m", "stream": streaming, "tools": []any{map[string]any{}}, "messages": messages})
	require.NoError(t, err)
	resp, err := http.Post(s.URL()+"/v1/messages", "application/json", bytes.NewReader(body))
	require.NoError(t, err)
	text, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	require.NoError(t, resp.Body.Close())
	require.Equal(t, http.StatusOK, resp.StatusCode)
	return string(text)
}

func call(tool string) []Call { return []Call{{Tool: tool, Input: map[string]any{"key": "value"}}} }

func TestTheTurnIsTheNumberOfAnswers(t *testing.T) {
	s := start(t, Scripts{"A": {{Calls: call("One")}, {Calls: call("Two")}}})
	assert.Contains(t, ask(t, s, "A", 0, false), `"One"`)
	assert.Contains(t, ask(t, s, "A", 1, false), `"Two"`)
	assert.Contains(t, ask(t, s, "A", 2, false), `"done"`)
	assert.Contains(t, ask(t, s, "C", 0, false), `"ok"`, "no script of that name")
	require.NoError(t, s.Err())
}

func TestAnAnswerIsStreamedInTheOrderOfTheAPI(t *testing.T) {
	s := start(t, Scripts{"A": {{Text: "first", Calls: call("One")}}})
	var kinds []string
	for line := range strings.Lines(ask(t, s, "A", 0, true)) {
		if kind, ok := strings.CutPrefix(line, "event: "); ok {
			kinds = append(kinds, strings.TrimSpace(kind))
		}
	}
	block := []string{"content_block_start", "content_block_delta", "content_block_stop"}
	want := append([]string{"message_start"}, append(block, block...)...)
	assert.Equal(t, append(want, "message_delta", "message_stop"), kinds)
}

func TestARequestSentAgainIsAnsweredTheSameAndDoesNothingTwice(t *testing.T) {
	done := 0
	s := start(t, Scripts{"A": {{Do: func() error { done++; return nil }, Calls: call("One")}}})
	ask(t, s, "A", 0, false)
	assert.Contains(t, ask(t, s, "A", 0, false), `"One"`)
	assert.Equal(t, 1, done)
}

func TestATurnWaitsUntilTheOtherIsOver(t *testing.T) {
	order := make(chan string, 2)
	s := start(t, Scripts{
		"A": {{Name: "write", Calls: call("One")}},
		"B": {{After: []string{"A.write"}, Calls: call("Two"), Do: func() error { order <- "B goes on"; return nil }}},
	})
	answered := make(chan string)
	go func() { answered <- ask(t, s, "B", 0, false) }()
	ask(t, s, "A", 0, false)
	order <- "A has its call"
	ask(t, s, "A", 1, false)
	assert.Contains(t, <-answered, `"Two"`)
	assert.Equal(t, "A has its call", <-order)
	assert.Equal(t, "B goes on", <-order)
	require.NoError(t, s.Err())
}

func TestNobodyWaitsForAScriptThatHasEnded(t *testing.T) {
	s := start(t, Scripts{
		"A": {{Name: "write", Calls: call("One")}},
		"B": {{After: []string{"A.write"}, Calls: call("Two")}},
		"C": {{Ended: []string{"A"}, Calls: call("Three")}},
	})
	s.Ended("A")
	assert.Contains(t, ask(t, s, "B", 0, false), "the script failed")
	assert.Contains(t, ask(t, s, "C", 0, false), `"Three"`)
	assert.ErrorContains(t, s.Err(), "A.write")
}

func TestScriptsThatWaitForNoTurnAreRefused(t *testing.T) {
	_, err := Start(Scripts{"A": {{After: []string{"B.write"}}}}, time.Second)
	assert.ErrorContains(t, err, "B.write")
	_, err = Start(Scripts{"A": {{Ended: []string{"B"}}}}, time.Second)
	assert.ErrorContains(t, err, "script B")
}

func TestWhatTheModelWasShownIsGivenBack(t *testing.T) {
	s := start(t, Scripts{"A": {{Calls: call("One")}, {Choose: func(c Conversation) []Call {
		return call(c.Results(0)[0].Text)
	}}}})
	assert.Contains(t, ask(t, s, "A", 1, false), `"refused"`, "Choose sees the results")
	c := s.Conversation("A")
	assert.Equal(t, []Result{{Text: "refused", Failed: true}}, c.Results(0))
	assert.Equal(t, "a note", c.Notes(0))
	assert.Equal(t, "do it [[A]]", c.Opening())
	assert.Equal(t, "call T {}\nERROR refused\nsystem: a note\n", c.String())
}
