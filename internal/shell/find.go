package shell

import (
	"path"
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
	vague    bool // a test cannot be decided from names
	literal  bool // a name is given without wildcards
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

// find walks the real tree, as far as names can tell, and runs what the expression says on what it finds.
func (c *call) find() status {
	f := &search{call: c, maxDepth: maxDepth, batches: map[int][]value{}}
	f.parse()
	if !f.acts && c.readsNothing() {
		for _, start := range f.starts {
			c.act(Op{Kind: Read, Via: c.name, Tree: true}, start)
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
		f.acts = true
	case "-delete":
		f.acts = true
	case "-name", "-iname", "-path", "-wholename", "-ipath", "-iwholename":
		t.value = take()
		f.literal = f.literal || t.value.known() && !hasMeta(string(t.value))
	case "-type":
		t.value = take()
	case "-maxdepth":
		f.maxDepth, _ = smallNumber(take())
		return args
	case "-mindepth":
		f.minDepth, _ = smallNumber(take())
		return args
	case "-fprint", "-fls", "-fprint0":
		f.openFile(take(), Write, "find "+t.name).out.write(holeAny, f.maybe)
		return args
	case "-fprintf":
		f.openFile(take(), Write, "find "+t.name).out.write(holeAny, f.maybe)
		take()
		return args
	case "-print", "-print0", "-prune", "-quit", "-ls", "-true", "(", ")", "!", "-not", "-a", "-and", "-o", "-or", ",":
	case "-depth", "-d", "-mount", "-xdev", "-noleaf", "-follow", "-daystart", "-warn", "-nowarn", "-ignore_readdir_race", "-regextype":
		if t.name == "-regextype" {
			take()
		}
		return args
	case "-printf":
		t.value = take()
	case "-empty", "-executable", "-readable", "-writable", "-nouser", "-nogroup", "-false":
		f.vague = true
	default:
		take()
		f.vague = true
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
			f.walk(text, 0)
		}
	}
}

// walk visits a file and what lies below it. A directory is visited first, unless the expression says -delete.
func (f *search) walk(name string, depth int) {
	if f.seen++; f.seen > maxFound || !f.spend.step(1) || depth > maxDepth {
		f.lost = true
		return
	}
	dir := f.isDir(literal(name))
	prune := false
	if depth >= f.minDepth {
		prune = f.evaluate(name, dir)
	}
	if !dir || prune || depth >= f.maxDepth {
		return
	}
	for _, child := range f.list(name) {
		f.walk(join(name, child), depth+1)
	}
}

// A visit is the evaluation of the expression for one file.
type visit struct {
	f     *search
	name  string
	dir   bool
	at    int
	prune bool
	acted bool
}

func (f *search) evaluate(name string, dir bool) (prune bool) {
	v := &visit{f: f, name: name, dir: dir}
	ok := v.either(true)
	if ok && !v.acted && !f.acts {
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

// either is a -o b. Where live is false, the tests are only skipped.
func (v *visit) either(live bool) bool {
	ok := v.both(live)
	for v.at < len(v.f.tests) {
		switch v.f.tests[v.at].name {
		case "-o", "-or", ",":
			v.at++
			right := v.both(live && !ok)
			ok = ok || right
		default:
			return ok
		}
	}
	return ok
}

// both is a -a b.
func (v *visit) both(live bool) bool {
	ok := true
	for v.at < len(v.f.tests) {
		switch v.f.tests[v.at].name {
		case "-o", "-or", ",", ")":
			return ok
		case "-a", "-and":
			v.at++
			continue
		}
		one := v.not(live && ok)
		ok = ok && one
	}
	return ok
}

func (v *visit) not(live bool) bool {
	if v.at >= len(v.f.tests) {
		return true
	}
	t := v.f.tests[v.at]
	v.at++
	switch t.name {
	case "!", "-not":
		return !v.not(live)
	case "(":
		if !v.f.spend.enter() {
			return false
		}
		defer v.f.spend.leave()
		ok := v.either(live)
		if v.at < len(v.f.tests) && v.f.tests[v.at].name == ")" {
			v.at++
		}
		return ok
	}
	if !live {
		return false
	}
	return v.test(t, v.at-1)
}

// test evaluates one primary. One that names cannot decide holds.
func (v *visit) test(t findTest, index int) bool {
	switch t.name {
	case "-name", "-iname":
		return v.matches(t, path.Base(v.name))
	case "-path", "-wholename", "-ipath", "-iwholename":
		return v.matches(t, v.name)
	case "-type":
		return v.isType(string(t.value))
	case "-prune":
		v.prune = true
	case "-print":
		v.acted = true
		v.f.print1(v.name, "\n")
	case "-print0":
		v.acted = true
		v.f.print1(v.name, "")
	case "-printf", "-ls":
		v.acted = true
		v.f.output().write(holeAny, v.f.maybe)
	case "-delete":
		v.acted = true
		v.f.delete(v.name, v.dir)
	case "-exec", "-execdir", "-ok", "-okdir":
		v.acted = true
		v.f.exec(t, index, v.name)
	}
	return true
}

func (v *visit) matches(t findTest, name string) bool {
	pattern, ok := t.value.text()
	if !ok {
		v.f.vague = true
		return true
	}
	if strings.HasPrefix(t.name, "-i") {
		pattern, name = strings.ToLower(pattern), strings.ToLower(name)
	}
	return v.f.matches(pattern, name)
}

func (v *visit) isType(types string) bool {
	for types != "" {
		var one string
		one, types, _ = strings.Cut(types, ",")
		if one == "d" && v.dir || one == "f" && !v.dir || one == "l" {
			return true
		}
	}
	return false
}

// certain reports whether the files found are those that find will find.
func (f *search) certain() bool { return !f.vague || f.literal }

func (f *search) delete(name string, dir bool) {
	if !f.certain() {
		f.hide("find -delete", ReasonArguments)
		return
	}
	if !dir {
		f.act(Op{Kind: Delete, Via: "find -delete"}, literal(name))
	}
}

// exec runs a command on one file, or keeps the file for the run at the end.
func (f *search) exec(t findTest, index int, name string) {
	if t.batch {
		f.batches[index] = append(f.batches[index], literal(name))
		return
	}
	inner := f.fork()
	file := literal(name)
	if t.name == "-execdir" || t.name == "-okdir" {
		inner.enterDir(literal(path.Dir(name)))
		file = literal("./" + path.Base(name))
	}
	if !f.certain() {
		file = holeAny
	}
	inner.execute(fill(t.args, "{}", file))
}

func (f *search) runBatches() {
	for i, t := range f.tests {
		files := f.batches[i]
		if !t.batch || len(files) == 0 {
			continue
		}
		if !f.certain() {
			files = []value{holeAny}
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
