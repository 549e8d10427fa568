#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Trial of the match runner's fairness: four engines, eight games at a time on two processors, one of the engines crashing
# or ignoring `quit` at random; against a control in which it behaves. Runs of both take turns. Prints how often the other
# three lost on time in each run, and ends with status 1 when that is more, in all, than in the control.
#
# usage: tests/match/innocent_trial.sh [GAMES [PAIRS]]   games of a run (200), pairs of runs (3)
# From the top of the repository, on a machine that does nothing else. $RUNNER and $ENGINE replace build/bushka-match and
# build/bushka, $TC and $CONCURRENCY what their names say (0.3+0.02 and 8). Takes about eight minutes.
set -eu

RUNNER=${RUNNER:-build/bushka-match}
ENGINE=${ENGINE:-build/bushka}
TC=${TC:-0.3+0.02}
CONCURRENCY=${CONCURRENCY:-8}
GAMES=${1:-200}
PAIRS=${2:-3}
ROUND=12 # games of a round: six pairings, both colours
PROCESSORS=2

usage() {
    sed -n 's/^# \(usage:\)/\1/p' "$0" >&2
    exit 2
}

say() {
    echo "innocent_trial: $*"
}

[ $# -le 2 ] || usage
for number in "$GAMES" "$PAIRS"; do
    case $number in
    '' | *[!0-9]* | 0*) usage ;;
    esac
done
for program in "$RUNNER" "$ENGINE"; do
    [ -x "$program" ] || { say "no $program: run make first" >&2; exit 2; }
done
pin=''
if [ "$(nproc)" -gt $PROCESSORS ] && command -v taskset >/dev/null; then
    pin="taskset -c 0-$((PROCESSORS - 1))"
fi

dir=$(mktemp -d)
runner=''
clean() {
    [ -z "$runner" ] || kill "$runner" 2>/dev/null || true
    [ -z "$runner" ] || wait "$runner" 2>/dev/null || true
    rm -rf "$dir"
}
trap clean EXIT
trap '[ ! -t 1 ] || echo; say "interrupted"; exit 130' INT
trap 'exit 143' TERM

# The nuisance: each process of it either crashes after one to four seconds or outlives quit.
cat >"$dir/nuisance" <<'END'
#!/bin/sh
number=$(od -An -N2 -tu2 /dev/urandom)
if [ $((number % 2)) = 0 ]; then
    "$NUISANCE_ENGINE" <&0 &
    sleep "$((1 + number / 2 % 3)).$((number / 6 % 10))"
    kill -SEGV $!
    wait $!
    exit 139
fi
trap '' INT TERM HUP
"$NUISANCE_ENGINE"
sleep 1000
END
chmod +x "$dir/nuisance"
case $ENGINE in
/*) NUISANCE_ENGINE=$ENGINE ;;
*) NUISANCE_ENGINE=$(pwd)/$ENGINE ;;
esac
export NUISANCE_ENGINE

# One run; $1 is the program of the fourth engine. Sets lost to the losses on time of the others, ended to what the fourth
# one did.
run() {
    # $pin stays unquoted: it is empty or several words
    # shellcheck disable=SC2086
    $pin "$RUNNER" -engine cmd="$ENGINE" name=a -engine cmd="$ENGINE" name=b -engine cmd="$ENGINE" name=c \
        -engine cmd="$1" name=d -each tc="$TC" option.Hash=4 -rounds $(((GAMES + ROUND - 1) / ROUND)) \
        -concurrency "$CONCURRENCY" -quiet -json "$dir/json" -incidents "$dir/incidents" >"$dir/out" 2>"$dir/err" &
    runner=$!
    wait $runner || { tail -n 1 "$dir/err" >&2; exit 1; }
    runner=''
    lost=$(counters abc 'time_losses|stalls')
    ended=$(counters d 'crashes')
}

# The sum of counters of the engines whose names are among the letters.
counters() {
    awk -F '[":, ]+' -v letters="$1" -v wanted="^($2)$" '
        $2 == "name" {mine = index(letters, $3) > 0}
        mine && $2 ~ wanted {sum += $3}
        $2 == "pairings" {exit}
        END {print sum + 0}' "$dir/json"
}

start=$(date +%s)
done_runs=0
with=0
without=0
pair=0
report() {
    done_runs=$((done_runs + 1))
    left=$((($(date +%s) - start) * (2 * PAIRS - done_runs) / done_runs))
    say "pair $pair of $PAIRS, $1: $lost losses on time of the others, $ended crashes; $((left / 60)) min $((left % 60)) s left"
}
say "$PAIRS pairs of runs of $(((GAMES + ROUND - 1) / ROUND * ROUND)) games at tc=$TC, $CONCURRENCY at a time"
while [ $((pair += 1)) -le "$PAIRS" ]; do
    run "$dir/nuisance"
    with=$((with + lost))
    report "with the nuisance"
    run "$ENGINE"
    without=$((without + lost))
    report "control          "
done
say "losses on time of the others: $with with the nuisance, $without in the control"
[ "$with" -le "$without" ]
