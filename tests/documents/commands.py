# SPDX-License-Identifier: GPL-3.0-or-later
"""Shell commands of the documents: run as printed, except for what would take too long or needs other machines."""

import dataclasses
import re


@dataclasses.dataclass(frozen=True)
class Change:
    """In a document, the words `printed` are replaced before its commands run; they must occur there."""
    document: str
    printed: str
    instead: str
    why: str = "it takes too long"

    def made_in(self, text):
        """The text with the change made; the same text where there is nothing to change. Numbers match as a whole."""
        return re.sub(rf"(?<![\w.-]){re.escape(self.printed)}(?!\w)", self.instead.replace("\\", r"\\"), text)


README, SCRIPTS, MATCH = "README.md", "scripts/README.md", "scripts/match/README.md"
TRAIN, ENDINGS = "scripts/train/README.md", "scripts/endings/README.md"
SOLVED = "scripts/endings/ENDINGS.md"
TECHNIQUES, EVALUATION = "engine/search/TECHNIQUES.md", "engine/evaluation/EVALUATION.md"

# Less of the same.
SHORTER = [
    Change(README, "tc=10+0.1", "tc=0.1+0.001"),
    Change(README, "-rounds 500", "-rounds 1"),
    Change(MATCH, "-rounds 10", "-rounds 1"),
    Change(MATCH, "nodes=100000", "nodes=500"),
    Change(MATCH, "tc=10+0.1", "tc=0.1+0.001"),
    Change(MATCH, "-rounds 5000", "-rounds 4"),
    Change(MATCH, "-rounds 2000", "-rounds 4"),
    Change(MATCH, "nodes=10000", "nodes=200"),
    Change(TECHNIQUES, "-rounds 60", "-rounds 1"),
    Change(TECHNIQUES, "nodes=10000", "nodes=500"),
    Change(TRAIN, "pipeline small", "pipeline smallest"),
    Change(TRAIN, "build/train-small", "build/train-smallest"),
    Change(TRAIN, "-positions 2000000", "-positions 1500 -nodes 50"),
    Change(TRAIN, "alternatives --board bushka", "alternatives --board bushka --kinds squares32 --epochs 1 --depth 2 "
           "--nodes 50 --rounds 1"),
    Change(TRAIN, "-games 90000 -nodes 1000", "-games 3 -nodes 50"),
    Change(TRAIN, "-rounds 50", "-rounds 1"),
    Change(TRAIN, "nodes=10000", "nodes=500"),
    Change(EVALUATION, "-rounds 200", "-rounds 1"),
    Change(EVALUATION, "st=0.05", "st=0.005"),
    Change(ENDINGS, "-pieces 5", "-pieces 2"),
    Change(ENDINGS, "-class KKM-KKM", "-class KM-K"),
    Change(ENDINGS, "-positions 100000", "-positions 100"),
    Change(SOLVED, "-pieces 4", "-pieces 3"),
    Change(ENDINGS, "--pieces 5 --won 1000 --drawn 1000", "--pieces 2 --won 3 --drawn 3"),
    Change(SCRIPTS, "scripts/bench main ", "scripts/bench main --rounds 2 --depth 4 "),
    Change(SCRIPTS, "--rounds 20", "--rounds 2 --depth 4"),
    Change(SCRIPTS, "scripts/perft  ", "scripts/perft --max-count 1000000 "),
    Change(SCRIPTS, "scripts/perft main build/bushka", "scripts/perft main build/bushka --rounds 2 --max-count 100000"),
    Change(SCRIPTS, "scripts/tactics ", "scripts/tactics --nodes 1000 "),
    Change(SCRIPTS, "--engine main", "--engine main --nodes 1000"),
    # So few games may end with status 4, steps of uneven height.
    Change(SCRIPTS, "scripts/calibrate  ", "uneven scripts/calibrate --levels 0-1 --pairs 1 "),
    Change(SCRIPTS, "scripts/calibrate --levels 6-8 --pairs 200", "uneven scripts/calibrate --levels 1-2 --pairs 1"),
    Change(SCRIPTS, "-rounds 200", "-rounds 1 -maxmoves 20"),
    Change(SCRIPTS, "scripts/book bushka  ", "scripts/book bushka --nodes 1000 --positions 20 "),
    Change(SCRIPTS, "--grow engine/book/books/bushka.book --nodes 300000 --positions 200000",
           "--grow tests/data/bushka.book --nodes 20000 --positions 310"),
    Change(SCRIPTS, "--jobs 2", "--jobs 2 --nodes 1000 --positions 20"),
    Change(SCRIPTS, "--positions 10000000", "--nodes 1000 --positions 20"),
    Change(SCRIPTS, "scripts/tactics-mine bushka", "scripts/tactics-mine bushka --each 1 --themes combination"),
    Change(SCRIPTS, "scripts/puzzles-mine bushka --games", "scripts/puzzles-mine bushka --count 1 --games"),
    Change(SCRIPTS, "--check", "--check --every 150"),
]

