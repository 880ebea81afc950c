// Package qwen speaks the hook protocol of Qwen Code, as measured on version 0.24.4: Claude Code's events and form of a
// refusal, Gemini CLI's tools and answers. It takes no new input before a call, so what would be rewritten is refused
// with the exact call. What a hook adds before a call does not reach the model. Timeouts are in milliseconds.
package qwen
