package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"noclobber/policy"
)

// TestReadmeQuotesTheDemo keeps what the README quotes equal to what the binary says. UPDATE=1 writes it anew.
func TestReadmeQuotesTheDemo(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("the demo's shell scene needs bash")
	}
	bin := filepath.Join(t.TempDir(), "noclobber")
	out, err := exec.Command("go", "build", "-o", bin, ".").CombinedOutput()
	require.NoError(t, err, string(out))
	shown, err := exec.Command(bin, "demo").Output()
	require.NoError(t, err)
	raw, err := exec.Command(bin, "demo", "--json").Output()
	require.NoError(t, err)
	var demo struct {
		Scenes []struct{ Verdict, Told string }
	}
	require.NoError(t, json.Unmarshal(raw, &demo))

	quoted := map[string]string{"demo": summary(string(shown)), "refusal": "", "receipt": ""}
	for _, scene := range demo.Scenes {
		switch scene.Verdict {
		case "refused, then added by the Edit it names":
			quoted["refusal"] = scene.Told
		case "merged":
			quoted["receipt"] = scene.Told
		}
	}
	quotes(t, "README.md", quoted)
}

// quotes compares the regions of a page with the texts that they quote, or writes them anew with UPDATE=1.
func quotes(t *testing.T, page string, quoted map[string]string) {
	t.Helper()
	old, err := os.ReadFile(page)
	require.NoError(t, err)
	text := string(old)
	for name, quote := range quoted {
		require.NotEmpty(t, quote, "nothing was said for %s", name)
		want := "\n```text\n" + strings.TrimSpace(quote) + "\n```\n"
		begin, end, ok := region(text, name)
		require.True(t, ok, "%s has no region %s", page, name)
		if os.Getenv("UPDATE") != "" {
			text = text[:begin] + want + text[end:]
			continue
		}
		require.Equal(t, timeless(want), timeless(text[begin:end]), "%s quotes another %s; UPDATE=1 go test -run %s . writes it anew", page, name, t.Name())
	}
	if os.Getenv("UPDATE") != "" {
		require.NoError(t, os.WriteFile(page, []byte(text), 0o644))
	}
}

// summary is the demo's output without what agents were told, which the README quotes further down.
func summary(shown string) string {
	head, rest, _ := strings.Cut(shown, "\nwhat the agent was told")
	_, tail, _ := strings.Cut(rest, "\n\nwithout the gate")
	return head + "\nwithout the gate" + tail
}

// region finds what stands between <!-- name --> and <!-- /name -->.
func region(text, name string) (begin, end int, ok bool) {
	open := "<!-- " + name + " -->\n"
	begin = strings.Index(text, open) + len(open)
	end = strings.Index(text, "<!-- /"+name+" -->")
	return begin, end, begin >= len(open) && end >= begin
}

// timeless takes out of a message what differs from run to run.
func timeless(text string) string {
	return regexp.MustCompile(`\d+ (s|min) ago`).ReplaceAllString(text, "some time ago")
}

// TestReadmePolicyParses keeps the policy that the README shows valid.
func TestReadmePolicyParses(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	_, rest, found := strings.Cut(string(readme), "```toml\n")
	require.True(t, found, "README.md shows no policy")
	text, _, _ := strings.Cut(rest, "```")
	p, err := policy.Parse(filepath.Join(t.TempDir(), policy.FileName), []byte(text))
	require.NoError(t, err)
	require.NotEmpty(t, p.Rules)
}

// TestReadmeLinksExist keeps the README's links inside the project alive.
func TestReadmeLinksExist(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	require.NoError(t, err)
	links := regexp.MustCompile(`\]\(([^):]+)\)`).FindAllStringSubmatch(string(readme), -1)
	require.NotEmpty(t, links)
	for _, m := range links {
		require.FileExists(t, m[1])
	}
}
