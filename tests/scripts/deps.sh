#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What make asks for on a machine that lacks it: apt-get is a stand-in here which writes down the packages and fails.
# Usage: tests/scripts/deps.sh BUSHKA   from the top of the repository
set -eu

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' INT TERM HUP

# A machine: the tools that are there, and a compiler and a clang-format that find everything.
make_machine() {
    rm -rf "${dir:?}/bin"
    mkdir "$dir/bin"
    for tool in sh env make sed grep head tr cat mkdir rm cmp basename dirname git; do
        ln -s "$(command -v "$tool")" "$dir/bin/$tool"
    done
    printf '#!/bin/sh\necho 0\n' >"$dir/bin/id"
    printf '#!/bin/sh\necho "$@" >>%s/asked\nexit 1\n' "$dir" >"$dir/bin/apt-get"
    printf '#!/bin/sh\n' >"$dir/bin/apt-cache"
    for tool in gcc clang-format python3; do
        printf '#!/bin/sh\n' >"$dir/bin/$tool"
    done
    chmod +x "$dir"/bin/*
    for tool in "$@"; do
        rm "$dir/bin/$tool"
    done
}

# make TARGET on a machine without those tools asks for these packages and no others.
expect() {
    target=$1 packages=$2
    shift 2
    make_machine "$@"
    : >"$dir/asked"
    # the target stays unquoted: it may carry settings
    # shellcheck disable=SC2086
    if PATH=$dir/bin MAKEFLAGS='' MFLAGS='' make $target BUILD="$dir/build" CC=gcc >"$dir/out" 2>&1; then
        echo "make $target: succeeded without $*"
        exit 1
    fi
    asked=$(sed -n 's/.*--no-install-recommends //p' "$dir/asked" | head -n 1)
    if [ "$asked" != "$packages" ]; then
        cat "$dir/out"
        echo "make $target without $*: asked for '$asked', not for '$packages'"
        exit 1
    fi
}

expect tactics python3 python3
expect tune python3 python3
expect check-suites python3 python3
expect check-documents git git
expect format clang-format clang-format
expect gui 'clang lld wasi-libc libclang-rt-dev-wasm32 nodejs npm'
expect 'gui ENGINE=native' 'nodejs npm'
expect windows gcc-mingw-w64-x86-64-posix

# No compiler: no header is found either.
expect lib 'gcc libc6-dev uthash-dev' gcc

# A build asks for the readline library with the rest, but not for that alone.
expect all 'gcc libc6-dev uthash-dev libreadline-dev' gcc
make_machine
printf '#!/bin/sh\n! grep -q readline\n' >"$dir/bin/gcc"
: >"$dir/asked"
if ! PATH=$dir/bin CC=gcc scripts/deps build || [ -s "$dir/asked" ]; then
    echo 'scripts/deps build: not content without the readline library'
    exit 1
fi

# What can be left out is asked for as well, all of it at once, and is skipped where it cannot be installed.
expect_skip() {
    target=$1 packages=$2
    shift 2
    make_machine "$@"
    : >"$dir/asked"
    if ! PATH=$dir/bin MAKEFLAGS='' MFLAGS='' make "$target" BUILD="$dir/build" CC=gcc >"$dir/out" 2>&1 ||
        ! grep -q "$target: .*skipped" "$dir/out" || ! grep -q -- "--no-install-recommends $packages\$" "$dir/asked"; then
        cat "$dir/out" "$dir/asked"
        echo "make $target: did not ask for '$packages' at once, or was not content without it"
        exit 1
    fi
}

expect_skip format-check clang-format clang-format
expect_skip lint 'python3 clang-tidy cppcheck shellcheck' python3
expect_skip fuzz 'clang libclang-rt-dev lld llvm libc6-dev uthash-dev'
expect_skip cross-check 'gcc-aarch64-linux-gnu libc6-dev-arm64-cross libc6-dev uthash-dev qemu-user'
expect_skip test-gui 'python3 clang lld wasi-libc libclang-rt-dev-wasm32 nodejs npm chromium-headless-shell' python3

# What cannot be installed is said, and the status tells it.
make_machine
: >"$dir/asked"
if PATH=$dir/bin scripts/deps clang arm >/dev/null 2>&1; then
    echo 'scripts/deps clang arm: content without its tools'
    exit 1
fi
grep -q 'clang lld llvm gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user$' "$dir/asked"

# A Python that is too old or lacks its library counts as missing.
make_machine
printf '#!/bin/sh\nexit 1\n' >"$dir/bin/python3"
: >"$dir/asked"
if PATH=$dir/bin scripts/deps python >/dev/null 2>&1; then
    echo 'scripts/deps python: content with a Python that does not run'
    exit 1
fi
grep -q 'python3$' "$dir/asked"
