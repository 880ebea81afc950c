package report

import "io"

// gitlabIssue is one entry of a GitLab code quality report, which follows the Code Climate form.
type gitlabIssue struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string      `json:"path"`
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
}

// writeGitLab prints the array that a job names as artifacts:reports:codequality.
func writeGitLab(w io.Writer, r Report) error {
	issues := []gitlabIssue{}
	for i, mark := range fingerprints(r.Findings) {
		f := r.Findings[i]
		issues = append(issues, gitlabIssue{
			Description: f.text(), CheckName: f.Kind, Fingerprint: mark, Severity: gitlabSeverity(f.Severity),
			Location: gitlabLocation{Path: f.Path, Lines: gitlabLines{Begin: max(1, f.Line)}},
		})
	}
	return encode(w, issues)
}

func gitlabSeverity(s Severity) string {
	switch s {
	case Error:
		return "major"
	case Warning:
		return "minor"
	default:
		return "info"
	}
}
