package lint

import "noclobber/policy"

// seen is what several checks ask about one subject, answered once: a tree has many files, and a policy many patterns.
type seen struct {
	world   World
	policy  *policy.Policy
	matched map[string][]File
	rules   [][]*policy.Rule
}

func newSeen(s Subject) *seen {
	return &seen{world: s.World, policy: s.Policy, matched: map[string][]File{}}
}

// matching are the files that a pattern matches.
func (s *seen) matching(g policy.Glob) []File {
	all, known := s.matched[g.Text]
	if !known {
		for _, f := range s.world.Files() {
			if g.Matches(f.Name) {
				all = append(all, f)
			}
		}
		s.matched[g.Text] = all
	}
	return all
}

// rulesOf are, file by file, all rules that match, in the order of the policy.
func (s *seen) rulesOf() [][]*policy.Rule {
	if s.rules == nil {
		for _, f := range s.world.Files() {
			s.rules = append(s.rules, s.policy.Matching(f.Name))
		}
	}
	return s.rules
}
