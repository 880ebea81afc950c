package shell

import "strings"

// dataTools read and edit structured data and databases.
var dataTools = []command{
	{names: "jq|gojq|jaq", first: 1, skip: "-f|--from-file", opts: "-f|--from-file=reads -L= --indent= --arg== --argjson== --slurpfile== --rawfile==", operands: reads,
		when: "-i|--in-place", then: edits},
	{names: "yq|tomlq|xq", first: 1, verbs: "eval|e|eval-all|ea", skip: "-f|--from-file|--expression", operands: reads, when: "-i|--inplace|--in-place", then: edits,
		opts: "--expression= -f|--from-file=reads -o|--output-format= -p|--input-format= -I|--indent= --arg== --argjson== -s= --front-matter="},
	{names: "gron|jo|jp|jless|fx", operands: reads},
	{names: "xmllint", opts: "-o|--output=writes --xpath= --schema= --encode= --pattern=", operands: reads},
	{names: "xmlstarlet", first: 1, operands: reads, when: "-L|--inplace", then: edits},
	{names: "tidy", opts: "-o|-output=writes -f=writes -config=", operands: reads, when: "-m|-modify", then: edits},
	{names: "sqlite3|sqlite|duckdb", how: databases},
	{names: "psql|mysql|mariadb|mongosh|redis-cli|clickhouse-client|pg_dump|pg_restore|mysqldump|etcdctl|litecli|pgcli|sqlite-utils", reason: ReasonDatabase},
	{names: "csvgrep", opts: "-c|--columns= -d|--delimiter= -m|--match= -r|--regex= -f|--file=reads", operands: reads},
	{names: "csvcut|csvsort|csvlook|csvstat|csvjson|csvstack|csvjoin|in2csv|xsv|qsv|datamash|visidata|vd", opts: "-o|--output=writes -d|--delimiter= -c|--columns=", operands: reads},
	{names: "mlr", first: 1, opts: "--from=reads", operands: reads, when: "-I", then: edits},
	{names: "msgfmt|xgettext|msgmerge", opts: "-o|--output-file=writes", operands: reads, when: "-U|--update", then: edits},
	{names: "convert|magick|mogrify|ffmpeg|sox|gs|qpdf|pdftk|pdftotext|pdftoppm|exiftool|optipng|pngquant|cwebp|inkscape|dot|plantuml|mmdc|gnuplot|tesseract|libreoffice|soffice|latexmk|pdflatex|xelatex|lualatex|typst|mdbook|asciidoctor|sphinx-build|mkdocs|hugo|jekyll|zola",
		reason: ReasonUnknown},
}

// database is sqlite3: unless the text only asks, its file is rewritten.
func (c *call) database(command) status {
	opts := spec("-cmd= -init=reads -separator= -nullvalue= -newline= -mmap= -maxsize= -lookaside= -pagecache= -c= -s=")
	p := opts.parse(c.args, oneDash)
	text := c.input().all()
	c.chatter()
	if len(p.operands) == 0 || isVersionQuestion(c.args) {
		return undecided
	}
	if len(p.operands) > 1 {
		text = joinValues(p.operands[1:], "\n")
	}
	for _, g := range p.options {
		if g.spelled == "-cmd" || g.spelled == "-c" || g.spelled == "-s" {
			text += "\n" + g.value
		}
	}
	c.sqlOutputs(text)
	if p.has("-readonly") || onlyAsks(text) {
		c.act(Op{Kind: Read, Via: c.name}, p.operands[0])
		return undecided
	}
	c.act(Op{Kind: InPlace, Via: c.name}, p.operands[0])
	c.hide(c.name, ReasonDatabase)
	return undecided
}

// sqlOutputs finds the dot commands that write a file.
func (c *call) sqlOutputs(text value) {
	for _, line := range strings.Split(string(text), "\n") {
		words := strings.Fields(strings.TrimSuffix(line, ";"))
		if len(words) < 2 || value(line).has(holeAny) {
			continue
		}
		switch words[0] {
		case ".output", ".once", ".backup", ".save", ".clone", ".log", ".excel":
			if file := strings.Trim(words[len(words)-1], `'"`); file != "stdout" && file != "off" {
				c.act(Op{Kind: Write, Via: c.name + " " + words[0]}, value(file))
			}
		}
	}
}

// onlyAsks reports whether SQL text is known and only reads.
func onlyAsks(text value) bool {
	if !text.known() || text == "" {
		return false
	}
	for _, statement := range strings.FieldsFunc(string(text), func(r rune) bool { return r == ';' || r == '\n' }) {
		switch word := strings.ToLower(firstWord(statement)); word {
		case "", "select", "explain", ".schema", ".tables", ".dump", ".mode", ".headers", ".header", ".indexes", ".databases", ".quit", ".exit", ".output", ".once", ".log", "from", "where", "order", "group", "limit", "join", "and", "or":
		default:
			return false
		}
	}
	return !strings.Contains(strings.ToLower(string(text)), "writefile")
}
