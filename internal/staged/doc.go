// Package staged judges what a commit would do to protected documents: the tree that it would hold against those of its
// parents. It never looks at a work tree, since git commits the index.
//
//	r := staged.Review{Top: top, Blobs: repo, Before: head, After: index, Owner: siblings.Owner}
//	result, err := r.Commit(commit)
//
// What git knows comes in as values (Tree, Commit) and through two small interfaces, Blobs for the bytes and Policies
// for the rules; package gitrepo has both. Judging one document is a pure function of its text before, its text after
// and its rule.
//
//	tree.go       what a commit is: trees, entries, parents
//	review.go     one commit: which documents it changes, and by which rules each is judged
//	moves.go      documents that another file holds now
//	judge.go      one document; history.go, content.go and anchors.go say what it may not lose
//	policies.go   changes of the policies themselves
//	elsewhere.go  lines that went from one protected document to another
//	kinds.go      the kinds of findings; mend.go, what to do about each
//	trailer.go    what a commit message allows; allow.go, findings and what is allowed
//
// The rule that judges is the one in force before the commit; where no rule was, the one that comes with it. So a commit
// cannot loosen a policy and make use of that in one breath, and one that protects a document protects it at once.
package staged
