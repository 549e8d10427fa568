# SPDX-License-Identifier: GPL-3.0-or-later
"""The tactical suite: legal rows, no duplicates, many for each board and theme, and easy ones that are solved."""

import collections
import re
import unittest

import common
import board
import tactics_suite as suite

BOARD_LEAST, THEME_LEAST = 30, 10  # rows
# Rows that EASY_NODES solve must be solved within EASY_LIMIT, all but a few: a changed search may take another way.
EASY_NODES, EASY_LIMIT, EASY_LEAST, EASY_MISSED = 5000, 50000, 8, 0.2


class Tactics(unittest.TestCase):
    """tests/data/tactics.tsv, which scripts/tactics tries whole."""

    def setUp(self):
        self.rows = suite.read(suite.FILE)

    def ask(self, row, *lines):
        """The engine's answers in the position of a row."""
        return common.ask(f"setoption name UCI_Variant value {row.variant}", "setoption name Notation value formal",
                          "setoption name Hash value 1", f"position fen {row.fen}", *lines)

    def test_rows(self):
        """Positions and moves are written as they are printed, no move is forced, and the columns hold what they say."""
        for row in self.rows:
            with self.subTest(row=row.id):
                said = self.ask(row, "d")
                legal = re.search(r"^Legal moves \(\d+\): (.*)$", said, re.M)[1].split()
                self.assertIn(f"\nFen: {row.fen}\n", said)
                self.assertGreaterEqual(len(legal), 2)
                self.assertTrue(row.best and set(row.best) <= set(legal))
                self.assertTrue(row.id.startswith(row.theme) and row.motif)
                self.assertRegex(f"{row.score} {row.second} {row.nodes}", r"^[#+-]\S* [#+-]\S* \d+$")

    def test_kinds(self):
        """No position occurs twice, nor its turned or mirrored image, and there are many of each board and theme."""
        self.assertEqual(len({row.id for row in self.rows}), len(self.rows))
        self.assertEqual(len({(row.variant, min(board.images(row.variant, row.fen))) for row in self.rows}), len(self.rows))
        boards = collections.Counter(row.variant for row in self.rows)
        themes = collections.Counter(row.theme for row in self.rows)
        self.assertTrue(all(boards[name] >= BOARD_LEAST for name in board.SIZES))
        self.assertTrue(all(themes[name] >= THEME_LEAST for name in suite.THEMES))

    def test_easy(self):
        """Nearly all easy rows are solved."""
        easy = [row for row in self.rows if int(row.nodes) <= EASY_NODES]
        found = [re.search(r"^bestmove (\S+)", self.ask(row, f"go nodes {EASY_LIMIT}"), re.M)[1] in row.best for row in easy]
        self.assertGreaterEqual(len(easy), EASY_LEAST)
        self.assertLessEqual(found.count(False), EASY_MISSED * len(easy), found)
