package clients

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"noclobber/test/modelapi"
)

// timeLimit is how long the clients of one scenario may take together. They take half a minute; a machine under load may
// need many times as much.
const timeLimit = 8 * time.Minute

const base = "# Journal\n- base 1\n- base 2\n"

// run plays scripts, each by a client, to their ends.
func (p *project) run(gated bool, scripts modelapi.Scripts, clients map[string]client) *modelapi.Server {
	p.t.Helper()
	limit := timeLimit
	if deadline, ok := p.t.Deadline(); ok {
		limit = min(limit, time.Until(deadline)-10*time.Second)
	}
	api, err := modelapi.Start(scripts, limit)
	require.NoError(p.t, err)
	p.t.Cleanup(func() { _ = api.Close() })
	ctx, cancel := context.WithTimeout(p.t.Context(), limit)
	p.t.Cleanup(cancel)
	if gated {
		p.put(".noclobber.toml", policy)
	}
	sessions := map[string]*session{}
	for name, c := range clients {
		path := c.need(p.t)
		c.settings(p, api.URL())
		if gated {
			p.noclobber("", "init", c.host)
		}
		sessions[name] = p.start(ctx, c, path, api.URL(), name)
	}
	errs := make(chan error, len(sessions))
	for name, s := range sessions {
		go func() {
			err := s.run()
			api.Ended(name)
			if err != nil {
				err = fmt.Errorf("client %s: %w\n%s", name, err, last(s.out.String(), 3000))
			}
			errs <- err
		}()
	}
	for range sessions {
		assert.NoError(p.t, <-errs)
	}
	assert.NoError(p.t, api.Err())
	p.t.Cleanup(func() {
		if p.t.Failed() {
			for name := range sessions {
				p.t.Logf("what %s was shown:\n%s", name, api.Conversation(name))
			}
		}
	})
	return api
}

func last(text string, n int) string { return text[max(0, len(text)-n):] }

// turn is a turn of calls.
func turn(name string, calls ...modelapi.Call) modelapi.Turn {
	return modelapi.Turn{Name: name, Calls: calls}
}

// shown is all that a model was shown between a turn and the next.
func shown(api *modelapi.Server, script, name string) string {
	n, ok := api.Turn(script, name)
	if !ok {
		return ""
	}
	c := api.Conversation(script)
	var texts []string
	for _, r := range c.Results(n) {
		texts = append(texts, r.Text)
	}
	return strings.Join(append(texts, c.Notes(n)), "\n")
}

const refusal = "nothing was written to " + journal

// one is the session that every host is put through. Another writer adds a line between the model's read and its whole
// write; then the model appends in the shell, edits, and overwrites the document from the shell.
func one(p *project, c client, other func() error) modelapi.Script {
	doc := p.path(journal)
	return modelapi.Script{
		turn("read", c.read(doc)),
		{Name: "write", Do: other, Calls: []modelapi.Call{c.write(doc, base+"- entry of A\n")}},
		turn("reread", c.read(doc)),
		{Name: "retry", Choose: func(conv modelapi.Conversation) []modelapi.Call {
			if strings.Contains(joined(conv), "- entry of A\n") {
				return []modelapi.Call{c.read(doc)} // the write went through
			}
			return []modelapi.Call{c.edit(doc, "- entry of B", "- entry of B\n- entry of A")}
		}},
		turn("append", c.shell("echo '- appended' >> "+doc)),
		turn("look", c.read(doc)),
		turn("edit", c.edit(doc, "- appended", "- appended\n- edited")),
		turn("over", c.shell("echo gone > "+doc)),
	}
}

// joined is what the last turn's calls answered.
func joined(c modelapi.Conversation) string {
	var b strings.Builder
	for _, r := range c.Results(c.Turns() - 1) {
		b.WriteString(r.Text + "\n")
	}
	return b.String()
}

// Every host, with the gate: whole write, append, edit, overwrite from the shell, and what the ledger has of them.
func TestGated(t *testing.T) {
	for _, c := range all() {
		t.Run(c.host, func(t *testing.T) {
			t.Parallel()
			c.need(t)
			p := newProject(t, base)
			api := p.run(true, modelapi.Scripts{"A": one(p, c, func() error {
				_, err := p.verb("- entry of B\n", "append", journal)
				return err
			})}, map[string]client{"A": c})

			assert.Equal(t, base+"- entry of B\n- entry of A\n- appended\n- edited\n", p.read(journal))
			write := shown(api, "A", "write")
			switch {
			case c.rewrites:
				assert.Contains(t, write+shown(api, "A", "reread"), "- entry of B", "the receipt names the other's line")
				assert.Contains(t, write+shown(api, "A", "reread"), "merged, not replaced")
			default:
				assert.Contains(t, write, refusal)
				assert.Contains(t, write, "- entry of B", "the refusal names the line at stake")
			}
			over := shown(api, "A", "over")
			assert.Contains(t, over, refusal, "the shell's overwrite is refused, and the model is told why")
			assert.Contains(t, over, "noclobber append", "and what to run instead")
			p.requireRecorded(c)
		})
	}
}

