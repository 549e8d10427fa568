# SPDX-License-Identifier: GPL-3.0-or-later
"""The figures for how good a book is follow from searches of its positions, which are not done twice."""

import re

import common

BOOK = "tests/data/bushka.book"
NODES, MARGIN = 2000, 5


class Check(common.Place):
    """scripts/book-check."""

    def setUp(self):
        super().setUp()
        self.engine = self.program("engine", common.QUICK_BENCH)

    def command(self, *words, variant="bushka"):
        """The script with the small book, its searches in the temporary directory."""
        return ["scripts/book-check", variant, BOOK, "--engine", self.engine, "--nodes", NODES, "--margin", MARGIN,
                "--directory", self.place, *words]

    def check(self, *words):
        """Runs it; returns status, standard output, standard error."""
        return common.run(self.command(*words))

    def book(self, fen):
        """Value and best move of a position in the book."""
        said = common.ask("setoption name Notation value formal", f"setoption name BookFile value {BOOK}",
                          f"position fen {fen}", "book")
        return int(re.search(r"^Book: score cp (-?\d+)", said, re.M)[1]), re.search(r"^ (\S+) score", said, re.M)[1]

    def test_numbers(self):
        """The figures are those of the searches that are kept."""
        status, text, _ = self.check("--positions", "12", "--jobs", "2")
        self.assertEqual(status, 0)
        log = self.place / f"bushka-{NODES}.tsv"
        searches = {tuple(words[:2]): (int(words[2]), words[3])
                    for words in (line.split("\t") for line in log.read_text(encoding="ascii").splitlines()[1:])}
        found = []
        for (fen, only), (score, best) in searches.items():
            if only == "":
                value, move = self.book(fen)
                self.assertEqual(move != best, (fen, move) in searches)
                found.append((value - score, 0 if move == best else max(0, score - searches[fen, move][0])))
        self.assertEqual(len(found), 12)
        mean = sum(abs(difference) for difference, _ in found) / 12
        square = (sum(difference ** 2 for difference, _ in found) / 12) ** 0.5
        right = sum(loss <= MARGIN for _, loss in found) / 12
        self.assertEqual(text.splitlines()[2:], [f"| 300 | {mean:.1f} | {square:.1f} | {100 * right:.1f} % |"])

    def test_resumes(self):
        """A search that was done is not repeated, except that of a line that was cut."""
        _, text, _ = self.check("--positions", "5")
        log = self.place / f"bushka-{NODES}.tsv"
        whole = log.read_bytes()
        self.assertEqual(self.check("--positions", "5")[1], text)
        self.assertEqual(log.read_bytes(), whole)
        log.write_bytes(whole[:-3])
        self.assertEqual(self.check("--positions", "5")[1], text)
        self.assertEqual(log.read_bytes(), whole)
        for line in (b"junk\n", b"\xff\n"):
            log.write_bytes(whole + line)
            self.assertRegex(self.check("--positions", "5")[2], r"book-check: .*\.tsv: line \d+ is damaged; remove it, .*\n$")

    def test_refusals(self):
        """More positions than there are, a book of the other board, and searches of another engine or hash table."""
        for words, why in (({}, f"{BOOK} has 299 positions, not 400: lower --positions"),
                           ({"variant": "bushka9x11"}, f"{BOOK} is a book of the board bushka, not of bushka9x11")):
            self.assert_refused(self.command("--positions", "400", **words), f"book-check: {why}", before="(.*\n)*")
        self.assertEqual(self.check("--positions", "2")[0], 0)
        for words in (("--hash", "1"), ("--engine", self.program("other", common.QUICK_BENCH.replace("depth 4", "depth 5")))):
            self.assert_refused(self.command("--positions", "2", *words), before="(.*\n)*",
                                pattern=r'book-check: .*\.tsv begins "# .*", not "# .*"; name another --directory.*')
