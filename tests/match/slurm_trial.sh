#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Trial of scripts/match.slurm on a cluster of one node, this machine, with daemons of its own in a directory of its own
# (Debian: slurm-wlm and munge). While the tasks of the array play, each is queued again several times, which sends TERM
# to runner and engines alike. Passes when the merged games are those of the match played whole, byte for byte.
#
# usage: tests/match/slurm_trial.sh [ROUNDS [REQUEUES]]   from the top of the repository, as root
# $RUNNER and $ENGINE replace build/bushka-match and build/bushka. Skips, with status 0, where a tool or a right lacks.
set -eu

RUNNER=${RUNNER:-build/bushka-match}
ENGINE=${ENGINE:-build/bushka}
ROUNDS=${1:-40}
REQUEUES=${2:-3} # of each task
SHARDS=4
NODES=20000
WAIT=600 # seconds for all tasks to end

export PROGRAMS="$RUNNER $ENGINE"
dir=$(mktemp -d)
# shellcheck source=tests/support/slurm_cluster.sh disable=SC1091
. tests/support/slurm_cluster.sh

# The match.
mkdir "$dir/work/build"
cp "$RUNNER" "$dir/work/build/bushka-match"
cp "$ENGINE" "$dir/work/build/bushka"
script=$(pwd)/scripts/match.slurm
cd "$dir/work"
set -- -engine cmd=build/bushka name=a -engine cmd=build/bushka name=b option.Hash=1 -each nodes=$NODES \
    -rounds "$ROUNDS" -seed 7
job=$(sbatch --parsable --array=1-$SHARDS "$script" "$@") || fail "sbatch refuses the match"
say "job $job: $SHARDS tasks, $((2 * ROUNDS)) games"

# True when the task of that number runs and its shard has grown beyond so many bytes.
plays() {
    [ "$(squeue --noheader --jobs="${job}_$1" --format=%T 2>/dev/null)" = RUNNING ] &&
        [ "$(shard_size "$1")" -gt "$2" ]
}

shard_size() {
    if [ -e "match/shards/$1.pdn" ]; then wc -c <"match/shards/$1.pdn"; else echo 0; fi
}

start=$(date +%s)
requeued=0
while squeue --noheader --jobs="$job" 2>/dev/null | grep -q .; do
    [ $(($(date +%s) - start)) -lt $WAIT ] || fail "the tasks do not end"
    task=0
    while [ $((task += 1)) -le $SHARDS ]; do
        # times-N: how often task N was queued again; size-N: how long its shard was then
        times=$(cat "times-$task" 2>/dev/null || echo 0)
        size=$(cat "size-$task" 2>/dev/null || echo 0)
        if [ "$times" -lt "$REQUEUES" ] && plays "$task" "$size" && scontrol requeue "${job}_$task" 2>/dev/null; then
            echo $((times + 1)) >"times-$task"
            shard_size "$task" >"size-$task"
            requeued=$((requeued + 1))
            say "task $task queued again, $(grep -c '^\[Round' "match/shards/$task.pdn") games played"
        fi
        # A task that was queued again would wait two minutes for its turn: it need not, once Slurm has seen its end.
        if [ "$times" -gt 0 ] && [ "$(squeue --noheader --jobs="${job}_$task" --format=%r 2>/dev/null)" = BeginTime ] &&
            [ "$(grep -c 'interrupted;' "match-$task.log")" -ge "$times" ]; then
            sleep 1
            scontrol update "jobid=${job}_$task" starttime=now 2>/dev/null || true
        fi
    done
    sleep 0.3
done

# What the shards hold is what one runner alone plays.
[ "$requeued" -ge 1 ] || fail "no task was caught playing: try more rounds"
interrupted=$(cat match-*.log | grep -c 'interrupted;' || true)
[ "$interrupted" -ge 1 ] || fail "no runner was told to end"
say "queued again $requeued times, $interrupted runners interrupted"
build/bushka-match -merge match/shards/*.pdn -pdnout file=games.pdn >merge.log 2>&1 || fail "$(tail -n 1 merge.log)"
build/bushka-match "$@" -quiet -pdnout file=whole.pdn >whole.log 2>&1 || fail "$(tail -n 1 whole.log)"
if grep -l -e abandoned -e stalled games.pdn; then
    fail "games were lost by the end of their engines"
fi
cmp games.pdn whole.pdn || fail "the merged games differ"
say "passed: the games of $SHARDS tasks equal the match played whole"
