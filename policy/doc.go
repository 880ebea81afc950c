// Package policy reads .noclobber.toml and says which rule holds for a path.
//
// Parse turns the text of one policy file into rules, or into Problems: every mistake at once, each with its place and
// its mend. A Set holds the policies of one hook call and answers Find: which rule protects this path, as it is written
// and as it resolves through links. The nearest policy that has something to say wins, and in it the last rule.
//
// The package imports nothing of ours and touches no disk: what it must know of one it asks through Files.
//
// Where to read on: keys.go is the table of everything that may stand in a policy (docs/policy.md is printed from it),
// pattern.go says what a path pattern is, find.go is the matching.
package policy
