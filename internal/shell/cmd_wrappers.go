package shell

import "strings"

// wrappers run the command that their operands name.
var wrappers = []command{
	{names: "env|genv", how: wraps, opts: "-u|--unset= -C|--chdir= -S|--split-string= --block-signal? --default-signal? --ignore-signal?"},
	{names: "sudo|doas|please|run0|gsudo", how: wraps,
		opts: "-u|--user= -g|--group= -p|--prompt= -C|--close-from= -D|--chdir= -h|--host= -r|--role= -t|--type= -T|--command-timeout= -U|--other-user= -R|--chroot= -a="},
	{names: "nohup|setsid", how: wraps},
	{names: "timeout|gtimeout", how: wraps, opts: "-k|--kill-after= -s|--signal=", first: 1},
	{names: "nice|gnice", how: wraps, opts: "-n|--adjustment="},
	{names: "ionice", how: wraps, opts: "-c|--class= -n|--classdata= -p|--pid="},
	{names: "chrt", how: wraps, opts: "-T= -P= -D=", first: 1},
	{names: "taskset", how: wraps, opts: "-p=", first: 1},
	{names: "prlimit", how: wraps,
		opts: "-c|--core? -d|--data? -e|--nice? -f|--fsize? -i|--sigpending? -l|--memlock? -m|--rss? -n|--nofile? -q|--msgqueue? -r|--rtprio? -s|--stack? -t|--cpu? -u|--nproc? -v|--as? -x|--locks? -y|--rttime? -p|--pid= -o|--output="},
	{names: "setarch|linux64|linux32|i386|i686|x86_64", how: wraps},
	{names: "stdbuf|gstdbuf", how: wraps, opts: "-i|--input= -o|--output= -e|--error="},
	{names: "time|gtime", how: wraps, opts: "-o|--output=writes -f|--format="},
	{names: "chronic|unbuffer|catchsegv|winpty|eatmydata|nocache|torsocks", how: wraps},
	{names: "caffeinate", how: wraps, opts: "-t= -w="},
	{names: "fakeroot", how: wraps, opts: "-l|--lib= --faked= -s= -i= -b="},
	{names: "faketime", how: wraps, opts: "-p=", first: 1},
	{names: "proot", how: wraps, opts: "-r|--rootfs= -b|--bind= -m= -q|--qemu= -w|--cwd|--pwd= -v= -k|--kernel-release= -R= -S="},
	{names: "rlwrap", how: wraps,
		opts: "-a|--always-readline? -b|--break-chars= -C|--command-name= -D|--history-no-dupes= -f|--file=reads -g|--forget-matching= -H|--history-filename=edits -l|--logfile=appends -M|--mirror-arguments= -m|--multi-line? -O|--only-cook= -p|--prompt-colour? -P|--pre-given= -q|--quote-characters= -S|--substitute-prompt= -s|--histsize= -t|--set-term-name= -w|--wait-before-prompt= -z|--filter="},
	{names: "proxychains|proxychains4", how: wraps, opts: "-f="},
	{names: "xvfb-run", how: wraps, opts: "-e|--error-file=writes -f|--auth-file= -n|--server-num= -p|--xauth-protocol= -s|--server-args= -w|--wait="},
	{names: "strace", how: wraps,
		opts: "-o|--output=writes -e= -p|--attach= -s|--string-limit= -u|--user= -E|--env= -a|--columns= -P|--trace-path= -S|--summary-sort-by= -X|--const-print-style= -I|--interruptible= -O|--summary-syscall-overhead= -U|--summary-columns= -b|--detach-on="},
	{names: "ltrace", how: wraps, opts: "-o|--output=writes -e= -p= -s= -u= -a|--align= -A= -D|--debug= -F|--config= -l|--library= -n|--indent= -w|--where= -x="},
	{names: "valgrind", how: wraps, opts: "--log-file=writes --xml-file=writes"},
	{names: "flock", how: wraps, opts: "-w|--wait|--timeout= -E|--conflict-exit-code= -c|--command=", first: 1},
	{names: "watch|viddy", how: wraps, opts: "-n|--interval="},
	{names: "hyperfine", how: recorders, opts: "-w|--warmup= -r|--runs= -m|--min-runs= -M|--max-runs= -p|--prepare= -c|--cleanup= -s|--setup= -P|--parameter-scan= -L|--parameter-list= -S|--shell= -n|--command-name= --export-json=writes --export-markdown=writes --export-csv=writes --output="},
	{names: "script", how: recorders, opts: "-c|--command= -E|--echo= -I|--log-in=writes -O|--log-out=writes -B|--log-io=writes -T|--log-timing=writes -m= -o="},
	{names: "busybox|toybox|coreutils", how: busyboxes},
	{names: "bash|sh|dash|ash|zsh|ksh|mksh|rbash|yash", how: shells},
	{names: "su|runuser|sg", how: switchesUser, opts: "-c|--command= -s|--shell= -g|--group= -G= -u|--user= -w="},
	{names: "ssh|autossh|mosh|rsh", how: remotes},
	{names: "fish|nu|elvish|xonsh|tcsh|csh|osh|murex", how: interprets},
	{names: "entr|watchexec|inotifywait|fswatch|at|batch|systemd-run|crontab|screen|tmux|zellij|expect|unshare|nsenter|chroot|bwrap|firejail",
		reason: ReasonUnknown},
}

