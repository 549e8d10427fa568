# SPDX-License-Identifier: GPL-3.0-or-later
"""The file of the tactical suite, for scripts/tactics and scripts/tactics-mine."""

import dataclasses

import board
import console

FILE = console.ROOT / "tests/data/tactics.tsv"
THEMES = ("combination", "promotion", "tempo", "repetition", "kings")


@dataclasses.dataclass
class Row:
    """A position of the suite; the file's header says what the columns mean."""
    id: str
    variant: str
    theme: str
    motif: str
    fen: str
    best: list
    score: str
    second: str
    nodes: int

    def text(self):
        """The row as a line of the file."""
        return "\t".join(map(str, dataclasses.astuple(dataclasses.replace(self, best=" ".join(self.best)))))


def read(path):
    """The rows of a file."""
    rows = []
    try:
        with open(path, encoding="ascii") as file:
            for number, line in enumerate(file, 1):
                line = line.rstrip("\n")
                if not line or line.startswith("#"):
                    continue
                values = line.split("\t")
                columns = len(dataclasses.fields(Row))
                if len(values) != columns:
                    console.fail(f"{path}:{number}: {len(values)} columns; {columns} are right, separated by tabs")
                row = Row(*values)
                if row.theme not in THEMES:
                    console.fail(f"{path}:{number}: theme {row.theme}; it is one of {', '.join(THEMES)}")
                if row.variant not in board.SIZES:
                    console.fail(f"{path}:{number}: board {row.variant}; it is one of {', '.join(board.SIZES)}")
                row.best = row.best.split()
                rows.append(row)
    except (OSError, UnicodeDecodeError) as error:
        console.fail(f"cannot read {path}: {error}")
    if not rows:
        console.fail(f"{path} holds no position")
    return rows


def settled(lines, best):
    """Nodes and milliseconds after which the search has kept to one of those moves; None where it does not end so."""
    found = None
    for line in lines:
        if line.rank == 1:
            if line.moves[0] not in best:
                found = None
            elif found is None:
                found = line.nodes, line.time
    return found
