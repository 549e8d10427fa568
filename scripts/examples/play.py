# SPDX-License-Identifier: GPL-3.0-or-later
"""The engine plays a game against itself, through the installed library and ctypes."""
import ctypes

bushka = ctypes.CDLL("libbushka.so.0")
LINE = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p)
bushka.bushka_new.restype = bushka.bushka_game_new.restype = ctypes.c_void_p
bushka.bushka_game_result.restype = bushka.bushka_game_error.restype = ctypes.c_char_p

best = []


@LINE
def on_line(_, line):
    """Lines of the engine: keeps the move of "bestmove f2f5 ponder d7d6"."""
    if line.startswith(b"bestmove "):
        best.append(line.split()[1])


engine = ctypes.c_void_p(bushka.bushka_new(on_line, None))
game = ctypes.c_void_p(bushka.bushka_game_new(None))
while bushka.bushka_game_result(game) == b"*":
    bushka.bushka_command(engine, b"go nodes 1000")
    bushka.bushka_wait(engine, -1)
    if bushka.bushka_game_play(game, best[-1]) != 0:
        raise SystemExit(bushka.bushka_game_error(game).decode())
    print(best[-1].decode(), end=" ")
    bushka.bushka_command(engine, b"move " + best[-1])
print(bushka.bushka_game_result(game).decode())
bushka.bushka_game_free(game)
bushka.bushka_free(engine)
