package shell

import (
	"slices"
	"strings"
)

// networkTools fetch files and synchronise trees.
var networkTools = []command{
	{names: "curl", how: fetches,
		opts: "-o|--output=writes -O -D|--dump-header=writes -c|--cookie-jar=writes --trace=writes --trace-ascii=writes --stderr=writes -T|--upload-file=reads -K|--config=reads -H|--header= -d|--data= --data-raw= --data-binary= --data-urlencode= --json= -F|--form= -X|--request= -u|--user= -A|--user-agent= -e|--referer= -b|--cookie= -m|--max-time= --connect-timeout= --retry= --retry-delay= -w|--write-out= -x|--proxy= -E|--cert= --key= --cacert= -C|--continue-at= -r|--range= --url= --output-dir= -Y= -y= -z= -U= -Q= -P= -t= --resolve= --interface= --limit-rate= --max-redirs="},
	{names: "wget|wget2", how: fetches,
		opts: "-O|--output-document=writes -o|--output-file=writes -a|--append-output=appends -P|--directory-prefix= -i|--input-file=reads -T|--timeout= -t|--tries= -w|--wait= -U|--user-agent= --header= --post-data= --post-file=reads -A= -R= -D= -l= -Q= -e= -B= --limit-rate= --user= --password= --save-cookies=writes --load-cookies=reads"},
	{names: "aria2c|axel|http|https|xh|yt-dlp|youtube-dl|lftp|ftp|sftp|gsutil|aws|az|gcloud|rclone|s3cmd|huggingface-cli|kaggle", reason: ReasonUnknown},
	{names: "rsync", how: syncs,
		opts: "-e|--rsh= -f|--filter= --exclude= --exclude-from=reads --include= --include-from=reads --files-from=reads --log-file=writes --partial-dir= --backup-dir= --suffix= --compare-dest= --copy-dest= --link-dest= -T|--temp-dir= --chmod= --chown= --bwlimit= --max-size= --min-size= --password-file= --port= --rsync-path= -B= -M= --timeout= --out-format= --info= --debug= --max-delete= --usermap= --groupmap= --iconv="},
	{names: "scp", how: syncs, opts: "-c= -D= -F= -i= -J= -l= -o= -P= -S= -X="},
	{names: "ping|ping6|dig|nslookup|host|traceroute|mtr|netstat|ss|ip|ifconfig|arp|route|whois|telnet|nc|ncat|netcat|nmap|ssh-keyscan|ssh-add|ssh-agent|ssh-keygen|iperf3|ab|wrk|hey|grpcurl"},
	{names: "openssl", first: 1, style: oneDash, opts: "-out=writes -in=reads -key= -pass= -k= -days= -subj= -keyout=writes"},
	{names: "socat|websocat", reason: ReasonUnknown},
}

// fetch writes what it gets where -o says, or under the address's own name.
func (c *call) fetch(entry command) status {
	p := entry.opts.parse(c.args, gnu)
	if g, ok := p.find("-K|--config"); ok && c.name == "curl" {
		c.curlConfig(entry, g.value)
	}
	dir := value("")
	if g, ok := p.find("--output-dir|-P|--directory-prefix"); ok {
		dir = g.value + "/"
	}
	named := false
	for _, g := range p.options {
		if g.role == noFile || !g.has || g.value == "-" {
			named = named || g.role == writes && g.value == "-"
			continue
		}
		target := g.value
		if g.role == writes && (g.spelled == "-o" && c.name == "curl" || g.spelled == "--output") && !absolute(target) {
			target = dir + target
		}
		c.actAs(g.role, target, c.name+" "+g.spelled)
		named = named || g.spelled != "-o" && g.role == writes
	}
	if c.name == "curl" && p.has("-O|--remote-name|-J|--remote-name-all") || c.name != "curl" && !named && !p.has("--spider|-O|--output-document") {
		for _, url := range p.operands {
			c.act(Op{Kind: Write, Via: c.name}, dir+remoteName(url))
		}
	}
	c.chatter()
	return undecided
}

// curlConfig is a file with options for curl: opaque, with what its text foretells.
func (c *call) curlConfig(entry command, file value) {
	text, ok := c.readScript(file)
	if !ok {
		c.hide("curl -K", ReasonScript)
		return
	}
	c.foretell(file, func(inner *shell) {
		(&call{shell: inner, name: c.name, args: curlOptions(text)}).fetch(entry)
	})
}

