// Package windsurf speaks the hook protocol of Windsurf's Cascade, from its documentation; it could not be run. Nothing
// but exit code 2 refuses, with the reason on stderr; there is no rewrite and no way to tell the model anything else.
// Write events carry edits and no working directory, and read events no content.
package windsurf
