#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The packages that make asks for on a machine that lacks tools: apt-get is a stand-in that notes them and fails.
# Usage: tests/scripts/deps.sh BUSHKA   from the top of the repository
set -eu

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' INT TERM HUP

# Makes a machine: the usual tools, and a compiler, a clang-format and a Python that find everything, without those
# named.
make_machine() { # TOOL...
    rm -rf "${dir:?}/bin"
    mkdir "$dir/bin"
    : >"$dir/asked"
    for tool in sh env make sed grep head tr cat mkdir rm cmp basename dirname git; do
        ln -s "$(command -v "$tool")" "$dir/bin/$tool"
    done
    printf '#!/bin/sh\necho 0\n' >"$dir/bin/id"
    printf '#!/bin/sh\necho "$@" >>%s/asked\nexit 1\n' "$dir" >"$dir/bin/apt-get"
    for tool in apt-cache gcc clang-format python3; do
        printf '#!/bin/sh\n' >"$dir/bin/$tool"
    done
    chmod +x "$dir"/bin/*
    for tool in "$@"; do
        rm "$dir/bin/$tool"
    done
}

# A command on that machine must end with this status (0 or 1), and first ask for these packages; empty: for nothing.
expect() { # STATUS PACKAGES COMMAND...
    status=$1 packages=$2 found=0
    shift 2
    PATH=$dir/bin MAKEFLAGS='' MFLAGS='' CC=gcc "$@" >"$dir/out" 2>&1 || found=1
    asked=$(sed -n 's/.*--no-install-recommends //p' "$dir/asked" | head -n 1)
    if [ "$found" != "$status" ] || [ "$asked" != "$packages" ]; then
        cat "$dir/out" "$dir/asked"
        echo "$*: asked for '$asked', not for '$packages', or ended otherwise"
        exit 1
    fi
}

# make TARGET on a machine without those tools asks for these packages and no others.
asks() { # TARGET PACKAGES TOOL...
    target=$1 packages=$2
    shift 2
    make_machine "$@"
    # the target stays unquoted: it may carry settings
    # shellcheck disable=SC2086
    expect 1 "$packages" make $target BUILD="$dir/build" CC=gcc
}

asks tactics python3 python3
asks tune python3 python3
asks check-suites python3 python3
asks check-documents git git
asks format clang-format clang-format
asks gui 'clang lld wasi-libc libclang-rt-dev-wasm32 nodejs npm'
asks 'gui ENGINE=native' 'nodejs npm'
asks windows gcc-mingw-w64-x86-64-posix
# No compiler: no header is found either.
asks lib 'gcc libc6-dev uthash-dev' gcc
# A build asks for the readline library with the rest, but not for that alone.
asks all 'gcc libc6-dev uthash-dev libreadline-dev' gcc
make_machine
printf '#!/bin/sh\n! grep -q readline\n' >"$dir/bin/gcc"
expect 0 '' scripts/deps build

# Targets that can be skipped ask as well, for everything at once, and are skipped where it cannot be installed.
skips() { # TARGET PACKAGES TOOL...
    target=$1 packages=$2
    shift 2
    make_machine "$@"
    expect 0 "$packages" make "$target" BUILD="$dir/build" CC=gcc
    grep -q "$target: .*skipped" "$dir/out" || { cat "$dir/out"; echo "make $target: does not say that it is skipped"; exit 1; }
}

skips format-check clang-format clang-format
skips lint 'python3 clang-tidy cppcheck shellcheck' python3
skips fuzz 'clang libclang-rt-dev lld llvm libc6-dev uthash-dev'
skips cross-check 'gcc-aarch64-linux-gnu libc6-dev-arm64-cross libc6-dev uthash-dev qemu-user'
skips test-gui 'python3 clang lld wasi-libc libclang-rt-dev-wasm32 nodejs npm chromium-headless-shell' python3

# The status says that something cannot be installed.
make_machine
expect 1 'clang lld llvm gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user' scripts/deps clang arm

# A Python that is too old or lacks its library counts as missing.
make_machine
printf '#!/bin/sh\nexit 1\n' >"$dir/bin/python3"
expect 1 python3 scripts/deps python
