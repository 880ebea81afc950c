// Package fault names the points at which a crash is tried: before and after every write, fsync and rename.
//
// In the shipped binary At is an empty function. Built with -tags faultpoints, a process whose environment has
// NOCLOBBER_FAULT=log.before-sync kills itself there, as kill -9 would: no deferred call runs, no buffer is flushed.
// NOCLOBBER_FAULT=log.before-sync:3 lets it pass there twice first.
package fault
