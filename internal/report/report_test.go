package report_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"noclobber/internal/report"
)

func sample() report.Report {
	return report.Report{
		Tool: "noclobber", Version: "1.2", Looked: 3,
		Checks: []report.Check{
			{ID: "glob-nothing", Title: "a pattern that matches no file", Help: "What it means.", Severity: report.Warning},
			{ID: "policy-syntax", Title: "a policy that does not parse"},
		},
		Findings: []report.Finding{
			{Kind: "policy-syntax", Severity: report.Error, Path: ".noclobber.toml", Line: 3, Col: 9, Message: "unknown mode \"apend\"", Mend: "did you mean `append`?"},
			{Kind: "glob-nothing", Severity: report.Warning, Path: ".noclobber.toml", Line: 4, Message: "100%, of\nit: nothing"},
			{Kind: "other", Severity: report.Note, Path: "/etc/a b.md", Message: "kept"},
			{Kind: "other", Severity: report.Note, Message: "about nothing in particular"},
		},
	}
}

func written(t *testing.T, f report.Format, r report.Report) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, f.Write(&b, r))
	return b.String()
}

func TestTextIsWhatEditorsMakeLinksOf(t *testing.T) {
	assert.Equal(t, `.noclobber.toml:3:9: error: unknown mode "apend" (policy-syntax)
  mend: did you mean `+"`append`"+`?
.noclobber.toml:4: warning: 100%, of (glob-nothing)
  it: nothing
/etc/a b.md: note: kept (other)
note: about nothing in particular (other)
`, written(t, report.Text, sample()))
}

func TestNothingFoundIsNothingSaid(t *testing.T) {
	assert.Empty(t, written(t, report.Text, report.Report{}))
	assert.Empty(t, written(t, report.GitHub, report.Report{}))
	assert.JSONEq(t, `{"findings": [], "looked": 0}`, written(t, report.JSON, report.Report{}))
	assert.JSONEq(t, `[]`, written(t, report.GitLab, report.Report{}))
}

func TestGitHubCommandsAreOneLineEach(t *testing.T) {
	assert.Equal(t, "::error file=.noclobber.toml,line=3,col=9,title=policy-syntax::unknown mode \"apend\" (did you mean `append`?)\n"+
		"::warning file=.noclobber.toml,line=4,title=glob-nothing::100%25, of%0Ait: nothing\n"+
		"::notice file=/etc/a b.md,title=other::kept\n"+
		"::notice title=other::about nothing in particular\n", written(t, report.GitHub, sample()))
}

func TestGitHubCommandsCannotBeForged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := report.Finding{Kind: rapid.String().Draw(t, "kind"), Severity: report.Error, Path: rapid.String().Draw(t, "path"), Message: rapid.String().Draw(t, "message")}
		var b bytes.Buffer
		require.NoError(t, report.GitHub.Write(&b, report.Report{Findings: []report.Finding{f}}))
		line, ok := strings.CutSuffix(b.String(), "\n")
		require.True(t, ok)
		require.NotContains(t, line, "\n")
		head, message, _ := strings.Cut(strings.TrimPrefix(line, "::"), "::")
		require.True(t, strings.HasPrefix(line, "::error "))
		undo := strings.NewReplacer("%25", "%", "%0D", "\r", "%0A", "\n", "%3A", ":", "%2C", ",")
		require.Equal(t, f.Message, undo.Replace(message))
		properties := strings.Split(strings.TrimPrefix(head, "error "), ",")
		require.Equal(t, "title="+f.Kind, undo.Replace(properties[len(properties)-1]))
	})
}

func TestGitLabReport(t *testing.T) {
	var issues []map[string]any
	require.NoError(t, json.Unmarshal([]byte(written(t, report.GitLab, sample())), &issues))
	require.Len(t, issues, 4)
	assert.Equal(t, "major", issues[0]["severity"])
	assert.Equal(t, map[string]any{"path": ".noclobber.toml", "lines": map[string]any{"begin": 3.0}}, issues[0]["location"])
	marks := map[any]bool{}
	for _, i := range issues {
		marks[i["fingerprint"]] = true
	}
	assert.Len(t, marks, 4, "fingerprints tell findings apart")
}

