// Command mcp counts what an MCP server keeps of edits that are made at once: forty on one connection, sent without waiting
// for answers, and twenty on each of two servers of one directory. Each edit changes a place of its own in one document.
//
//	go run ./bench/mcp                                       # noclobber mcp alone
//	go run ./bench/mcp node DIR/server-filesystem/dist/index.js
//
// The second form runs the reference filesystem server (npm: @modelcontextprotocol/server-filesystem) beside it, on a
// directory that is passed as its last argument.
package main
