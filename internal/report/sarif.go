package report

import (
	"io"
	"net/url"
	"strings"
)

// The part of SARIF 2.1.0 (OASIS, https://docs.oasis-open.org/sarif/sarif/v2.1.0/) that findings need.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool     `json:"tool"`
		ColumnKind string        `json:"columnKind"`
		Results    []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version,omitempty"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID      string       `json:"id"`
		Short   sarifText    `json:"shortDescription"`
		Help    *sarifHelp   `json:"help,omitempty"`
		Default sarifDefault `json:"defaultConfiguration"`
	}
	sarifDefault struct {
		Level string `json:"level"`
	}
	sarifHelp struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    *int              `json:"ruleIndex,omitempty"`
		Level        string            `json:"level"`
		Message      sarifText         `json:"message"`
		Locations    []sarifLocation   `json:"locations,omitempty"`
		Fingerprints map[string]string `json:"partialFingerprints"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI    string `json:"uri"`
		BaseID string `json:"uriBaseId,omitempty"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
	}
)

const (
	sarifSchema     = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	sarifRoot       = "%SRCROOT%"
	fingerprintName = "noclobberFinding/v1"
)

// writeSARIF prints one run, for `github/codeql-action/upload-sarif` and other code scanning.
func writeSARIF(w io.Writer, r Report) error {
	run := sarifRun{
		Tool:       sarifTool{sarifDriver{Name: r.Tool, Version: r.Version, Rules: []sarifRule{}}},
		ColumnKind: "unicodeCodePoints",
		Results:    []sarifResult{},
	}
	index := map[string]int{}
	for i, c := range r.Checks {
		index[c.ID] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRuleOf(c))
	}
	for i, mark := range fingerprints(r.Findings) {
		result := sarifResultOf(r.Findings[i], mark)
		if at, known := index[result.RuleID]; known {
			result.RuleIndex = &at
		}
		run.Results = append(run.Results, result)
	}
	return encode(w, sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{run}})
}

func sarifRuleOf(c Check) sarifRule {
	rule := sarifRule{ID: c.ID, Short: sarifText{c.Title}, Default: sarifDefault{level(c.Severity)}}
	if c.Help != "" {
		rule.Help = &sarifHelp{Text: c.Help, Markdown: c.Help}
	}
	return rule
}

// level is a severity in SARIF's words, which has no default that would fit.
func level(s Severity) string {
	if s == "" {
		return string(Warning)
	}
	return string(s)
}

func sarifResultOf(f Finding, mark string) sarifResult {
	result := sarifResult{
		RuleID: f.Kind, Level: level(f.Severity), Message: sarifText{f.text()},
		Fingerprints: map[string]string{fingerprintName: mark},
	}
	if f.Path == "" {
		return result
	}
	at := sarifPhysical{Artifact: artifact(f.Path)}
	if f.Line > 0 {
		at.Region = &sarifRegion{StartLine: f.Line, StartColumn: f.Col}
	}
	result.Locations = []sarifLocation{{at}}
	return result
}

// artifact is a path as a URI: relative ones are so to the sources' root.
func artifact(path string) sarifArtifact {
	switch {
	case strings.HasPrefix(path, "/"):
		return sarifArtifact{URI: (&url.URL{Scheme: "file", Path: path}).String()}
	case len(path) > 2 && path[1] == ':' && path[2] == '/': // a Windows drive
		return sarifArtifact{URI: (&url.URL{Scheme: "file", Path: "/" + path}).String()}
	}
	return sarifArtifact{URI: (&url.URL{Path: path}).String(), BaseID: sarifRoot}
}
