package kiro

import (
	"path/filepath"
	"strings"

	"github.com/tidwall/gjson"

	"noclobber/internal/host"
	"noclobber/internal/host/ownfile"
)

// Settings wires the hook by a file of its own in the directory that Kiro's third generation reads. The second keeps hooks
// in the agent's file, which a person has to edit: `doctor` says how.
func Settings() host.Wiring {
	return ownfile.Format{Host: Name, Title: "Kiro CLI", Files: places, Named: isSettings, Text: text}
}

// text is the hook file; its time limits are in seconds.
func text(binary string) string {
	quoted := func(s string) string { return string(gjson.AppendJSONString(nil, s)) }
	command := ownfile.Command(binary, Name)
	var hooks []string
	for _, h := range []struct{ name, trigger string }{
		{"noclobber before a call", "PreToolUse"}, {"noclobber after a call", "PostToolUse"}, {"noclobber at the end of a turn", "Stop"},
	} {
		hooks = append(hooks, `    {"name": `+quoted(h.name)+`, "trigger": `+quoted(h.trigger)+
			`, "action": {"type": "command", "command": `+quoted(command)+`}, "timeout": 60, "enabled": true}`)
	}
	return "{\n  \"version\": \"v1\",\n  \"description\": " + quoted(ownfile.Mark+binary) + ",\n  \"hooks\": [\n" +
		strings.Join(hooks, ",\n") + "\n  ]\n}\n"
}

// places are the gate's files.
func places(project, home string, _ func(string) string) []host.Place {
	return []host.Place{
		{Scope: host.Local, Path: filepath.Join(project, ".kiro", "hooks", "noclobber.json")},
		{Scope: host.User, Path: filepath.Join(home, ".kiro", "hooks", "noclobber.json")},
	}
}

func isSettings(path string) bool {
	return strings.EqualFold(filepath.Base(path), "noclobber.json") && strings.EqualFold(filepath.Base(filepath.Dir(filepath.Dir(path))), ".kiro")
}
