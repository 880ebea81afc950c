// Package host is where noclobber meets the agents that call it.
//
// An agent host (Claude Code, Codex, …) starts `noclobber hook HOST` for each event
// of a session and writes a JSON payload to its stdin. An [Adapter], one package a
// host, turns the payload into a [gate.Call] and the gate's verdict into the bytes
// and the exit code that this host understands:
//
//	payload → Decode → gate.Call → (guard) → gate.Verdict → Before → Answer
//
// A [Wiring] puts the hook into the host's settings, takes it out again and says
// what is wrong with what is there; it works on texts and touches no file.
//
// What adapters share stands here: strict reading of payloads ([Parse], [Object]),
// because a payload that two parsers read differently must not pass; paths made
// absolute ([Absolute]); texts cut to size ([Clip]). Package registry finds an
// adapter by its name, package hosttest is the suite that every adapter must pass,
// package jsonfile changes settings without reformatting them.
package host
