package cli

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"noclobber/gate"
	"noclobber/internal/host"
	"noclobber/internal/host/registry"
)

// imaginedSession is the context of calls that nobody has made: one that has read nothing.
const imaginedSession = "imagined"

// imagine makes the payload of a call that is about to be made, in the form of Claude Code's hook, which other hosts'
// tools map onto.
func imagine(cwd, session, tool string, input map[string]any) ([]byte, error) {
	return json.Marshal(map[string]any{
		"hook_event_name": "PreToolUse", "session_id": session, "cwd": cwd, "tool_name": tool, "tool_input": input,
	})
}

// decode reads a payload as a host's adapter does and insists that it is a call.
func (s Streams) decode(name string, payload []byte) (host.Adapter, gate.Call, error) {
	adapter, ok := registry.Lookup(name, s.home())
	if !ok {
		return nil, gate.Call{}, usageError{fmt.Errorf("unknown host %q; known are %s", name, strings.Join(registry.Names(), ", "))}
	}
	call, err := adapter.Decode(payload)
	if err != nil {
		return adapter, call, fmt.Errorf("reading the call: %w", err)
	}
	if call.Event != gate.Before {
		return adapter, call, fmt.Errorf("the payload is about something that happened, not about a call to be made")
	}
	return adapter, call, nil
}

// tested makes the call of a policy's [[test]] table, made in dir.
func (s Streams) tested(dir string, table map[string]any) (gate.Call, error) {
	tool, _ := table["tool"].(string) // the parser has seen to it
	input := maps.Clone(table)
	delete(input, "tool")
	payload, err := imagine(dir, imaginedSession, tool, input)
	if err != nil {
		return gate.Call{}, err
	}
	_, call, err := s.decode("claude", payload)
	return call, err
}
