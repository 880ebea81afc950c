package claude

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"noclobber/internal/host"
	"noclobber/internal/host/jsonfile"
)

// ServersFile is where a project names the MCP servers that its sessions start. It is committed.
const ServersFile = ".mcp.json"

// serverName is our entry's key; tools are then called mcp__noclobber__doc_read and so on.
const serverName = "noclobber"

// Servers registers `noclobber mcp` in a project's .mcp.json.
type Servers struct{}

// Wire adds the entry; one of ours that stands there stays, whatever a person added to it.
func (Servers) Wire(settings []byte, _ host.Scope, binary string) (out []byte, changed bool, err error) {
	if len(strings.TrimSpace(string(settings))) == 0 {
		settings = []byte("{\n}\n")
	}
	f, err := jsonfile.Parse(settings)
	if err != nil {
		return nil, false, err
	}
	servers := f.Root.Get("mcpServers")
	switch entry := servers.Get(serverName); {
	case servers != nil && !servers.Is(jsonfile.Object):
		return nil, false, errors.New("mcpServers is no object")
	case entry != nil && startsServer(f, entry):
		return settings, false, nil
	case entry != nil:
		return nil, false, fmt.Errorf("its server %q is another one", serverName)
	}
	text, err := json.Marshal(map[string]any{"command": binary, "args": []string{"mcp"}})
	if err != nil {
		return nil, false, err
	}
	if servers == nil {
		f, err = f.Set(f.Root, "mcpServers", `{"`+serverName+`":`+string(text)+`}`)
	} else {
		f, err = f.Set(servers, serverName, string(text))
	}
	if err != nil {
		return nil, false, err
	}
	return f.Bytes(), true, nil
}

// Unwire takes the entry out, and mcpServers with it where nothing else is in it.
func (Servers) Unwire(settings []byte) (out []byte, changed bool, err error) {
	f, err := jsonfile.Parse(settings)
	if err != nil {
		return nil, false, err
	}
	servers := f.Root.Get("mcpServers")
	entry := servers.Get(serverName)
	if entry == nil || !startsServer(f, entry) {
		return settings, false, nil
	}
	switch {
	case len(servers.Members) > 1:
		f, err = f.RemoveMember(servers, indexOf(servers, serverName))
	case len(f.Root.Members) > 1:
		f, err = f.RemoveMember(f.Root, indexOf(f.Root, "mcpServers"))
	default:
		return nil, true, nil
	}
	if err != nil {
		return nil, false, err
	}
	return f.Bytes(), true, nil
}

// Registered is the command by which a project's .mcp.json starts `noclobber mcp`; empty where it does not.
func (Servers) Registered(settings []byte) (command string) {
	f, err := jsonfile.Parse(settings)
	if err != nil {
		return ""
	}
	entry := f.Root.Get("mcpServers").Get(serverName)
	if entry == nil || !startsServer(f, entry) {
		return ""
	}
	return entry.Get("command").String()
}

func indexOf(object *jsonfile.Value, key string) int {
	return slices.IndexFunc(object.Members, func(m jsonfile.Member) bool { return m.Key == key })
}

// startsServer reports whether an entry runs `noclobber mcp`, by whatever path.
func startsServer(f *jsonfile.File, entry *jsonfile.Value) bool {
	var e struct {
		Command string   `json:"command"`
		Args    []string `json:"args"`
	}
	if json.Unmarshal([]byte(f.Raw(entry)), &e) != nil {
		return false
	}
	name := strings.TrimSuffix(filepath.Base(filepath.ToSlash(e.Command)), ".exe")
	return name == "noclobber" && len(e.Args) > 0 && e.Args[0] == "mcp"
}
