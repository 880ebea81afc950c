package ledger

// Wholeness is what can still be had from a log.
type Wholeness struct {
	Records  int     // that can be read
	Versions int     // whose bytes come out of the log with the right hash
	Newest   Stamp   // the last recorded of those
	Lost     []Stamp // versions that records say are stored, and whose bytes do not come out; in the order of records
}

// Whole reads every version that a record names. It costs a reconstruction each: it is meant for a log in which Verify
// has found damage.
func (d *Doc) Whole() (Wholeness, error) {
	var w Wholeness
	seen := map[Version]bool{}
	lost := map[Version]Stamp{}
	var order []Version
	err := d.Records(func(r Record) bool {
		w.Records++
		for _, s := range r.stamps() {
			if s.At == 0 || seen[s.Version] {
				continue
			}
			if _, err := d.Bytes(*s); err != nil {
				lost[s.Version] = *s
				order = append(order, s.Version)
				continue // it may be stored once more
			}
			seen[s.Version] = true
			w.Versions++
			w.Newest = *s
		}
		return true
	})
	for _, v := range order {
		if s, ok := lost[v]; ok && !seen[v] {
			w.Lost = append(w.Lost, s)
			delete(lost, v)
		}
	}
	return w, err
}
