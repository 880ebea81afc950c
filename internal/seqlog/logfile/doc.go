// Package logfile is a numbered log as it lies in a file: plain, or compressed with zstd, which its first bytes tell.
//
//	log, err := logfile.New(file, size)
//	report, err := log.Check(opt, logfile.Watch{})   // what is wrong with it
//	tail, err := log.Tail(opt)                       // how it ends, without reading all of it
//	result, err := log.Repair(out, opt, steps)       // the mended log, in the same format
//
// A compressed log's frames stay: those in which nothing changes are copied as they are, others are compressed again one
// by one, and one whose rows all go goes with them.
package logfile
