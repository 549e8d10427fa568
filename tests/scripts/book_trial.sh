#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Trial of a book that is built in shards, by GNU parallel and by scripts/book.slurm on a cluster of one node. Each build
# is killed several times and resumed, and a task is queued again. Passes when each process wrote the book that one
# undisturbed process builds, byte for byte.
#
# usage: tests/scripts/book_trial.sh [POSITIONS [KILLS]]   from the top of the repository, as root
# $ENGINE replaces build/bushka. Skips, with status 0, where a tool or a right lacks.
set -eu

ENGINE=$(realpath "${ENGINE:-build/bushka}")
POSITIONS=${1:-300}
KILLS=${2:-3} # of each build
SHARDS=4
NODES=5000
WAIT=600 # seconds for all processes to end
export PROGRAMS="$ENGINE"
dir=$(mktemp -d)
# shellcheck source=tests/support/slurm_cluster.sh disable=SC1091
. tests/support/slurm_cluster.sh
command -v parallel >/dev/null || skip "no parallel"

set -- bushka --engine "$ENGINE" --nodes $NODES --hash 1 --positions "$POSITIONS"
scripts/book "$@" --directory "$dir/work/whole" 2>"$dir/work/whole.log" || fail "the undisturbed build fails"
sum=$(sha256sum <"$dir/work/whole/bushka.book")
say "undisturbed: $sum"

# Searches that the logs of that build hold.
searches() {
    cat "$dir/work/$1"/*-of-$SHARDS.log 2>/dev/null | wc -l
}

# Kills the processes of that build once it has so many searches; one that has ended before was too small.
kill_at() {
    begun=$(date +%s)
    while [ "$(searches "$1")" -lt "$2" ]; do
        [ $(($(date +%s) - begun)) -lt $WAIT ] || fail "$1: no searches"
        sleep 0.1
    done
    pkill -KILL -f -- "--directory $dir/work/$1" || fail "$1: nothing was left to kill; try more positions"
    say "$1: killed after $(searches "$1") searches"
}

# Says whether every process wrote the book.
compare() {
    grep -h positions, "$dir/work/$1".*.log | sort | uniq -c
    cmp "$dir/work/$1/bushka.book" "$dir/work/whole/bushka.book" || fail "$1: another book"
    [ "$(cat "$dir/work/$1".*.log | grep -c 'bushka.book: ')" -ge $SHARDS ] || fail "$1: not every process has ended well"
    say "$1: $(sha256sum <"$dir/work/$1/bushka.book") after $KILLS kills, $(searches "$1") lines in $SHARDS logs"
}

in_parallel() {
    parallel --jobs $SHARDS scripts/book "$@" --directory "$dir/work/parallel" --shard "{}/$SHARDS" \
        ">>$dir/work/parallel.{}.log" "2>&1" ::: $(seq $SHARDS)
}

kills=0
while [ $((kills += 1)) -le "$KILLS" ]; do
    in_parallel "$@" &
    kill_at parallel $((kills * POSITIONS / KILLS))
    wait $! || true
done
in_parallel "$@" || fail "parallel: not resumed"
compare parallel

queued() {
    squeue --noheader --jobs="$job" --states=all --format="%t %i" 2>/dev/null | grep -E '^(PD|CF|R|CG)' || true
}

submit() {
    job=$(sbatch --parsable --array=1-$SHARDS --output="$dir/work/slurm.%a.log" scripts/book.slurm "$@" \
        --directory "$dir/work/slurm") || fail "sbatch refuses the book"
}

await_end() {
    begun=$(date +%s)
    while [ -n "$(queued)" ]; do
        [ $(($(date +%s) - begun)) -lt $WAIT ] || fail "the tasks do not end"
        # A task that was queued again would wait two minutes for its turn.
        ! squeue --noheader --jobs="$job" --format=%r | grep -q BeginTime ||
            scontrol update "jobid=$job" starttime=now 2>/dev/null || true
        sleep 0.3
    done
}

kills=0
while [ $((kills += 1)) -le "$KILLS" ]; do
    submit "$@"
    kill_at slurm $((kills * POSITIONS / KILLS))
    scancel "$job"
    await_end
done
submit "$@"
until squeue --noheader --jobs="${job}_2" --format=%T | grep -q RUNNING || [ -z "$(queued)" ]; do
    sleep 0.2
done
scontrol requeue "${job}_2" || say "the task ended before it could be queued again"
await_end
compare slurm
say "passed: $SHARDS processes of GNU parallel and of Slurm build the book of one"
