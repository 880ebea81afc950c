#!/bin/sh
# Installs noclobber for this user, then shows that it works. Never needs root.
#
#   ./install.sh                      builds from this directory (needs Go) and installs to ~/.local/bin
#   ./install.sh ARCHIVE.tar.gz       installs a release; SHA256SUMS must lie beside it and name it
#   PREFIX=/opt/tools ./install.sh    to /opt/tools/bin
#   ./install.sh --uninstall          removes it again (run `noclobber uninstall` in your projects first)
#
# What is installed is tried before it takes the place of what works now. Manual pages and shell completions go to
# PREFIX/share; all that was installed is listed in PREFIX/share/noclobber/installed, and --uninstall removes just that.
set -eu

name=noclobber
companion=noclobber-mcp # what `noclobber mcp` starts; looked for beside it

fail() {
	printf 'error: %s\n' "$1" >&2
	[ -z "${2-}" ] || printf 'hint: %s\n' "$2" >&2
	exit 1
}

usage() {
	sed -n '2,10s/^# \{0,1\}//p' "$0"
}

# The directory of this script, whatever it was started from.
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)

if [ -z "${PREFIX-}" ]; then
	[ -n "${HOME-}" ] || fail "neither PREFIX nor HOME says where to install" "PREFIX=/some/dir ./install.sh"
	PREFIX=$HOME/.local
fi
target=$PREFIX/bin/$name
beside=$PREFIX/bin/$companion
list=$PREFIX/share/noclobber/installed

uninstall() {
	[ -e "$target" ] || [ -e "$list" ] || fail "$target is not there"
	if [ -e "$list" ]; then
		while IFS= read -r file; do
			case $file in
			"$PREFIX"/share/*) rm -f -- "$file" ;;
			esac
		done <"$list"
		rm -f -- "$list"
		rmdir -- "$PREFIX/share/noclobber" 2>/dev/null || : # something else is in it
	fi
	rm -f -- "$target" "$beside"
	printf 'removed %s\n' "$target"
}

archive=
case ${1-} in
'') ;;
--uninstall)
	uninstall
	exit 0
	;;
-h | --help)
	usage
	exit 0
	;;
*.tar.gz) archive=$1 ;;
*) fail "unknown argument $1" "./install.sh, or ./install.sh --uninstall" ;;
esac

mkdir -p -- "$PREFIX/bin" || fail "cannot make $PREFIX/bin" "choose another place: PREFIX=/some/dir ./install.sh"

# Made beside its place and renamed: a hook that runs at this moment sees the old binary or the new one.
fresh=$target.new.$$
work=$(mktemp -d)
fresher=$beside.new.$$
trap 'rm -rf -- "$fresh" "$fresher" "$work"' EXIT

sha256() {
	if command -v sha256sum >/dev/null 2>&1; then
		sha256sum <"$1" | cut -d ' ' -f 1
	elif command -v shasum >/dev/null 2>&1; then
		shasum -a 256 <"$1" | cut -d ' ' -f 1
	else
		openssl dgst -sha256 -r <"$1" | cut -d ' ' -f 1
	fi
}

# Takes the program out of an archive whose bytes are those that SHA256SUMS names.
unpack() {
	[ -f "$archive" ] || fail "there is no $archive"
	sums=$(dirname -- "$archive")/SHA256SUMS
	file=$(basename -- "$archive")
	[ -f "$sums" ] || fail "$sums is not there, so $file cannot be verified" "download it from where the archive is from"
	want=$(while read -r sum listed; do if [ "$listed" = "$file" ] || [ "$listed" = "*$file" ]; then printf '%s\n' "$sum"; fi; done <"$sums")
	[ -n "$want" ] || fail "$sums does not name $file"
	have=$(sha256 "$archive")
	[ "$want" = "$have" ] || fail "$file is not what $sums says: it has the SHA-256 $have, and $want is wanted" "download both again"
	tar -xzf "$archive" -C "$work" || fail "$archive cannot be unpacked"
	cp -- "$work"/noclobber_*/noclobber "$fresh" || fail "$archive holds no program for this system"
	[ ! -f "$work"/noclobber_*/$companion ] || cp -- "$work"/noclobber_*/$companion "$fresher"
	printf 'verified %s\n' "$file"
}

# Builds the program from here, with modules as go.sum names them.
build() {
	command -v go >/dev/null 2>&1 || fail "Go is not on PATH" "https://go.dev/dl, then run ./install.sh again; or install a release: ./install.sh ARCHIVE.tar.gz"
	stamp=
	git -C "$here" rev-parse HEAD >/dev/null 2>&1 || stamp=-buildvcs=false # no git, or somebody else's clone
	(cd "$here" && go build $stamp -mod=readonly -trimpath -ldflags='-s -w' -o "$fresh" . &&
		go build $stamp -mod=readonly -trimpath -ldflags='-s -w' -o "$fresher" ./cmd/$companion) || fail "the build failed"
}

if [ -n "$archive" ]; then
	unpack
elif [ -f "$here/go.mod" ]; then
	build
elif [ -f "$here/$name" ]; then
	cp -- "$here/$name" "$fresh" # an unpacked archive, which whoever unpacked it has verified
	[ ! -f "$here/$companion" ] || cp -- "$here/$companion" "$fresher"
else
	fail "there is nothing to install in $here"
fi

"$fresh" version || fail "what was built does not run; $target is as it was"
if [ -f "$fresher" ]; then
	"$fresher" --version || fail "what was built does not run; $target is as it was"
	mv -f -- "$fresher" "$beside"
fi
wanted=$(sha256 "$fresh")
mv -f -- "$fresh" "$target"
[ "$(sha256 "$target")" = "$wanted" ] || fail "$target is not what was built"

# Pages and completions are a convenience: where they cannot be written the program works all the same.
share() {
	man=$PREFIX/share/man/man1
	bash=$PREFIX/share/bash-completion/completions
	zsh=$PREFIX/share/zsh/site-functions
	fish=$PREFIX/share/fish/vendor_completions.d
	mkdir -p -- "$PREFIX/share/noclobber" "$man" "$bash" "$zsh" "$fish" &&
		"$target" man --dir "$man" &&
		"$target" completion bash >"$bash/$name" &&
		"$target" completion zsh >"$zsh/_$name" &&
		"$target" completion fish >"$fish/$name.fish" &&
		printf '%s\n' "$man/$name"*.1 "$bash/$name" "$zsh/_$name" "$fish/$name.fish" >"$list"
}
share || printf 'hint: %s/share cannot be written: no manual pages and completions\n' "$PREFIX" >&2
printf 'installed %s\n\n' "$target"

"$target" demo || fail "the demo lost lines with the gate" "please report this with the output above"

case :$PATH: in
*:"$PREFIX/bin":*) ;;
*) printf '\n%s is not on PATH; add it:\n  export PATH="%s:$PATH"\n' "$PREFIX/bin" "$PREFIX/bin" ;;
esac
printf '\nnext: cd YOUR_PROJECT && noclobber init\n'
