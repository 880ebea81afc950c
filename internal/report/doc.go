// Package report writes findings about files in the forms that people, scripts and code hosts read.
//
//	r := report.Report{Tool: "noclobber", Version: "1.2", Checks: checks, Findings: findings}
//	err := report.SARIF.Write(os.Stdout, r)
//
// One file a form: text.go for people, json.go for scripts, sarif.go for code scanning (SARIF 2.1.0), github.go for the
// annotations of GitHub Actions, gitlab.go for GitLab's code quality reports. A Finding says the same in all of them. The
// package imports nothing of ours and looks at no disk.
package report
