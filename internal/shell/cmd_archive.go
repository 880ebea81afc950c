package shell

import "strings"

// archiveTools pack and unpack: what is unpacked is the archive's to decide.
var archiveTools = []command{
	{names: "tar|gtar|bsdtar", how: archives},
	{names: "unzip|cpio|pax|ar|7z|7za|7zz|unrar|rar|unar|dpkg-deb|unsquashfs|jar|patool|ouch|dtrx|aunpack", how: archives},
	{names: "zip", opts: "-b= -i= -x= -n= -P= -t= -O=writes", how: archives},
	{names: "gzip|gunzip|bzip2|bunzip2|xz|unxz|lzma|unlzma|zstd|unzstd|lz4|unlz4|compress|uncompress|pigz|unpigz|pbzip2|brotli|lzop", how: archives,
		opts: "-S|--suffix= -o|--output= -T|--threads= -p|--processes= -b= -D="},
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
	opts := spec("-f|--file= -C|--directory= -T|--files-from=reads -X|--exclude-from=reads --exclude= --transform= --xform= -b= --strip-components= --owner= --group= --mode= --mtime= -I|--use-compress-program= -K= -N= -g|--listed-incremental= -V= -L= --to-command= --checkpoint-action=")
	args := c.args
	if len(args) > 0 && !strings.HasPrefix(string(args[0]), "-") {
		args = append([]value{"-" + args[0]}, args[1:]...) // tar cf x
	}
	p := opts.parse(args, gnu)
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
	if p.has("--remove-files") {
		for _, v := range p.operands {
			c.act(Op{Kind: Delete, Via: "tar --remove-files", Tree: c.isDir(v)}, v)
		}
	} else if p.has("-c|--create|-r|--append") {
		for _, v := range p.operands {
			c.act(Op{Kind: Read, Via: "tar", Tree: c.isDir(v)}, v)
		}
	}
	c.input().all()
	c.chatter()
	return undecided
}

// tarMembers are the files that tar is told to extract by name.
func (c *call) tarMembers(p parsed) {
	if p.has("-k|--keep-old-files|--skip-old-files|--strip-components|--transform|--xform|--to-command|-T|--files-from|--wildcards|--exclude") {
		return
	}
	dir := value("")
	for _, g := range p.options {
		if named("-C|--directory", g.spelled) {
			dir = g.value + "/"
		}
	}
	c.members(dir, p.operands, "tar -x")
}

// members are extracted by name; one that is a directory is opaque like the rest.
func (c *call) members(dir value, names []value, via string) {
	for _, name := range names {
		if !c.isDir(dir+name) && !strings.ContainsAny(string(name), "*?[") && !absolute(name) {
			c.act(Op{Kind: Write, Via: via}, dir+name)
		}
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
	dir := value("")
	if g, ok := p.find("-d"); ok {
		dir = g.value + "/"
	}
	if !p.has("-n|-j|-x") {
		c.members(dir, p.operands[min(1, len(p.operands)):], c.name)
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
	if g, ok := p.find("-o|--output"); ok {
		c.actAs(writes, g.value, c.name+" "+g.spelled)
	}
	through := p.has("-c|--stdout|--to-stdout|-l|--list|-t|--test|-o|--output") || len(p.operands) == 0
	keeps := p.has("-k|--keep") || strings.HasSuffix(c.name, "zstd") || strings.HasSuffix(c.name, "lz4") || c.name == "brotli"
	for _, v := range p.operands {
		c.actAs(reads, v, c.name)
		if through {
			continue
		}
		if !keeps || p.has("--rm") {
			c.act(Op{Kind: Delete, Via: c.name, Tree: p.has("-r") && c.isDir(v)}, v)
		}
		c.compressed(v, strings.HasPrefix(c.name, "un") || strings.HasPrefix(c.name, "gun") || strings.HasPrefix(c.name, "bun") || p.has("-d|--decompress|--uncompress"))
	}
	if len(p.operands) == 0 {
		c.input().all()
	}
	c.chatter()
	return undecided
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
