// Package hookfile puts the gate's hooks into a settings file that a host keeps as JSON and a person may have other things
// in, takes them out again, looks for what is wrong, and tells whether a change weakens them.
//
// A [Format] says how one host's file looks: where the events stand, whether an event lists hooks or groups of hooks, how
// long is long enough, in which unit. Everything else is the same for all of them. Files that are the gate's alone are
// package ownfile's business.
package hookfile
