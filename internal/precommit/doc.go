// Package precommit is `noclobber precommit` without its flags: it brings together what git knows (package gitrepo), how
// commits are judged (package staged) and what somebody said is meant.
//
//	j := precommit.Judge{Repo: repo, UserPolicy: file, Home: home}
//	out, err := j.Staged(precommit.Said{Message: text})   // before a commit
//	out, err := j.Range("main", "HEAD")                   // a pull request
//
//	judge.go    the policies of two trees, one review
//	index.go    what is staged
//	between.go  commits that exist: what they do together, and which of them did it
//	record.go   what was allowed with --allow, kept in the repository's directory until the commit is made
package precommit
