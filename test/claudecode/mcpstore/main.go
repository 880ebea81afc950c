// Mcpstore is an MCP server over stdio that keeps whole documents: project_read(path) and project_write(path, content),
// with paths relative to the directory given as its argument. It has no versions, no append and no history, as the hosted
// stores that it stands for.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: mcpstore DIR")
		os.Exit(2)
	}
	if err := serve(os.Args[1], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "mcpstore:", err)
		os.Exit(1)
	}
}

// call is a JSON-RPC request or, without an id, a notification.
type call struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Version   string `json:"protocolVersion"`
		Name      string `json:"name"`
		Arguments struct{ Path, Content string }
	} `json:"params"`
}

// serve answers the requests of one client, one a line, until it hangs up.
func serve(dir string, in io.Reader, out io.Writer) error {
	decoder := json.NewDecoder(bufio.NewReader(in))
	encoder := json.NewEncoder(out)
	for {
		var c call
		if err := decoder.Decode(&c); err == io.EOF {
			return nil
		} else if err != nil {
			return fmt.Errorf("decoding a request: %w", err)
		}
		if c.ID == nil {
			continue
		}
		if err := encoder.Encode(answer(dir, c)); err != nil {
			return fmt.Errorf("answering %s: %w", c.Method, err)
		}
	}
}

func answer(dir string, c call) map[string]any {
	reply := map[string]any{"jsonrpc": "2.0", "id": c.ID}
	switch c.Method {
	case "initialize":
		reply["result"] = map[string]any{"protocolVersion": c.Params.Version, "capabilities": map[string]any{"tools": map[string]any{}},
			"serverInfo": map[string]any{"name": "store", "version": "1"}}
	case "tools/list":
		reply["result"] = map[string]any{"tools": []any{tool("project_read", "path"), tool("project_write", "path", "content")}}
	case "tools/call":
		text, err := run(dir, c)
		if err != nil {
			text = err.Error()
		}
		reply["result"] = map[string]any{"content": []any{map[string]any{"type": "text", "text": text}}, "isError": err != nil}
	case "ping":
		reply["result"] = map[string]any{}
	default:
		reply["error"] = map[string]any{"code": -32601, "message": "no such method"}
	}
	return reply
}

// tool describes a tool whose parameters are all required texts.
func tool(name string, params ...string) map[string]any {
	properties := map[string]any{}
	for _, p := range params {
		properties[p] = map[string]any{"type": "string"}
	}
	return map[string]any{"name": name, "description": name + " of a project document",
		"inputSchema": map[string]any{"type": "object", "properties": properties, "required": params}}
}

func run(dir string, c call) (string, error) {
	args := c.Params.Arguments
	path := filepath.Join(dir, args.Path)
	switch c.Params.Name {
	case "project_read":
		data, err := os.ReadFile(path)
		return string(data), err
	case "project_write":
		err := os.WriteFile(path, []byte(args.Content), 0o666)
		return fmt.Sprintf("wrote %d bytes to %s", len(args.Content), args.Path), err
	default:
		return "", fmt.Errorf("no such tool: %s", c.Params.Name)
	}
}