// wrap runs what stands behind a wrapper's own options.
func (c *call) wrap(entry command) status {
	args := c.args
	if c.name == "setarch" && len(args) > 0 && !strings.HasPrefix(string(args[0]), "-") {
		args = args[1:] // the architecture, which may be left out
	}
	p := entry.opts.parse(args, posix)
	for _, g := range p.options {
		if g.role != noFile {
			c.actAs(g.role, g.value, c.name+" "+g.spelled)
		}
	}
	inner := c.shell
	args = p.operands
	if c.name == "nohup" || c.name == "setsid" {
		inner = c.fork()
		inner.background = true
	}
	if c.name == "flock" {
		return c.flock(p)
	}
	args = args[min(entry.first, len(args)):]
	if g, ok := p.find(c.chdirOption()); ok && g.has {
		inner = c.fork()
		inner.enterDir(g.value)
	}
	if g, ok := p.find("-S|--split-string"); ok && g.has && strings.HasSuffix(c.name, "env") {
		return inner.runText(g.value)
	}
	if c.name == "watch" || c.name == "viddy" {
		return inner.runText(joinValues(args, " "))
	}
	if len(args) == 0 && c.startsShell(p) {
		return inner.runInput("sh", nil)
	}
	if strings.HasSuffix(c.name, "env") && len(args) > 0 && args[0] == "-" {
		args = args[1:] // -i
	}
	return inner.runAssigned(args)
}

// chdirOption is the option with which a wrapper names the directory it runs its command in.
func (c *call) chdirOption() string {
	switch c.name {
	case "env", "genv":
		return "-C|--chdir"
	case "sudo", "run0":
		return "-D|--chdir"
	case "proot":
		return "-w|--cwd|--pwd"
	}
	return ""
}

// startsShell reports whether a wrapper without a command runs a shell.
func (c *call) startsShell(p parsed) bool {
	switch c.name {
	case "sudo", "doas", "please", "run0", "gsudo":
		return p.has("-s|--shell|-i|--login")
	}
	return named("setarch|linux64|linux32|i386|i686|x86_64", c.name)
}

// runAssigned runs a command in front of which variables may be set, as env and sudo allow.
func (s *shell) runAssigned(args []value) status {
	inner := s
	for len(args) > 0 {
		name, text, ok := strings.Cut(string(args[0]), "=")
		if !ok || name == "" || strings.ContainsAny(name, "/ \x00") {
			break
		}
		if inner == s {
			inner = s.fork()
		}
		inner.set(name, variable{text: value(text), exported: true})
		args = args[1:]
	}
	if len(args) == 0 {
		s.chatter()
		return undecided
	}
	return inner.fork().external(args)
}

// external runs a command the way a program would: functions and most builtins are not seen.
func (s *shell) external(args []value) status {
	name, ok := args[0].text()
	if !ok || name == "" {
		s.unknownCommand(args)
		return undecided
	}
	return s.program(name, args[1:])
}

// programAndBuiltin reports whether a builtin exists as a program as well.
func programAndBuiltin(name string) bool {
	switch name {
	case "echo", "printf", "test", "[", "true", "false", "pwd", "cd", "kill":
		return true
	}
	return false
}

// runText runs shell text in a new shell.
func (s *shell) runText(v value) status {
	text, ok := v.text()
	if !ok {
		s.hide("sh -c", ReasonArguments)
		s.chatter()
		return undecided
	}
	return s.process().run(text, variants("sh"))
}

// flock runs a command under a lock: flock FILE command, or flock FILE -c text.
func (c *call) flock(p parsed) status {
	args := p.operands
	if g, ok := p.find("-c|--command"); ok {
		return c.runText(g.value)
	}
	if len(args) == 0 {
		return undecided
	}
	if !args[0].numeric() {
		c.act(Op{Kind: Touch, Via: "flock"}, args[0])
	}
	if args = args[1:]; len(args) > 1 && (args[0] == "-c" || args[0] == "--command") {
		return c.runText(args[1])
	}
	if len(args) == 0 {
		return success
	}
	return c.fork().external(args)
}

