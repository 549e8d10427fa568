# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# A Slurm cluster of one node, this machine, for the trials that source it: with daemons of its own in their new
# directory $dir (Debian: slurm-wlm and munge), which goes when the script ends. They run from the top of the repository,
# as root, and skip, with status 0, where a tool, a right or one of their $PROGRAMS lacks. say, skip and fail are for
# them, too.

name=$(basename "$0" .sh)

say() {
    echo "$name: $*"
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
    # The processes that hold a task are nobody's children, but know whose configuration is theirs.
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
for program in $PROGRAMS; do
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
