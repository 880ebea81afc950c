// Package clients drives the real command-line clients of other agent hosts against noclobber: Codex, Gemini CLI, Qwen
// Code, OpenCode and Copilot CLI. It holds tests only.
//
// Each client comes from npm at the version that .ci/NAME/package.json pins (.ci/clients installs them outside the tree),
// and talks to a scripted model on loopback (package modelapi) in the API that it speaks. `noclobber init NAME` wires it, as
// its users do; nothing goes to the network.
//
// One session of a client is enough for what is asked of every host: the same calls with the gate and without it, and what
// each call left, what its model was shown, what the ledger has. Then two different hosts write one document at once.
//
//	go test ./test/clients                      # all clients that are installed
//	go test ./test/clients -run /codex -v       # one of them
//
// A client that is not installed is skipped with the words that install it; where CI is set its absence fails.
package clients
