#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Tries an installation: unpacks the archive of make dist where there is no git, builds, installs into a folder, tries
# what is there, and removes it again, after which nothing may be left. The archive must have the same bytes when it is
# made again, also from what was unpacked.
#
# usage: tests/install_trial.sh   or make test-install; BUILD names the folder with the programs to compare with (build)
#
# The programs that read man pages and completions check these where they are installed: man, mandoc, bash, zsh, fish.
# Exit status 1 when something is wrong.
set -eu
export LC_ALL=C # a-z has every letter, and sort knows one order, in any locale

cd "$(dirname "$0")/.."

fail() {
    echo "install_trial: $*" >&2
    exit 1
}

say() {
    echo "install_trial: $*"
}

have() {
    command -v "$1" >/dev/null 2>&1
}

# The settings are those named here, regardless of make's.
unset MAKEFLAGS MFLAGS MAKEOVERRIDES MAKELEVEL DESTDIR PREFIX
jobs=-j$(getconf _NPROCESSORS_ONLN)
reference=${BUILD:-build}/bushka
commands='bench depth 4'

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' INT TERM HUP

archive=$(make dist)
cp "$archive" "$dir/first.tar.gz"
rm "$archive"
make dist >/dev/null
cmp "$archive" "$dir/first.tar.gz" || fail "make dist gives other bytes when it is called again"
name=$(basename "$archive" .tar.gz)
tar -C "$dir" -xf "$archive"
source=$dir/$name
for file in LICENSE README.md protocol.md .ci/run; do
    [ -f "$source/$file" ] || fail "the archive lacks $file"
done
say "$archive: the same bytes twice"

make -C "$source" "$jobs" >"$dir/log" 2>&1 || { tail -n 20 "$dir/log" && fail "the archive cannot be built"; }
make -C "$source" dist >/dev/null
cmp "$source/$archive" "$archive" || fail "make dist gives other bytes from its own archive"
say "built from it"

root=$dir/root
prefix=/usr/local
set -- --no-print-directory -C "$source" DESTDIR="$root" PREFIX=$prefix
make "$@" install >"$dir/log" 2>&1 || { cat "$dir/log" && fail "make install failed"; }
! grep -E '  (CC|LINK) ' "$dir/log" || fail "make install built what had been built"
find "$root" -type f | sort >"$dir/first"
make "$@" install >"$dir/log" 2>&1 || { cat "$dir/log" && fail "make install failed over itself"; }
find "$root" -type f | sort | cmp - "$dir/first" || fail "a second installation puts other files"
say "installed: $(wc -l <"$dir/first") files"

bin=$root$prefix/bin
share=$root$prefix/share
version=${name##*-}
[ "$("$bin/bushka" --version | head -n 1)" = "bushka (Bushka Engine) $version" ] || fail "bushka --version names no $version"
found=$("$bin/bushka" "$commands" | grep '^Bench hash')
expected=$("$reference" "$commands" | grep '^Bench hash')
[ -n "$found" ] || fail "$commands prints no hash"
[ "$found" = "$expected" ] || fail "$commands finds '$found', but $reference '$expected'"
say "$commands: $found, as the program of the sources"

# Every option and command of the help is a term of the man page, and known to each shell.
for program in "$bin"/*; do
    tool=${program##*/}
    page=$share/man/man6/$tool.6
    terms=$("$program" -help | sed -n 's/^ \{0,2\}\(-[a-z][a-z]*\).*/\1/p')
    if [ "$tool" = bushka ]; then
        terms=$("$program" -help | awk '/^    / && name != "" { print name } { name = /^[a-z]/ && !/^usage:/ ? $1 : "" }')
    fi
    [ -n "$terms" ] || fail "$tool -help has no options"
    sed 's/\\-/-/g' "$page" >"$dir/page"
    for term in $terms; do
        grep -q "^\\\\fB$term\\\\fR" "$dir/page" || fail "$tool(6) does not have $term"
        # these cannot do anything as the only command
        case $tool:$term in bushka:stop | bushka:ponderhit | bushka:undo) continue ;; esac
        for file in "$share/bash-completion/completions/$tool" "$share/zsh/site-functions/_$tool" \
            "$share/fish/vendor_completions.d/$tool.fish"; do
            grep -q -e "[ '(]${term}[ ')]" "$file" || fail "$file does not have $term"
        done
    done
    grep -q "^\.TH .* \"Bushka Engine $version\"" "$page" || fail "$page does not name version $version"
    if have mandoc; then
        mandoc -T lint -W style "$page" || fail "mandoc objects to $page"
    fi
    if have man; then
        warnings=$(LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -l "$page" 2>&1 >"$dir/shown")
        [ -z "$warnings" ] || fail "man objects to $page: $warnings"
        grep -q "$tool" "$dir/shown" || fail "man shows nothing of $page"
    fi
