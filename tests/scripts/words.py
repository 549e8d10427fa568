# SPDX-License-Identifier: GPL-3.0-or-later
"""Every script prints its usage, and says in one line what is wrong with its arguments or its output."""

import ast
import fcntl
import re
import shlex
import stat
import subprocess
import unittest
import warnings

import common

OLDEST_PYTHON = (3, 9)
PYTHON = [path for path in common.SCRIPTS if common.first_line(path) == "python3"]
# What only GNU's programs understand, and the scripts for Debian alone, which may use it.
GNU = re.compile(r"\b(?:sed -[a-zA-Z]*[iz]|readlink -[a-z]*[fem]|xargs (?:-\S+ )*-r|grep -[a-zA-Z]*P|stat -[a-z]*c"
                 r"|sort -[a-zA-Z]*V|install -[a-zA-Z]*D|cp -[a-zA-Z]*[tu]|ln -[a-z]*[rT]|touch -d|head -c|echo -[ne])"
                 r"|\b(?:nproc|tac|shuf|seq)\b|-printf\b|\bdate (?:-\S+ )*-d(?!.*\|\| date -u -r)|\bsed [^|;]*\\\|")
FOR_DEBIAN = ("deps", "package/deb", "package/debian/", "package/release")
PATHS = re.compile(r"(?<![\w/.-])(?:core|engine|scripts|tests)/[\w/.-]+\.(?:c|h|py|sh|md|epd|tsv)\b")
SOURCES = PYTHON + sorted(path for path in (common.TOP / "scripts").rglob("*.py") if common.FOREIGN not in path.parts)


