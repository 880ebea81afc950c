// Package lint looks at a policy and at what stands around it, and says what will not do what its writer thought.
//
//	findings := lint.Run(lint.Subject{Policy: p, Text: text, World: world}, lint.Checks())
//
// A check is one file: it says what it is About, and Run looks at the [Pass] and reports. checks.go lists them. A check
// never prints, and asks the disk only through [World]. testdata has for each a policy about which it is silent and one
// about which it reports; docs/checks.md is printed from what the checks say of themselves and from those examples.
//
// To add one: write a file with the check and its About, put it into the list, and write testdata/ID/ok.txtar and
// testdata/ID/err.txtar (a policy, documents, and the findings that are wanted; -update writes them down for you to
// read). "go test ./policy/lint -update" prints the page.
//
// A comment "# lint:ignore ID reason" on the line of a finding, above it, or above the [[protect]] of the rule that it
// is about, silences it.
package lint
