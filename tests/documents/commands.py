# SPDX-License-Identifier: GPL-3.0-or-later
"""Shell commands of the documents: run as printed, but for what would take too long or needs other machines."""

import dataclasses

import process


@dataclasses.dataclass(frozen=True)
class Change:
    """In a document, the words `printed` are replaced before its commands run; they must occur there."""
    document: str
    printed: str
    instead: str


README, SCRIPTS, MATCH = "README.md", "scripts/README.md", "scripts/match/README.md"
TUNE, ENDINGS = "scripts/tune/README.md", "scripts/endings/README.md"
TECHNIQUES, EVALUATION = "engine/search/TECHNIQUES.md", "engine/evaluation/EVALUATION.md"

# Less of the same.
SHORTER = [
    Change(README, "tc=10+0.1", "tc=0.1+0.001"),
    Change(README, "-rounds 500", "-rounds 1"),
    Change(MATCH, "-rounds 10 ", "-rounds 1 "),
    Change(MATCH, "nodes=100000", "nodes=500"),
    Change(MATCH, "tc=10+0.1", "tc=0.1+0.001"),
    Change(MATCH, "-rounds 5000", "-rounds 4"),
    Change(MATCH, "nodes=10000", "nodes=200"),
    Change(TECHNIQUES, "-rounds 60", "-rounds 1"),
    Change(TECHNIQUES, "nodes=10000", "nodes=500"),
    Change(TUNE, "pipeline small", "pipeline smallest"),
    Change(TUNE, "build/tune-small/", "build/tune-smallest/"),
    Change(TUNE, "-positions 2000000", "-positions 1500 -nodes 50"),
    Change(TUNE, "-rounds 100", "-rounds 1"),
    Change(TUNE, "nodes=10000", "nodes=500"),
    Change(EVALUATION, "-positions 1500000", "-positions 1500"),
    Change(EVALUATION, "-nodes 1000", "-nodes 50"),
    Change(ENDINGS, "-pieces 4", "-pieces 3"),
    Change(SCRIPTS, "scripts/bench main ", "scripts/bench main --rounds 2 --depth 6 "),
    Change(SCRIPTS, "--rounds 20", "--rounds 2 --depth 6"),
    Change(SCRIPTS, "scripts/perft main build/bushka", "scripts/perft main build/bushka --rounds 2 --max-count 1000000"),
    Change(SCRIPTS, "scripts/tactics ", "scripts/tactics --nodes 5000 "),
    Change(SCRIPTS, "--engine main", "--engine main --nodes 5000"),
    # Status 4, steps of uneven height, is what so few games must be allowed to end with.
    Change(SCRIPTS, "scripts/calibrate  ", "uneven scripts/calibrate --levels 0-1 --pairs 1 "),
    Change(SCRIPTS, "scripts/calibrate --levels 6-8 --pairs 200", "uneven scripts/calibrate --levels 6-8 --pairs 1"),
    Change(SCRIPTS, "-rounds 200", "-rounds 1 -maxmoves 20"),
    Change(SCRIPTS, "scripts/tactics-mine bushka", "scripts/tactics-mine bushka --each 1 --themes combination"),
]

# Not run, but for their words: they would change the sources, call the tests that are running, or need a cluster.
DRY = [
    Change(README, "make test", "make -n test"),
    Change(TUNE, "make tune", "make -n tune"),
    Change(TUNE, ">engine/evaluation/eval_weights.c", ">build/eval_weights.c"),
    Change(ENDINGS, "make endings", "make -n endings"),
    Change(SCRIPTS, "scripts/calibrate --write && make ", "scripts/calibrate --help | grep -e --write && make -n "),
    Change(MATCH, "scripts/match-hosts HOSTS", "without_hosts scripts/match-hosts /dev/null"),
    Change(MATCH, "sbatch --array=1-64", "SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_COUNT=64 sh"),
]

PRELUDE = r"""
uneven() {
    "$@" || [ $? -eq 4 ]
}

# The options of match-hosts are accepted and its list of machines refused; the match itself is played here.
without_hosts() {
    refusal=$("$@" 2>&1) && return 1
    echo "$refusal" | grep -e 'GNU parallel is missing' -e 'names no machine'
    while [ "$1" != -- ]; do shift; done
    shift
    build/bushka-match "$@"
}
"""


def changed(block):
    """The commands to run, and the changes that were made."""
    text = block.text
    made = []
    for change in SHORTER + DRY:
        if change.document == block.document and change.printed in text:
            text = text.replace(change.printed, change.instead)
            made.append(change)
    return text, made


def never_made(made):
    """The changes whose words occur nowhere: the documents say something else by now."""
    return [change for change in SHORTER + DRY if change not in made]


def problem_with(status, output):
    """What is wrong with the end of a script; "" when nothing is."""
    if status != 0:
        return f"exit status {status}"
    if "Traceback" in output or "info string error:" in output:
        return "it reports an error"
    return ""


def run(text, place):
    """Runs the commands at a pipe and at a terminal; the first failure ends them. Returns the problem and the output."""
    shell = ["sh", "-euc", PRELUDE + text]
    status, output = process.at_pipe(shell, "", place.environment, place.directory)
    problem = problem_with(status, output)
    if problem:
        return problem, output
    if not place.has_terminals:
        return "", output
    place.tidy()
    # At the end of a terminal's input a program would wait for more.
    shell = ["sh", "-euc", "exec </dev/null\n" + PRELUDE + text]
    with process.Terminal(shell, place.environment, place.directory) as terminal:
        status, output = terminal.end()
    problem = problem_with(status, output)
    return f"at a terminal: {problem}" if problem else "", output
