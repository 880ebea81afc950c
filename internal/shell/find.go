package shell

import (
	"path"
	"slices"
	"strings"
)

// maxFound is how many files one find is followed for.
const maxFound = 5000

// A search is one run of find: what it looks at, and its expression.
type search struct {
	*call
	starts   []value
	tests    []findTest
	minDepth int
	maxDepth int
	found    []string // what is printed
	batches  map[int][]value
	acts     bool // an action does more than print
	explicit bool // what is printed is said
	bottomUp bool // a directory comes after what it holds, so nothing is pruned
	lost     bool // the tree cannot be walked
	seen     int
}

// A findTest is one primary of the expression, or an operator.
type findTest struct {
	name  string
	value value
	args  []value // -exec's command
	batch bool    // -exec ... +
}

// A holding is what is known of whether a test holds for one file. They are ordered: of two tests that must both hold,
// the lesser counts.
type holding uint8

const (
	never   holding = iota
	untold          // names cannot decide it: an action on the file is opaque
	perhaps         // the status of a command decides it: both branches count
	always
)

func (t holding) not() holding {
	switch t {
	case never:
		return always
	case always:
		return never
	}
	return t
}

// holds turns what is decided into one.
func holds(ok bool) holding {
	if ok {
		return always
	}
	return never
}

// find walks the real tree, as far as names can tell, and runs what the expression says on what it finds.
func (c *call) find() status {
	f := &search{call: c, maxDepth: maxDepth, batches: map[int][]value{}}
	f.parse()
	if !f.acts && c.readsNothing() {
		for _, start := range f.starts {
			c.act(Op{Kind: Read, Via: c.name}, start) // of names, not of what the files hold
		}
		c.chatter()
		return undecided
	}
	f.walkAll()
	f.runBatches()
	f.finish()
	return undecided
}

// readsNothing reports whether nobody but the host reads the output.
func (c *call) readsNothing() bool {
	out := c.output()
	return out == nil || out == c.top || out.op >= 0
}

// parse takes the starting points and the expression apart.
func (f *search) parse() {
	args := f.args
	for len(args) > 0 && (anyOption(args[:1], "-H", "-L", "-P") || strings.HasPrefix(string(args[0]), "-O")) {
		args = args[1:]
	}
	for len(args) > 0 && !strings.HasPrefix(string(args[0]), "-") && args[0] != "(" && args[0] != "!" {
		f.starts = append(f.starts, args[0])
		args = args[1:]
	}
	if len(f.starts) == 0 {
		f.starts = []value{"."}
	}
	for len(args) > 0 {
		args = f.primary(args)
	}
}

// primary reads one primary and returns what follows it.
func (f *search) primary(args []value) []value {
	t := findTest{name: string(args[0])}
	args = args[1:]
	take := func() (v value) {
		if len(args) > 0 {
			v, args = args[0], args[1:]
		}
		return v
	}
	switch t.name {
	case "-exec", "-execdir", "-ok", "-okdir":
		t.args, t.batch, args = execCommand(args)
		f.acts, f.explicit = true, true
	case "-delete":
		f.acts, f.explicit = true, true
	case "-name", "-iname", "-path", "-wholename", "-ipath", "-iwholename", "-type":
		t.value = take()
	case "-maxdepth":
		f.maxDepth, _ = smallNumber(take())
		return args
	case "-mindepth":
		f.minDepth, _ = smallNumber(take())
		return args
	case "-fprint", "-fls", "-fprint0", "-fprintf":
		f.explicit = true
		f.openFile(take(), Write, "find "+t.name).out.write(holeAny, f.maybe)
		if t.name == "-fprintf" {
			take()
		}
		return args
	case "-print", "-print0", "-ls", "-quit":
		f.explicit = true
	case "-prune", "-true", "-false", "(", ")", "!", "-not", "-a", "-and", "-o", "-or", ",":
	case "-depth", "-d", "-mount", "-xdev", "-noleaf", "-follow", "-daystart", "-warn", "-nowarn", "-ignore_readdir_race":
		f.bottomUp = f.bottomUp || t.name == "-depth" || t.name == "-d"
		return args
	case "-regextype":
		take()
		return args
	case "-printf":
		f.explicit = true
		take()
	case "-empty", "-executable", "-readable", "-writable", "-nouser", "-nogroup":
	default:
		take()
	}
	f.tests = append(f.tests, t)
	return args
}

