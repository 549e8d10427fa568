# SPDX-License-Identifier: GPL-3.0-or-later
"""Positions, moves and their notations. The library has the rules."""

from __future__ import annotations

import ctypes
import enum
import functools
import re
from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple, NoReturn

from . import library
from .library import ENGINES, GAMES

WHITE, BLACK = True, False
VARIANTS = {"bushka": (10, 10), "bushka9x11": (11, 9)}  # columns, rows
RESULTS = {"1-0": WHITE, "0-1": BLACK}  # and who has won

_MOVE = re.compile(r"([a-j][0-9]){2,}")


class InvalidMoveError(ValueError):
    """A text without the form of a move, or with a square that the board does not have."""


class IllegalMoveError(ValueError):
    """A move that the rules forbid here."""


class AmbiguousMoveError(ValueError):
    """A short notation that fits several moves."""


_MOVE_ERRORS = {library.SYNTAX: InvalidMoveError, library.SQUARE: InvalidMoveError,
                library.AMBIGUOUS: AmbiguousMoveError, library.MEMORY: MemoryError}


class Move(str):
    """A move in coordinate notation: its squares in order. It is a str, and compares as one.

    >>> move = Move("d6e6e5")
    >>> move.from_square, move.to_square, move.squares
    ('d6', 'e5', ('d6', 'e6', 'e5'))
    """
    __slots__ = ()

    def __new__(cls, coordinate: str) -> Move:
        if not _MOVE.fullmatch(coordinate):
            raise InvalidMoveError(f"{coordinate!r} is not a move such as f2f5; Board.parse() reads other notations")
        return str.__new__(cls, coordinate)

    @property
    def squares(self) -> tuple[str, ...]:
        """Every square that the move names."""
        return tuple(self[i:i + 2] for i in range(0, len(self), 2))

    @property
    def from_square(self) -> str:
        """Where the piece stands; of a line, its last moving man."""
        return self[:2]

    @property
    def to_square(self) -> str:
        """Where the piece ends; of a line, the square in front of its head."""
        return self[-2:]

    def uci(self) -> str:
        """The move as a plain str."""
        return str(self)

    def __str__(self) -> str:
        return self[:]

    def __repr__(self) -> str:
        return f"Move({self[:]!r})"


def _known(word: str) -> Move:
    """A move that the library has written."""
    return str.__new__(Move, word)


class Piece(NamedTuple):
    """A man or a king."""
    color: bool
    king: bool

    def symbol(self) -> str:
        """o, O: White's man and king; x, X: Black's."""
        return ("xX", "oO")[self.color][self.king]


class Termination(enum.Enum):
    """How a game ends."""
    NO_MOVES = "no legal move"
    THREEFOLD_REPETITION = "the position occurred for the third time"


class Outcome(NamedTuple):
    """The end of a game. The winner is WHITE, BLACK, or None in a draw."""
    termination: Termination
    winner: bool | None

    def result(self) -> str:
        """1-0, 0-1 or 1/2-1/2."""
        return {WHITE: "1-0", BLACK: "0-1", None: "1/2-1/2"}[self.winner]


class Details(NamedTuple):
    """What a legal move does. The fields are those of `moves full` in protocol.md."""
    move: Move
    formal: str
    short: str
    kind: str  # man, line, king, linear-capture, man-capture, king-capture
    line: tuple[str, ...]   # the men of a line that move, the head first
    taken: tuple[str, ...]  # the squares of the captured pieces
    routes: tuple[tuple[tuple[str, str], ...], ...]  # of a piece capture: pairs of a square and what is taken from there
    promotes: bool


class LegalMoves(Collection[Move]):
    """The legal moves of a position; it does not change with the board. `in` takes coordinate notation."""
    __slots__ = ("_words",)

    def __init__(self, words: list[str]) -> None:
        self._words = words

    def __iter__(self) -> Iterator[Move]:
        return map(_known, self._words)

    def __len__(self) -> int:
        return len(self._words)

    def __contains__(self, move: object) -> bool:
        return move in self._words

    def count(self) -> int:
        """The number of legal moves."""
        return len(self._words)

    def __repr__(self) -> str:
        return f"<LegalMoves ({' '.join(self._words)})>"


