package lint

import (
	"fmt"
	"strings"

	"noclobber/internal/report"
	"noclobber/policy"
)

// testFailed runs the policy's [[test]] tables.
type testFailed struct{}

func (testFailed) About() report.Check {
	return report.Check{
		ID: "test-failed", Severity: report.Error, Title: "a [[test]] whose call gets another verdict",
		Help: "Each `[[test]]` is judged as a real call would be, by the same code, on documents as they stand or as `given` says, and nothing is written. `expect` is the verdict, `says` a part of what the agent is told. Tests keep a policy true while it is edited.",
	}
}

func (c testFailed) Run(p *Pass) {
	for i, t := range p.Policy.Tests {
		got, err := p.World.Judge(t)
		switch {
		case err != nil:
			p.inPolicy(nil, p.key("test", itoa(i), "call"), "the call cannot be judged: "+err.Error(), "write the call as the agent's host sends it: tool and its input")
		case got.Verdict != t.Expect:
			p.inPolicy(nil, p.key("test", itoa(i), "expect"), fmt.Sprintf("the verdict on %s is %s, not %s%s", describe(t), got.Verdict, t.Expect, saying(got.Text)), "noclobber explain shows how it came about")
		case t.Says != "" && !strings.Contains(strings.ToLower(got.Text), strings.ToLower(t.Says)):
			p.inPolicy(nil, p.key("test", itoa(i), "says"), fmt.Sprintf("the text for %s does not say %q%s", describe(t), t.Says, saying(got.Text)), "")
		}
	}
}

// describe names a test's call.
func describe(t policy.Test) string {
	tool, _ := t.Call["tool"].(string)
	for _, key := range []string{"command", "file_path", "path"} {
		if text, ok := t.Call[key].(string); ok {
			return fmt.Sprintf("%s %q", tool, firstLine(text))
		}
	}
	return tool
}

func saying(text string) string {
	if text == "" {
		return ""
	}
	return ": " + firstLine(text)
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}
