# SPDX-License-Identifier: GPL-3.0-or-later
"""The tables of the openings agree with the book that they are made from."""

import re

import common

VALUE = r"([+-]\d+|#-?\d+)"
FIRST = re.compile(rf"\| ([a-j]\d-[a-j]\d) \| {VALUE} \| (\d+|none) \| ([a-j]\S+|unknown) \|(?: {VALUE} \|)?")
LINE = re.compile(rf"\| ([a-j]\d-[a-j]\d) \| {VALUE} \| (1\. .+) \|")
REPLY = re.compile(rf"\| (\S+) \| {VALUE} \| (\d+|none) \|(?: {VALUE} \|)?")
SIZE = re.compile(rf"\| (\d+) \| {VALUE} \|")
SEARCH = re.compile(rf"\| ([\d,]+) \| (\d+) \| {VALUE} \| (1\. .+) \|")
BOARDS = {"bushka": (24, 300), "bushka9x11": (13, 200)}  # first moves, mirror images counted once; positions


def command(variant, *words):
    """The script with the small book of that board."""
    return ["scripts/book-tables", variant, f"tests/data/{variant}.book", "--engine", common.ENGINE, *words]


class Tables(common.Place):
    """scripts/book-tables."""

    @staticmethod
    def rows(form, text):
        """The rows of that form."""
        return [found.groups() for found in map(form.fullmatch, text.splitlines()) if found]

    def test_tables(self):
        """Each row is there, in order, and lines can be played."""
        for variant, (first_moves, positions) in BOARDS.items():
            text = self.output_of(command(variant, "--search", "500", "2000"))
            self.assertTrue(text.startswith(f"<!-- book of {variant} -->\nFrom a book of {positions} positions, with 20,000 "
                                            "nodes a search.\n"))
            first = self.rows(FIRST, text)
            self.assertEqual(len({row[0] for row in first}), first_moves)
            values = [int(row[1]) for row in first]
            self.assertEqual(values, sorted(values, reverse=True))
            self.assertEqual(self.rows(SIZE, text), [(str(positions), first[0][1])])
            replies = self.rows(REPLY, text)
            self.assertIn((replies[0][1], replies[0][0]), [(row[1], row[3]) for row in first if row[0] == "f2-f5"])
            lines = self.rows(LINE, text)
            self.assertEqual([row[:2] for row in lines], [row[:2] for row in first[:len(lines)]])
            searches = self.rows(SEARCH, text)
            self.assertEqual([row[0] for row in searches], ["500", "2,000"])
            for line in [row[-1] for row in lines + searches]:
                moves = re.findall(r"(?<=[ \[])[a-j][0-9][^ !\]]*", line)
                self.assertLessEqual(len(moves), 10)
                self.assertNotIn("error", common.ask(f"setoption name UCI_Variant value {variant}",
                                                     f"position startpos moves {' '.join(moves)}"))

    def test_line(self):
        """A line follows the book's best moves, then the search in brackets; only moves are marked."""
        text = self.output_of(command("bushka9x11"))
        line = dict((row[0], row[2]) for row in self.rows(LINE, text))["f4-f5"]
        inside, _, beyond = line.partition(" [")
        moves = inside.split()[1:2]
        self.assertEqual(beyond[-1:], "]")
        self.assertIn("!", inside)
        for word in [word for word in inside.split()[2:] if word[-1] != "."] + [None]:
            said = common.ask("setoption name UCI_Variant value bushka9x11", "setoption name Notation value formal",
                              "setoption name BookFile value tests/data/bushka9x11.book",
                              f"position startpos moves {' '.join(moves)}", "book")
            known = re.findall(r"^ (\S+) score cp (-?\d+)", said, re.M)
            self.assertEqual(known == [], word is None)
            if word is not None:
                only = len(known) > 1 and int(known[0][1]) - int(known[1][1]) >= 25
                self.assertEqual(word, known[0][0] + "!" * only)
                moves.append(known[0][0])

    def test_check(self):
        """Searches of the positions after first moves and replies, and how far they are from the book."""
        plain = self.output_of(command("bushka"))
        _, text, _ = common.run(command("bushka", "--check", "2000"))
        for form in (FIRST, REPLY):
            searched = self.rows(form, text)
            self.assertEqual([row[:-1] for row in searched], [row[:-1] for row in self.rows(form, plain)])
            pairs = [(int(row[1]), int(row[-1])) for row in searched]
            self.assertTrue(any(book != search for book, search in pairs))
            error = (sum((book - search) ** 2 for book, search in pairs) / len(pairs)) ** 0.5
            self.assertIn(f"\nThe searches differ from the book by {error:.0f} points (root mean square).\n", text)

    def test_write(self):
        """A file gets the tables between its marks, as they are printed."""
        text = self.output_of(command("bushka"))
        path = self.place / "openings.md"
        path.write_text("a\n<!-- book of bushka -->\nold\n<!-- end of book of bushka -->\nb\n", encoding="utf-8")
        for _ in range(2):
            self.assertEqual(self.output_of(command("bushka", "--write", path)), "")
            self.assertEqual(path.read_text(encoding="utf-8"), f"a\n{text}b\n")
        self.assert_refused(command("bushka9x11", "--write", path),
                            "book-tables: .* has not one block from <!-- book of bushka9x11 --> to .*")
        # refused before the searches, which would not end
        self.assert_refused(command("bushka", "--write", path, "--search", 10**15),
                            "book-tables: .* has not one block from <!-- searches of bushka --> to .*")
        self.assert_refused(command("bushka", "--write", self.place / "none", "--check", 10**15),
                            "book-tables: .*/none: No such file or directory")

    def test_refusals(self):
        """A book of the other board, what is not a book, and what is not a number of nodes."""
        for nodes in ("0", "x"):
            self.assert_refused(command("bushka", "--search", nodes), status=2, before="usage: (.|\n)*",
                                pattern=f"argument --search: it must be a whole number from 1, not '{nodes}'")
        for file, why in (("tests/data/bushka9x11.book", "is a book of the board bushka9x11, not of bushka"),
                          ("README.md", "not an opening book")):
            self.assert_refused(["scripts/book-tables", "bushka", file, "--engine", common.ENGINE],
                                f"book-tables: .*{why}.*")
