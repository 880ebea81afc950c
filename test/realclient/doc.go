// Package realclient finds the agent clients that .ci/clients has installed from npm, and keeps their processes together.
// The packages of test/claudecode and test/clients drive them; the scripted model that they talk to is package modelapi.
package realclient
