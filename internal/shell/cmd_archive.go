package shell

import "strings"

// archiveTools pack and unpack: what is unpacked is the archive's to decide.
var archiveTools = []command{
	{names: "tar|gtar|bsdtar", how: archives},
	{names: "unzip|cpio|pax|ar|7z|7za|7zz|unrar|rar|unar|dpkg-deb|unsquashfs|jar|patool|ouch|dtrx|aunpack", how: archives},
	{names: "zip", opts: "-b= -i= -x= -n= -P= -t= -O=writes", how: archives},
	{names: "gzip|gunzip|bzip2|bunzip2|pbzip2", how: archives, opts: "-S|--suffix="},
	{names: "xz|unxz|lzma|unlzma", how: archives,
		opts: "-S|--suffix= -T|--threads= -M|--memlimit= -F|--format= -C|--check= --block-size="},
	{names: "zstd|unzstd", how: archives,
		opts: "-o=writes -D= -T? -B? -b? -e? -i? -M? --output-dir-flat= --output-dir-mirror= --patch-from=reads --filelist=reads --trace=writes"},
	{names: "lz4|unlz4", how: archives, opts: "-D= -T? -B? -b? -e? -i?"},
	{names: "compress|uncompress", how: archives, opts: "-b="},
	{names: "pigz|unpigz", how: archives, opts: "-S|--suffix= -p|--processes= -b|--blocksize= -I|--iterations= -J|--maxsplits= -A|--alias= -C|--comment="},
	{names: "brotli", how: archives, opts: "-o|--output=writes -S|--suffix= -q|--quality= -w|--lgwin= -D|--dictionary= -C|--comment="},
	{names: "lzop", how: archives, opts: "-o|--output=writes -S|--suffix= -p|--path?"},
}

func (c *call) archive(entry command) status {
	c.creators++
	switch {
	case strings.HasSuffix(c.name, "tar"):
		return c.tar()
	case c.name == "zip":
		return c.zip(entry)
	case entry.opts != "":
		return c.compress(entry)
	case c.name == "unzip":
		return c.unzip()
	}
	c.input().all()
	c.hide(c.name, ReasonArchive)
	c.chatter()
	return undecided
}

// tar writes its archive when it creates one, is opaque when it extracts, and else only reads.
func (c *call) tar() status {
	opts := spec("-f|--file= -C|--directory= -T|--files-from=reads -X|--exclude-from=reads --exclude= --transform= --xform= -b= --strip-components= --owner= --group= --mode= --mtime= -I|--use-compress-program= -K= -N= -g|--listed-incremental= -V= -L= --to-command= --checkpoint-action= -H|--format= -F|--info-script= --index-file=writes --add-file=")
	p := opts.parse(opts.spellOut(c.args), gnu)
	file, _ := p.find("-f|--file")
	switch {
	case p.has("-x|--extract|--get"):
		if p.has("-O|--to-stdout") {
			break
		}
		c.hide("tar -x", ReasonArchive)
		c.tarMembers(p)
	case p.has("-c|--create") && file.has && file.value != "-":
		c.act(Op{Kind: Write, Via: "tar -f"}, file.value)
	case p.has("-r|-u|-A|--append|--update|--concatenate|--delete") && file.has:
		c.act(Op{Kind: InPlace, Via: "tar -f"}, file.value)
	}
	if index, ok := p.find("--index-file"); ok {
		c.actAs(writes, index.value, "tar --index-file")
	}
	c.tarPacked(p)
	c.input().all()
	c.chatter()
	return undecided
}

// spellOut gives the letters that tar takes without a dash as options, each with its value behind it.
func (sp spec) spellOut(args []value) []value {
	if len(args) == 0 || strings.HasPrefix(string(args[0]), "-") {
		return args
	}
	opts := parser{options: sp.options()}
	letters, rest := args[0], args[1:]
	var all []value
	for i := range letters {
		name := "-" + letters[i:i+1]
		all = append(all, name)
		if opts.shortOption(string(name)).value == '=' && len(rest) > 0 {
			all, rest = append(all, rest[0]), rest[1:]
		}
	}
	return append(all, rest...)
}

// tarPacked are the files that go into an archive.
func (c *call) tarPacked(p parsed) {
	removes := p.has("--remove-files")
	if !removes && !p.has("-c|--create|-r|--append|-u|--update") {
		return
	}
	for _, v := range tarFiles(p) {
		if removes {
			c.act(Op{Kind: Delete, Via: "tar --remove-files", Tree: c.isDir(v)}, v)
		} else {
			c.act(Op{Kind: Read, Via: "tar", Tree: c.isDir(v)}, v)
		}
	}
	if removes && p.has("-T|--files-from") {
		c.hide("tar --remove-files", ReasonArguments)
	}
}

// tarFiles are the operands, and what --add-file names among them, as seen from where tar starts.
func tarFiles(p parsed) []value {
	var all []value
	for i, v := range p.operands {
		all = append(all, tarDirectory(p, i, v))
	}
	for i, g := range p.options {
		if g.spelled == "--add-file" {
			before := parsed{options: p.options[:i]}
			all = append(all, tarDirectory(before, len(p.operands), g.value))
		}
	}
	return all
}

