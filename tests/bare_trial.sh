#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Trial of a newcomer's first command: make TARGET on a bare Debian 12 which has git, make and certificates, and nothing
# else. Every target gets a fresh system with a clone of the last commit. Prints exit code, time and what was left behind.
#
# usage: tests/bare_trial.sh [TARGET...]   as root; without a target: run lib tactics tune test
#
#   run    is given two commands and must answer with a move
#   tune   is ended by Ctrl-C as soon as its first games are written
#   gui    must serve the page and the engine in it; it is ended by Ctrl-C
#   ci     is not make but .ci/run, whose last line must be the closing line of the check suites
#
# $BARE_SYSTEM is a tar file of the bare system, made where it is absent and kept; without it every run of the trial
# makes the system anew (a minute and a half). $BARE_REPOSITORY is cloned instead of this one. $MIRROR is where
# packages come from, without it the first address that apt knows on this machine. $NODE_EXTRA_CA_CERTS, where npm needs
# it to reach its registry, holds inside too. Skipped, with status 0, where a tool or a right lacks; status 1 when a
# target fails.
set -eu

RELEASE=bookworm
PACKAGES=git,make,ca-certificates
DEFAULT_TARGETS='run lib tactics tune test'

here=$(cd "$(dirname "$0")/.." && pwd)

case ${1-} in
-h | --help)
    sed -n '3,/^set /s/^# \{0,1\}//p' "$0"
    exit 0
    ;;
-*)
    echo "bare_trial: unknown option $1; see --help" >&2
    exit 2
    ;;
esac

skip() {
    echo "bare_trial: skipped: $*"
    exit 0
}

[ "$(id -u)" = 0 ] || skip "not root"
for tool in debootstrap unshare tar git; do
    command -v "$tool" >/dev/null || skip "no $tool"
done
unshare --mount --pid --fork true 2>/dev/null || skip "no right to unshare mounts and processes"

# The mounts of a trial live in a namespace of their own and are gone with it.
dir=$(mktemp -d)
trap 'rm -rf --one-file-system "$dir"' EXIT
trap 'exit 1' INT TERM HUP

system=${BARE_SYSTEM:-$dir/bare.tar}
if [ ! -e "$system" ]; then
    # shellcheck disable=SC2016 # apt's own $( )
    mirror=${MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -m 1 ^http || true)}
    [ -n "$mirror" ] || skip "apt knows no address of packages; MIRROR= names one"
    echo "bare_trial: making a bare $RELEASE"
    debootstrap --variant=minbase --include="$PACKAGES" "$RELEASE" "$dir/made" "$mirror" \
        >"$dir/debootstrap.log" 2>&1 || {
        tail -n 5 "$dir/debootstrap.log"
        skip "debootstrap cannot make a system from $mirror"
    }
    tar -C "$dir/made" -cf "$dir/made.tar" .
    mv "$dir/made.tar" "$system"
    rm -rf --one-file-system "$dir/made"
fi

# What is done inside, as root, with the target as $1.
# shellcheck disable=SC2016
INSIDE='
cd /root/repository
case $1 in
run)
    printf "go movetime 200\nquit\n" | make run >/tmp/out || exit
    cat /tmp/out
    grep -q ^bestmove /tmp/out || { echo "no bestmove"; exit 1; }
    ;;
tune)
    # a process group of its own, in which Ctrl-C is not ignored as it is in the background of a script
    setsid env --default-signal=INT,QUIT make tune </dev/null &
    pid=$!
    until ls build/train-full/*.rec >/dev/null 2>&1; do
        kill -0 "$pid" 2>/dev/null || { wait "$pid"; exit; }
        sleep 0.2
    done
    sleep 2
    kill -s INT -- "-$pid"
    status=0
    wait "$pid" || status=$?
    [ "$status" -ne 0 ] || { echo "Ctrl-C was not noticed"; exit 1; }
    for process in /proc/[0-9]*; do
        name=$(cat "$process/comm" 2>/dev/null) || continue
        case $name in
        make | python3 | pipeline | bushka*) echo "still running: $name"; exit 1 ;;
        esac
    done
    ;;
gui)
    setsid env --default-signal=INT,QUIT make gui PORT=8080 </dev/null >/tmp/out &
    pid=$!
    until grep -q ^http /tmp/out; do
        kill -0 "$pid" 2>/dev/null || { wait "$pid"; exit; }
        sleep 0.2
    done
    python3 - "$(cat /tmp/out)" build/gui <<"SCRIPT" || exit
import pathlib, sys, urllib.request
address, folder = sys.argv[1], pathlib.Path(sys.argv[2])
names = [file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()]
assert {"index.html", "sw.js"} < set(names) and sum(name.endswith(".wasm") for name in names) == 2, names
for name in names:
    with urllib.request.urlopen(address.split("?")[0] + name) as answer:
        assert answer.read() == (folder / name).read_bytes(), name
SCRIPT
    kill -s INT -- "-$pid"
    wait "$pid" || true
    ;;
ci)
    .ci/run </dev/null >/tmp/out 2>&1 || { tail -n 40 /tmp/out; exit 1; }
    tail -n 1 /tmp/out
    tail -n 1 /tmp/out | grep -Eq "^100%: Checks: [0-9]+, Failures: 0, Errors: 0$"
    ;;
*) make "$1" </dev/null ;;
esac
'

# One target in a fresh system; its status.
try() {
    mkdir "$dir/root"
    tar -C "$dir/root" -xf "$system"
    cp -L /etc/resolv.conf "$dir/root/etc/resolv.conf"
    extra=
    if [ -r "${NODE_EXTRA_CA_CERTS-}" ]; then
        extra=/etc/ssl/extra.pem
        cp -L "$NODE_EXTRA_CA_CERTS" "$dir/root$extra"
    fi
    git clone -q --no-hardlinks "${BARE_REPOSITORY:-$here}" "$dir/root/root/repository"
    begin=$(date +%s)
    status=0
    # shellcheck disable=SC2016
    unshare --mount --pid --fork --kill-child sh -c '
        mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" || exit
        exec chroot "$1" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C \
            http_proxy="${http_proxy-}" https_proxy="${https_proxy-}" NODE_EXTRA_CA_CERTS="$4" sh -c "$2" sh "$3"
        ' sh "$dir/root" "$INSIDE" "$1" "$extra" || status=$?
    seconds=$(($(date +%s) - begin))
    left=$(git -C "$dir/root/root/repository" status --porcelain)
    rm -rf --one-file-system "$dir/root"
    if [ -n "$left" ]; then
        echo "$left"
        [ "$status" -ne 0 ] || status=1
    fi
    echo "bare_trial: $1: exit code $status after $seconds s"
    return "$status"
}

# The targets stay unquoted: they are a list
# shellcheck disable=SC2086
[ $# -gt 0 ] || set -- $DEFAULT_TARGETS
failed=''
for target in "$@"; do
    try "$target" || failed="$failed $target"
done
[ -z "$failed" ] || { echo "bare_trial: failed:$failed"; exit 1; }
echo "bare_trial: passed: $*"
