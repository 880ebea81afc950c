// Package registry knows the agent hosts by name. It stands apart from package
// host because the adapters import that one.
package registry