// tarDirectory gives tar's operand number i as it is seen from where tar starts: each -C before it, -C a -C b one
// below the other, counts.
func tarDirectory(p parsed, i int, operand value) value {
	dir := value("")
	for _, g := range p.options {
		if named("-C|--directory", g.spelled) && g.behind <= i {
			dir = below(dir, g.value)
		}
	}
	return below(dir, operand)
}

// below is a name as seen from a directory; "" is the current one.
func below(dir, name value) value {
	if dir == "" || absolute(name) {
		return name
	}
	return dir + "/" + name
}

// tarMembers are the files that tar is told to extract by name.
func (c *call) tarMembers(p parsed) {
	if p.has("-k|--keep-old-files|--skip-old-files|--strip-components|--transform|--xform|--to-command|-T|--files-from|--wildcards|--exclude") {
		return
	}
	for i, name := range p.operands {
		c.member(tarDirectory(p, i, ""), name, "tar -x")
	}
}

// member is extracted by its name; one that is a directory is opaque like the rest.
func (c *call) member(dir, name value, via string) {
	if !c.isDir(below(dir, name)) && !strings.ContainsAny(string(name), "*?[") && !absolute(name) {
		c.act(Op{Kind: Write, Via: via}, below(dir, name))
	}
}

// unzip extracts all that an archive holds, or the files that are named.
func (c *call) unzip() status {
	p := spec("-d= -P=").parse(c.args, gnu)
	c.chatter()
	if p.has("-l|-t|-p|-Z|-v|-c|-z") {
		return undecided
	}
	c.hide(c.name, ReasonArchive)
	dir, _ := p.find("-d")
	if !p.has("-n|-j|-x") {
		for _, name := range p.operands[min(1, len(p.operands)):] {
			c.member(dir.value, name, c.name)
		}
	}
	return undecided
}

// zip writes its first operand and, with -m, removes the others.
func (c *call) zip(entry command) status {
	p := entry.opts.parse(c.args, gnu)
	for i, v := range p.operands {
		switch {
		case i == 0 && v != "-":
			if !strings.Contains(string(v[strings.LastIndexByte(string(v), '/')+1:]), ".") {
				v += ".zip"
			}
			c.act(Op{Kind: InPlace, Via: "zip"}, v)
		case p.has("-m|--move"):
			c.act(Op{Kind: Delete, Via: "zip -m", Tree: c.isDir(v)}, v)
		default:
			c.actAs(reads, v, "zip")
		}
	}
	c.chatter()
	return undecided
}

// compress replaces a file by its compressed form, or the other way round.
func (c *call) compress(entry command) status {
	p := entry.opts.parse(c.args, gnu)
	c.chatter()
	if len(p.operands) == 0 {
		c.input().all()
	}
	output, toFile := p.find("-o|--output")
	if toFile {
		c.actAs(writes, output.value, c.name+" "+output.spelled)
	}
	toFile = toFile && !p.has("-c|--stdout|--to-stdout|--list|-t|--test|-l")
	through := p.has("-c|--stdout|--to-stdout|--list|-t|--test|-o|--output") || p.has("-l") && !strings.HasSuffix(c.name, "lz4")
	unpacks := strings.HasPrefix(c.name, "un") || strings.HasPrefix(c.name, "gun") || strings.HasPrefix(c.name, "bun") ||
		p.has("-d|--decompress|--uncompress")
	named := strings.HasSuffix(c.name, "lz4") && len(p.operands) == 2 && !through && !p.has("-m|--multiple|-r")
	if named {
		c.actAs(writes, p.operands[1], c.name) // the only one that takes its output as an operand
		p.operands = p.operands[:1]
	}
	for _, v := range p.operands {
		c.actAs(reads, v, c.name)
		if c.goesAfter(p) && (!through || toFile) {
			c.act(Op{Kind: Delete, Via: c.name, Tree: p.has("-r") && c.isDir(v)}, v)
		}
		if !named && !through {
			c.compressed(v, unpacks)
		}
	}
	return undecided
}

// goesAfter reports whether a file is removed once its other form is written. The younger programs keep it unless told.
func (c *call) goesAfter(p parsed) bool {
	switch {
	case p.has("-k|--keep"):
		return false
	case c.name == "brotli":
		return p.has("-j|--rm")
	case c.name == "lzop":
		return p.has("-U|--unlink|--delete")
	case strings.HasSuffix(c.name, "zstd") || strings.HasSuffix(c.name, "lz4"):
		return p.has("--rm")
	}
	return true
}

// compressed writes the other form of a file.
func (c *call) compressed(v value, unpack bool) {
	if !unpack {
		c.act(Op{Kind: Write, Via: c.name}, v+"."+compressedSuffix(c.name))
		return
	}
	for _, ext := range []string{".gz", ".bz2", ".xz", ".lzma", ".zst", ".lz4", ".Z", ".br", ".lzo"} {
		if rest, ok := strings.CutSuffix(string(v), ext); ok {
			c.act(Op{Kind: Write, Via: c.name}, value(rest))
			return
		}
	}
}

func compressedSuffix(name string) value {
	switch name {
	case "bzip2", "pbzip2":
		return "bz2"
	case "xz":
		return "xz"
	case "lzma":
		return "lzma"
	case "zstd":
		return "zst"
	case "lz4":
		return "lz4"
	case "compress":
		return "Z"
	case "brotli":
		return "br"
	case "lzop":
		return "lzo"
	}
	return "gz"
}
