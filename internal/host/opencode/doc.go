// Package opencode speaks with the plugin that `noclobber init opencode` writes for OpenCode, which has no hooks that are
// commands; measured on version 1.18.33. The plugin sends a callback's arguments as they are, throws what a refusal says,
// and fails closed. With GPT models the file tools are apply_patch alone; there, adding a file that is there replaces it.
package opencode
