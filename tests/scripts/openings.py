# SPDX-License-Identifier: GPL-3.0-or-later
"""A set of openings names the command and the engine that made it."""

import re
import shlex

import common
import board

HEADER = re.compile(
    r"# (?P<count>\d+) openings of (?P<variant>\w+), made by\n"
    r"# (?P<command>scripts/openings .*)\n"
    r"# with (?P<name>Bushka Engine \S+), bench hash (?P<hash>[0-9a-f]{16})"
    r"(?:, git revision (?P<revision>[0-9a-f]{40}))?\.\n"
    r"# Form: .*\n")
OPENING = re.compile(r"([WB]:W[^ ]+) ; ([-+]\d+) ([^ ]+(?: [^ ]+)+)")


class Openings(common.Place):
    """Sets of openings."""

    def setUp(self):
        super().setUp()
        self.engine = self.program("engine", common.QUICK_BENCH)

    def test_header(self):
        """It names the engine as the engine does, with its bench hash, and a command that makes the same set again."""
        engine = self.engine
        first = self.output_of(["scripts/openings", "bushka9x11", "--engine", engine, "--count", "2", "--plies", "2",
                                "--seed", "5", "--balance", "60"])
        header = HEADER.match(first)
        self.assertIsNotNone(header, first)
        self.assertEqual((header["count"], header["variant"], header["revision"]), ("2", "bushka9x11", None))
        self.assertIn(f"id name {header['name']}\n", common.ask("uci"))
        self.assertIn(header["hash"], self.output_of([engine, "bench"]))
        openings = first[header.end():].splitlines()
        self.assertEqual(len(openings), 2)
        for line in openings:
            self.assertRegex(line, r"^W:W[^ ]+ ; [-+]\d+ [^ ]+ [^ ]+$")
        self.assertEqual(self.output_of(shlex.split(header["command"])), first)

    def test_book(self):
        """A book gives different positions within the bounds, also ones that it does not have, in turn from all first
        moves, none on the way to another; the moves lead there, and the header's command makes them again."""
        words = ["scripts/openings", "bushka", "--engine", self.engine, "--book", "tests/data/bushka.book", "--plies", "2"]
        text = self.output_of([*words, "--count", "30", "--balance", "8", "--least", "2"])
        header = HEADER.match(text)
        self.assertEqual(self.output_of(shlex.split(header["command"])), text)
        rows = [OPENING.fullmatch(line).groups() for line in text[header.end():].splitlines()]
        self.assertEqual(len({fen for fen, _, _ in rows}), 30)
        lines = [moves.split() for _, _, moves in rows]
        self.assertGreaterEqual(len({line[0] for line in lines[:8]}), 8)
        for line in lines:
            self.assertFalse(any(other != line and other[:len(line)] == line for other in lines))
        known = [common.ask("setoption name BookFile value tests/data/bushka.book",
                            f"position startpos moves {' '.join(line)}", "book") for line in lines]
        self.assertEqual({"Book: unknown" in text for text in known}, {False, True})
        for fen, value, moves in rows:
            self.assertTrue(2 <= abs(int(value)) <= 8 and len(moves.split()) >= 2)
            self.assertIn(f"Fen: {fen}\n", common.ask(f"position startpos moves {moves}", "d"))
        self.assert_refused([*words, "--count", "300"],
                            r"openings: tests/data/bushka.book has \d+ such openings, not 300: lower --count, .*")

    def test_sets(self):
        """The sets of the tests have the header, too, with the revision of the engine. Their openings differ, the moves
        of each lead to it, and neither side has a capture there; White's score is within the bounds, 0 and 20 points in
        the balanced ones."""
        for variant in ("bushka", "bushka9x11"):
            for kind in ("", "-ahead"):
                text = (common.TOP / f"tests/data/openings-{variant}{kind}.epd").read_text(encoding="ascii")
                header = HEADER.match(text)
                self.assertIsNotNone(header, text[:400])
                rows = [OPENING.fullmatch(line).groups() for line in text[header.end():].splitlines()]
                self.assertEqual((header["variant"], header["count"]), (variant, str(len(rows))))
                self.assertIsNotNone(header["revision"])
                self.assertGreaterEqual(len(rows), 2000)
                bounds = dict(re.findall(r"--(balance|least|plies) (\d+)", header["command"]))
                least, most = int(bounds.get("least", "0")), int(bounds["balance"])
                self.assertTrue(least >= 30 if kind else most == 20)
                self.assertEqual([row for row in rows if not least <= abs(int(row[1])) <= most], [])
                self.assertTrue(all(len(moves.split()) >= int(bounds["plies"]) for _, _, moves in rows))
                # As many men and kings on both sides.
                for _, white, black in (board.parse(fen) for fen, _, _ in rows):
                    self.assertEqual((len(white), str(white).count("K")), (len(black), str(black).count("K")))
                said = common.ask(f"setoption name UCI_Variant value {variant}", *(
                    f"position startpos moves {moves}\nd\nposition fen {'WB'[fen[0] == 'W']}{fen[1:]}\nd"
                    for fen, _, moves in rows))
                views = re.findall(r"^Fen: (\S+)$.*?^Legal moves \(\d+\):([^\n]*)$", said, re.M | re.S)
                self.assertEqual(len(views), 2 * len(rows))
                self.assertEqual([fen for fen, _ in views[::2]], [fen for fen, _, _ in rows])
                self.assertEqual([fen for fen, moves in views if "x" in moves or moves.strip() == ""], [])
                self.assertEqual(len({min(board.images(variant, fen)) for fen, _, _ in rows}), len(rows))
