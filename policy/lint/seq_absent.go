package lint

import (
	"bytes"
	"fmt"

	"github.com/tidwall/gjson"

	"noclobber/internal/report"
	"noclobber/policy"
)

// seqAbsent finds logs whose rows have no number where the rule looks for it.
type seqAbsent struct{}

func (seqAbsent) About() report.Check {
	return report.Check{
		ID: "seq-absent", Severity: report.Error, Title: "rows without a number where the rule looks for it",
		Help: "`seq` (or `seq_first` and `seq_count` for packed rows) says where a row of a log has its number. Where no row has one, duplicates and gaps are not seen and nothing says so. The finding names the numbers that the rows do have.",
	}
}

func (c seqAbsent) Run(p *Pass) {
	numbered := func(r *policy.Rule) bool { return r.Seq != "" || r.SeqFirst != "" }
	p.eachDocument(numbered, func(r *policy.Rule, d File, text []byte) {
		if r.FormatOf(d.Name) != policy.JSONL {
			p.inDocument(r, d.Name, 0, "it is not taken for JSON lines, so its rows' numbers are not looked at", `write format = "jsonl" in the rule`)
			return
		}
		rows, numbered, example := 0, 0, gjson.Result{}
		for line := range bytes.Lines(text) {
			row := gjson.ParseBytes(line)
			if !row.IsObject() || !gjson.ValidBytes(line) {
				continue
			}
			rows++
			if hasNumber(row, r) {
				numbered++
			} else if example.Raw == "" {
				example = row
			}
		}
		if rows > 0 && numbered == 0 {
			p.inDocument(r, d.Name, 0, fmt.Sprintf("of %s none has a number at %s%s", count(rows, "row"), seqPath(r), instead(example)), "correct the rule's seq")
		}
	})
}

func hasNumber(row gjson.Result, r *policy.Rule) bool {
	for _, path := range []string{r.Seq, r.SeqFirst} {
		if path != "" && row.Get(path).Type == gjson.Number {
			return true
		}
	}
	return false
}

func seqPath(r *policy.Rule) string {
	switch {
	case r.Seq == "":
		return r.SeqFirst
	case r.SeqFirst == "":
		return r.Seq
	}
	return r.Seq + " or " + r.SeqFirst
}

// instead names the members of a row that are numbers.
func instead(row gjson.Result) string {
	names := ""
	row.ForEach(func(key, v gjson.Result) bool {
		if v.Type == gjson.Number {
			names += ", " + key.Str
		}
		return true
	})
	if names == "" {
		return ""
	}
	return "; numbers stand at " + names[2:]
}
