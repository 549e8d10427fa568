# SPDX-License-Identifier: GPL-3.0-or-later
"""The game of Bushka: the rules, and an engine that plays. The README of the package shows both.

>>> board = Board()
>>> with Engine() as engine:
...     result = engine.play(board, Limit(nodes=1000))
>>> board.push(result.move)
>>> board.is_game_over()
False
"""

from .board import (BLACK, VARIANTS, WHITE, AmbiguousMoveError, Board, Details, IllegalMoveError, InvalidMoveError,
                    LegalMoves, Move, Outcome, Piece, Termination, squares)
from .engine import Analysis, Engine, Info, Limit, Option, PlayResult, Score
from .library import version as _version
from .talk import EngineError

__version__ = _version()
__all__ = ["BLACK", "VARIANTS", "WHITE", "AmbiguousMoveError", "Analysis", "Board", "Details", "Engine", "EngineError",
           "IllegalMoveError", "Info", "InvalidMoveError", "LegalMoves", "Limit", "Move", "Option", "Outcome", "Piece",
           "PlayResult", "Score", "Termination", "squares"]