// execCommand takes the command of -exec up to ; or +.
func execCommand(args []value) (command []value, batch bool, rest []value) {
	for i, arg := range args {
		if arg == ";" {
			return args[:i], false, args[i+1:]
		}
		if arg == "+" && i > 0 && args[i-1] == "{}" {
			return args[:i], true, args[i+1:]
		}
	}
	return args, false, nil
}

func (f *search) walkAll() {
	for _, start := range f.starts {
		text, ok := start.text()
		if !ok || f.env.List == nil || f.env.Stat == nil || !f.dir.known() && !absolute(start) {
			f.lost = true
			continue
		}
		if f.exists(start) {
			f.walk(text, 0, always)
		}
	}
}

// walk visits a file and what lies below it; reached says whether find comes there. A directory is visited first,
// unless the expression says -delete.
func (f *search) walk(name string, depth int, reached holding) {
	if f.seen++; f.seen > maxFound || !f.spend.step(1) || depth > maxDepth {
		f.lost = true
		return
	}
	dir := f.isDir(literal(name))
	if depth >= f.minDepth {
		pruned := f.evaluate(name, dir, reached)
		reached = min(reached, pruned.not())
	}
	if !dir || reached == never || depth >= f.maxDepth {
		return
	}
	for _, child := range f.list(name) {
		f.walk(join(name, child), depth+1, reached)
	}
}

// A visit is the evaluation of the expression for one file.
type visit struct {
	f     *search
	name  string
	dir   bool
	at    int
	prune holding
	named bool // the expression says the file's name, without wildcards
}

func (f *search) evaluate(name string, dir bool, reached holding) (pruned holding) {
	v := &visit{f: f, name: name, dir: dir}
	ok := v.list(reached)
	if ok != never && !f.explicit {
		f.print1(name, "\n")
	}
	return v.prune
}

func (f *search) print1(name, end string) {
	f.found = append(f.found, name)
	text := literal(name) + literal(end)
	if end == "" {
		text = literal(name) + byteNUL
	}
	if out := f.output(); out != nil && out.op >= 0 && len(f.found) > 1 {
		text = holeAny // find's order is the disk's
	}
	f.output().write(text, f.maybe)
}

// list is a , b: both are evaluated, and the last one counts.
func (v *visit) list(live holding) holding {
	ok := v.either(live)
	for v.at < len(v.f.tests) && v.f.tests[v.at].name == "," {
		v.at++
		ok = v.either(live)
	}
	return ok
}

// either is a -o b. Where live is never, the tests are only skipped; b counts as far as a may fail.
func (v *visit) either(live holding) holding {
	ok := v.both(live)
	for v.at < len(v.f.tests) {
		switch v.f.tests[v.at].name {
		case "-o", "-or":
			v.at++
			right := v.both(min(live, ok.not()))
			ok = min(ok.not(), right.not()).not()
		default:
			return min(live, ok)
		}
	}
	return min(live, ok)
}

// both is a -a b.
func (v *visit) both(live holding) holding {
	ok := always
	for v.at < len(v.f.tests) {
		switch v.f.tests[v.at].name {
		case "-o", "-or", ",", ")":
			return ok
		case "-a", "-and":
			v.at++
			continue
		}
		one := v.not(min(live, ok))
		ok = min(ok, one)
	}
	return ok
}

func (v *visit) not(live holding) holding {
	if v.at >= len(v.f.tests) {
		return always
	}
	t := v.f.tests[v.at]
	v.at++
	switch t.name {
	case "!", "-not":
		return v.not(live).not()
	case "(":
		if !v.f.spend.enter() {
			return never
		}
		defer v.f.spend.leave()
		ok := v.list(live)
		if v.at < len(v.f.tests) && v.f.tests[v.at].name == ")" {
			v.at++
		}
		return ok
	}
	if live == never {
		return never
	}
	return v.test(t, v.at-1, live)
}

