package shell

// formatters rewrite the files that they are given: some always, some only when asked to.
var formatters = []command{
	{names: "prettier", globs: true, operands: reads, when: "-w|--write", then: edits,
		opts: "--config= --ignore-path= --parser= --plugin= --print-width= --tab-width= --log-level= --stdin-filepath= --cache-location="},
	{names: "eslint|eslint_d|stylelint|standard|xo|oxlint|rubocop|standardrb|tflint", globs: true, operands: reads,
		when: "--fix|-a|-A|--autocorrect|--auto-correct|--autocorrect-all", then: edits,
		opts: "-c|--config= --ext= -f|--format= -o|--output-file=writes --rule= --parser= --plugin= --max-warnings= --ignore-path= --cache-location="},
	{names: "sqlfluff", globs: true, first: 1, operands: edits, when: "lint", then: reads, how: verbs, opts: "--dialect= --rules= --config="},
	{names: "markdownlint|markdownlint-cli2", globs: true, operands: reads, when: "-f|--fix", then: edits, opts: "-c|--config= -i|--ignore= -r= -p= --enable= --disable= -o|--output=writes"},
	{names: "remark", globs: true, operands: reads, when: "-o|--output", then: edits, opts: "-o|--output? -r|--rc-path= -u|--use= -s|--setting="},
	{names: "textlint|alex|proselint|vale|write-good|mdl|lychee|markdown-link-check", globs: true, operands: reads, when: "--fix", then: edits, opts: "-c|--config= -f|--format= -o|--output=writes"},
	{names: "misspell", globs: true, style: oneDash, operands: reads, when: "-w", then: edits, opts: "-o=writes -i= -f= -j= -locale= -source="},
	{names: "codespell|typos", globs: true, operands: reads, when: "-w|--write-changes", then: edits, opts: "-I|--ignore-words= -L= -S|--skip= -D|--dictionary= -x= --config="},
	{names: "mdformat|doctoc|markdownfmt", globs: true, operands: edits, when: "--check|-s|--stdout|--dryrun", then: reads, opts: "--wrap= --end-of-line= --title= --maxlevel="},
	{names: "markdown-toc", globs: true, operands: reads, when: "-i", then: edits, opts: "--maxdepth= --bullets= --append="},
	{names: "gofmt|goimports|gofumpt|gci|golines", globs: true, style: oneDash, operands: reads, when: "-w|--write", then: edits, opts: "-r= -local= -cpuprofile= -srcdir= -lang="},
	{names: "rustfmt", globs: true, operands: edits, when: "--check", then: reads, opts: "--config= --config-path= --edition= --emit= --color="},
	{names: "clang-format", globs: true, style: oneDash, operands: reads, when: "-i", then: edits,
		opts: "-style= -fallback-style= -assume-filename= -lines= -offset= -length= -cursor= -files=reads"},
	{names: "shfmt", globs: true, style: oneDash, operands: reads, when: "-w|--write|-write", then: edits,
		opts: "-i|--indent|-indent= -ln|--language-dialect= -filename|--filename="},
	{names: "latexindent", operands: reads, when: "-w|--overwrite|-wd|--overwriteIfDifferent", then: edits, style: oneDash,
		opts: "-o|--outputfile=writes -c|--cruft= -g|--logfile=writes -y|--yaml= -n|--lines="},
	{names: "fourmolu|ormolu|stylish-haskell|cmake-format|gersemi|swift-format|google-java-format|cljfmt", globs: true,
		operands: reads, when: "-i|--in-place|--inplace|--replace", then: edits, opts: "-m|--mode= -c= -o= --style="},
	{names: "uncrustify", operands: reads, when: "--replace|--no-backup", then: edits, opts: "-c= -f=reads -o=writes -l= -F=reads -p= -P= -L= -t= -d="},
	{names: "scalafmt|addlicense", globs: true, style: oneDash, operands: edits, when: "--check|-check|--test|--stdout", then: reads,
		opts: "-c|--config= -f= -l= -y= -s? -ignore="},
	{names: "astyle|stylua|csharpier|jupytext|nbstripout|syncpack|sort-package-json|nixfmt|alejandra|swiftformat|ktfmt|phpcbf|pyupgrade|add-trailing-comma",
		globs: true, operands: edits, when: "--check|-c|--dry-run|--dryrun|--lint|--diff|--stdout", then: reads, opts: "--config="},
	{names: "black|isort|usort|ufmt|darker", globs: true, operands: edits, when: "--check|--check-only|--diff|-d|-c", then: reads,
		opts: "-l|--line-length= -t|--target-version= --config= --code= --include= --exclude= --profile= --sp|--settings-path="},
	{names: "djlint", globs: true, operands: reads, when: "--reformat", then: edits, opts: "--profile= --indent= --extension= --configuration="},
	{names: "autopep8|yapf|autoflake|docformatter", globs: true, operands: reads, when: "-i|--in-place", then: edits, opts: "--max-line-length= --style= --select= --ignore="},
	{names: "ruff", globs: true, first: 1, how: verbs, operands: edits, when: "--check|--diff", then: reads,
		opts: "--config= --select= --ignore= --line-length= --target-version= -o|--output-file=writes --output-format= --exclude="},
	{names: "biome|dprint|taplo|buf|terraform-docs", globs: true, first: 1, how: verbs, operands: reads, when: "--write|--fix|--apply|fmt|-w", then: edits, opts: "--config-path= --config="},
	{names: "jsonlint", globs: true, operands: reads, when: "-i|--in-place", then: edits, opts: "-t|--indent="},
	{names: "fixjson", globs: true, operands: reads, when: "-w|--write", then: edits, opts: "-i|--indent="},
	{names: "json", operands: reads, when: "-I|--in-place", then: edits, opts: "-e= -c= -d= -D= -o="},
	{names: "pylint|flake8|mypy|pyright|bandit|pycodestyle|pydocstyle|vulture|hadolint|actionlint|staticcheck|cppcheck|luacheck|ansible-lint|semgrep|cspell", globs: true,
		operands: reads, opts: "-f|--format= --rcfile= --config= -o|--output=writes --output-file=writes -e|--exclude= -c="},
	{names: "shellcheck", operands: reads,
		opts: "-f|--format= -s|--shell= -e|--exclude= -i|--include= -o|--enable= -S|--severity= -P|--source-path= -W|--wiki-link-count= -C|--color?"},
	{names: "yamllint", operands: reads, opts: "-c|--config-file= -d|--config-data= -f|--format="},
	{names: "gitleaks", operands: reads, opts: "-c|--config= -r|--report-path=writes -f|--report-format= -s|--source="},
}

// verb is a formatter whose first operand says what it does: ruff check reads, ruff check --fix and ruff format write.
func (c *call) verb(entry command) status {
	p := entry.opts.parse(c.args, gnu)
	first := value("")
	if len(p.operands) > 0 {
		first = p.operands[0]
	}
	role, via := entry.operands, c.name+" "+first.show()
	switch {
	case c.name == "ruff" && first != "format" && !p.has("--fix|--fix-only"):
		role = reads
	case p.has(entry.when) || named(entry.when, string(first)):
		role = entry.then
	}
	for _, file := range p.operands[min(1, len(p.operands)):] {
		c.actAs(role, file, via)
	}
	c.chatter()
	return undecided
}