// TestSARIFFollowsItsSchema holds the output against OASIS' own schema, which is kept in testdata.
func TestSARIFFollowsItsSchema(t *testing.T) {
	schema := sarifSchema(t)
	for _, r := range []report.Report{sample(), {Tool: "noclobber"}, {Tool: "noclobber", Findings: sample().Findings}} {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(written(t, report.SARIF, r)))
		require.NoError(t, err)
		require.NoError(t, schema.Validate(v))
	}
}

func TestTheSchemaWouldNotice(t *testing.T) {
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(strings.ReplaceAll(written(t, report.SARIF, sample()), `"level": "error"`, `"level": "fatal"`)))
	require.NoError(t, err)
	assert.Error(t, sarifSchema(t).Validate(v))
}

func sarifSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	file, err := os.Open("testdata/sarif-schema-2.1.0.json")
	require.NoError(t, err)
	defer func() { require.NoError(t, file.Close()) }()
	doc, err := jsonschema.UnmarshalJSON(file)
	require.NoError(t, err)
	c := jsonschema.NewCompiler()
	require.NoError(t, c.AddResource("sarif.json", doc))
	schema, err := c.Compile("sarif.json")
	require.NoError(t, err)
	return schema
}

func TestSARIFSaysWhere(t *testing.T) {
	var log struct {
		Runs []struct {
			Results []struct {
				RuleIndex *int
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI, URIBaseID string }
						Region           map[string]int
					}
				}
			}
		}
	}
	require.NoError(t, json.Unmarshal([]byte(written(t, report.SARIF, sample())), &log))
	results := log.Runs[0].Results
	require.Len(t, results, 4)
	assert.Equal(t, 1, *results[0].RuleIndex)
	assert.Equal(t, map[string]int{"startLine": 3, "startColumn": 9}, results[0].Locations[0].PhysicalLocation.Region)
	assert.Equal(t, "%SRCROOT%", results[0].Locations[0].PhysicalLocation.ArtifactLocation.URIBaseID)
	assert.Equal(t, map[string]int{"startLine": 4}, results[1].Locations[0].PhysicalLocation.Region)
	assert.Equal(t, "file:///etc/a%20b.md", results[2].Locations[0].PhysicalLocation.ArtifactLocation.URI)
	assert.Nil(t, results[2].RuleIndex, "a kind that no check describes")
	assert.Empty(t, results[3].Locations)
}

func TestFingerprintsOutliveLineNumbers(t *testing.T) {
	r := sample()
	before := written(t, report.GitLab, report.Report{Findings: r.Findings[:1]})
	r.Findings[0].Line = 40
	after := written(t, report.GitLab, report.Report{Findings: r.Findings[:1]})
	mark := func(s string) string { _, s, _ = strings.Cut(s, `"fingerprint"`); return s[:40] }
	assert.Equal(t, mark(before), mark(after))
}

func TestOnlyNotesDoNotFail(t *testing.T) {
	r := sample()
	assert.True(t, r.Failed())
	r.Findings = r.Findings[2:]
	assert.False(t, r.Failed())
	assert.False(t, report.Report{}.Failed())
}

func TestSortIsByPlace(t *testing.T) {
	findings := []report.Finding{{Path: "b"}, {Path: "a", Line: 2}, {Path: "a", Line: 1, Col: 2}, {Path: "a", Line: 1, Col: 1, Kind: "z"}, {Path: "a", Line: 1, Col: 1, Kind: "k"}}
	report.Sort(findings)
	assert.Equal(t, []report.Finding{{Path: "a", Line: 1, Col: 1, Kind: "k"}, {Path: "a", Line: 1, Col: 1, Kind: "z"}, {Path: "a", Line: 1, Col: 2}, {Path: "a", Line: 2}, {Path: "b"}}, findings)
}

func TestFormatsByName(t *testing.T) {
	for _, f := range report.Formats() {
		got, err := report.ParseFormat(string(f))
		require.NoError(t, err)
		assert.Equal(t, f, got)
	}
	_, err := report.ParseFormat("xml")
	assert.ErrorContains(t, err, "text, json, sarif, github, gitlab")
}

type closed struct{}

func (closed) Write([]byte) (int, error) { return 0, errors.New("closed") }

func TestAPipeThatClosedIsAnError(t *testing.T) {
	for _, f := range report.Formats() {
		assert.Error(t, f.Write(closed{}, sample()), f)
	}
}
