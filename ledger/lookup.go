package ledger

// Flight finds a call that took off and has not been ended.
func (s *Store) Flight(w Writer, call string) (Flight, bool) {
	path, err := s.flightPath(w, call)
	if err != nil {
		return Flight{}, false
	}
	return s.flight(path)
}
