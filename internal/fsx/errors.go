package fsx

import "errors"

var (
	// ErrLocked is returned by Lock when the lock was not free before the context was over.
	ErrLocked = errors.New("the lock is held by another process")
	// ErrChanged is returned when a file is no longer the one that was looked at.
	ErrChanged = errors.New("the file changed meanwhile")
	// ErrLink is returned where a symbolic link stands in a document's place.
	ErrLink = errors.New("it is a symbolic link")
	// ErrNotRegular is returned for directories, pipes, devices and sockets.
	ErrNotRegular = errors.New("it is no regular file")
	// ErrTooLarge is returned by ReadSettled for a file above the size asked for.
	ErrTooLarge = errors.New("the file is too large")
	// ErrLoop is returned by Resolve for links that lead back to themselves.
	ErrLoop = errors.New("too many symbolic links")
)
