// Package copilot speaks the hook protocol of GitHub's Copilot CLI, as measured on version 1.0.102.
//
// It has two dialects; how an event's name is spelled in the settings picks one. In the first ("preToolUse") no field says
// which event a payload is about, and refusals and new inputs stand at the top of the answer. In the second ("PreToolUse")
// both look like Claude Code's, with the host's own names of the tools' fields. It also runs the hooks of
// .claude/settings.json, in the second one: package claude reads those. With GPT-5 models the only file tool is apply_patch,
// whose whole input is the patch; there, adding a file that exists fails, and deleting and adding it replaces it.
//
// A hook that exits with anything but 0 refuses the call, and the model is not told why. One that takes too long does not.
package copilot
