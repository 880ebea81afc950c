package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// action is action.yml as far as a composite action goes. Unknown keys are mistakes.
type action struct {
	Name, Description, Author string
	Branding                  map[string]string
	Inputs                    map[string]struct{ Description, Default string }
	Outputs                   map[string]struct{ Description, Value string }
	Runs                      struct {
		Using string
		Steps []struct {
			Name, ID, If, Shell, Run, Uses string
			With, Env                      map[string]string
		}
	}
}

// TestActionIsWellFormed checks what actionlint does not look at: the steps of action.yml.
func TestActionIsWellFormed(t *testing.T) {
	text, err := os.ReadFile("action.yml")
	require.NoError(t, err)
	var a action
	d := yaml.NewDecoder(strings.NewReader(string(text)))
	d.KnownFields(true)
	require.NoError(t, d.Decode(&a))
	require.Equal(t, "composite", a.Runs.Using)
	require.NotEmpty(t, a.Runs.Steps)
	for _, s := range a.Runs.Steps {
		require.NotEqual(t, s.Run == "", s.Uses == "", "%s: either run or uses", s.Name)
		if s.Run != "" {
			require.Equal(t, "bash", s.Shell, "%s: each run step of a composite action names its shell", s.Name)
			require.NotContains(t, s.Run, "${{", "%s: what comes from outside goes through the environment, never into the script", s.Name)
		} else {
			require.Regexp(t, `^[\w-]+/[\w./-]+@v\d+$`, s.Uses)
		}
	}
	for _, m := range regexp.MustCompile(`inputs\.([\w-]+)`).FindAllStringSubmatch(string(text), -1) {
		require.Contains(t, a.Inputs, m[1])
	}
	for name, in := range a.Inputs {
		require.Contains(t, string(text), "inputs."+name, "nothing reads the input %s", name)
		require.NotEmpty(t, in.Description)
	}
	info, err := os.Stat("ci/judge")
	require.NoError(t, err)
	require.NotZero(t, info.Mode()&0o100, "ci/judge may not be executed")
}

// TestActionAndScriptAgree: what action.yml sets, ci/judge reads, and the other way round.
func TestActionAndScriptAgree(t *testing.T) {
	text, err := os.ReadFile("action.yml")
	require.NoError(t, err)
	var a action
	require.NoError(t, yaml.Unmarshal(text, &a))
	script, err := os.ReadFile("ci/judge")
	require.NoError(t, err)
	for name := range a.Runs.Steps[0].Env {
		require.Contains(t, string(script), name)
	}
	for _, m := range regexp.MustCompile(`\$\{?(NOCLOBBER\w*|FROM|TO)\b`).FindAllStringSubmatch(string(script), -1) {
		require.Contains(t, a.Runs.Steps[0].Env, m[1])
	}
}

// TestGitLabSnippet: the snippet is YAML of the shape that GitLab asks for.
func TestGitLabSnippet(t *testing.T) {
	text, err := os.ReadFile("ci/gitlab.yml")
	require.NoError(t, err)
	var jobs map[string]struct {
		Stage, Image string
		Variables    map[string]string
		Rules        []struct {
			If        string
			Variables map[string]string
		}
		Script      []string
		AfterScript []string `yaml:"after_script"`
		Artifacts   struct {
			When    string
			Reports map[string]string
		}
	}
	d := yaml.NewDecoder(strings.NewReader(string(text)))
	d.KnownFields(true)
	require.NoError(t, d.Decode(&jobs))
	job := jobs["noclobber"]
	require.Equal(t, "0", job.Variables["GIT_DEPTH"])
	require.NotEmpty(t, job.Script)
	require.Contains(t, strings.Join(job.AfterScript, "\n"), job.Artifacts.Reports["codequality"])
	for _, r := range job.Rules {
		require.Contains(t, r.Variables, "NOCLOBBER_FROM")
	}
}
