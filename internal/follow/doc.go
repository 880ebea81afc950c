// Package follow tells which files changed in some directories, as it happens.
//
//	err := follow.Run(ctx, follow.Options{Dirs: dirs, Changed: func(paths []string) { … }})
//
// Directories are watched, not files: editors and sync tools replace a file by another of its name. What comes in quick
// succession is told together, once it is quiet: a tool that unlinks and then renames is seen when it is through. Where
// the system tells of nothing (network mounts) everything is looked at from time to time.
package follow
