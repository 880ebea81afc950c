package cli

// Main runs the command and returns its exit code.
func Main(args []string, s Streams) int {
	if len(args) == 2 && args[0] == "hook" && args[1] != "-h" && args[1] != "--help" {
		return hook(args[1], s)
	}
	root := newRoot(s, args)
	root.SetArgs(args)
	err := root.Execute()
	if err != nil && !silent(err) {
		say(s.Err, err)
	}
	return exitCode(err)
}
