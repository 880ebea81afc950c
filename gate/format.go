package gate

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"noclobber/internal/document"
	"noclobber/policy"
)

// checkFormat refuses a result that does not parse where the head did.
func (j judge) checkFormat(p Plan) Plan {
	if err := j.mistake(p.Result); err != nil {
		return j.malformed(j.format().name, err)
	}
	return p
}

// Parses reports whether a merged text parses where all the texts that it comes from do. The format is
// that of the rule and the document's path.
func Parses(rule *policy.Rule, path string, merged []byte, from ...[]byte) bool {
	j := judge{rule: rule, st: State{Path: path}}
	for _, text := range from {
		if j.st.Head = text; j.mistake(merged) == nil {
			return true
		}
	}
	return len(from) == 0
}

// Mistake is what keeps a text from being read in the format of its rule and path, though head could be. A new document
// (head nil) must be readable in some dialect of its format.
func Mistake(rule *policy.Rule, path string, head, result []byte) error {
	j := judge{rule: rule, st: State{Path: path, Head: head}}
	if !blank(head) {
		return j.mistake(result)
	}
	var first error
	for _, check := range j.format().checks {
		err := check(result)
		if err == nil {
			return nil
		}
		if first == nil {
			first = err
		}
	}
	return first
}

func (j judge) malformed(format string, err error) Plan {
	return j.deny(CauseFormat, fmt.Sprintf("It is valid %s now and would not be afterwards: %s.", format, clip(err.Error(), maxQuoted))).
		next("correct the text and send the call again.", "write text that does not parse")
}

// mistake is what a result has that the head has not; nil if the head has mistakes itself.
func (j judge) mistake(result []byte) error {
	if blank(j.st.Head) {
		return nil
	}
	for _, check := range j.format().checks {
		if check(j.st.Head) == nil {
			return check(result)
		}
	}
	return nil
}

// grammar is what is known of a format: checks from strict to lenient. What the head passes, the result must.
type grammar struct {
	name   string
	checks []func(text []byte) error
}

func (j judge) format() grammar {
	switch j.rule.FormatOf(j.st.Path) {
	case policy.JSON:
		return grammar{"JSON", []func([]byte) error{checkJSON, checkJSONC, checkSyntax}}
	case policy.JSONL:
		return grammar{"JSON in every row", []func([]byte) error{checkRows, checkWholeRows}}
	}
	if j.rule.Mode != policy.Merge || j.rule.Format != "" {
		return grammar{}
	}
	switch strings.ToLower(filepath.Ext(j.st.Path)) {
	case ".toml":
		return grammar{"TOML", []func([]byte) error{document.CheckTOML}}
	case ".yaml", ".yml":
		return grammar{"YAML", []func([]byte) error{document.CheckYAML}}
	}
	return grammar{}
}

func checkJSON(text []byte) error  { return document.CheckJSON(text, false) }
func checkJSONC(text []byte) error { return document.CheckJSON(text, true) }

// checkSyntax is satisfied by doubled keys: where the head has some, they are not ours to judge.
func checkSyntax(text []byte) error {
	if !json.Valid(document.Normalize(text)) {
		return errors.New("it does not parse")
	}
	return nil
}

func checkRows(text []byte) error { return document.CheckJSONL(text, false) }

// checkWholeRows lets a last row be torn: that is for those who look after logs.
func checkWholeRows(text []byte) error { return document.CheckJSONL(text, true) }
