package policy

// tool reads one [[tool]].
func (r *reader) tool(t table) Tool {
	tool := Tool{Line: r.line(t)}
	known := fill(r, t, InTool, r.fields.tool, &tool)
	r.strangers(t, InTool, known)
	if tool.Kind == "shell" && tool.Command == "" {
		tool.Command = "command"
	}
	for _, key := range append([]string{"match", "kind"}, toolNeeds(tool.Kind)...) {
		if t.has(key) {
			continue
		}
		what := "tool without " + key
		if key != "match" && key != "kind" {
			what = tool.Kind + " tool without " + key
		}
		r.missing(t, what, "write "+example(key, InTool))
	}
	return tool
}

// toolNeeds are the keys without which a tool of a kind cannot be judged.
func toolNeeds(kind string) []string {
	switch kind {
	case "write", "append":
		return []string{"path", "content"}
	case "edit":
		return []string{"path", "old", "new"}
	case "delete":
		return []string{"path"}
	case "move":
		return []string{"path", "to"}
	}
	return nil
}

// test reads one [[test]].
func (r *reader) test(t table) Test {
	test := Test{Line: r.line(t)}
	known := fill(r, t, InTest, r.fields.test, &test)
	r.strangers(t, InTest, known)
	for _, key := range []string{"call", "expect"} {
		if !t.has(key) {
			r.missing(t, "test without "+key, "write "+example(key, InTest))
		}
	}
	return test
}

func example(key string, in Places) string {
	for _, k := range Keys() {
		if k.Name == key && k.In&in != 0 {
			return k.Example
		}
	}
	return key
}
