# SPDX-License-Identifier: GPL-3.0-or-later
"""A book is the same however its build was interrupted, resumed and spread over processes."""

import fcntl
import re
import signal
import struct

import common

POSITIONS = 100
ENDLESS = 100000
SHARED = 50         # positions of one that several processes build
LESS = 20           # and those of a smaller one
HEADER = struct.Struct("<8sBB6xQII")
ENTRY = struct.Struct("<6s8x")  # the key
ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)
PROGRESS = re.compile(r"^book: [0-9,]+ of [0-9,]+ positions.*\n", re.MULTILINE)  # of a slow machine


def keys_of(content):
    """The keys of a book without games, from its file."""
    return [entry[0] for entry in ENTRY.iter_unpack(content[HEADER.size:-4])]


class Book(common.Place):
    """scripts/book with searches of few nodes."""

    def setUp(self):
        super().setUp()
        self.engine = self.program("engine", common.QUICK_BENCH)

    def command(self, directory, *words, variant="bushka", positions=POSITIONS):
        """The command that builds a book in a directory of that name."""
        return ["scripts/book", variant, "--engine", self.engine, "--nodes", "2000", "--hash", "1", "--positions",
                positions, "--directory", self.place / directory, *words]

    def build(self, directory, *words, variant="bushka", positions=POSITIONS):
        """Builds a book; returns its file."""
        status, output, errors = common.run(self.command(directory, *words, variant=variant, positions=positions))
        self.assertEqual((status, PROGRESS.sub("", errors)), (0, ""))
        self.assertRegex(output, rf"{variant}\.book: \d+ positions, start position worth [-+]\d+\n$")
        return (self.place / directory / f"{variant}.book").read_bytes()

    def test_interrupted(self):
        """Ended by signals in the middle, with its last line cut, and resumed, a build makes the book of an undisturbed
        one."""
        whole = self.build("whole")
        log = self.place / "cut/1-of-1.log"

        def searches():
            return log.read_bytes().count(b"\n") if log.exists() else 0

        for number in ENDS:
            # A larger book, which is not finished before the signal.
            enough = searches() + POSITIONS // len(ENDS) // 2
            child = common.start(self.command("cut", positions=ENDLESS), stderr=-1, text=True)
            common.wait_for(lambda: searches() > enough, "searches")  # pylint: disable=cell-var-from-loop
            child.send_signal(number)
            _, errors = child.communicate(timeout=common.PATIENCE)
            if number != signal.SIGKILL:
                self.assertRegex(PROGRESS.sub("", errors), r"^book: (interrupted|terminated); the same command resumes\n$")
            common.wait_for(lambda: not common.family(child), "the end of the engine")  # pylint: disable=cell-var-from-loop
            log.write_bytes(log.read_bytes()[:-9])
        self.assertEqual(self.build("cut"), whole)
        again = log.read_bytes()
        self.assertEqual(self.build("cut"), whole)
        self.assertEqual(log.read_bytes(), again)

    def test_shards(self):
        """Processes with several engines that share a directory build the book of one engine, also when one is killed
        and resumed; a smaller book is made of the same logs, without a search."""
        whole = self.build("whole", variant="bushka9x11", positions=SHARED)
        less = self.build("less", variant="bushka9x11", positions=LESS)
        self.assertNotEqual(less, whole)

        def begin(i):
            return common.start(self.command("two", "--jobs", "2", "--shard", f"{i}/2", "--output", self.place / f"book-{i}",
                                             variant="bushka9x11", positions=SHARED), stdout=-1, stderr=-1, text=True)

        pair = []
        for i in (1, 2):
            pair.append(begin(i))
            # Neither is to have done everything before the other has begun.
            common.wait_for((self.place / f"two/{i}-of-2.log").exists, "searches")
            pair[-1].send_signal(signal.SIGSTOP)
        # One is killed, and begun again while the other one works.
        pair[0].kill()
        pair[0].communicate()
        pair[1].send_signal(signal.SIGCONT)
        pair[0] = begin(1)
        for i, child in enumerate(pair, 1):
            _, errors = child.communicate(timeout=common.PATIENCE)
            self.assertEqual((child.returncode, PROGRESS.sub("", errors)), (0, ""))
            self.assertEqual((self.place / f"book-{i}").read_bytes(), whole)
        logs = sorted((self.place / "two").glob("*.log"))
        self.assertEqual([log.name for log in logs], ["1-of-2.log", "2-of-2.log"])
        sizes = [log.stat().st_size for log in logs]
        self.assertEqual(self.build("two", variant="bushka9x11", positions=LESS), less)
        self.assertEqual([log.stat().st_size for log in logs], sizes)

    def test_grow(self):
        """A book grows from a file as from its logs: the smaller one is in it, and a resumed build is the same."""
        less = keys_of(self.build("less", variant="bushka9x11", positions=LESS))
        words = ("grown", "--grow", self.place / "less/bushka9x11.book")
        grown = self.build(*words, variant="bushka9x11", positions=SHARED)
        self.assertEqual(len(keys_of(grown)), SHARED)
        self.assertLess(set(less), set(keys_of(grown)))
        log = self.place / "grown/1-of-1.log"
        self.assertEqual(keys_of(self.build(*words, variant="bushka9x11", positions=LESS)), less)
        lines = log.read_bytes().splitlines(keepends=True)
        log.write_bytes(b"".join(lines[:len(lines) // 2]))
        self.assertEqual(self.build(*words, variant="bushka9x11", positions=SHARED), grown)

    def test_games(self):
        """The results of games are counted at their positions, for the side to move."""
        without = self.build("games", positions=LESS)
        file = self.place / "games/bushka.book"
        known = common.ask(f"setoption name BookFile value {file}", "book")
        inside = re.search(r"^ ([a-i]\d)([a-i]\d) score cp \S+ searches", known, re.MULTILINE).expand(r"\1-\2")
        games = self.place / "games.pdn"
        games.write_text(f'[Event "a"]\n[Result "1-0"]\n\n1. {inside} {{+0.10/5}} *\n\n'
                         f'[Event "b"]\n[Result "0-1"]\n\n1. {inside} 0-1\n\n[Event "c"]\n[Result "1/2-1/2"]\n\n1/2-1/2\n\n'
                         f'[Event "d"]\n[Result "*"]\n\n1. {inside} *\n', encoding="ascii")
        content = self.build("games", "--games", games, positions=LESS)
        *_, count, rows = HEADER.unpack_from(content)
        end = HEADER.size + count * ENTRY.size
        self.assertEqual(content[HEADER.size:end], without[HEADER.size:-4])
        found = list(struct.iter_unpack("<IIII", content[end:-4]))
        self.assertEqual((rows, len(found)), (2, 2))
        self.assertEqual(sorted(row[1:] for row in found), [(1, 0, 1), (1, 1, 1)])
        for words in (["--games", games, games], ["--games", games, "--games", games]):
            self.assert_refused(self.command("games", *words), r"book: --games: .*games\.pdn is given twice")
        games.write_text(f'[Event "a"]\n[Result "*"]\n\n1. {inside} *\n', encoding="ascii")
        self.assert_refused(self.command("games9", "--games", games),
                            r"book: --games: .*games\.pdn has no finished game of the board bushka")
        games.unlink()
        self.assertEqual(self.build("kept", "--grow", file, positions=LESS)[end:-4], content[end:-4])

    def test_refusals(self):
        """What cannot be resumed is named in one line."""
        self.build("other", positions=2)
        log = self.place / "other/1-of-1.log"
        self.assert_refused([*self.command("other"), "--hash", "2"],
                            r"book: .*1-of-1.log begins \".*\", not \".*\"; name another --directory, or remove it")
        text = log.read_text(encoding="ascii")
        first, second, *rest = text.splitlines()
        for lines, wanted in (
                ([first, second.replace(" 0 ", " 1 ", 1), *rest], r"line 2 is damaged; remove it, and its search is done again"),
                ([first, "", second, *rest], r"line 2 is damaged; .*")):
            log.write_text("\n".join(lines) + "\n", encoding="ascii")
            self.assert_refused(self.command("other"), rf"book: .*1-of-1.log: {wanted}")
        log.write_text(text, encoding="ascii")
        with open(log, "ab") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            self.assert_refused(self.command("other"),
                                r"book: .*1-of-1.log is written by another run; give this one another --shard, or wait")
        book = self.place / "other/bushka.book"
        for words, wanted in (
                (["--nodes", "2001"], r".*bushka.book was made with --nodes 2000, not 2001"),
                (["--grow", log], r"the engine says: info string error: .*"),
                (["--output", self.place / "none/x.book"], r".*none/x.book cannot be written; name a file in a folder .*"),
                (["--output", self.place], r".* cannot be written; .*")):
            self.assert_refused([*self.command("grown"), "--grow", book, *words], f"book: {wanted}")
        self.assert_refused([*self.command("other"), "--shard", "3/2"], ".*it must be I/N, I from 1 to N, not '3/2'", status=2,
                            before="usage: (.|\n)*")
