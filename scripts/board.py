# SPDX-License-Identifier: GPL-3.0-or-later
"""The squares of both boards, and positions as FEN."""

import functools

SIZES = {"bushka": (10, 10), "bushka9x11": (11, 9)}  # columns, rows
MIRRORED = ("bushka9x11",)  # boards with a mirror, left to right


def name(column, row):
    """The name of the square in that column and row, counted from 1 at White's lower left corner."""
    return chr(ord("a") + (column - row + 8) // 2) + str((column + row) // 2 % 10)


def squares(variant):
    """All squares, as pairs of column and row."""
    columns, rows = SIZES[variant]
    return [(column, row) for row in range(1, rows + 1) for column in range(1, columns + 1) if (column + row) % 2 == 0]


def parse(fen):
    """Side to move, White's pieces and Black's, a king as K and its square."""
    side, white, black = fen.split(":")
    return side, list(filter(None, white[1:].split(","))), list(filter(None, black[1:].split(",")))


def write(side, white, black):
    """The FEN of those pieces."""
    return f"{side}:W{','.join(white)}:B{','.join(black)}"


def order(piece):
    """Sort key of a piece in a FEN of the engine: the name of its square, with 0 after 9."""
    return piece[-2], int(piece[-1]) or 10


@functools.lru_cache
def _image(variant, turn, mirror):
    """The square that each square becomes when the board is turned round or mirrored left to right, or both."""
    columns, rows = SIZES[variant]
    return {name(column, row): name(columns + 1 - column if turn != mirror else column,
                                    rows + 1 - row if turn else row) for column, row in squares(variant)}


def images(variant, fen):
    """The FENs of all equivalent positions: the position itself, turned round with the colours swapped, and on a board
    with a mirror both of these mirrored. Their squares are in the engine's order."""
    side, *colours = parse(fen)
    found = []
    for mirror in (False, True) if variant in MIRRORED else (False,):
        for turn in (False, True):
            to = _image(variant, turn, mirror)
            moved = [sorted((piece[:-2] + to[piece[-2:]] for piece in pieces), key=order) for pieces in colours]
            found.append(write("WB"[(side == "W") == turn], *(reversed(moved) if turn else moved)))
    return found
