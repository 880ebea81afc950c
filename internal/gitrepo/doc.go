// Package gitrepo asks git what package staged judges: trees, blobs, and what a commit builds on. It runs plumbing
// commands only, changes nothing, and reads no file of the work tree but policies that git does not track.
//
//	repo, err := gitrepo.Open(dir)
//	defer repo.Close()
//	next, err := repo.Next()         // what `git commit` would make now
//	made, err := repo.Commit(id)     // a commit that exists
//	disk := repo.Files(tree, other)  // policies as they stand in a tree
//
//	repo.go     where the repository is; running git
//	index.go    the index, and what it would be committed on
//	commits.go  commits that exist: trees, messages, ranges
//	blobs.go    one `git cat-file --batch` for all blobs of a run
//	files.go    a tree as package policy looks at a disk
//	hooks.go    where git looks for hooks
package gitrepo
