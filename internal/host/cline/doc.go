// Package cline speaks the hook protocol of Cline's CLI, as measured on version 3.0.65. Hooks are scripts that are named
// by their event. Exit codes are ignored, so every refusal is JSON; a refusal ends the agent's run, since the host has
// no other. A new input replaces the old one whole.
package cline
