#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Tries a newcomer's first commands on a bare Debian 12 that has git, make and certificates, and nothing else. Every
# command gets a fresh system with a clone of the last commit. Prints exit code, time and what was left behind.
#
# usage: tests/bare_trial.sh [COMMAND...]   as root; each a word for the shell, such as 'make test-gui' or .ci/run
#
# Without a command these are tried: make run, which must answer with a move, make lib, make tactics, and make test.
#
# $BARE_SYSTEM is a tar file of the bare system, made where it is absent and kept; without it every run of the trial
# makes the system anew (a minute and a half). $BARE_REPOSITORY is cloned instead of this one. $MIRROR is where packages
# come from, without it the first address that apt knows on this machine. $NODE_EXTRA_CA_CERTS, where npm needs it to
# reach its registry, is passed on. Skipped, with status 0, where a tool or a permission is missing; status 1 when a
# command fails.
set -eu

RELEASE=bookworm
PACKAGES=git,make,ca-certificates
# shellcheck disable=SC2016 # for the shell inside
FIRST='said=$(printf "go movetime 200\nquit\n" | make run) && echo "$said" | grep ^bestmove'

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

# The mounts of a trial are in a separate namespace and are gone with it.
dir=$(mktemp -d)
trap 'rm -rf --one-file-system "$dir"' EXIT
trap 'exit 1' INT TERM HUP

system=${BARE_SYSTEM:-$dir/bare.tar}
if [ ! -e "$system" ]; then
    # shellcheck disable=SC2016 # apt's own $( )
    mirror=${MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | grep -m 1 ^http || true)}
    [ -n "$mirror" ] || skip "apt has no address of packages; give one by MIRROR="
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

# One command in a fresh system; its status.
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
        exec chroot "$1" /usr/bin/env -i --chdir=/root/repository PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C \
            http_proxy="${http_proxy-}" https_proxy="${https_proxy-}" NODE_EXTRA_CA_CERTS="$3" sh -c "$2"
        ' sh "$dir/root" "$1" "$extra" </dev/null || status=$?
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

[ $# -gt 0 ] || set -- "$FIRST" 'make lib' 'make tactics' 'make test'
failed=''
for command in "$@"; do
    try "$command" || failed="$failed ($command)"
done
[ -z "$failed" ] || { echo "bare_trial: failed:$failed"; exit 1; }
echo "bare_trial: passed: $*"
