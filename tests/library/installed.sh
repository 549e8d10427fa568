#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs the library into a new folder, checks the symbols that it exports, compiles and runs the examples against
# what was installed, and uninstalls it again. For `make test-library`, at the top level, with CC and BUILD set.
set -eu
export LC_ALL=C # a-z covers every letter, and sort has one order, in any locale

top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
failed=0

fail() {
    echo "test-library: $*" >&2
    failed=1
}

# make, with the settings of the make that called this, but without its job server.
case ${MAKEFLAGS-} in
*' -- '*) export MAKEFLAGS=" -- ${MAKEFLAGS#* -- }" ;;
*) unset MAKEFLAGS ;;
esac
build() {
    make --no-print-directory CC="$CC" BUILD="$BUILD" PREFIX="$top/usr" LIBDIR="$top/usr/lib/here" "$@" >&2
}

# The functions in a list by nm.
functions() {
    sed -n 's/^[0-9a-f]* T \([^@]*\).*/\1/p' | sort
}

build install-library
lib=$top/usr/lib/here
[ "$(cd "$top/usr" && find . ! -type d | sort | tr '\n' ' ')" = "./include/bushka.h ./lib/here/libbushka.a ./lib/here/libbushka.so \
./lib/here/libbushka.so.0 ./lib/here/pkgconfig/bushka.pc ./share/doc/libbushka/protocol.md " ] || fail "installed: $(find "$top/usr")"

# The linker's map and both libraries must have exactly the names that the header declares.
declared=$(sed -n 's/^BUSHKA_API .*[ *]\(bushka_[a-z_]*\)(.*/\1/p' "$top/usr/include/bushka.h" | sort)
[ "$(echo "$declared" | wc -l)" -ge 16 ] || fail "the header declares: $declared"
[ "$(sed -n 's/^    \(bushka_[a-z_]*\);/\1/p' engine/library/bushka.map | sort)" = "$declared" ] ||
    fail 'engine/library/bushka.map has other names than the header'
[ "$(nm -D --defined-only "$lib/libbushka.so.0" | functions)" = "$declared" ] ||
    fail "libbushka.so.0 exports: $(nm -D --defined-only "$lib/libbushka.so.0")"
[ "$(nm -g --defined-only "$lib/libbushka.a" | functions)" = "$declared" ] ||
    fail "libbushka.a exports: $(nm -g --defined-only "$lib/libbushka.a")"
nm -g --defined-only "$lib/libbushka.a" | grep -E '^[0-9a-f]+ [^T] ' && fail 'libbushka.a exports data'
nm -D --defined-only "$lib/libbushka.so.0" | grep ' T ' | grep -v '@@BUSHKA_0$' && fail 'names without a version'
nm -D -u "$lib/libbushka.so.0" |
    grep -E ' (_?exit|_Exit|quick_exit|abort|atexit|signal|sigaction|raise|kill|fork|getenv|setlocale|stdout|stdin|printf|puts|putchar)(@|$)' &&
    fail 'the library calls what it promises not to'
readelf -d "$lib/libbushka.so.0" | grep -q 'SONAME.*\[libbushka\.so\.0\]' || fail 'another soname'
[ "$(readlink "$lib/libbushka.so")" = libbushka.so.0 ] || fail 'no link libbushka.so'

# The examples, with what is installed: the shared library, the static one, and other languages.
strict='-std=c99 -Wall -Wextra -Wpedantic -Werror'
export PKG_CONFIG_PATH="$lib/pkgconfig" LD_LIBRARY_PATH="$lib"
if command -v pkg-config >/dev/null; then
    flags=$(pkg-config --cflags --libs bushka)
    version=$(sed -n 's/^#define BUSHKA_VERSION "\(.*\)"/\1/p' engine/system/version.h)
    [ "$(pkg-config --modversion bushka)" = "$version" ] || fail "pkg-config says version $(pkg-config --modversion bushka)"
