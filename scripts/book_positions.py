# SPDX-License-Identifier: GPL-3.0-or-later
"""The positions of an opening book, as found by playing its moves from the start position."""

import board
import console


class Found:
    """A position of a book, or the one after a drop-out: the moves that lead there, its value for White, the number of
    its searches (0 after a drop-out), and the position before it."""

    def __init__(self, moves, fen, white, searches, before):  # pylint: disable=too-many-arguments
        self.moves, self.fen, self.white, self.searches, self.before = moves, fen, white, searches, before

    def way(self):
        """This position and all before it."""
        node = self
        while node is not None:
            yield node
            node = node.before


def positions_of(engine, path):
    """The positions of the book and those after its drop-outs, by first move; each is reached in the fewest plies."""
    seen = {min(board.images(engine.variant, engine.look("position startpos")[0]))}
    found, level = {}, [None]
    size, _ = engine.open_book(path)
    with console.Progress(size, "positions of the book") as progress:
        while level:
            deeper = []
            for before in level:
                played = before.moves if before else []
                for move in engine.book(played):
                    same = min(board.images(engine.variant, move.fen))
                    if same not in seen:
                        seen.add(same)
                        white = move.score if len(played) % 2 == 0 else -move.score
                        deeper.append(Found([*played, move.name], move.fen, white, move.searches, before))
                        found.setdefault(deeper[-1].moves[0], []).append(deeper[-1])
                        if move.searches:
                            progress.add()
            level = deeper
    return found
