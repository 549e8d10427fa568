#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The bench has the same result on every machine and with every compiler: builds the program in several ways, runs the
# builds on several processors, and compares the result of `bench depth 6` with the one that tests/protocol/test_bench.c
# has pinned. A table says which code each processor got (core/cpu.h chooses it as the program runs), as --version names
# it.
#
# usage: tests/portable_bench.sh   or make test-portable, which installs the tools; `make help` lists the targets
#
# Rows whose tools are absent are skipped. Exit status 1 when a build fails or finds something else, or when nothing
# could be compared.
set -eu

cd "$(dirname "$0")/.."

case ${1-} in
-h | --help)
    sed -n '3,/^set /s/^# \{0,1\}//p' tests/portable_bench.sh
    exit 0
    ;;
?*)
    echo "portable_bench: unknown word '$1'; see --help" >&2
    exit 2
    ;;
esac

BUILDS=build/portable
ARM=aarch64-linux-gnu-gcc
COMMAND='bench depth 6'

# The builds are those named here, regardless of make's settings.
unset MAKEFLAGS MFLAGS MAKEOVERRIDES MAKELEVEL CC ARCH DEBUG SAN BUILD CFLAGS LDFLAGS READLINE

pinned=$(sed -n "s/^ *{\"$COMMAND\", .*, \"\([0-9a-f]*\)\", \"\([0-9]*\)\"},$/\1 \2/p" \
    tests/protocol/test_bench.c)
if [ -z "$pinned" ]; then
    echo "portable_bench: tests/protocol/test_bench.c pins no '$COMMAND'" >&2
    exit 1
fi
compared=0
failed=0

row() {
    printf '%-28s %-18s %-15s %-16s %8s  %s\n' "$@"
}

skip() { # BUILD PROCESSOR WHY
    row "$1" "$2" - - - "skipped: $3"
}

have() {
    command -v "$1" >/dev/null 2>&1
}

# Builds the program.
build() { # NAME COMPILER WORDS-OF-MAKE...
    name=$1 compiler=$2 dir=$BUILDS/$1 said=$BUILDS/$1.log
    shift 2
    mkdir -p "$dir"
    make -j"$(getconf _NPROCESSORS_ONLN)" CC="$compiler" BUILD="$dir" READLINE= "$@" "$dir/bushka" >"$said" 2>&1 &&
        return
    tail -n 5 "$said" >&2
    skip "$name" '' "it could not be built, see $said"
    failed=1
    return 1
}

# Runs the bench of a build and compares. The runner is empty, or a program that emulates a processor, and its words.
compare() { # NAME PROCESSOR RUNNER...
    name=$1 processor=$2 verdict=same
    shift 2
    chosen=$("$@" "$BUILDS/$name/bushka" --version 2>&1 | sed -n 's/.*; runs with //p')
    found=$(printf '%s\nquit\n' "$COMMAND" | "$@" "$BUILDS/$name/bushka" 2>&1 |
        sed -n 's/^\(Bench hash\|Nodes searched\) *: //p' | tr '\n' ' ')
    compared=$((compared + 1))
    if [ "$found" != "$pinned " ]; then
        verdict="DIFFERENT, pinned are $pinned"
        failed=1
    fi
    # the two words of the result
    # shellcheck disable=SC2086
    row "$name" "$processor" "$chosen" ${found:-none none} "$verdict"
}

native() { # NAME
    compare "$1" this env
}

# The same program on lesser processors: the code is chosen as the program runs.
lesser() { # NAME
    for model in max Nehalem core2duo; do
        if have qemu-x86_64; then
            compare "$1" "qemu $model" qemu-x86_64 -cpu "$model"
        else
            skip "$1" "qemu $model" "no qemu-x86_64"
        fi
    done
}

machine=$(uname -m)
row build processor code hash nodes ''
for compiler in gcc clang; do
    if ! have "$compiler"; then
        skip "$compiler" this "no $compiler"
        continue
    fi
    if build "$compiler-O3" "$compiler"; then
        native "$compiler-O3"
        [ "$machine" != x86_64 ] || lesser "$compiler-O3"
    fi
    if build "$compiler-O1" "$compiler" CFLAGS=-O1; then
        native "$compiler-O1"
    fi
    if build "$compiler-O3-native" "$compiler" ARCH=native; then
        native "$compiler-O3-native"
    fi
done
if [ "$machine" = aarch64 ]; then
    : # compiled for above
elif ! have $ARM || ! have qemu-aarch64; then
    skip 64-bit-Arm-O3 'qemu aarch64' "no $ARM or no qemu-aarch64"
else
    for level in 3 1; do
        if build 64-bit-Arm-O$level $ARM LDFLAGS=-static CFLAGS=-O$level; then
            compare 64-bit-Arm-O$level 'qemu aarch64' qemu-aarch64
        fi
    done
fi

if [ $failed -ne 0 ] || [ $compared -eq 0 ]; then
    echo "portable_bench: $compared runs compared, and not all are the same"
    exit 1
fi
echo "portable_bench: $compared runs compared, all the same"
