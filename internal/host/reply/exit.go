package reply

import "noclobber/internal/host"

// Exit refuses by exit code 2 and a reason on stderr: what most hosts take for a refusal whatever else they read.
func Exit(reason string) host.Answer { return host.Answer{Stderr: reason, Exit: 2} }