@functools.lru_cache(maxsize=None)
def squares(variant: str = "bushka") -> Mapping[str, tuple[int, int]]:
    """The squares of a board, from the lowest row up, with column and row counted from 1 at White's lower left."""
    columns, rows = VARIANTS[variant]
    return MappingProxyType({
        chr(ord("a") + (column - row + 8) // 2) + str((column + row) // 2 % 10): (column, row)
        for row in range(1, rows + 1) for column in range(1, columns + 1) if (column + row) % 2 == 0})


class Board:
    """A game: a position, and the moves that led there. For one thread at a time.

    >>> board = Board()
    >>> board.push_str("f25")
    Move('f2f5')
    >>> board.legal_moves.count(), board.turn == BLACK
    (24, True)
    >>> board.pop()
    Move('f2f5')
    >>> board == Board()
    True
    """
    __hash__ = None  # type: ignore[assignment]  # a board changes
    _game = None

    def __init__(self, fen: str | None = None, variant: str = "bushka") -> None:
        if variant not in VARIANTS:
            raise ValueError(f"the variant is {' or '.join(VARIANTS)}, not {variant!r}")
        self._variant = variant
        self._game = GAMES.bushka_game_new(variant.encode("ascii"))
        if not self._game:
            raise MemoryError("not enough memory for a game")
        self.set_fen(fen)

    def __del__(self) -> None:
        if self._game:
            GAMES.bushka_game_free(self._game)
            self._game = None

    @property
    def variant(self) -> str:
        """The board: a key of VARIANTS."""
        return self._variant

    # ---- The position ----

    def fen(self) -> str:
        """The position as FEN."""
        return str(GAMES.bushka_game_fen(self._game), "ascii")

    def set_fen(self, fen: str | None) -> None:
        """Starts over from a position; None: the start position. If it raises ValueError, the board is unchanged."""
        code = GAMES.bushka_game_set(self._game, None if fen is None else library.encode(fen))
        if code != library.OK:
            raise (MemoryError if code == library.MEMORY else ValueError)(self._reason())
        self._start = self.fen()
        self._moves: list[Move] = []

    def reset(self) -> None:
        """Starts over from the start position."""
        self.set_fen(None)

    @property
    def root_fen(self) -> str:
        """The position in which this game began."""
        return self._start

    @property
    def turn(self) -> bool:
        """Who is to move: WHITE or BLACK."""
        return self.fen()[0] == "W"

    @property
    def move_stack(self) -> tuple[Move, ...]:
        """The moves played since the start position or set_fen()."""
        return tuple(self._moves)

    def piece_map(self) -> dict[str, Piece]:
        """The pieces by their squares.

        >>> Board("W:WKf2:Bc6").piece_map()
        {'f2': Piece(color=True, king=True), 'c6': Piece(color=False, king=False)}
        """
        _, white, black = self.fen().split(":")
        return {word[-2:]: Piece(side == white, len(word) == 3)
                for side in (white, black) for word in side[1:].split(",") if word}

    def piece_at(self, square: str) -> Piece | None:
        """The piece on a square, or None. Raises ValueError when the board has no such square."""
        if square not in squares(self.variant):
            raise ValueError(f"{square!r} is not a square of the board {self.variant}")
        return self.piece_map().get(square)

    def planes(self) -> memoryview:
        """The pieces as bytes, 1 where one stands: by kind (White's men, White's kings, Black's men, Black's kings),
        row and column, both from 0 at White's lower left. numpy.asarray() takes it without a copy.

        >>> planes = Board("W:WKf2:Bc6").planes()
        >>> planes.shape, planes[1, 0, 2], sum(planes.tobytes())
        ((4, 10, 10), 1, 2)
        """
        columns, rows = VARIANTS[self.variant]
        planes = bytearray(4 * rows * columns)
        places = squares(self.variant)
        for square, piece in self.piece_map().items():
            column, row = places[square]
            kind = (0 if piece.color == WHITE else 2) + piece.king
            planes[(kind * rows + row - 1) * columns + column - 1] = 1
        return memoryview(planes).toreadonly().cast("B", (4, rows, columns))

    # ---- Moves ----

    def _reason(self) -> str:
        return str(GAMES.bushka_game_error(self._game), "ascii", "replace")

    def _refuse(self, code: int) -> NoReturn:
        raise _MOVE_ERRORS.get(code, IllegalMoveError)(self._reason())

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves; none when the game is over."""
        words = GAMES.bushka_game_moves(self._game)
        if words is None:
            raise MemoryError("not enough memory for the legal moves")
        return LegalMoves(str(words, "ascii").split())

    def parse(self, text: str) -> Move:
        """The legal move that a text means, in any notation: f2f5, f2-f5, f25. Raises InvalidMoveError,
        IllegalMoveError, or AmbiguousMoveError, with the reason."""
        return self.details(text).move

    def push(self, move: Move) -> None:
        """Plays a move. Raises what parse() raises; the board is unchanged then."""
        if not isinstance(move, Move):
            raise TypeError("push() takes a Move; push_str() reads a text")
        self.push_str(move)

    def push_str(self, text: str) -> Move:
        """Plays the move that a text means, in any notation, and returns it."""
        move = self.parse(text)
        code = GAMES.bushka_game_play(self._game, move.encode("ascii"))
        if code != library.OK:
            self._refuse(code)
        self._moves.append(move)
        return move

    def pop(self) -> Move:
        """Takes the last move back, and returns it. Raises IndexError when there is none."""
        move = self._moves.pop()
        GAMES.bushka_game_undo(self._game)
        return move

    def peek(self) -> Move:
        """The last move. Raises IndexError when there is none."""
        return self._moves[-1]

    def details(self, move: str) -> Details:
        """What a legal move does, and how it is written. Any notation will do; raises what parse() raises.

        >>> details = Board("W:Wf4:Bd5,d8,f6").details("f4e5x")
        >>> details.formal, details.kind, details.taken
        ('f4xf5xe5', 'man-capture', ('f6', 'd5'))
        """
        line = ctypes.c_char_p()
        code = GAMES.bushka_game_describe(self._game, library.encode(move), ctypes.byref(line))
        if code != library.OK:
            self._refuse(code)
        words = str(line.value or b"", "ascii").split()
        fields: dict[str, str] = {}
        routes = []
        promotes = words[-1] == "promotes"
        pairs = words[:-1] if promotes else words
        for name, value in zip(pairs[::2], pairs[1::2]):
            fields[name] = value
            if name == "route":
                routes.append(tuple((step[:2], step[3:]) for step in value.split(",")))
        return Details(_known(fields["move"]), fields["formal"], fields["short"], fields["kind"],
                       tuple(fields["line"].split(",")) if "line" in fields else (),
                       tuple(fields["taken"].split(",")) if "taken" in fields else (), tuple(routes), promotes)

    def formal(self, move: str) -> str:
        """A legal move in formal notation: f2-f5, h4xe4."""
        return self.details(move).formal

    def short(self, move: str) -> str:
        """A legal move in short notation: f25, hxe4."""
        return self.details(move).short

    def perft(self, depth: int) -> int:
        """The number of sequences of that many moves, 0 to 64. Other threads run meanwhile; it cannot be stopped.

        >>> Board().perft(4)
        312334
        """
        if not 0 <= depth <= 64:  # ctypes would truncate greater numbers to 32 bits
            raise ValueError("perft takes a depth of 0 to 64")
        # A copy, since another thread may use this game meanwhile.
        copy = self.copy(stack=False)
        count = ctypes.c_uint64()
        code = ENGINES.bushka_game_perft(copy._game, depth, ctypes.byref(count))
        if code != library.OK:
            raise (MemoryError if code == library.MEMORY else ValueError)(copy._reason())
        return count.value

    # ---- The end of the game ----

    def outcome(self) -> Outcome | None:
        """How the game has ended; None while it goes on."""
        result = self.result()
        if result == "*":
            return None
        return Outcome(Termination.NO_MOVES if result in RESULTS else Termination.THREEFOLD_REPETITION,
                       RESULTS.get(result))

    def is_game_over(self) -> bool:
        """True when the game has ended."""
        return self.result() != "*"

    def result(self) -> str:
        """1-0, 0-1, 1/2-1/2, or * while the game goes on."""
        return str(GAMES.bushka_game_result(self._game), "ascii")

    # ---- As an object ----

    def copy(self, *, stack: bool = True) -> Board:
        """The same game; without the stack, the same position alone, with no move to take back."""
        if not stack:
            return type(self)(self.fen(), self.variant)
        return self._restore(self._start, self.variant, self.move_stack)

    @classmethod
    def _restore(cls, start: str, variant: str, moves: tuple[Move, ...]) -> Board:
        board = cls(start, variant)
        for move in moves:
            board.push(move)
        return board

    def __reduce__(self) -> tuple[object, ...]:
        return self._restore, (self._start, self.variant, self.move_stack)

    def __eq__(self, other: object) -> bool:
        """The same position on the same board, no matter which moves led there."""
        if not isinstance(other, Board):
            return NotImplemented
        return (self.variant, self.fen()) == (other.variant, other.fen())

    def __repr__(self) -> str:
        return f"Board({self.fen()!r}, {self.variant!r})"

    def __str__(self) -> str:
        """The board, White at the bottom: each square with what stands there, and its name."""
        columns, rows = VARIANTS[self.variant]
        pieces = self.piece_map()
        lines = [["   "] * columns for _ in range(rows)]
        for square, (column, row) in squares(self.variant).items():
            piece = pieces.get(square)
            lines[rows - row][column - 1] = (piece.symbol() if piece else ".") + square
        return "\n".join(" " + " ".join(line).rstrip() for line in lines)

