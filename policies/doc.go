// Package policies holds ready-made policies, embedded: one file a purpose, with a header that says what it protects
// from what, and with [[test]] tables that show what agents get.
//
//	text, ok := policies.Read("journals")
//
// `noclobber init --policy NAME` writes one down; `noclobber lint policies/NAME.toml` runs its tests. Each has a story in
// testdata/script. They are meant to be changed where they land: paths first.
package policies
