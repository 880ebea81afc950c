// Package hosttest is the suite that every host adapter must pass: what the gate
// asks of a host, whatever its protocol looks like.
//
// A host's test describes the protocol in a [Suite] (how a payload of it looks,
// how the host would read an answer) and calls [Run]. It links testing, so only
// tests may import it.
package hosttest
