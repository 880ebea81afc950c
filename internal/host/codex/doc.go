// Package codex speaks the hook protocol of OpenAI's Codex CLI, as measured on version 0.171.0.
//
// Writes and edits both come as apply_patch: adding a file that is there replaces it. The host's shell tool is called Bash
// in payloads, whatever the model calls it; the model's working directory is the payload's. An answer must hold exactly
// the fields of the host's schema, else the call runs. A hook runs only once a person has reviewed it: `doctor` tells.
package codex
