package claudecode

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"noclobber/test/modelapi"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// pluginStory is a session that writes the journal whole, then in the ways that the plugin's skill teaches.
func pluginStory() scenario {
	return scenario{
		files: map[string]string{journal: lines("# Journal", "- base 1", "- base 2")},
		scripts: func(p *project) modelapi.Scripts {
			doc := p.path(journal)
			return modelapi.Scripts{"A": {
				turn("whole", nil, write(doc, lines("# Journal", "- entry of A"))),
				turn("skill", nil, modelapi.Call{Tool: "Skill", Input: map[string]any{"skill": skill}}),
				turn("shell", nil, bash("echo '- by the shell' >> JOURNAL.md")),
				turn("verb", nil, bash("echo '- by the verb' | noclobber append JOURNAL.md")),
				turn("read", nil, read(doc)),
				turn("edit", nil, edit(doc, "- by the verb", "- by the verb\n- by Edit")),
			}}
		},
	}
}

const skill = "noclobber:shared-documents"

// requirePluginStory proves what the plugin promises: the note, the skill, a refusal, and appends that pass.
func requirePluginStory(t *testing.T, o *outcome) {
	t.Helper()
	opening := o.api.Conversation("A").Opening()
	assert.Contains(t, opening, startNote)
	assert.Contains(t, opening, skill, "the skill is listed")
	o.requireRefused(t, "A", "whole", journal, "- base 1", "- base 2")
	assert.Contains(t, o.notes("A", "skill"), "noclobber append JOURNAL.md", "the skill's text")
	o.requirePassed(t, "A", "shell")
	assert.Regexp(t, `appended to JOURNAL.md: \w+ -> \w+, lines 4 -> 5`, o.result("A", "verb").Text, "the receipt")
	o.requirePassed(t, "A", "edit")
	assert.Equal(t, lines("# Journal", "- base 1", "- base 2", "- by the shell", "- by the verb", "- by Edit"), o.read(journal))
	o.requireQuiet(t)
}

const startNote = "noclobber guards shared documents here"

// The plugin alone: no settings file starts the gate.
func TestPluginAlone(t *testing.T) {
	t.Parallel()
	s := pluginStory()
	s.wire = withPlugin
	s.bare(t, func(t *testing.T, o *outcome) {
		assert.False(t, o.result("A", "whole").Failed)
		assert.NotContains(t, o.read(journal), "- base 1", "the journal is gone")
	})
	s.gated(t, appendOnly, func(t *testing.T, o *outcome) {
		requirePluginStory(t, o)
		require.NoDirExists(t, o.path(".claude"), "nothing is wired by settings")
		assert.Equal(t, 1, strings.Count(o.api.Conversation("A").Opening(), startNote))
	})
}

// The plugin together with the hooks of `noclobber init`: two processes answer each event at the same moment, also where
// both entries have the same command line. The calls are answered and recorded as if there were one; texts come twice.
func TestPluginBesideInit(t *testing.T) {
	t.Parallel()
	one := []string{"# Journal", "- first of A"}
	for name, init := range map[string][]string{"local": {"init", "claude"}, "shared": {"init", "--shared", "claude"}} {
		s := scenario{
			files: map[string]string{other: "nothing\n"},
			told:  []string{"A.second"},
			wire: func(p *project) {
				withPlugin(p)
				a := p.noclobber("", init...)
				require.Zero(p.t, a.exit, a.stderr)
			},
			scripts: func(p *project) modelapi.Scripts {
				doc := p.path(journal)
				return modelapi.Scripts{"A": {
					turn("first", nil, write(doc, lines(one...))),
					{Name: "look", Calls: []modelapi.Call{read(p.path(other))}, Do: func() error {
						p.sh("echo '- by another program' >> JOURNAL.md")
						return nil
					}},
					turn("second", nil, write(doc, lines(more(one, "- second of A")...))),
					turn("over", nil, bash("echo > JOURNAL.md")),
				}}
			},
		}
		t.Run(name, func(t *testing.T) {
			s.gated(t, merged, func(t *testing.T, o *outcome) {
				assert.Equal(t, 2, strings.Count(o.api.Conversation("A").Opening(), startNote))
				o.requireReceipt(t, "A", "second", journal, "- by another program")
				assert.Equal(t, 2, strings.Count(o.said("A", "second"), "was merged, not replaced"))
				o.requireRefused(t, "A", "over", journal)
				assert.Equal(t, lines("# Journal", "- first of A", "- by another program", "- second of A"), o.read(journal))
				o.requireOneRecordEach(t, journal)
				o.requireQuiet(t)
			})
		})
	}
}

// requireOneRecordEach proves that each call has one intent and one result, or one refusal.
func (p *project) requireOneRecordEach(t *testing.T, doc string) {
	t.Helper()
	seen, calls := map[string]int{}, 0
	for _, r := range p.log(doc) {
		if strings.HasPrefix(r.Call, "toolu_") && r.Event != "external" {
			seen[r.Call+" "+r.Event]++
			calls++
		}
	}
	assert.Positive(t, calls)
	for record, n := range seen {
		assert.Equal(t, 1, n, record)
	}
}

// The plugin without the program: calls pass, and both the model and the user are told at the start.
func TestPluginWithoutTheProgram(t *testing.T) {
	t.Parallel()
	s := pluginStory()
	s.files[".noclobber.toml"] = appendOnly
	s.setup = func(p *project) {
		withPlugin(p)
		_, p.search, _ = strings.Cut(p.search, string(os.PathListSeparator)) // without the directory that TestMain built into
	}
	s.bare(t, func(t *testing.T, o *outcome) {
		const note = "noclobber is not installed here"
		assert.Equal(t, 1, strings.Count(o.api.Conversation("A").Opening(), note), "the model is told")
		assert.Contains(t, o.sessions["A"].stdout.String(), note, "the user is told")
		assert.False(t, o.result("A", "whole").Failed, "no call is refused")
		assert.NotContains(t, o.read(journal), "- base 1")
	})
}

// The repository is a marketplace: the client's own validator has nothing to say against it, and installs the plugin from it.
func TestPluginFromItsMarketplace(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	require.NoError(t, err)
	s := pluginStory()
	s.wire = func(p *project) {
		for _, args := range [][]string{
			{"validate", "--strict", root}, {"validate", "--profile", "directory", filepath.Join(root, "plugin")},
			{"marketplace", "add", root}, {"install", "noclobber@noclobber"},
		} {
			cmd := p.command(p.client, append([]string{"plugin"}, args...)...)
			cmd.Env = append(cmd.Env, offline()...)
			out, err := cmd.CombinedOutput()
			require.NoError(p.t, err, "claude plugin %s\n%s", strings.Join(args, " "), out)
		}
	}
	s.wired = func(p *project) {
		a := p.noclobber("", "doctor")
		assert.Zero(p.t, a.exit, a.stdout)
		assert.Contains(p.t, a.stdout, "\n  plugin: "+filepath.Join(root, "plugin", "hooks", "hooks.json")+"\n", "the client runs the hooks in the folder of a marketplace on this machine")
	}
	s.gated(t, appendOnly, requirePluginStory)
}

// withPlugin loads the plugin from the working tree for the sessions of a project.
func withPlugin(p *project) {
	p.t.Helper()
	dir, err := filepath.Abs(filepath.Join("..", "..", "plugin"))
	require.NoError(p.t, err)
	p.args = append(slices.Clone(p.args), "--plugin-dir", dir)
}
