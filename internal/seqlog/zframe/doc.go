// Package zframe cuts a zstd stream of many frames at its frames, as RFC 8878 describes them, and reads and writes single
// frames with klauspost/compress.
//
// Session logs are compressed so that each append is one frame. A reader that hands the file to a decoder as a whole
// learns of a crash in the middle of an append as of any damage. A Scanner follows the frames by their headers and
// tells apart: a frame, one that cannot be read while others follow it (damage), and the beginning of one at the
// very end (torn: it was never written to its end).
package zframe
