// Package devin speaks the hook protocol of Devin CLI, from the first page of its documentation; it could not be run. It
// has Claude Code's form, and runs the hooks of .claude/ besides its own. Its shell tool is exec; the names of its file
// tools are not documented, so they are told by the shape of their input.
package devin
