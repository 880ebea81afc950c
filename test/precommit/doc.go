// Package precommit drives the real hook managers (pre-commit, lefthook, husky) with `noclobber precommit`, as
// docs/precommit.md tells to set them up. It holds tests only.
//
//	.ci/hook-managers            # once: installs them, into the cache but for pre-commit's Debian package
//	go test ./test/precommit
//
// Each test makes a repository with a journal, sets the manager up, and commits: an entry more, an entry less, and an
// entry less that the message allows. Where a manager is missing its test is skipped with the words that install it, and
// fails where CI is set. Nothing goes to the network.
package precommit
