package policy

import "fmt"

// rule reads one [[protect]].
func (r *reader) rule(t, defaults table, common Rule, maxDocument int64) *Rule {
	rule := common
	rule.Line, rule.MaxDocument = r.line(t), maxDocument
	known := fill(r, t, InRule, r.fields.rule, &rule)
	r.strangers(t, InRule, known)
	r.whatAndHow(t, &rule)
	r.anchors(t, defaults, &rule)
	r.sequence(t)
	if rule.Name == "" {
		rule.Name = firstOf(rule.Paths, rule.Documents)
	}
	if rule.Mode == Shard && rule.Shards != "" {
		rule.shard = r.shardRule(&rule)
	}
	return &rule
}

func firstOf(lists ...[]string) string {
	for _, l := range lists {
		if len(l) > 0 {
			return l[0]
		}
	}
	return ""
}

// whatAndHow checks that a rule says what it protects and how.
func (r *reader) whatAndHow(t table, rule *Rule) {
	if !t.has("paths") && !t.has("documents") {
		r.missing(t, "rule without paths", `write paths = ["JOURNAL.md"]`)
	}
	if !t.has("mode") {
		r.missing(t, "rule without mode", `write mode = "append", or another of `+modeList)
	}
	if rule.Mode == Shard && !t.has("shards") {
		r.missing(t, "mode shard without shards", `write shards = "PROGRESS.d/{node}.md"`)
	}
}

// anchors settles what names an anchor: a rule's own words go before those of [defaults].
func (r *reader) anchors(t, defaults table, rule *Rule) {
	marked := t.has("begin") || t.has("end")
	if marked && t.has("style") && rule.Style == "heading" {
		r.missing(t, "style heading has no begin and end", "drop begin and end, or the style")
	}
	if marked && !t.has("style") {
		rule.Style = "markers"
	}
	if rule.Style == "heading" {
		rule.Begin, rule.End = "", ""
		rule.New = rule.New || !t.has("new") && !defaults.has("new")
		return
	}
	if rule.Begin == rule.End && rule.Begin != "" {
		r.missing(t, fmt.Sprintf("begin and end are the same line %q", rule.Begin), `write end = "`+defaultEnd+`"`)
	}
}

func (r *reader) sequence(t table) {
	switch first, count := t.has("seq_first"), t.has("seq_count"); {
	case first && !count:
		r.missing(t, "seq_first without seq_count", `write seq_count = "events.#"`)
	case count && !first:
		r.missing(t, "seq_count without seq_first", `write seq_first = "seq0"`)
	}
}

// sameNames reports rules that nobody could tell apart. A name that was not given is no promise to be the only one.
func (r *reader) sameNames(tables []table, rules []*Rule) {
	first := map[string]int{}
	for i, rule := range rules {
		if !tables[i].has("name") || rule.Name == "" {
			continue
		}
		if line, taken := first[rule.Name]; taken {
			at := r.where().values[join(tables[i].path, "name")]
			r.report(at, fmt.Sprintf("a rule named %q stands in line %d already", rule.Name, line), "give each its own name")
			continue
		}
		first[rule.Name] = rule.Line
	}
}
