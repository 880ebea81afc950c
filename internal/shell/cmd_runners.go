package shell

// interpreters run text in other languages.
var interpreters = []command{
	{names: "python|pypy|ipython|py|node|nodejs|deno|bun|tsx|ts-node|ruby|jruby|perl|php", how: interprets},
	{names: "pwsh|powershell", how: interprets},
	{names: "lua|luajit|Rscript|R|julia|tclsh|guile|racket|sbcl|ghci|runghc|runhaskell|ocaml|elixir|erl|escript|swift|kotlin|scala|groovy|java|jshell|clojure|clj|bb|lein|crystal|octave|osascript|cmd|wsl|cscript|wscript|gdb|lldb|raku|swipl|mono|dotnet|rust-script|yaegi|jbang|iex|qjs|nim|zig|dart",
		how: interprets},
}

// runners build, test and install: what they run stands in files of the project.
var runners = []command{
	{names: "npm|npx|pnpm|pnpx|yarn|bunx|corepack|uv|uvx|poetry|pipenv|pdm|hatch|rye|pixi|conda|mamba|micromamba|pipx|bundle|mise|direnv|volta|fnm", how: runsTools},
	{names: "lerna|nx|turbo|gulp|grunt|webpack|vite|rollup|esbuild|parcel|tsc|swc|babel|jest|vitest|mocha|ava|playwright|cypress|ng|next|nuxt|astro|expo|storybook|wrangler|vercel|netlify|firebase|serverless|pulumi|cdk",
		reason: ReasonRunner},
	{names: "make|gmake|cmake|ninja|meson|bazel|bazelisk|buck2|scons|waf|just|task|mage|rake|ant|mvn|gradle|sbt|mill|earthly|dagger|act|invoke|inv|fab|tox|nox|doit|ctest|cpack|autoconf|automake|autoreconf|libtool|gn",
		reason: ReasonRunner},
	{names: "cargo|rustc|rustup|go|gotestsum|golangci-lint|goreleaser|gcc|g++|clang|clang++|cc|c++|ld|as|javac|ghc|cabal|stack|dune|opam|mix|rebar3|gleam|flutter|swiftc|xcodebuild|pod|msbuild|nuget|vcpkg|conan|nimble|shards|protoc|flatc|swig|bison|flex|yacc|antlr4|sqlc|mockgen|stringer|openapi-generator|graphql-codegen|prisma|alembic|flyway|liquibase|dbmate|atlas",
		reason: ReasonRunner},
	{names: "pip|virtualenv|pytest|py.test|coverage|celery|django-admin|flask|uvicorn|gunicorn|jupyter|papermill|dbt|scrapy|streamlit|gem|rails|rspec|cucumber|composer|phpunit|pest|wp|drush|luarocks|cpan|cpanm|prove",
		reason: ReasonRunner},
	{names: "docker|podman|nerdctl|docker-compose|podman-compose|buildah|skopeo|kubectl|helm|kustomize|kind|minikube|k3d|oc|limactl|colima|vagrant|packer|terraform|tofu|terragrunt|ansible|ansible-playbook|nomad|consul|vault|lxc|incus|multipass|distrobox|apptainer|singularity|devcontainer|nix|nix-shell|nix-build|nix-env|nixos-rebuild|guix|home-manager|flatpak|snap",
		reason: ReasonContainer},
	{names: "apt|apt-get|aptitude|dpkg|yum|dnf|rpm|zypper|pacman|yay|paru|apk|emerge|brew|port|choco|winget|scoop|asdf|nvm|pyenv|rbenv|sdk", reason: ReasonRunner},
	{names: "claude|codex|gemini|aider|copilot|cursor-agent|opencode|llm|ollama|amp|crush|qwen", reason: ReasonRunner},
}

// runTool is a package runner. It is opaque, but a program that it is told to run by name is looked up as well.
func (c *call) runTool(command) status {
	if isVersionQuestion(c.args) {
		c.chatter()
		return undecided
	}
	c.hide(c.name, ReasonRunner)
	args := c.args
	if !named("npx|pnpx|bunx|uvx", c.name) {
		args = c.toolBehind(args)
	}
	p := spec("-p|--package= -c|--call= --from= --with= --python= -n|--name= --project= --directory=").parse(args, posix)
	if g, ok := p.find("-c|--call"); ok {
		return c.runText(g.value)
	}
	if len(p.operands) > 0 {
		if name, ok := p.operands[0].text(); ok {
			if _, ok := c.listed(name); ok {
				return c.fork().external(p.operands)
			}
		}
	}
	c.input().all()
	c.chatter()
	return undecided
}

// toolBehind gives the command line of the program that a runner's own command line names. yarn and pnpm run a
// formatter by its name alone.
func (c *call) toolBehind(args []value) []value {
	if rest := behindRun(args); len(rest) > 0 || len(args) == 0 || !named("yarn|pnpm", c.name) {
		return rest
	}
	for _, entry := range formatters {
		if named(entry.names, string(args[0])) {
			return args
		}
	}
	return nil
}

// behindRun gives what stands behind the word that says "run this program".
func behindRun(args []value) []value {
	for i, arg := range args {
		switch arg {
		case "run", "exec", "x", "dlx":
			rest := args[i+1:]
			if len(rest) > 0 && rest[0] == "--" {
				rest = rest[1:]
			}
			return rest
		}
		if len(arg) == 0 || arg[0] != '-' {
			return nil
		}
	}
	return nil
}
