# SPDX-License-Identifier: GPL-3.0-or-later
"""The squares of both boards, and positions as FEN."""

SIZES = {"bushka": (10, 10), "bushka9x11": (11, 9)}  # columns, rows


def name(column, row):
    """The square in that column and row, from White's left lower corner, which is (1, 1)."""
    return chr(ord("a") + (column - row + 8) // 2) + str((column + row) // 2 % 10)


def place(square):
    """Column and row of a named square."""
    letter = ord(square[0]) - ord("a")
    number = int(square[1]) or 10
    return number + letter - 4, number - letter + 4


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
