// Package factory speaks the hook protocol of Factory's Droid, from its documentation; it could not be run. It has Claude
// Code's form with tool names of its own.
package factory
