// Package claudecode drives the real Claude Code client against noclobber. It holds tests only.
//
// Each scenario runs one or two real clients (`claude -p`) on one fresh project, with a scripted model (package modelapi)
// in place of the real one, and is played twice:
//
//   - bare: without hooks. It must show the loss, so that the scenario proves something. Where the client itself keeps
//     the loss from happening the scenario says so.
//   - gated: with noclobber wired in by `noclobber init claude` and a policy. It checks the document's final bytes, what
//     each model was shown, and that `noclobber log`, `show`, `scan` and `verify` agree that nothing is gone.
//
// # Running
//
//	.ci/clients                                  # once: installs the pinned client into the cache, 384 MB
//	go test ./test/claudecode                    # all of it
//	go test ./test/claudecode -run Anchor -v     # one family
//	go test ./test/claudecode -artifacts -outputdir /tmp
//
// The last one keeps every request with its answer and the clients' own output. A failing test shows what each model was
// shown in any case. Without the client the tests are skipped with the words that install it, and fail where CI is set.
// CLAUDE_BIN names another client, NOCLOBBER_BIN a ready-built noclobber. Nothing goes to the network: the only address
// that a client knows is the scripted model's on loopback.
//
// # Reading
//
// scenario_test.go is the frame, project_test.go the project, client_test.go the client, gate_test.go what noclobber says,
// model_test.go how scripted models act, a refusal's next step included. Each other file is a family of scenarios. The
// directory mcpstore is an MCP server for one of them.
package claudecode