done
for file in "$share"/bash-completion/completions/* "$share"/zsh/site-functions/* "$share"/fish/vendor_completions.d/*; do
    case $file in
    */bash-completion/*) shell=bash ;;
    */zsh/*) shell=zsh ;;
    *) shell=fish ;;
    esac
    ! have $shell || $shell -n "$file" || fail "$shell cannot read $file"
done
# What bash proposes for the last word.
proposed() { # PROGRAM WORD...
    # shellcheck disable=SC2016
    bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
        "_${1//-/_}" "$1" "${@: -1}" "${@: -2:1}" 2>/dev/null; echo "${COMPREPLY[@]}"' \
        sh "$share/bash-completion/completions/$1" "$@"
}
[ "$(proposed bushka be)" = bench ] || fail "bash does not complete bushka be to bench"
[ -z "$(proposed bushka st)" ] || fail "bash proposes bushka stop, which is refused"
[ "$(proposed bushka-match -openings file=a pl)" = plies= ] || fail "bash does not complete a key of -openings"
[ -z "$(proposed bushka-match -rounds 1 pl)" ] || fail "bash proposes a key without its option"
[ -z "$(proposed bushka-endings build -pieces -)" ] || fail "bash proposes an option instead of the value of another"
[ "$(proposed bushka-endings build -c)" = -class ] || fail "bash does not complete an option of bushka-endings build"
[ -z "$(proposed bushka-endings verify -c)" ] || fail "bash proposes to bushka-endings verify an option of build"
say "man pages and completion name every option"

# What menus and software centres read.
for file in applications/bushka-engine.desktop metainfo/bushka-engine.metainfo.xml icons/hicolor/scalable/apps/bushka-engine.svg \
    doc/bushka-engine/LICENSE doc/bushka-engine/NOTICES.txt; do
    [ -s "$share/$file" ] || fail "no $file is installed"
done
icon=$(sed -n 's/^Icon=//p' "$share/applications/bushka-engine.desktop")
[ -f "$share/icons/hicolor/scalable/apps/$icon.svg" ] || fail "the menu entry names an icon $icon, which is not installed"
start=$(sed -n 's/^Exec=//p' "$share/applications/bushka-engine.desktop")
[ -x "$bin/$start" ] || fail "the menu entry starts $start, which is not installed"
say "a menu entry with its icon"

# Links of a document lead to the web, or to what is installed beside it.
for document in "$share"/doc/bushka-engine/*.md; do
    grep -o '](\([^)#]*\)' "$document" | sed 's/^](//' | grep -v '^https*:' | sort -u >"$dir/links" || true
    while read -r link; do
        [ -z "$link" ] || [ -f "$share/doc/bushka-engine/$link" ] ||
            fail "${document##*/} links to $link, which is not installed"
        [ "$link" != "${document##*/}" ] || fail "$link links to itself, where another document is meant"
    done <"$dir/links"
done
say "documents link to what is installed"

# Nothing is left of the files and of the directory of documents, except a file that was put there later.
touch "$share/doc/bushka-engine/notes"
make "$@" uninstall
[ -f "$share/doc/bushka-engine/notes" ] || fail "make uninstall removes what it had not installed"
rm "$share/doc/bushka-engine/notes"
make "$@" install >"$dir/log" 2>&1
make "$@" uninstall
[ ! -e "$root" ] || fail "make uninstall leaves $(find "$root")"

# Folders of the system stay, also where settings end in a slash: what would be removed is only noted.
mkdir "$dir/noting"
printf '#!/bin/sh\necho "$*" >>"%s/removed"\n' "$dir" >"$dir/noting/rmdir"
chmod +x "$dir/noting/rmdir"
for root_of_system in '' /; do
    for folder in /usr/local/bin /usr/local//bin /usr/local//share/man; do
        DESTDIR=$root_of_system PATH="$dir/noting:$PATH" scripts/package/install remove "644:none:$folder/no-bushka-file"
    done
done
[ ! -e "$dir/removed" ] || fail "make uninstall would remove $(cat "$dir/removed")"

if make "$@" PREFIX="$dir/with blank" install >"$dir/log" 2>&1 || [ -e "$root" ]; then
    fail "a PREFIX with a blank is not refused, or not before something is written"
fi
say "removed: nothing is left"