else
    echo 'test-library: no pkg-config; its file is not read'
    flags="-I$top/usr/include -L$lib -lbushka"
fi
# the flags stay unquoted
# shellcheck disable=SC2086
$CC $strict scripts/examples/play.c $flags -o "$top/play"
# shellcheck disable=SC2086
$CC $strict scripts/examples/play.c -I"$top/usr/include" "$lib/libbushka.a" -pthread -lm -o "$top/play-static"
readelf -d "$top/play" | grep -q 'NEEDED.*\[libbushka\.so\.0\]' || fail 'the example does not use the shared library'
"$top/play" >"$top/game" || fail 'play.c failed'
"$top/play-static" >"$top/game-static" || fail 'play.c failed with libbushka.a'
cmp "$top/game" "$top/game-static" || fail 'the two libraries play different games'
grep -Eqx '([a-j0-9]+ ){20,}(1-0|0-1|1/2-1/2)' "$top/game" || fail "no game: $(cat "$top/game")"

# Where there are compilers: in C++, which reads the header, too, and in Rust, whose declarations must be those of the
# header.
if command -v g++ >/dev/null; then
    # shellcheck disable=SC2086
    g++ -std=c++11 -Wall -Wextra -Wpedantic -Werror scripts/examples/play.cpp $flags -o "$top/play-cpp"
    "$top/play-cpp" | cmp "$top/game" - || fail 'play.cpp plays another game'
else
    echo 'test-library: no g++; the header and play.cpp are not tried in C++'
fi
sed -n 's/^    fn \(bushka_.*;\)/\1/p' scripts/examples/play.rs | sed -E '
    s/r#//; s/([a-z_]+): LineFn/bushka_line_fn \1/; s/([a-z_]+): c_int/int \1/g
    s/([a-z_]+): \*(const|mut) ([A-Za-z_]+)/\2 \3 *\1/g; s/^(.*) -> \*(const|mut) ([A-Za-z_]+);/\2 \3 *\1;/
    s/^(.*) -> c_int;/int \1;/; s/^bushka/void bushka/; s/mut //g; s/c_(char|void)/\1/g' >"$top/rust"
[ -s "$top/rust" ] || fail 'play.rs declares nothing'
while read -r declaration; do
    grep -Fqx "BUSHKA_API $declaration" "$top/usr/include/bushka.h" || fail "play.rs declares: $declaration"
done <"$top/rust"
if rustc --version >/dev/null 2>&1; then
    rustc -D warnings scripts/examples/play.rs -L "$lib" -l bushka -o "$top/play-rs"
    "$top/play-rs" | cmp "$top/game" - || fail 'play.rs plays another game'
else
    echo 'test-library: no rustc; play.rs is not built'
fi

# What root makes belongs to the owner of the sources.
if [ "$(id -u)" -eq 0 ]; then
    chown 65534 "$BUILD/bushka.pc"
    build install-library
    [ "$(stat -c %u "$BUILD/bushka.pc")" = "$(stat -c %u .)" ] || fail 'root keeps what it has made'
fi

# DESTDIR stands for the root of the system, and bushka.pc does not name it.
build PREFIX=/usr LIBDIR=/usr/lib/here DESTDIR="$top/staged" install-library
# shellcheck disable=SC2016 # of pkg-config
[ "$(sed -n 's/^[a-z]*=//p' "$top/staged/usr/lib/here/pkgconfig/bushka.pc" | tr '\n' ' ')" = '/usr ${prefix}/lib/here ${prefix}/include ' ] ||
    fail "for /usr bushka.pc says: $(cat "$top/staged/usr/lib/here/pkgconfig/bushka.pc")"

build uninstall-library
[ ! -e "$top/usr" ] || fail "left behind: $(find "$top/usr")"
[ "$failed" -eq 0 ] && echo 'test-library: passed'
exit "$failed"
