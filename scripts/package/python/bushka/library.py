# SPDX-License-Identifier: GPL-3.0-or-later
"""The functions of libbushka (bushka.h), whose file is next to this one."""

from __future__ import annotations

import ctypes
import os
import re

NAME = "libbushka.so.0"
OK, FULL, MEMORY, SYNTAX, SQUARE, AMBIGUOUS = 0, -5, -6, -9, -10, -14  # of the values of BushkaError
LINE = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p)

_POINTER, _TEXT, _INT = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int
_PROTOTYPES = {
    "bushka_version": (_TEXT,),
    "bushka_error_text": (_TEXT, _INT),
    "bushka_new": (_POINTER, LINE, _POINTER),
    "bushka_command": (_INT, _POINTER, _TEXT),
    "bushka_wait": (_INT, _POINTER, _INT),
    "bushka_free": (_INT, _POINTER),
    "bushka_game_new": (_POINTER, _TEXT),
    "bushka_game_free": (None, _POINTER),
    "bushka_game_set": (_INT, _POINTER, _TEXT),
    "bushka_game_play": (_INT, _POINTER, _TEXT),
    "bushka_game_undo": (_INT, _POINTER),
    "bushka_game_fen": (_TEXT, _POINTER),
    "bushka_game_moves": (_TEXT, _POINTER),
    "bushka_game_describe": (_INT, _POINTER, _TEXT, ctypes.POINTER(_TEXT)),
    "bushka_game_result": (_TEXT, _POINTER),
    "bushka_game_perft": (_INT, _POINTER, _INT, ctypes.POINTER(ctypes.c_uint64)),
    "bushka_game_error": (_TEXT, _POINTER),
}


def _declare(library: ctypes.CDLL) -> ctypes.CDLL:
    for name, (result, *arguments) in _PROTOTYPES.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


def _open(path: str) -> tuple[ctypes.CDLL, ctypes.CDLL]:
    """Loads the library twice: once so that calls release Python's lock, and once so that they keep it."""
    return _declare(ctypes.CDLL(path)), _declare(ctypes.PyDLL(path))


def _load() -> tuple[ctypes.CDLL, ctypes.CDLL]:
    path = os.path.join(os.path.dirname(__file__), NAME)
    if os.path.exists(path):
        return _open(path)
    # In a zip archive: the file is unpacked while it is loaded. This import takes as long as all others together.
    import importlib.resources  # pylint: disable=import-outside-toplevel
    package = __name__.rpartition(".")[0]  # Python 3.9 knows no __package__ yet
    with importlib.resources.as_file(importlib.resources.files(package) / NAME) as unpacked:
        return _open(str(unpacked))


# Calls that take long let other Python threads run. Those of games, which take microseconds, do not: so threads that share
# a board are never inside the library at once, where a game is for one thread at a time.
ENGINES, GAMES = _load()


def error_text(code: int) -> str:
    """The text of a value of BushkaError."""
    return str(GAMES.bushka_error_text(code), "ascii")


def version() -> str:
    """The version of the engine."""
    return str(GAMES.bushka_version(), "ascii")


def encode(text: str) -> bytes:
    """A word for a game. Characters other than printable ASCII become one that the library refuses."""
    if not isinstance(text, str):
        raise TypeError(f"a move or a FEN is a str, not {type(text).__name__}")
    return re.sub("[^ -~]", "*", text).encode("ascii")