// curlOptions turns the lines of a config file, such as output = "file", into arguments.
func curlOptions(text string) []value {
	var args []value
	for _, line := range lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		name, val := line, ""
		if i := strings.IndexAny(line, " \t=:"); i >= 0 {
			name, val = line[:i], strings.TrimLeft(line[i:], " \t=:")
		}
		if !strings.HasPrefix(name, "-") {
			name = "--" + name
		}
		if args = append(args, literal(name)); val != "" {
			args = append(args, literal(strings.Trim(val, `"`)))
		}
	}
	return args
}

// remoteName is the name a download gets from its address.
func remoteName(url value) value {
	text := string(url)
	if i := strings.Index(text, "://"); i >= 0 {
		text = text[i+3:]
	}
	if i := strings.IndexAny(text, "?#"); i >= 0 {
		text = text[:i]
	}
	i := strings.LastIndexByte(text, '/')
	if i < 0 || i == len(text)-1 {
		return "index.html"
	}
	return value(text[i+1:])
}

// sync is rsync and scp: files go to the last operand, unless that is on another machine.
func (c *call) sync(entry command) status {
	p := entry.opts.parse(c.args, gnu)
	for _, g := range p.options {
		if g.role != noFile && g.has {
			c.actAs(g.role, g.value, c.name+" "+g.spelled)
		}
	}
	c.chatter()
	if p.has("-n|--dry-run|--list-only") && c.name == "rsync" || len(p.operands) < 2 {
		return undecided
	}
	n := len(p.operands)
	to := p.operands[n-1]
	for _, src := range p.operands[:n-1] {
		c.syncOne(src, to, p, n > 2)
	}
	if p.has("--delete|--del|--delete-after|--delete-before|--delete-during|--delete-excluded|--delete-delay") && !elsewhere(to) {
		c.syncDelete(p.operands[0], to)
	}
	return undecided
}

// syncDelete is rsync --delete: what the source lacks goes.
func (c *call) syncDelete(src, to value) {
	if elsewhere(src) || c.env.List == nil || !src.known() || !to.known() {
		c.hide("rsync --delete", ReasonArchive)
		return
	}
	if !strings.HasSuffix(string(src), "/") && !strings.HasSuffix(string(src), "/.") {
		to = targetIn(to, src)
	}
	have := c.list(string(src))
	for _, name := range c.list(string(to)) {
		below, at := src+"/"+literal(name), to+"/"+literal(name)
		switch {
		case !slices.Contains(have, name):
			c.act(Op{Kind: Delete, Via: "rsync --delete", Tree: c.isDir(at)}, at)
		case c.isDir(at) && c.spend.enter():
			c.syncDelete(below+"/", at)
			c.spend.leave()
		}
	}
}

// syncOne copies one source.
func (c *call) syncOne(src, to value, p parsed, intoDir bool) {
	if !elsewhere(src) {
		c.act(Op{Kind: Read, Via: c.name, Tree: c.isDir(src)}, src)
		if p.has("--remove-source-files") {
			c.act(Op{Kind: Delete, Via: "rsync --remove-source-files", Tree: c.isDir(src)}, src)
		}
	}
	if elsewhere(to) {
		return
	}
	contents := strings.HasSuffix(string(src), "/") || strings.HasSuffix(string(src), "/.")
	target := to
	if !contents && (intoDir || c.isDir(to) || strings.HasSuffix(string(to), "/")) {
		_, path := cutAt(src, ":")
		if !elsewhere(src) {
			path = src
		}
		target = targetIn(to, path)
	}
	if elsewhere(src) && (contents || p.has("-r|-a|--archive|--recursive")) {
		c.hide(c.name, ReasonArchive)
		return
	}
	c.copyOne(src, target, copyOptions{tree: true, keep: p.has("--ignore-existing")})
}

// elsewhere reports whether an operand names a file on another machine: host:path.
func elsewhere(v value) bool {
	text := string(v)
	i := strings.IndexByte(text, ':')
	return i > 1 && !strings.Contains(text[:i], "/") || strings.HasPrefix(text, "rsync://") || strings.HasPrefix(text, "scp://")
}
