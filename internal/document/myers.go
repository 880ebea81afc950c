package document

// myersEdits is how many edits one search may need before it settles for how far it came.
const myersEdits = 512

// outside marks a diagonal that left the grid; it stays negative however often it is counted up.
const outside = -1 << 30

// myers finds a common subsequence by Myers' greedy search (An O(ND) Difference Algorithm and Its Variations, 1986).
// A search that needs more than myersEdits edits keeps the path that came furthest and starts anew at its end: the
// result is then no longer the longest, but the cost is linear in length and edits.
type myers struct {
	a, b  []int32
	trace []int32 // the frontiers of all rounds, round d at d(d+1)/2: x on the diagonals x-y = -d, -d+2, … d
}

// pair calls found for each pair of the common subsequence.
func (m *myers) pair(a, b []int32, found func(i, j int)) {
	da, db := 0, 0
	for da < len(a) && db < len(b) {
		m.a, m.b = a[da:], b[db:]
		d, x, y := m.run()
		m.walkBack(d, x, y, func(i, j int) { found(da+i, db+j) })
		da, db = da+x, db+y
	}
}

// run searches from (0, 0) and returns the last round and the point reached.
func (m *myers) run() (d, x, y int) {
	m.trace = m.trace[:0]
	for d = 0; ; d++ {
		best := outside
		for i := 0; i <= d; i++ {
			k := 2*i - d
			at := m.slide(m.start(d, i), k)
			m.trace = append(m.trace, int32(at))
			if far := 2*at - k; at >= 0 && (far > best || far == best && max(k, -k) < max(x-y, y-x)) {
				best, x, y = far, at, at-k
			}
		}
		if best == len(m.a)+len(m.b) || d == myersEdits {
			return d, x, y
		}
	}
}

// slide follows equal lines along diagonal k.
func (m *myers) slide(x, k int) int {
	if x < 0 || x > len(m.a) || x-k > len(m.b) {
		return outside
	}
	for x < len(m.a) && x-k < len(m.b) && m.a[x] == m.b[x-k] {
		x++
	}
	return x
}

// start is where diagonal i of round d begins: one step on from the better neighbour in round d-1.
func (m *myers) start(d, i int) int {
	if d == 0 {
		return 0
	}
	down, right := m.neighbours(d, i)
	return max(down, right)
}

// neighbours gives x after a step down from the diagonal above, and after a step right from the one below.
func (m *myers) neighbours(d, i int) (down, right int) {
	last := m.trace[d*(d-1)/2:]
	down, right = outside, outside
	if i < d {
		down = int(last[i])
	}
	if i > 0 {
		right = int(last[i-1]) + 1
	}
	return down, right
}

func (m *myers) walkBack(d, x, y int, found func(i, j int)) {
	for ; d >= 0; d-- {
		i := (x - y + d) / 2
		from := m.start(d, i)
		for x > from {
			x, y = x-1, y-1
			found(x, y)
		}
		if d == 0 {
			return
		}
		if down, right := m.neighbours(d, i); right > down {
			x--
		} else {
			y--
		}
	}
}
