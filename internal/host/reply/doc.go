// Package reply answers hosts. A [Form] says how one host wants to be answered; whatever is the same for all of them (a
// refusal always has a reason, a rewrite is checked before it is sent, a failure refuses what may still be refused)
// stands here once.
//
//	adapter  a decoder of payloads and a form together: a host
//	form     verdicts, reports and failures as answers
//	rewrite  a tool's input with new values in it
//	json     answers are written by hand, in the order in which a person reads them
//	nested   the form that Claude Code began and others took over
//	exit     the form of hosts that read nothing but the exit code and stderr
package reply
