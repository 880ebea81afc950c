// Command bench measures what noclobber costs, as ratios: each hook call against an empty Go binary
// and /bin/true, protected calls against write-and-fsync on the same disk, `noclobber append` against
// processes that do the bare system calls. The candidates of a row run in turns, so that a busy machine
// slows all of them alike. Nothing here is asserted; the budgets stand beside the figures.
package main
