#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Tries scripts/match.slurm on a cluster of one node, this machine, with separate daemons in a new directory (Debian:
# slurm-wlm and munge). While the tasks of the array play, each is requeued several times, which sends TERM to runner
# and engines alike. Passes when the merged games are those of the match played whole, byte for byte.
#
# usage: tests/match/slurm_trial.sh [ROUNDS [REQUEUES]]   from the top of the repository, as root
# $RUNNER and $ENGINE replace build/bushka-match and build/bushka. Skipped, with status 0, where a tool or a
# permission is missing.
set -eu

RUNNER=${RUNNER:-build/bushka-match}
ENGINE=${ENGINE:-build/bushka}
ROUNDS=${1:-40}
REQUEUES=${2:-3} # of each task
SHARDS=4
NODES=20000
WAIT=600 # seconds for all tasks to end

dir=$(mktemp -d)

say() {
    echo "slurm_trial: $*"
}

skip() {
    say "skipped: $*"
    exit 0
}

fail() {
    say "$*"
    tail -n 3 "$dir"/work/*.log 2>/dev/null || true
    exit 1
}

daemons=''
clean() {
    trap '' INT TERM
    scancel --quiet --signal=KILL --full --user=root 2>/dev/null || true
    # The processes that hold a task are not our children, but their environment names our configuration.
    for file in /proc/[0-9]*/environ; do
        pid=${file#/proc/}
        pid=${pid%/environ}
        case $(cat "/proc/$pid/comm" 2>/dev/null) in
        slurmstepd) ! grep -qs "SLURM_CONF=$dir" "$file" || kill "$pid" 2>/dev/null || true ;;
        esac
    done
    for pid in $daemons; do
        kill "$pid" 2>/dev/null || true
    done
    for pid in $daemons; do
        wait "$pid" 2>/dev/null || true
    done
    rm -rf "$dir"
}
trap clean EXIT
trap '[ ! -t 1 ] || echo; say interrupted; exit 130' INT
trap 'exit 143' TERM

PATH=$PATH:/usr/sbin:/sbin
[ "$(id -u)" = 0 ] || skip "not root"
for tool in munged slurmctld slurmd sbatch scontrol squeue scancel; do
    command -v "$tool" >/dev/null || skip "no $tool"
done
for program in "$RUNNER" "$ENGINE"; do
    [ -x "$program" ] || skip "no $program"
done

# Everything that the cluster writes stays in the directory.
port=$((20000 + $$ % 20000))
SLURM_CONF=$dir/slurm.conf
export SLURM_CONF
chmod 755 "$dir"
mkdir "$dir/state" "$dir/spool" "$dir/work"
dd if=/dev/urandom of="$dir/munge.key" bs=1024 count=1 2>/dev/null
chmod 600 "$dir/munge.key"
node=$(hostname -s)
memory=$(awk '/^MemTotal:/ {print int($2 / 1024)}' /proc/meminfo)
cat >"$SLURM_CONF" <<END
ClusterName=trial
SlurmctldHost=$node(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$dir/munge.socket
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd.pid
SlurmctldLogFile=$dir/slurmctld.log
SlurmdLogFile=$dir/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
MpiDefault=none
ReturnToService=2
JobRequeue=1
KillWait=5
NodeName=$node NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=$memory State=UNKNOWN
PartitionName=trial Nodes=$node Default=YES MaxTime=INFINITE State=UP
END
munged --foreground --force --key-file="$dir/munge.key" --socket="$dir/munge.socket" --pid-file="$dir/munge.pid" \
    --log-file="$dir/munge.log" --seed-file="$dir/munge.seed" 2>"$dir/munged.err" &
daemons="$daemons $!"
tries=0
until [ -S "$dir/munge.socket" ]; do
    [ $((tries += 1)) -lt 50 ] || skip "munged does not start: $(tail -n 1 "$dir/munged.err")"
    sleep 0.2
done
slurmctld -D -i -f "$SLURM_CONF" >/dev/null 2>"$dir/slurmctld.err" &
daemons="$daemons $!"
slurmd -D -f "$SLURM_CONF" >/dev/null 2>"$dir/slurmd.err" &
daemons="$daemons $!"
tries=0
until [ "$(sinfo --noheader --format=%T 2>/dev/null)" = idle ]; do
    [ $((tries += 1)) -lt 150 ] || skip "the cluster does not start: $(tail -n 1 "$dir/slurmctld.log" "$dir/slurmd.log" |
        tr '\n' ' ')"
    sleep 0.2
done
say "a cluster of one node runs, $(nproc) processors"

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

# True when the task of that number runs and its shard has more bytes than that.
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
        # times-N: how often task N was requeued; size-N: how long its shard was then
        times=$(cat "times-$task" 2>/dev/null || echo 0)
        size=$(cat "size-$task" 2>/dev/null || echo 0)
        if [ "$times" -lt "$REQUEUES" ] && plays "$task" "$size" && scontrol requeue "${job}_$task" 2>/dev/null; then
            echo $((times + 1)) >"times-$task"
            shard_size "$task" >"size-$task"
            requeued=$((requeued + 1))
            say "task $task requeued, $(grep -c '^\[Round' "match/shards/$task.pdn") games played"
        fi
        # A requeued task would wait two minutes for its turn: it need not, once Slurm has seen its end.
        if [ "$times" -gt 0 ] && [ "$(squeue --noheader --jobs="${job}_$task" --format=%r 2>/dev/null)" = BeginTime ] &&
            [ "$(grep -c 'interrupted;' "match-$task.log")" -ge "$times" ]; then
            sleep 1
            scontrol update "jobid=${job}_$task" starttime=now 2>/dev/null || true
        fi
    done
    sleep 0.3
done

# The shards must hold the games that one runner alone plays.
[ "$requeued" -ge 1 ] || fail "no task was caught playing: try more rounds"
interrupted=$(cat match-*.log | grep -c 'interrupted;' || true)
[ "$interrupted" -ge 1 ] || fail "no runner was interrupted"
say "requeued $requeued times, $interrupted runners interrupted"
build/bushka-match -merge match/shards/*.pdn -pdnout file=games.pdn >merge.log 2>&1 || fail "$(tail -n 1 merge.log)"
build/bushka-match "$@" -quiet -pdnout file=whole.pdn >whole.log 2>&1 || fail "$(tail -n 1 whole.log)"
if grep -l -e abandoned -e stalled games.pdn; then
    fail "games were lost by the end of their engines"
fi
cmp games.pdn whole.pdn || fail "the merged games differ"
say "passed: the games of $SHARDS tasks equal the match played whole"
