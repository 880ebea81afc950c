// Package modelapi answers a coding agent's requests from scripts, in place of a model.
//
// A Server listens on a free loopback port and speaks as much of the Messages API as a client needs to run: one request
// in, one assistant message out, streamed or whole. What it answers is a Script: a list of Turns, each the tool calls of
// one assistant message. The marker [[NAME]] in a prompt picks the script, and the number of assistant messages in the
// request picks the turn, so one Server serves several clients and their subagents at once and a request that is sent
// again gets the same answer.
//
// A Turn can wait for a turn of another script, and can change the world before it is answered: that is how the order of
// two sessions' writes is set. Every request is kept: Conversation gives back what the model was shown.
//
//	api, err := modelapi.Start(modelapi.Scripts{
//		"A": {{Name: "write", Calls: []modelapi.Call{{Tool: "Write", Input: map[string]any{...}}}}},
//		"B": {{After: []string{"A.write"}, Calls: ...}},
//	}, time.Minute)
//	defer api.Close()
//	// run clients with ANTHROPIC_BASE_URL=api.URL() and the prompts "[[A]]" and "[[B]]"
//	api.Conversation("B").Results(0)
package modelapi
