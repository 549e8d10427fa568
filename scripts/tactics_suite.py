# SPDX-License-Identifier: GPL-3.0-or-later
"""The tactical suite: its file, and an engine that is asked about its positions.

Used by scripts/tactics and scripts/tactics-mine. Python 3 standard library only.
"""

import console

import dataclasses
import re

import builds

FILE = console.ROOT / "tests/data/tactics.tsv"
THEMES = ("combination", "promotion", "tempo", "repetition", "kings")
COLUMNS = ("id", "variant", "theme", "motif", "fen", "best", "score", "second", "nodes")
FORCED_SCORE = 30000  # a forced end in n moves counts as this less 2n

INFO = re.compile(r"info depth (\d+) .*multipv (\d+) score (cp|mate) (-?\d+) nodes (\d+) .*time (\d+)(?: tbhits \d+)? pv (.+)")


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
        values = [getattr(self, column) for column in COLUMNS]
        return "\t".join(" ".join(value) if isinstance(value, list) else str(value) for value in values)


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
                if len(values) != len(COLUMNS):
                    console.fail(f"{path}:{number}: {len(values)} columns; {len(COLUMNS)} are right, parted by tabs")
                row = Row(*values)
                if row.theme not in THEMES:
                    console.fail(f"{path}:{number}: theme {row.theme}; it is one of {', '.join(THEMES)}")
                row.best = row.best.split()
                rows.append(row)
    except (OSError, UnicodeDecodeError) as error:
        console.fail(f"cannot read {path}: {error}")
    if not rows:
        console.fail(f"{path} holds no position")
    return rows


@dataclasses.dataclass
class Line:
    """A line of analysis: after so many nodes and milliseconds, the moves of that rank."""
    depth: int
    rank: int
    score: int
    text: str
    nodes: int
    time: int
    moves: list


class Analyst:
    """An engine with moves in formal notation. Every search begins with an empty hash table."""

    def __init__(self, program, variant, threads=1, tables=None):
        self.engine = builds.Engine([program], variant)
        if tables:
            self.ask(f"setoption name TablesPath value {tables}")
        self.engine.send("setoption name Notation value formal")
        self.engine.send(f"setoption name Threads value {threads}")
        self.width = 1

    def ask(self, command):
        """The lines that answer a command."""
        self.engine.send(command + "\nisready")
        return self.engine.read_until("readyok")

    def look(self, command):
        """Sets a position up or plays a move; returns its FEN and the legal moves, none when the game is over."""
        return self.views(command + "\nd")[0]

    def look_all(self, positions):
        """The same for several positions (words after `position`), asked at once."""
        return self.views("\n".join(f"position {position}\nd" for position in positions)) if positions else []

    def views(self, commands):
        """FEN and legal moves of every answer to `d` among the answers."""
        views = []
        for line in self.ask(commands):
            if line.startswith("Fen:"):
                views.append((line.split()[1], []))
            elif line.startswith("Legal moves"):
                views[-1][1].extend(line.partition(":")[2].split())
        return views

    def search(self, fen, nodes, width=1):
        """The lines of a search in their order, and the best move."""
        if width != self.width:
            self.engine.send(f"setoption name MultiPV value {width}")
            self.width = width
        self.engine.send(f"ucinewgame\nposition fen {fen}\ngo nodes {nodes}")
        lines = []
        answer = self.engine.read_until("bestmove")
        for text in answer:
            found = INFO.match(text)
            if found:
                depth, rank, kind, value, visited, time, moves = found.groups()
                score = int(value)
                shown = f"{score:+d}"
                if kind == "mate":
                    shown = f"#{score}"
                    score = FORCED_SCORE - 2 * score if score > 0 else -FORCED_SCORE - 2 * score
                lines.append(Line(int(depth), int(rank), score, shown, int(visited), int(time), moves.split()))
        return lines, answer[-1].split()[1]

    def close(self):
        """Ends the engine."""
        self.engine.close()


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