class Words(common.Place):
    """Help, version, and what goes wrong."""

    def test_help(self):
        """Usage goes to standard output, and nothing to standard error, not even a warning."""
        packages = common.TOP / "scripts" / "package"  # whose scripts in shell are called by make alone
        helpful = [script for script in common.SCRIPTS if packages not in script.parents or script in PYTHON]
        commands = [[script, "--help"] if script.stat().st_mode & stat.S_IXUSR else ["sh", script, "--help"]
                    for script in helpful]
        for script, (status, output, errors) in zip(helpful, common.at_once(common.run, commands)):
            with self.subTest(script=script.name):
                self.assertEqual((status, errors), (0, ""))
                self.assertRegex(output, "usage: ")

    def test_shared(self):
        """Every Python script reads its arguments, starts its children and ends by console.py."""
        for script in PYTHON:
            text = script.read_text(encoding="utf-8")
            with self.subTest(script=script.name):
                self.assertIn("console.Parser(__doc__)", text)
                self.assertRegex(text, r"\n    console\.run\(main\)\n$")
                starts = re.search(r"subprocess\.(Popen|run|call|check)", text)
                self.assertTrue(script.name == "gui-serve" or starts is None)

    def test_unknown_option(self):
        """A word that a script does not know ends it with status 2."""
        status, output, errors = common.run([PYTHON[0], "--no-such-option"])
        self.assertEqual((status, output), (2, ""))
        self.assertNotIn("Traceback", errors)

    def test_lost_output(self):
        """A full or closed standard output ends a script with status 1 and one line."""
        for output in ("/dev/full", "&-"):
            with self.subTest(output=output):
                self.assert_refused(["sh", "-c", f"exec '{PYTHON[0]}' --help >{output}"],
                                    "[a-z-]+: cannot write to standard output: .*")

    def test_bad_input(self):
        """What cannot be used is named in one line."""
        empty = "/dev/null"
        engine = self.program("engine", common.WITHOUT_SEARCH)
        cut = self.place / "cut.tsv"
        cut.write_text("\t".join("12345678"), encoding="ascii")
        lost = self.place / "lost.tsv"
        lost.write_text("bushka\tB:Wd5:B\t1\t0\n", encoding="ascii")
        taken = open(self.place / "taken.tsv", "a", encoding="ascii")  # pylint: disable=consider-using-with
        self.addCleanup(taken.close)
        fcntl.flock(taken, fcntl.LOCK_EX)
        for words, pattern in (
                ("perft --table /nowhere/table", "perft: /nowhere/table: No such file or directory"),
                (f"perft --table {empty}", f"perft: {empty}: no row with 1 to .*"),
                (f"perft --table {lost} {shlex.quote(common.ENGINE)} {shlex.quote(common.ENGINE)}",
                 f"perft: {lost}: no row with 1 to .*"),
                (f"perft {engine}", f"perft: {engine} does not know perft: it answers \"perft 1\" without .*"),
                ("tactics --file /nowhere/suite", "tactics: cannot read /nowhere/suite: .*"),
                (f"tactics --file {empty}", f"tactics: {empty} holds no position"),
                (f"tactics-mine bushka --engine {shlex.quote(common.ENGINE)} --games /nowhere/games",
                 "tactics-mine: /nowhere/games: No such file .*"),
                (f"puzzles-mine bushka --engine {shlex.quote(common.ENGINE)}", "puzzles-mine: give either --games or --check"),
                (f"puzzles-mine bushka --check --engine {shlex.quote(common.ENGINE)} --file {empty}",
                 f"puzzles-mine: {empty} holds no puzzle"),
                (f"puzzles-mine bushka --check --engine {shlex.quote(common.ENGINE)} --file {cut}",
                 f"puzzles-mine: {cut}:1: the last line is cut off; end it or remove it"),
                (f"puzzles-mine bushka --engine {shlex.quote(common.ENGINE)} --games {empty} --file {taken.name}",
                 f"puzzles-mine: {taken.name} is written by another run"),
                ("puzzles-mine bushka --games a --drop", "puzzles-mine: --drop, --nodes and --every are for --check, .*"),
                ("tactics --engine no-such-thing", "tactics: no-such-thing is neither a program nor a git revision"),
                ("tactics --engine --all", "usage: (.|\n)*expected one argument"),
                ("bench README.md", "bench: README.md is not executable"),
                ("openings bushka --engine /bin/false", "openings: the engine ended before .*"),
                ("openings bushka --least 60 --balance 40", "openings: --least 60 is more than --balance 40; give .*"),
                ("openings bushka --book a --nodes 7", "openings: --nodes and --margin are for searches; .*"),
                ("book bushka --directory /dev/null", "book: /dev/null: File exists"),
                ("openings bushka --book ''", "usage: (.|\n)*a word is empty; leave out what is not meant"),
                ("book-check bushka ''", "usage: (.|\n)*a word is empty; leave out what is not meant"),
                ("puzzles-mine bushka --games a --file=", "usage: (.|\n)*a word is empty; leave out what is not meant"),
                ("trial add x --network ''", "usage: (.|\n)*a word is empty; leave out what is not meant"),
                ("openings bushka --count 0", "usage: (.|\n)*it must be a whole number from 1, not '0'"),
                (f"endings-play /nowhere --engine {shlex.quote(common.ENGINE)}",
                 "endings-play: the engine says: info string error: /nowhere is not a folder that can be read"),
                ("gui-serve scripts --engine README.md", "gui-serve: README.md is not a program; make builds it"),
                ("calibrate --levels 3-1", "calibrate: --levels takes A-B .*"),
                ("calibrate --pairs many", "usage: (.|\n)*it must be a whole number from 1, not 'many'")):
            with self.subTest(words=words):
                script, *rest = shlex.split(words)
                status, _, errors = common.run([f"scripts/{script}", *rest])
                self.assertNotEqual(status, 0)
                self.assertRegex(errors, rf"^{pattern}\n$")

    @unittest.skipUnless((common.TOP / ".git").exists(), "no git repository")
    def test_repository_of_somebody_else(self):
        """What git refuses is not taken for a wrong name."""
        self.assert_refused(["env", "GIT_TEST_ASSUME_DIFFERENT_OWNER=1", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
                             "scripts/bench", "HEAD"], "bench: git says: fatal: .*")

    @unittest.skipUnless((common.TOP / ".git").exists(), "no git repository")
    def test_ignored(self):
        """Git ignores what the match runner, match-hosts and match.slurm write by default."""
        for path in ("incidents/1.txt", "match/games.pdn", "match/shards/1.pdn", "match-1.log"):
            self.assertEqual(common.run(["git", "check-ignore", "-q", path])[0], 0, path)

    def test_syntax(self):
        """Python reads every source without a warning, also as the oldest version that is allowed."""
        self.assertGreater(len(SOURCES), len(PYTHON))
        for source in SOURCES:
            with self.subTest(source=source.name), warnings.catch_warnings():
                warnings.simplefilter("error")
                text = source.read_text(encoding="utf-8")
                ast.parse(text, str(source), feature_version=OLDEST_PYTHON)
                compile(text, str(source), "exec")

    def test_paths(self):
        """The files of the repository that scripts and documents name are there."""
        named = 0
        for source in [*common.SCRIPTS, *SOURCES, *common.DOCUMENTS, common.TOP / "Makefile"]:
            for path in set(PATHS.findall(source.read_text(encoding="utf-8"))):
                named += 1
                with self.subTest(source=source.name, path=path):
                    self.assertTrue((common.TOP / path).exists())
        self.assertGreater(named, 20)

    def test_gnu(self):
        """Scripts that also run on other systems keep to what the programs there understand."""
        top = common.TOP / "scripts"
        shells = [script for script in common.SCRIPTS if script not in PYTHON]
        for source in [*shells, top / "package" / "archive.sh", common.TOP / "Makefile", *top.glob("*/*.mk")]:
            if source.is_relative_to(top) and source.relative_to(top).as_posix().startswith(FOR_DEBIAN):
                continue
            with self.subTest(source=source.name):
                self.assertEqual(GNU.findall(source.read_text(encoding="utf-8")), [])

    def test_shells(self):
        """Every shell script is free of syntax errors."""
        for script in common.SCRIPTS:
            if script not in PYTHON:
                subprocess.run(["sh", "-n", script], check=True)
