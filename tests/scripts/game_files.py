# SPDX-License-Identifier: GPL-3.0-or-later
"""The scripts read games as the match runner writes them."""

import common
import games

BLACK_FIRST = "B:We1,e2:Bf9,g9"
TEXT = f"""[Event "Bushka match"]
[Result "1-0"]

1. e1-e4! {{+0.10/9 0.049s}} d86 2. f2-f5 {{-M9/9 0.049s}} 1-0

[Event "Bushka match"]
[Result "1/2-1/2"]
[FEN "{BLACK_FIRST}"]

1... f9-f8 {{-0.20/9 0.049s}} 2. e2-e3
{{+0.30/9 0.049s}} 1/2-1/2
"""


class GameFiles(common.Place):
    """Games of a file."""

    def test_games(self):
        """Scores are those of the mover, whichever side moves first."""
        path = self.place / "games.pdn"
        path.write_text(TEXT, encoding="ascii")
        self.assertEqual(list(games.read(path, "bushka")), [
            ("startpos", "1-0", ["e1-e4!", "d86", "f2-f5"], [10, None, -games.FORCED_SCORE]),
            (f"fen {BLACK_FIRST}", "1/2-1/2", ["f9-f8", "e2-e3"], [-20, 30]),
        ])

    def test_cut(self):
        """A game that is cut off is named."""
        path = self.place / "games.pdn"
        path.write_text(TEXT[:TEXT.rindex("/9")], encoding="ascii")
        with self.assertRaisesRegex(SystemExit, "games.pdn: game 2 is cut off$"):
            list(games.read(path, "bushka"))

    def test_foreign(self):
        """A file that holds no games is named before its words are sent to an engine."""
        path = self.place / "games.rec"
        path.write_bytes(b"bushkaRF\x01\x00 d8-d6\n" * 10000)
        with self.assertRaisesRegex(SystemExit, r"games.rec: game 1: 'bushkaRF\\x01\\x00' is not a move$"):
            list(games.read(path, "bushka"))
