package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"noclobber/gate"
	"noclobber/internal/guard"
	"noclobber/ledger"
	"noclobber/policy"
)

func newWhy(s Streams) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "why [PATH | ID]",
		Short: "explain the last call that was refused or rewritten",
		Example: `  noclobber why
  noclobber why JOURNAL.md
  noclobber why toolu_01AbC...   # a call by its id`,
		Long: `Tells what was asked, which rule of which policy decided, what stood there, and what the agent was told. Without an
argument: the newest one among the documents that the policies in force here protect.`,
		Args: takes(0, 1, "a PATH or a call's ID"),
		RunE: func(_ *cobra.Command, args []string) error {
			e, err := s.why(args)
			if err != nil {
				return err
			}
			if asJSON {
				return printJSON(s.Out, e)
			}
			return s.print(e.print)
		},
	}
	jsonFlag(cmd, &asJSON)
	return cmd
}

// explanation is one refusal or rewrite with its circumstances.
type explanation struct {
	Document string        `json:"document"`
	Path     string        `json:"path"`
	Verdict  string        `json:"verdict"` // refused, rewritten
	Policy   string        `json:"policy,omitempty"`
	Line     int           `json:"line,omitempty"` // of the rule in the policy
	Told     string        `json:"told"`
	Outcome  string        `json:"outcome,omitempty"` // what came of a rewrite
	Head     ledger.Stamp  `json:"head"`              // the last recorded version now
	Record   ledger.Record `json:"record"`
}

var errNothingRefused = errors.New("no call was refused or rewritten")

func (s Streams) why(args []string) (explanation, error) {
	g := s.guard(s.Dir)
	if len(args) == 0 {
		documents, err := s.inForce(g)
		if err != nil {
			return explanation{}, err
		}
		return s.whyAmong(g, documents, "")
	}
	if doc, err := s.look(g, args[0]); err == nil {
		defer doc.close()
		e, ok, err := whyDocument(g, doc, "")
		if err == nil && !ok {
			err = absentError{fmt.Errorf("%w for %s", errNothingRefused, doc.name)}
		}
		return e, err
	}
	documents, err := g.Store().Documents()
	if err != nil {
		return explanation{}, err
	}
	return s.whyAmong(g, documents, args[0])
}

// whyAmong finds the newest refusal or rewrite in many documents, or that of a call.
func (s Streams) whyAmong(g *guard.Guard, documents []string, call string) (explanation, error) {
	var best explanation
	for _, real := range documents {
		doc, err := s.look(g, real)
		if err != nil {
			continue // nothing is recorded of it, or its log is damaged, which verify reports
		}
		e, ok, err := whyDocument(g, doc, call)
		doc.close()
		if err != nil {
			return explanation{}, err
		}
		if ok && e.Record.Time.After(best.Record.Time) {
			best = e
		}
	}
	if best.Path != "" {
		return best, nil
	}
	if call != "" {
		err := absentError{fmt.Errorf("%q is neither a known document nor a call that was refused or rewritten", call)}
		return best, hint(err, "`noclobber log --all` lists what is recorded")
	}
	return best, absentError{errNothingRefused}
}

// inForce lists the known documents that the policies in force here protect.
func (s Streams) inForce(g *guard.Guard) ([]string, error) {
	policies, _ := g.Policies().InForce(s.Dir) // a broken one protects nothing that could be told
	in := map[string]bool{}
	for _, p := range policies {
		in[p.File] = true
	}
	documents, err := g.Store().Documents()
	var out []string
	for _, real := range documents {
		if m, err := g.Find(real); err == nil && m.Policy != nil && in[m.Policy.File] {
			out = append(out, real)
		}
	}
	return out, err
}

// whyDocument finds the newest refusal or rewrite in one log.
func whyDocument(g *guard.Guard, doc look, call string) (explanation, bool, error) {
	var (
		e    explanation
		ok   bool
		ends = map[uint64]ledger.Record{}
	)
	err := doc.Backward(func(r ledger.Record) bool {
		if r.Fence != 0 {
			ends[r.Fence] = r
		}
		if r.Event != ledger.Refusal && (r.Event != ledger.Intent || r.Action != "rewrite") || call != "" && r.Call != call {
			return true
		}
		e, ok = explainRecord(g, doc, r, ends[r.Seq]), true
		return false
	})
	return e, ok, err
}

func explainRecord(g *guard.Guard, doc look, r, end ledger.Record) explanation {
	e := explanation{
		Document: doc.name, Path: doc.real, Verdict: "refused", Told: told(r),
		Outcome: string(end.Outcome), Head: doc.Tail().Head, Record: tidy(r),
	}
	e.Head.At = 0
	if r.Event == ledger.Intent {
		e.Verdict = "rewritten"
	}
	if rule, in := ruleOf(g, doc.real, r.Rule); rule != nil {
		e.Policy, e.Line = in.File, rule.Line
	}
	return e
}

// told is the text that the agent was shown.
func told(r ledger.Record) string {
	if r.Text != "" {
		return r.Text
	}
	var v gate.Verdict
	if json.Unmarshal(r.Answer, &v) != nil {
		return ""
	}
	return v.Text
}

// rule finds the rule that decided, if the policy still has it.
func ruleOf(g *guard.Guard, real, name string) (*policy.Rule, *policy.Policy) {
	m, err := g.Find(real)
	if err != nil || m.Rule == nil || m.Rule.Name != name {
		return nil, nil
	}
	return m.Rule, m.Policy
}

// print tells an explanation to people.
func (e explanation) print(page *bytes.Buffer) {
	r := e.Record
	a := account{
		head: e.Verdict, what: fmt.Sprintf("%s on %s, %s", orElse(r.Tool, "a call"), e.Document, clock(r.Time)),
		by:   fmt.Sprintf("%s (call %s)", writerWords(r), orElse(r.Call, "without id")),
		rule: r.Rule, mode: policy.Mode(r.Mode), policy: e.Policy, line: e.Line, cause: gate.Cause(r.Cause), stood: r.Before,
	}
	if e.Verdict == "rewritten" {
		if r.Proposal.Version != "" {
			a.add("meant", "%s", stampWords(r.Proposal))
		}
		a.add("planned", "%s", stampWords(r.After))
		a.add("outcome", "%s", orElse(e.Outcome, "not reported yet"))
		a.kept = r.Lines
	}
	a.add("now", "%s", stampWords(e.Head))
	a.print(page)
	printTold(page, "the agent was told", e.Told)
}