// requireRecorded proves that the host's events after its calls came, and that nothing is gone.
func (p *project) requireRecorded(c client) {
	p.t.Helper()
	done := map[string]int{}
	for _, r := range p.log() {
		assert.False(p.t, r.Alarm, "%+v", r)
		if r.Writer.Host != c.host {
			continue
		}
		assert.NotEmpty(p.t, r.Writer.Session)
		if r.Event == "result" && r.Outcome == "committed" {
			assert.NotEqual(p.t, "unheard", r.Cause, "no event came after the call: %+v", r)
			done[r.Op]++
		}
		if r.Event == "refusal" {
			done["refusal"]++
		}
	}
	assert.GreaterOrEqual(p.t, done["append"], 1, "%v", done)
	assert.GreaterOrEqual(p.t, done["edit"], 1, "%v", done)
	assert.GreaterOrEqual(p.t, done["refusal"], 1, "%v", done)
	p.noclobber("", "scan")
	p.noclobber("", "verify")
}

// The same without the gate: the document is gone, and nobody is told.
func TestBare(t *testing.T) {
	for _, c := range all() {
		t.Run(c.host, func(t *testing.T) {
			t.Parallel()
			c.need(t)
			p := newProject(t, base)
			var after string
			script := modelapi.Script{
				turn("read", c.read(p.path(journal))),
				{Name: "write", Do: func() error { p.put(journal, base+"- entry of B\n"); return nil },
					Calls: []modelapi.Call{c.write(p.path(journal), base+"- entry of A\n")}},
				{Name: "over", Do: func() error { after = p.read(journal); return nil },
					Calls: []modelapi.Call{c.shell("echo gone > " + p.path(journal))}},
			}
			p.run(false, modelapi.Scripts{"A": script}, map[string]client{"A": c})
			if c.guards {
				assert.Equal(t, base+"- entry of B\n", after, "the client refuses it by itself")
			} else {
				assert.Equal(t, base+"- entry of A\n", after, "the other's entry was to be lost, so that this proves something")
			}
			assert.Equal(t, "gone\n", p.read(journal))
		})
	}
}

// Two different hosts write one document at once: each knows it as it was, and each has an entry of its own.
func TestTwoHostsOnOneDocument(t *testing.T) {
	for _, pair := range [][2]client{{codex(), gemini()}, {qwen(), opencode()}, {copilot(), codex()}} {
		t.Run(pair[0].host+" and "+pair[1].host, func(t *testing.T) {
			t.Parallel()
			pair[0].need(t)
			pair[1].need(t)
			p := newProject(t, base)
			doc := p.path(journal)
			scripts := modelapi.Scripts{}
			for i, name := range []string{"A", "B"} {
				c, entry := pair[i], "- entry of "+name
				peer := string("BA"[i])
				scripts[name] = modelapi.Script{
					turn("read", c.read(doc)),
					// Both have read before either writes; then they write at the same moment.
					{Name: "write", After: []string{peer + ".read"}, Calls: []modelapi.Call{c.write(doc, base+entry+"\n")}},
					turn("reread", c.read(doc)),
					{Name: "retry", Choose: func(conv modelapi.Conversation) []modelapi.Call {
						text := joined(conv)
						if strings.Contains(text, entry) {
							return []modelapi.Call{c.read(doc)}
						}
						return []modelapi.Call{c.shell("echo '" + entry + "' >> " + doc)}
					}},
				}
			}
			p.run(true, scripts, map[string]client{"A": pair[0], "B": pair[1]})
			text := p.read(journal)
			assert.True(t, strings.HasPrefix(text, base), text)
			for _, line := range []string{"- entry of A", "- entry of B"} {
				assert.Equal(t, 1, strings.Count(text, line+"\n"), "%q in:\n%s", line, text)
			}
			p.noclobber("", "scan")
			p.noclobber("", "verify")
		})
	}
}