// test evaluates one primary.
func (v *visit) test(t findTest, index int, live holding) holding {
	switch t.name {
	case "-name", "-iname":
		return v.matches(t, path.Base(v.name))
	case "-path", "-wholename", "-ipath", "-iwholename":
		return v.matches(t, v.name)
	case "-type":
		return v.isType(string(t.value))
	case "-false":
		return never
	case "-true", "-quit":
		return always
	case "-exec", "-execdir", "-ok", "-okdir":
		return v.f.exec(t, index, v.name, v.certain(live))
	case "-prune", "-print", "-print0", "-printf", "-ls", "-delete":
		v.act(t.name, live)
		return always
	}
	return untold
}

// act carries out an action of find's own, which always holds.
func (v *visit) act(name string, live holding) {
	switch name {
	case "-prune":
		if !v.f.bottomUp {
			v.prune = max(v.prune, live)
		}
	case "-print":
		v.f.print1(v.name, "\n")
	case "-print0":
		v.f.print1(v.name, "")
	case "-printf", "-ls":
		v.f.output().write(holeAny, v.f.maybe)
	case "-delete":
		v.f.delete(v.name, v.dir, v.certain(live))
	}
}

func (v *visit) matches(t findTest, name string) holding {
	pattern, ok := t.value.text()
	if !ok {
		return untold
	}
	literal := !hasMeta(pattern)
	if strings.HasPrefix(t.name, "-i") {
		pattern, name = strings.ToLower(pattern), strings.ToLower(name)
	}
	matched := v.f.matches(pattern, name)
	v.named = v.named || literal && matched
	return holds(matched)
}

// isType is -type; what is a link is not asked.
func (v *visit) isType(types string) holding {
	ok := never
	for types != "" {
		var one string
		one, types, _ = strings.Cut(types, ",")
		switch {
		case one == "d" && v.dir || one == "f" && !v.dir:
			return always
		case one == "l":
			ok = untold
		}
	}
	return ok
}

// certain reports whether an action is for the file itself: as far as names tell, or because the command names it.
func (v *visit) certain(live holding) bool { return live >= perhaps || v.named }

func (f *search) delete(name string, dir, certain bool) {
	if !certain {
		f.hide("find -delete", ReasonArguments)
		return
	}
	if !dir {
		f.act(Op{Kind: Delete, Via: "find -delete"}, literal(name))
	}
}

// exec runs a command on one file, or keeps the file for the run at the end, which always holds.
func (f *search) exec(t findTest, index int, name string, certain bool) holding {
	file := literal(name)
	if !certain {
		file = holeAny
	}
	if t.batch {
		if certain || !slices.Contains(f.batches[index], holeAny) {
			f.batches[index] = append(f.batches[index], file)
		}
		return always
	}
	inner := f.fork()
	if t.name == "-execdir" || t.name == "-okdir" {
		inner.enterDir(literal(path.Dir(name)))
		if certain {
			file = literal("./" + path.Base(name))
		}
	}
	switch inner.execute(fill(t.args, "{}", file)) {
	case success:
		return always
	case failure:
		return never
	}
	return perhaps
}

func (f *search) runBatches() {
	for i, t := range f.tests {
		files := f.batches[i]
		if !t.batch || len(files) == 0 {
			continue
		}
		args := append(t.args[:len(t.args)-1:len(t.args)-1], files...)
		f.fork().execute(args)
	}
}

// finish says what was missed.
func (f *search) finish() {
	f.complain()
	if !f.lost {
		return
	}
	f.print(holeAny)
	for _, t := range f.tests {
		switch t.name {
		case "-delete":
			f.hide("find -delete", ReasonPath)
		case "-exec", "-execdir", "-ok", "-okdir":
			inner := f.fork()
			inner.maybe++
			inner.execute(fill(t.args, "{}", holeAny))
		}
	}
}