# Not run; only their words are checked.
DRY = [
    Change(README, "make test", "make -n test", "this is a part of it"),
    Change(README, "make install-library", "make -n install-library", "make test-library does it"),
    Change(README, "cc scripts/examples/play.c $(pkg-config --cflags --libs bushka) -o build/play && build/play",
           "cc -fsyntax-only -Iengine/library scripts/examples/play.c", "make test-library does it"),
    Change(README, "sudo make install", "make -n install", "it changes the system; the rest of the block does the same"),
    Change(README, "sudo make uninstall", "make -n uninstall", "it changes the system"),
    Change(TRAIN, "make tune", "make -n tune", "it takes hours and changes the sources"),
    Change(TRAIN, "sbatch --array=1-64 --cpus-per-task=8 --wrap",
           "SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_COUNT=1 sh -c",
           "there is no cluster; this is what one of its tasks runs"),
    Change(TRAIN, "-evalfile build/train-full/bushka.0.net", "-evalfile plain", "making it takes hours"),
    Change(TRAIN, "-output build/train-full/bushka.1.rec", "-output bushka.1.rec",
           "making its directory takes hours"),
    Change(EVALUATION, "git worktree add build/linear 9408388 && make -C build/linear",
           "mkdir -p build/linear/build && cp build/bushka build/linear/build/", "it builds an older program"),
    Change(ENDINGS, "make endings", "make -n endings", "it takes an hour"),
    Change(SCRIPTS, "scripts/calibrate --write && make", "scripts/calibrate --help | grep -e --write && make -n",
           "it takes hours and changes the sources"),
    Change(SCRIPTS, "scripts/trial run --concurrency 2", "scripts/trial run --help",
           "it builds three programs and takes hours; tests/scripts/trial.py plays"),
    Change(SCRIPTS, "scripts/spsa FUTILITY_MARGIN=4 REDUCTION_BASE=8 REDUCTION_DIVISOR=16", "scripts/spsa --help",
           "builds programs and plays for hours; tests/scripts/spsa.py runs it"),
    Change(SCRIPTS, "parallel --ungroup", "echo", "GNU parallel may be missing; tests/scripts/book.py runs two shards"),
    Change(SCRIPTS, "sbatch --array=1-64 --mem-per-cpu=16G", "SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_COUNT=64 sh",
           "there is no cluster; this is what one of its tasks runs"),
    Change(MATCH, "scripts/match-hosts HOSTS", "without_hosts scripts/match-hosts /dev/null",
           "there are no other machines; tests/match/hosts_trial.sh makes some"),
    Change(MATCH, "sbatch --array=1-64", "SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_COUNT=64 sh",
           "there is no cluster; this is what one of its tasks runs"),
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


def changed(document, text):
    """The commands to run, and the changes that were made."""
    made = []
    for change in SHORTER + DRY:
        after = change.made_in(text)
        if change.document == document and after != text:
            text = after
            made.append(change)
    return text, made
