# SPDX-License-Identifier: GPL-3.0-or-later
"""The file of the tactical suite, for scripts/tactics and scripts/tactics-mine, and what similar files have in common."""

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


def read(path):
    """The rows of a file."""
    rows = []
    for place, row in rows_of(path, Row):
        if row.theme not in THEMES:
            console.fail(f"{place}: theme {row.theme}; it is one of {', '.join(THEMES)}")
        if row.variant not in board.SIZES:
            console.fail(f"{place}: board {row.variant}; it is one of {', '.join(board.SIZES)}")
        rows.append(dataclasses.replace(row, best=row.best.split()))
    if not rows:
        console.fail(f"{path} holds no position")
    return rows


def rows_of(path, kind):
    """Yields the rows of a file, as a dataclass of texts, each with its place."""
    columns = len(dataclasses.fields(kind))
    try:
        with open(path, encoding="ascii") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith("\n"):
                    console.fail(f"{path}:{number}: the last line is cut off; end it or remove it")
                values = line.rstrip("\n").split("\t")
                if values == [""] or line.startswith("#"):
                    continue
                if len(values) != columns:
                    console.fail(f"{path}:{number}: {len(values)} columns; {columns} are right, separated by tabs")
                yield f"{path}:{number}", kind(*values)
    except (OSError, UnicodeDecodeError) as error:
        console.fail(f"cannot read {path}: {error}")


def line_of(row):
    """A row as a line of its file; lists are written as words."""
    return "\t".join(" ".join(value) if isinstance(value, list) else str(value) for value in dataclasses.astuple(row))


def settled(lines, best):
    """Nodes and milliseconds after which the search kept to one of those moves; None if it ends with another one."""
    found = None
    for line in lines:
        if line.rank == 1:
            if line.moves[0] not in best:
                found = None
            elif found is None:
                found = line.nodes, line.time
    return found
