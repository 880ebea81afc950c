// Package fleet runs several machines against one journal: real Syncthing nodes, or clones of one git repository, with
// agents on each that read the journal and write it whole, through partitions, a killed node and a conflict within one
// second. It holds tests only.
//
// The same script runs twice: bare, as the reports had it, and with noclobber's hook and a shard for each machine. The table
// that it prints counts every line that an agent was told it had written: in the document on every machine, in conflict
// copies only, or nowhere.
//
//	go test ./test/fleet -v
//
// Without syncthing on the PATH that test is skipped with the words that install it, and fails where CI is set. Nothing
// leaves the loopback interface: discovery, relays, NAT, reports and upgrades are off before a node's first start.
package fleet
