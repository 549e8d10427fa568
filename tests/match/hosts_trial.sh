#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Tries scripts/match-hosts with several machines, each an sshd in a separate network namespace. The match is ended
# while they play, after which no machine may play on; it is resumed, and one of them is cut off. Passes when the merged
# games are those of the match played whole, byte for byte.
#
# usage: tests/match/hosts_trial.sh [GAMES-EACH-SHARD]   from the top of the repository, as root
# $RUNNER and $ENGINE replace build/bushka-match and build/bushka. Skipped, with status 0, where a tool or a
# permission is missing.
set -eu

RUNNER=${RUNNER:-build/bushka-match}
ENGINE=${ENGINE:-build/bushka}
HOSTS='1 2 3'
LOST=2
SHARDS=6
ROUNDS=${1:-24}
NODES=20000
NET=10.213
PORT=2222
WAIT=60 # seconds until the shard on the machine to be lost must have begun
END=10  # seconds until every machine must have noticed that the match was ended

say() {
    echo "hosts_trial: $*"
}

skip() {
    say "skipped: $*"
    exit 0
}

fail() {
    cat "$dir/hosts.log"
    say "$*"
    exit 1
}

[ "$(id -u)" = 0 ] || skip "not root"
for tool in ip ssh ssh-keygen parallel /usr/sbin/sshd; do
    command -v "$tool" >/dev/null || skip "no $tool"
done
for program in "$RUNNER" "$ENGINE"; do
    [ -x "$program" ] || skip "no $program"
done
prefix=bushka$$
ip netns add "$prefix-0" 2>/dev/null || skip "no right to make network namespaces"
ip netns del "$prefix-0"

dir=$(mktemp -d)
servers=''
clean() {
    for pid in $servers; do
        kill "$pid" 2>/dev/null || true
    done
    for h in $HOSTS; do
        for pid in $(ip netns pids "$prefix-$h" 2>/dev/null); do
            kill "$pid" 2>/dev/null || true
        done
        ip link del "bm$$-$h" 2>/dev/null || true
        ip netns del "$prefix-$h" 2>/dev/null || true
    done
    rm -rf "$dir"
}
trap clean EXIT
trap 'exit 1' INT TERM

# The machines. The interface on this side is named after the process and the machine.
mkdir -p /run/sshd
chmod 755 "$dir"
ssh-keygen -q -t ed25519 -N '' -f "$dir/key"
ssh-keygen -q -t ed25519 -N '' -f "$dir/host"
cp "$dir/key.pub" "$dir/authorized"
for h in $HOSTS; do
    ip netns add "$prefix-$h"
    ip link add "bm$$-$h" type veth peer name eth0 netns "$prefix-$h"
    ip addr add "$NET.$h.1/24" dev "bm$$-$h"
    ip link set "bm$$-$h" up
    ip -n "$prefix-$h" addr add "$NET.$h.2/24" dev eth0
    ip -n "$prefix-$h" link set eth0 up
    ip -n "$prefix-$h" link set lo up
    ip netns exec "$prefix-$h" /usr/sbin/sshd -D -e -f /dev/null -h "$dir/host" -p "$PORT" -o PidFile=none \
        -o AuthorizedKeysFile="$dir/authorized" -o StrictModes=no -o PermitRootLogin=yes -o UsePAM=no \
        2>"$dir/sshd-$h.log" &
    servers="$servers $!"
    echo "$NET.$h.2"
done >"$dir/hosts"

# Keepalives of a few seconds: the trial should not wait long for the cut to be noticed.
MATCH_SSH="ssh -F /dev/null -i $dir/key -p $PORT -o BatchMode=yes -o ConnectTimeout=3 -o ServerAliveInterval=1"
MATCH_SSH="$MATCH_SSH -o ServerAliveCountMax=3 -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null"
MATCH_SSH="$MATCH_SSH -o LogLevel=ERROR"
export MATCH_SSH
for h in $HOSTS; do
    tries=0
    until $MATCH_SSH "$NET.$h.2" true 2>"$dir/ssh.log"; do
        [ $((tries += 1)) -lt 20 ] || skip "sshd does not answer: $(tail -n 1 "$dir/ssh.log")"
        sleep 0.2
    done
done

set -- -engine cmd="$ENGINE" name=a -engine cmd="$ENGINE" name=b option.Hash=1 -each nodes=$NODES -rounds "$ROUNDS" \
    -seed 7
# Starts the match, or resumes it.
play() {
    scripts/match-hosts "$dir/hosts" -n $SHARDS -o "$dir/match" -p "$RUNNER" -- "$@" >"$dir/hosts.log" 2>&1 &
    match=$!
}

# Whether a shard is being played on that machine.
plays() {
    ip netns pids "$prefix-$1" | while read -r pid; do cat "/proc/$pid/cmdline" 2>/dev/null; done |
        tr '\0' ' ' | grep -q -e '-shard'
}

# Waits until the machine to be lost plays its shard.
wait_for_shard() {
    tries=0
    until plays "$LOST"; do
        [ $((tries += 1)) -lt $((WAIT * 10)) ] || fail "no shard began"
        kill -0 "$match" 2>/dev/null || fail "the match ended early"
        sleep 0.1
    done
}

play "$@"
wait_for_shard
kill -s TERM "$match"
! wait "$match" || fail "match-hosts ignored a signal"
[ "$(cat "$dir/hosts.log")" = "match-hosts: terminated; the same command resumes" ] ||
    fail "match-hosts ended with another message"
tries=0
for h in $HOSTS; do
    while plays "$h"; do
        [ $((tries += 1)) -lt $((END * 10)) ] || fail "machine $h plays on"
        sleep 0.1
    done
done
say "ended by a signal, no machine plays on"

# Cut the machine off while its shard is being played.
play "$@"
wait_for_shard
sleep 0.5
ip link set "bm$$-$LOST" down
say "machine $LOST cut off"
wait "$match" || fail "match-hosts failed"
cat "$dir/match/summary.txt"

"$RUNNER" "$@" -quiet -pdnout file="$dir/whole.pdn" >"$dir/whole.log" 2>&1
! awk -v lost="$NET.$LOST.2" 'NR > 1 && $2 == lost && $7 == 0 {found = 1} END {exit !found}' "$dir/match/joblog" ||
    fail "a shard ended well on the machine that was cut off"
awk 'NR > 1 && $7 == 0 {ended[$2]++} END {for (h in ended) print "hosts_trial: " ended[h] " shards on " h}' \
    "$dir/match/joblog"
cmp "$dir/match/games.pdn" "$dir/whole.pdn" || fail "the merged games differ"
say "passed: the games of $SHARDS shards equal the match played whole"