// runShell is bash, sh, zsh: text behind -c, a script file, or what it reads.
func (c *call) runShell(command) status {
	args, text, isText, fromInput := shellArguments(c.args)
	switch {
	case isText:
		return c.runCommandText(text, args)
	case len(args) == 0 || fromInput:
		return c.runInput(c.name, args)
	case len(args) < len(c.args) && onlyChecks(c.args[0]):
		c.chatter()
		return undecided
	}
	return c.scriptFile(args[0], args[1:])
}

// onlyChecks recognises -n: the script is parsed, not run.
func onlyChecks(option value) bool {
	return strings.HasPrefix(string(option), "-") && !strings.HasPrefix(string(option), "--") && strings.Contains(string(option), "n")
}

// shellArguments takes a shell's own options off.
func shellArguments(args []value) (rest []value, text value, isText, fromInput bool) {
	for len(args) > 0 {
		arg := string(args[0])
		if len(arg) < 2 || arg[0] != '-' && arg[0] != '+' {
			break
		}
		args = args[1:]
		switch {
		case arg == "--":
			return takeText(args, isText, fromInput)
		case arg == "--rcfile" || arg == "--init-file" || strings.HasSuffix(arg, "o") && !strings.HasPrefix(arg, "--") || strings.HasSuffix(arg, "O"):
			args = args[min(1, len(args)):]
		}
		if !strings.HasPrefix(arg, "--") && arg[0] == '-' {
			isText = isText || strings.Contains(arg, "c")
			fromInput = fromInput || strings.Contains(arg, "s")
		}
	}
	return takeText(args, isText, fromInput)
}

func takeText(args []value, isText, fromInput bool) ([]value, value, bool, bool) {
	if isText && len(args) > 0 {
		return args[1:], args[0], true, false
	}
	return args, "", false, fromInput
}

// runCommandText runs bash -c text name arguments.
func (c *call) runCommandText(v value, args []value) status {
	text, ok := v.text()
	if !ok {
		c.hide(c.name+" -c", ReasonArguments)
		c.chatter()
		return undecided
	}
	inner := c.process()
	inner.zero, inner.args, inner.moreArgs = literal(c.name), nil, false
	if len(args) > 0 {
		inner.zero, inner.args = args[0], args[1:]
	}
	inner.dialect = c.name
	return inner.run(text, variants(c.name))
}

// runInput runs a shell on what it reads.
func (s *shell) runInput(name string, args []value) status {
	in := s.input()
	if in.file >= 0 {
		s.hide(name, ReasonScript)
		in.all()
		s.chatter()
		return undecided
	}
	text, ok := in.all().text()
	if !ok {
		s.hide(name, ReasonScript)
		s.chatter()
		return undecided
	}
	inner := s.process()
	inner.args, inner.moreArgs = args, false
	inner.dialect = name
	return inner.run(text, variants(name))
}

// su runs text behind -c as another user.
func (c *call) su(entry command) status {
	p := entry.opts.parse(c.args, gnu)
	if g, ok := p.find("-c|--command"); ok {
		return c.runText(g.value)
	}
	if len(p.operands) > 0 && p.has("-u|--user") {
		return c.fork().external(p.operands)
	}
	return c.runInput("sh", nil)
}

// recorder is script and hyperfine: they run text, and script records what it prints.
func (c *call) recorder(entry command) status {
	p := entry.opts.parse(c.args, gnu)
	for _, g := range p.options {
		switch {
		case g.role != noFile:
			c.actAs(g.role, g.value, c.name+" "+g.spelled)
		case named("-c|--command|-p|--prepare|--cleanup|--setup", g.spelled) && g.has:
			c.runText(g.value)
		}
	}
	for i, operand := range p.operands {
		switch {
		case c.name == "hyperfine":
			c.runText(operand)
		case i == 0 && p.has("-a|--append"):
			c.act(Op{Kind: Append, Via: "script -a"}, operand)
		case i == 0:
			c.act(Op{Kind: Write, Via: "script"}, operand)
		}
	}
	c.chatter()
	return undecided
}

// remote runs a command on another machine, which has other files; on this machine it is opaque.
func (c *call) remote(command) status {
	opts := spec("-b= -c= -D= -E= -e= -F= -I= -i= -J= -L= -l= -m= -O= -o= -p= -Q= -R= -S= -W= -w= -B=")
	p := opts.parse(c.args, posix)
	c.input().all()
	c.chatter()
	if len(p.operands) == 0 {
		return undecided
	}
	host := string(p.operands[0])
	if _, after, ok := strings.Cut(host, "@"); ok {
		host = after
	}
	host = strings.TrimPrefix(host, "ssh://")
	if p.operands[0].has(holeAny) || host == "localhost" || host == "::1" || strings.HasPrefix(host, "127.") {
		c.hide(c.name+" "+host, ReasonUnknown)
	}
	return undecided
}
