package policy

import (
	"encoding/json"
	"slices"
	"strings"
)

// SchemaFile is the name under which init puts the schema beside a policy, for editors.
const SchemaFile = ".noclobber.schema.json"

// schema is a node of a JSON Schema.
type schema map[string]any

// Schema is the JSON Schema (draft-07) of a policy, made from the keys that the parser knows: what it refuses the parser
// refuses too. Editors complete and check a policy by it; it knows no more than types, words and what is required.
func Schema() []byte {
	root := object(AtTop)
	root["$schema"] = "http://json-schema.org/draft-07/schema#"
	root["title"] = "noclobber policy"
	root["description"] = "What agents may do to shared documents (" + FileName + ")."
	root["required"] = []string{"version"}
	properties := root["properties"].(schema)
	for _, t := range []struct {
		key  string
		node schema
	}{
		{"defaults", object(InDefaults)}, {"protect", list(ruleSchema())}, {"tool", list(toolSchema())}, {"test", list(testSchema())},
	} {
		t.node["description"] = properties[t.key].(schema)["description"]
		properties[t.key] = t.node
	}
	text, err := json.MarshalIndent(root, "", "  ")
	if err != nil {
		panic("a policy's schema has what JSON cannot hold: " + err.Error()) // strings, numbers and maps of them only
	}
	return append(text, '\n')
}

// object is a table with the keys that may stand in it, and no others.
func object(in Places) schema {
	properties := schema{}
	for _, k := range Keys() {
		if k.In&in != 0 {
			properties[k.Name] = k.schema()
		}
	}
	return schema{"type": "object", "additionalProperties": false, "properties": properties}
}

func list(of schema) schema { return schema{"type": "array", "items": of} }

func ruleSchema() schema {
	rule := object(InRule)
	rule["properties"].(schema)["expect"] = described(object(InExpect), "expect", InRule)
	rule["required"] = []string{"mode"}
	rule["anyOf"] = []schema{{"required": []string{"paths"}}, {"required": []string{"documents"}}}
	rule["if"] = is("mode", string(Shard))
	rule["then"] = schema{"required": []string{"shards"}}
	return rule
}

func toolSchema() schema {
	tool := object(InTool)
	tool["required"] = []string{"match", "kind"}
	var needs []schema
	for _, kind := range kindNames() {
		if keys := toolNeeds(kind); keys != nil {
			needs = append(needs, schema{"if": is("kind", kind), "then": schema{"required": keys}})
		}
	}
	tool["allOf"] = needs
	return tool
}

func testSchema() schema {
	test := object(InTest)
	test["required"] = []string{"call", "expect"}
	call := schema{"type": "object", "required": []string{"tool"}, "properties": schema{"tool": schema{"type": "string"}}}
	test["properties"].(schema)["call"] = described(call, "call", InTest)
	return test
}

// is holds for a table whose key has that value.
func is(key, value string) schema {
	return schema{"properties": schema{key: schema{"const": value}}, "required": []string{key}}
}

func described(node schema, name string, in Places) schema {
	for _, k := range Keys() {
		if k.Name == name && k.In&in != 0 {
			node["description"] = k.Meaning
		}
	}
	return node
}

// schema is what may stand behind a key.
func (k Key) schema() schema {
	node := k.typeSchema()
	node["description"] = k.Meaning
	if node["type"] == "string" {
		if standard := strings.Trim(k.Default, `"`); standard != k.Default {
			node["default"] = standard
		}
	}
	return node
}

// typeSchema reads a key's type, which is written for people.
func (k Key) typeSchema() schema {
	if words := k.words(); words != nil {
		return schema{"type": "string", "enum": words}
	}
	switch k.Type {
	case "integer":
		return schema{"type": "integer", "const": formatVersion}
	case "true or false":
		return schema{"type": "boolean"}
	case "table", "tables":
		return schema{"type": "object"}
	case "table of path = text":
		return schema{"type": "object", "additionalProperties": schema{"type": "string"}}
	case "list of patterns", "list of JSON paths", "list of scheme:pattern":
		return schema{"type": "array", "minItems": 1, "uniqueItems": true, "items": schema{"type": "string", "minLength": 1}}
	case "limit", "duration", "size", "limit/duration", "lines/run or lines/duration": // their units are too free for a pattern that people could read
		return schema{"type": "string", "pattern": "[0-9]"}
	}
	return schema{"type": "string", "minLength": 1}
}

// words are the values of a key that has only certain ones: "a, b or c".
func (k Key) words() []string {
	list := strings.Split(strings.ReplaceAll(k.Type, " or ", ", "), ", ")
	plain := func(word string) bool {
		return !strings.ContainsFunc(word, func(r rune) bool { return r < 'a' || r > 'z' })
	}
	if len(list) < 2 || k.Type == "true or false" || slices.ContainsFunc(list, func(w string) bool { return !plain(w) }) {
		return nil
	}
	return list
}
