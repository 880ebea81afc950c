package lint

import (
	"noclobber/internal/report"
	"noclobber/policy"
)

// problems passes on what the parser found. Each sort of problem has its own id.
type problems struct{}

func (problems) About() report.Check {
	return report.Check{
		ID: "policy-syntax", Severity: report.Error, Title: "the policy is no TOML",
		Help: "The file cannot be read at all. While that is so, every write below it is refused, except to policy files. The place, the reason and the mend are the parser's.",
	}
}

// Also are the other kinds of problems.
func (problems) Also() []report.Check {
	return []report.Check{
		{
			ID: "policy-value", Severity: report.Error, Title: "a value that the policy may not have",
			Help: "A type, a unit, a name or a pattern that nobody can act on, a key that a rule needs and lacks, or two rules of one name. While it stands, every write below the policy is refused. Where the mend takes no judgement (a misspelt word, `\\` for `/`, one path where a list belongs) `--fix` makes it.",
		},
		{
			ID: "unknown-key", Severity: report.Error, Title: "a key that nobody knows",
			Help: "A misspelt key would leave its default in force without a word, so the policy does not parse. The finding names the key that was probably meant, and `--fix` writes it. A key that belongs into another table is named with that table.",
		},
	}
}

func (problems) Run(p *Pass) {
	for _, one := range p.Problems {
		p.add(nil, report.Finding{
			Kind: problemKind(one.Kind), Path: p.Name, Line: one.Line, Col: one.Col, Message: one.Message, Mend: one.Mend,
		})
	}
}

func problemKind(k policy.ProblemKind) string {
	switch k {
	case policy.UnknownKey:
		return "unknown-key"
	case policy.BadValue:
		return "policy-value"
	default:
		return "policy-syntax"
	}
}
