// Package pi speaks with the extension that `noclobber init pi` writes for the Pi coding agent, which has no hooks that
// are commands; measured on version 1.6.0. The extension sends the agent's events as they are, with the working directory
// and the session beside them, and fails closed.
package pi
