# SPDX-License-Identifier: GPL-3.0-or-later
"""Trials are queued, played, killed, resumed, and written to the record and the documents."""

import json
import os
import pathlib
import re
import shlex
import signal
import subprocess

import common

SCRIPTS = ("trial", "board.py", "builds.py", "console.py", "markdown.py")
RECORD = "engine/search/trials.tsv"
PARAMETERS = "engine/search/params.h"
# Builds a revision at once: its program is the engine.
MAKEFILE = "all:\n\t@mkdir -p build\n\t@printf '#!/bin/sh\\nexec %s \"$$@\"\\n' {} >build/bushka\n\t@chmod +x build/bushka\n"
SURE = ("--bounds", "-200", "0")   # an equal engine is accepted within a few games
HOPELESS = ("--bounds", "0", "200")
# Few rounds: the runner makes an opening for each before it begins.
SHORT = ("--nodes", "20", "--confirm-nodes", "30", "--rounds", "100")
RUN = ("run", "--runner", common.RUNNER, "--nice", "0")  # a busy machine would keep it waiting
FEW = 4                               # games until a run is killed


class Trials(common.Project):
    """scripts/trial, in a project that has its scripts, a record and two revisions."""

    def setUp(self):
        super().setUp()
        self.make_project((*(f"scripts/{name}" for name in SCRIPTS), PARAMETERS, RECORD),
                          MAKEFILE.format(shlex.quote(common.ENGINE)))
        self.git("checkout", "-q", "-b", "other")
        self.git("commit", "-q", "--allow-empty", "-m", "change")
        self.old = self.record()

    def record(self):
        """The lines of the record, each a list of fields."""
        return [line.split("\t") for line in (self.place / RECORD).read_text(encoding="utf-8").splitlines()]

    def new(self):
        """The rows that have been added to it, by name of the field."""
        return [dict(zip(self.old[0], row)) for row in self.record()[len(self.old):]]

    def command(self, *words):
        """The script with these words."""
        return [self.place / "scripts/trial", *words]

    def done(self, *words):
        """Runs it, with success; returns its standard output."""
        status, output, errors = common.run(self.command(*words))
        self.assertEqual(status, 0, errors)
        return output

    def play(self):
        """Plays the queue."""
        return self.done(*RUN)

    def test_play(self):
        """Trials are played in order, the second test only after the first has accepted; each row says what was played.
        Played trials cannot be added or played again."""
        self.done("add", "good", *SURE, *SHORT, "--technique", "nothing new")
        self.done("add", "bad", "--set", "FUTILITY_DEPTH=7", "--set", "IIR_DEPTH=3", *HOPELESS, *SHORT)
        listed = self.done("list").splitlines()
        self.assertEqual([line.split(":")[0] for line in listed], ["0001-good", "0002-bad"])
        self.assertIn("FUTILITY_DEPTH=7, IIR_DEPTH=3 against", listed[1])
        self.play()
        rows = self.new()
        self.assertEqual([(row["trial"], row["board"], row["limit"], row["verdict"], row["table"]) for row in rows],
                         [("good", board, limit, "accepted", "kept") for limit in ("nodes=20", "nodes=30")
                          for board in ("bushka", "bushka9x11")] +
                         [("bad", board, "nodes=20", "rejected", "left out") for board in ("bushka", "bushka9x11")])
        for row in rows:
            self.assertEqual((row["score"], row["elo"]), ("50.00", "+0.0"))
            self.assertEqual(sum(map(int, row["pairs"].split())) * 2, int(row["games"]))
            self.assertGreater(abs(float(row["llr"])), 2.9)
        self.assertEqual((rows[-1]["parameter"], rows[-1]["elo0"], rows[-1]["elo1"]),
                         ("FUTILITY_DEPTH=7, IIR_DEPTH=3", "0", "200"))
        changed = next((self.place / "build/revisions").glob(f"*+*/{PARAMETERS}"))
        before, after = ((path / PARAMETERS if path == self.place else path).read_text(encoding="utf-8").splitlines()
                         for path in (self.place, changed))
        self.assertEqual([line.split(",")[0].strip() for line, old in zip(after, before) if line != old],
                         ["FUTILITY_DEPTH = 7", "IIR_DEPTH = 3"])
        table = self.done("table")
        self.assertIn(f"| nothing new |  | 20 nodes, SPRT [-200, 0], {rows[0]['games']} games | +0.0, LLR", table)
        self.assertIn("|  | `FUTILITY_DEPTH=7` `IIR_DEPTH=3` | 20 nodes, SPRT [0, 200]", table)
        record = self.record()
        self.assertEqual((self.play(), self.done("list"), self.record()), ("", "", record))
        self.assert_refused(self.command("add", "good"), "trial: there is a trial good already; take another name")

    @staticmethod
    def wait_for_games(path, count):
        """Waits until that many games are in the file."""
        common.wait_for(lambda: path.exists() and path.read_text(encoding="ascii").count("[Event ") >= count, "games")

    @staticmethod
    def wait_for_end(child):
        """Waits until everything that a child has started has ended."""
        common.wait_for(lambda: not common.family(child), "the end of the runner")

    def test_killed(self):
        """A run that is killed is resumed where it was, and has the record of one that was not."""
        words = ("--bounds", "-1", "1", "--nodes", "2000", "--rounds", "10", "--board", "bushka")
        self.done("add", "whole", *words)
        self.play()
        self.done("add", "killed", *words)
        games = self.place / "build/trials/games/killed/bushka-nodes=2000.pdn"
        for number, count, said in ((signal.SIGTERM, FEW, b"trial: terminated; the same command resumes\n"),
                                    (signal.SIGKILL, 2 * FEW, b"")):
            child = common.start(self.command(*RUN), stdout=subprocess.DEVNULL,
                                 stderr=subprocess.PIPE)
            self.wait_for_games(games, count)
            os.kill(child.pid, number)
            _, errors = child.communicate(timeout=common.PATIENCE)
            reported = b"".join(line for line in errors.splitlines(keepends=True) if b" games at most of " not in line)
            self.assertEqual((child.returncode, reported), (-number, said))
            self.wait_for_end(child)
        self.assertEqual(len(self.new()), 1)
        self.assertTrue(self.done("list").startswith("0001-killed: "))
        self.play()
        whole, killed = self.new()
        self.assertEqual((whole["games"], whole["verdict"], whole["table"]), ("20", "undecided", "left out"))
        self.assertEqual(killed, dict(whole, trial="killed"))

    def test_shards(self):
        """A match that other machines have played in shards, merged, is accepted."""
        self.done("add", "spread", *HOPELESS, *SHORT, "--rounds", "8", "--board", "bushka")
        place, line = self.done("list", "--commands").splitlines()[1:3]
        games = pathlib.Path(place.removeprefix("# "))
        shards = [str(self.place / f"{i}.pdn") for i in (1, 2)]
        for i, shard in enumerate(shards, 1):
            self.assertEqual(common.run([common.RUNNER, *shlex.split(line), "-quiet", "-shard", f"{i}/2", "-pdnout",
                                         f"file={shard}", "-incidents", f"dir={self.place / 'incidents'}"])[0], 0)
        games.parent.mkdir(parents=True)
        self.assertEqual(common.run([common.RUNNER, "-merge", *shards, "-pdnout", f"file={games}"])[0], 0)
        self.play()
        self.assertEqual([(row["games"], row["verdict"]) for row in self.new()], [("16", "rejected")])

    def test_openings(self):
        """Each opening of a file is played once."""
        for board in ("bushka", "bushka9x11"):
            text = (common.TOP / f"tests/data/openings-{board}.epd").read_text(encoding="utf-8").splitlines()
            (self.place / f"{board}.epd").write_text("\n".join(text[:7] + text[6:7]) + "\n", encoding="utf-8")
        self.done("add", "openings", "--openings", self.place / "{board}.epd", "--bounds", "-1", "1", *SHORT)
        self.play()
        self.assertEqual([(row["games"], row["openings"]) for row in self.new()],
                         [("6", "{board}.epd order=random")] * 2)

    def test_openings_with_moves(self):
        """An opening with moves is the position after them; a file without openings is refused."""
        file = self.place / "moves.epd"
        file.write_text("# moves\nstartpos moves f2-f5 ; one\nstartpos moves f3-d3\n"
                        f"{common.ask('position startpos', 'd').partition('Fen:')[2].split()[0]} moves f2-f5\n",
                        encoding="ascii")
        self.done("add", "moves", "--board", "bushka", "--openings", file, "--bounds", "-1", "1", *SHORT)
        self.play()
        self.assertEqual([row["games"] for row in self.new()], ["4"])
        file.write_text("# none\n", encoding="ascii")
        self.assert_refused(self.command("add", "none", "--board", "bushka", "--openings", file),
                            "trial: .*moves.epd has no openings")

    def test_many_parameters(self):
        """Any number of parameters can be tried, and their order makes no difference to the program."""
        text = (self.place / PARAMETERS).read_text(encoding="utf-8")
        words = [f"--set={name}={int(value) + 1}" for name, value in re.findall(r"^    ([A-Z_]+) = (-?\d+)", text, re.M)]
        self.assertGreater(sum(map(len, words)), 255)
        self.done("add", "all", *words)
        self.done("add", "again", *reversed(words))
        self.done("list", "--commands")
        self.assertEqual(len(list((self.place / "build/revisions").glob(f"*+*/{PARAMETERS}"))), 1)

    def test_faults(self):
        """A match in which an engine crashes is not measured: the run ends, and names the engine and what it did."""
        program = self.program("crash", common.WITHOUT_SEARCH)
        self.done("add", "crash", "--change", program, *HOPELESS, *SHORT, "--rounds", "2", "--board", "bushka")
        self.assert_refused(self.command(*RUN), r"trial: the match does not count, game 1 ended so: abandoned: \w+, crash .*; "
                            ".*/incidents has what happened", before="(.*\n)+")
        self.assertEqual(self.record(), self.old)
        self.assertTrue((self.place / "build/trials/games/crash/incidents/000001.1-crash-change.txt").exists())
        games = self.place / "build/trials/games/crash/bushka-nodes=20.pdn"
        played = games.read_bytes()
        self.assert_refused(self.command(*RUN), "trial: the match does not count, .*: abandoned.*; .*/incidents has what happened")
        self.assertEqual(games.read_bytes(), played)

    def test_network(self):
        """A network is tried on the board that it is for."""
        network = common.TOP / "engine/evaluation/networks/bushka9x11.net"
        self.done("add", "network", "--network", network, *HOPELESS, *SHORT)
        self.play()
        self.assertEqual([(row["board"], row["parameter"]) for row in self.new()], [("bushka9x11", "bushka9x11.net")])

    def test_refusals(self):
        """What cannot be tried is refused in one line, and nothing is added."""
        (self.place / "bushka-K-K.results").touch()
        for words, pattern in (
                ("add Big", "a name has small letters, digits, '.' and '-', not \"Big\""),
                ("add single-reply", "there is a trial single-reply already; take another name"),
                ("add x --change main", "change and base are the same, [0-9a-f]{10}; give --change, --set or --network"),
                ("add x --change nowhere", "nowhere is neither a program nor a git revision"),
                ("add x --base README", "README is neither a program nor a git revision"),
                ("add x --technique 'a|b'", "words for the record have neither tabs nor '|', and stand in one line"),
                ("add x --set IIR_DEPTH=010", "--set takes NAME=VALUE with a whole number .*, not \"IIR_DEPTH=010\""),
                ("add x --set DEPTH=1", "--set takes NAME=VALUE with a whole number and one of those of \\w+: REDUCTION_DEPTH, .*"),
                ("add x --set IIR_DEPTH=x", "--set takes NAME=VALUE with a whole number .*, not \"IIR_DEPTH=x\""),
                ("add x --set IIR_DEPTH=4", "IIR_DEPTH is 4 already in [0-9a-f]{10}"),
                ("add x --set IIR_DEPTH=3 --set IIR_DEPTH=5", "--set gives IIR_DEPTH twice"),
                ("add x --set IIR_DEPTH=3 --base /bin/true", "--set needs a git revision with .*, not /bin/true"),
                ("add x --network Makefile", "the engine says: info string error: .*"),
                ("add x --bounds 4 0", "--bounds takes two numbers from -200 to 200, the lower one first"),
                ("add x --nodes 500 --confirm-nodes 500", "both tests have nodes=500; give another .*"),
                ("add x --bounds nan 0", "--bounds takes two numbers from -200 to 200, the lower one first"),
                ("add x --set IIR_DEPTH=3 --tables /nowhere", "--tables: /nowhere is not a folder"),
                ("add x --set IIR_DEPTH=3 --tables .", "--tables: there is no tablebase of bushka9x11 in ."),
                ("add x --openings a.epd", "--openings takes a file NAME.epd, with {board} in its name .*"),
                ("add x --openings /nowhere/{board}.epd", "/nowhere/bushka.epd: No such file or directory"),
                (f"add x --openings {common.TOP}/tests/data/openings-bushka9x11.epd --board bushka",
                 "the engine says: info string error: .*")):
            with self.subTest(words=words):
                self.assert_refused(["sh", "-c", 'cd "$0" && exec scripts/trial ' + words, self.place], f"trial: {pattern}",
                                    before="(.*building .*\n)*")
        for words in ("add x --simplify --bounds 0 4", "add x --confirm-nodes 9 --confirm-st 1"):
            self.assertIn("not allowed with argument", common.run(self.command(*words.split()))[2])
        for words in ("add x --nodes 0", "add x --confirm-st 0", "add x --confirm-st nan", "add x --confirm-st 0.0001",
                      "add x --rounds 100001", "add x --board chess", "add", ""):
            self.assertEqual(common.run(self.command(*words.split()))[0], 2)
        self.assertEqual(self.done("list"), "")

    def test_damaged(self):
        """A damaged record or file of the queue is named, and stays as it is."""
        queue = self.place / "build/trials/queue"
        queue.mkdir(parents=True)
        (queue / "0001-x.json").write_text(json.dumps({"name": "x"}), encoding="utf-8")
        for words in (["list"], RUN):
            self.assert_refused(self.command(*words),
                                r"trial: .*0001-x.json is not a trial \(.*\); remove it, and add the trial anew")
        self.assert_refused(self.command(*RUN, "--record", "none/r.tsv"), r"trial: none/r.tsv cannot be written; .*")
        self.assert_refused(self.command("table", "--write", "--record", "none.tsv"), r"trial: there is no record none.tsv")
        for line, pattern in (("kept\tx\n", r"trials.tsv:\d+: needs 18 fields, .*"),
                              (None, "trials.tsv does not begin with .*")):
            text = (self.place / RECORD).read_text(encoding="utf-8")
            (self.place / RECORD).write_text(text + line if line else text.partition("\n")[2], encoding="utf-8")
            for words in (["table"], RUN):
                self.assert_refused(self.command(*words), f"trial: .*{pattern}")

    def test_documents(self):
        """The tables of the documents are those of the record."""
        output = self.output_of([common.TOP / "scripts/trial", "table"])
        blocks = [found[0] for found in re.finditer(r"<!-- (trials .*?) -->\n.*?\n<!-- end of \1 -->", output, re.S)]
        self.assertEqual(len(blocks), 4)
        documents = "".join((common.TOP / f"engine/search/{name}.md").read_text(encoding="utf-8")
                            for name in ("TECHNIQUES", "EXPERIMENTS"))
        for block in blocks:
            self.assertIn(block, documents, "run scripts/trial table --write")
