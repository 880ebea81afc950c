package shard

import (
	"bytes"
	"time"

	"github.com/tidwall/gjson"
)

// stamp is the time that an entry carries.
type stamp struct {
	at   time.Time
	date bool   // a day without a time
	rest []byte // what follows it
}

// markup may stand before an entry's time stamp: list bullets, heading signs, quotes, brackets, emphasis.
const markup = " #-*+>[(`_|~\""

// stampOf reads the time stamp that a line begins with, after its markup and a checkbox: 2026-11-29,
// 2026-11-29 10:15, 2026-11-29T10:15:00.5Z, 20261129T101500Z, with a zone or in UTC. ok is false where there is none.
func stampOf(line []byte) (s stamp, ok bool) {
	line = bytes.TrimLeft(line, markup)
	for _, box := range []string{"x] ", "X] ", "] "} {
		if rest, found := bytes.CutPrefix(line, []byte(box)); found {
			line = bytes.TrimLeft(rest, markup)
			break
		}
	}
	r := reader{line}
	day, ok := r.date()
	if !ok {
		return stamp{}, false
	}
	s = stamp{at: day, date: true}
	if clock, zone, ok := r.clock(); ok {
		s.at, s.date = day.Add(clock-zone), false
	}
	if len(r.rest) > 0 && isWord(r.rest[0]) {
		return stamp{}, false // 2026-11-29rc1 is a name
	}
	s.rest = r.rest
	return s, true
}

// clockOf reads a time of the day that a line begins with: 10:15, after a heading that has the day.
func clockOf(line []byte) (time.Duration, bool) {
	r := reader{bytes.TrimLeft(line, markup)}
	h, ok := r.number(2, 23)
	if !ok || !r.skip(":") {
		return 0, false
	}
	m, ok := r.number(2, 59)
	if !ok || len(r.rest) > 0 && isWord(r.rest[0]) {
		return 0, false
	}
	d := time.Duration(h)*time.Hour + time.Duration(m)*time.Minute
	if r.skip(":") {
		sec, ok := r.number(2, 60)
		if !ok {
			return 0, false
		}
		d += time.Duration(sec) * time.Second
	}
	return d, true
}

func isWord(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// reader reads numbers and signs from the start of a line.
type reader struct{ rest []byte }

func (r *reader) skip(sign string) bool {
	rest, ok := bytes.CutPrefix(r.rest, []byte(sign))
	r.rest = rest
	return ok
}

// number reads a number of n digits, at most high.
func (r *reader) number(n, high int) (int, bool) {
	if len(r.rest) < n {
		return 0, false
	}
	v := 0
	for _, c := range r.rest[:n] {
		if c < '0' || c > '9' {
			return 0, false
		}
		v = v*10 + int(c-'0')
	}
	r.rest = r.rest[n:]
	return v, v <= high
}

// date reads a day: with dashes, with slashes, or in one word before a T.
func (r *reader) date() (time.Time, bool) {
	year, ok := r.number(4, 9999)
	if !ok || year < 1970 {
		return time.Time{}, false
	}
	sign := ""
	for _, s := range []string{"-", "/"} {
		if bytes.HasPrefix(r.rest, []byte(s)) {
			sign = s
		}
	}
	r.skip(sign)
	month, okMonth := r.number(2, 12)
	if !okMonth || !r.skip(sign) {
		return time.Time{}, false
	}
	day, okDay := r.number(2, 31)
	if !okDay || sign == "" && !bytes.HasPrefix(r.rest, []byte("T")) {
		return time.Time{}, false
	}
	t := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	return t, t.Day() == day && int(t.Month()) == month
}

// clock reads the time after a day. Where it is none nothing is read.
func (r *reader) clock() (clock, zone time.Duration, ok bool) {
	before := r.rest
	if !r.skip("T") && !r.skip(" ") {
		return 0, 0, false
	}
	clock, ok = r.timeOfDay()
	if !ok {
		r.rest = before
		return 0, 0, false
	}
	return clock, r.zone(), true
}

func (r *reader) timeOfDay() (time.Duration, bool) {
	h, ok := r.number(2, 23)
	if !ok {
		return 0, false
	}
	colon := r.skip(":")
	m, ok := r.number(2, 59)
	if !ok {
		return 0, false
	}
	d := time.Duration(h)*time.Hour + time.Duration(m)*time.Minute
	if !colon && len(r.rest) >= 2 && isDigit(r.rest[0]) || r.skip(":") {
		s, ok := r.number(2, 60)
		if !ok {
			return 0, false
		}
		d += time.Duration(s)*time.Second + r.fraction()
	}
	return d, true
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// fraction reads the decimals of a second.
func (r *reader) fraction() time.Duration {
	if len(r.rest) < 2 || r.rest[0] != '.' && r.rest[0] != ',' || !isDigit(r.rest[1]) {
		return 0
	}
	r.rest = r.rest[1:]
	d, unit := time.Duration(0), time.Second
	for len(r.rest) > 0 && isDigit(r.rest[0]) {
		unit /= 10
		d += time.Duration(r.rest[0]-'0') * unit
		r.rest = r.rest[1:]
	}
	return d
}

// zone reads Z, UTC or an offset; without one the time is taken for UTC, so that every node reads the same.
func (r *reader) zone() time.Duration {
	if r.skip("Z") || r.skip(" UTC") || r.skip(" Z") {
		return 0
	}
	before := r.rest
	sign := time.Duration(1)
	r.skip(" ")
	switch {
	case r.skip("+"):
	case r.skip("-"):
		sign = -1
	default:
		r.rest = before
		return 0
	}
	h, ok := r.number(2, 14)
	r.skip(":")
	m, okM := r.number(2, 59)
	if !ok || !okM {
		r.rest = before
		return 0
	}
	return sign * (time.Duration(h)*time.Hour + time.Duration(m)*time.Minute)
}

// rowKeys are the fields of a row that may hold its time, in the order in which they are asked.
func rowKeys() []string {
	return []string{"ts", "time", "timestamp", "at", "date", "created_at", "createdAt"}
}

// rowStamp reads the time of a row of a JSON lines document: a text with a time stamp, or a number of seconds or
// milliseconds since 1970.
func rowStamp(row []byte) (stamp, bool) {
	for _, name := range rowKeys() {
		v := gjson.GetBytes(row, name)
		switch v.Type {
		case gjson.String:
			if s, ok := stampOf([]byte(v.Str)); ok {
				return s, true
			}
		case gjson.Number:
			const millisFrom = 100_000_000_000 // as seconds that were the year 5138
			switch n := v.Num; {
			case n >= millisFrom:
				return stamp{at: time.UnixMilli(int64(n)).UTC()}, true
			case n > 0:
				return stamp{at: time.UnixMicro(int64(n * 1e6)).UTC()}, true
			}
		}
	}
	return stamp{}, false
}
