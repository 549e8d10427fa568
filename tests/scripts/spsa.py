# SPDX-License-Identifier: GPL-3.0-or-later
"""Parameters are tuned by matches: directions, moves and values agree, also in a run that was cut."""

import json
import re
import shlex
import signal
import subprocess

import common
import builds

SCRIPTS = ("spsa", "board.py", "builds.py", "console.py")
PARAMETERS = "engine/search/params.h"
# A build notes its parameters, and makes the engine, which plays worse with a smaller margin.
MAKEFILE = """build/bushka:
\t@mkdir -p build
\t@grep -o 'FUTILITY_MARGIN = [0-9]*\\|IIR_DEPTH = [0-9]*' {parameters} | tr '\\n' ' ' >>../built
\t@echo >>../built
\t@if grep -q 'FUTILITY_MARGIN = [4-9]' {parameters}; then printf '#!/bin/sh\\nexec %s\\n' {engine}; \\
\telse printf '#!/bin/sh\\n{{ printf "%s"; cat; }} | %s\\n' 'setoption name Variety value 100\\nsetoption name Seed value 7\\n' \\
\t{engine}; fi >build/bushka
\t@chmod +x build/bushka
.PHONY: build/bushka
"""
TUNED = ("FUTILITY_MARGIN=20", "IIR_DEPTH=2")
SIZE = ("--games", "24", "--pairs", "2", "--nodes", "30")
LONGER = ("--games", "80", "--pairs", "2", "--nodes", "30")  # so that there is time to cut it
STEPS, PAIRS = 3, 4  # of a step, over both boards


# A runner that reports what it was given, and ends once both runners have done so.
SLOW_RUNNER = """#!/bin/sh
for word in "$@"; do
    case $word in
    name=*) name=${word#name=} ;;
    file=*.json) summary=${word#file=} ;;
    esac
done
printf '{"engines": [], "pairings": ["%s"]}' "$name" >"$summary"
echo >>"$0.done"
while [ "$(wc -l <"$0.done")" -lt 2 ]; do sleep 0.05; done
"""


class Matches(common.Place):
    """Matches that scripts play."""

    def test_at_once(self):
        """Two in the same directory, as two runs of calibrate play them, each have their own result."""
        runner = self.program("runner", SLOW_RUNNER)
        results = common.at_once(lambda name: builds.match(runner, self.place / "x", "bushka", [(name, "engine", {})]), "ab")
        self.assertEqual(results, ["a", "b"])


class Tuning(common.Project):
    """scripts/spsa, in a project that has its scripts and parameters."""

    def setUp(self):
        super().setUp()
        self.make_project((*(f"scripts/{name}" for name in SCRIPTS), PARAMETERS),
                          MAKEFILE.format(parameters=PARAMETERS, engine=shlex.quote(common.ENGINE)))

    def command(self, *words):
        """The script with these words."""
        return [self.place / "scripts/spsa", *words, "--runner", common.RUNNER, "--nice", "0"]

    def state(self, name="spsa"):
        """What it has kept."""
        return json.loads((self.place / "build" / name / "state.json").read_text(encoding="ascii"))

    def test_steps(self):
        """Each step builds both programs, and changes the values by their result as published."""
        status, output, errors = common.run(self.command(*TUNED, *SIZE))
        self.assertEqual(status, 0, errors)
        state = self.state()
        self.assertEqual((state["pairs"], len(state["steps"])), (STEPS * PAIRS, STEPS))
        built = [dict(re.findall(r"(\w+) = (\d+)", line))
                 for line in (self.place / "build/spsa/built").read_text(encoding="utf-8").splitlines()]
        self.assertEqual(len(built), 2 * STEPS)
        begin = {"FUTILITY_MARGIN": 40, "IIR_DEPTH": 4}
        values = dict(begin)
        total = STEPS * PAIRS
        for i, step in enumerate(state["steps"]):
            self.assertEqual(step["pairs"], i * PAIRS)
            self.assertTrue(abs(step["balance"]) <= 2 * PAIRS)
            for name, end in (("FUTILITY_MARGIN", 20), ("IIR_DEPTH", 2)):
                change = end * (total / (step["pairs"] + 1)) ** 0.101
                for program, side in ((0, 1), (1, -1)):
                    wanted = max(1, values[name] + side * step["signs"][name] * change)
                    self.assertLessEqual(abs(int(built[2 * i + program][name]) - wanted), 1)
                rate = 0.002 * end ** 2 * (1.1 * total / (0.1 * total + step["pairs"] + 1)) ** 0.602 / change
                values[name] = max(1, values[name] + step["signs"][name] * step["balance"] * rate)
                self.assertAlmostEqual(step["values"][name], values[name])
        self.assertTrue(any(step["balance"] for step in state["steps"]))
        moved = [f"--set {name}={round(value)}" for name, value in values.items() if round(value) != begin[name]]
        self.assertRegex(output, "^" + " ".join(moved) + "\n$" if moved else "^every value is best as it is in [0-9a-f]{40}\n$")

    def test_resumes(self):
        """A run that is cut is resumed as if it had not been."""
        self.assertEqual(common.run(self.command(*TUNED, *LONGER))[0], 0)
        cut = self.command(*TUNED, *LONGER, "--directory", self.place / "build/cut")
        child = common.start(cut, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        with child.stderr:
            common.wait_for((self.place / "build/cut/state.json").exists, "the first step")
            child.send_signal(signal.SIGTERM)
            self.assertEqual(child.stderr.read().splitlines()[-1], "spsa: terminated; the same command resumes")
        child.wait()
        self.assertEqual(common.run(cut)[0], 0)
        self.assertEqual(self.state("cut"), self.state())

    def test_base_moved(self):
        """When the base has become another commit, the run is refused, and resumes by the command in the message."""
        words = [*TUNED, *SIZE, "--board", "bushka"]
        self.assertEqual(common.run(self.command(*words))[0], 0)
        self.git("commit", "-q", "--allow-empty", "-m", "later")
        found = common.run(self.command(*words))
        self.assertEqual(found[0], 1)
        named = shlex.split(re.search(r'holds the run of "scripts/spsa (.*)"; give that command again', found[2])[1])
        self.assertEqual(common.run(self.command(*named))[0], 0)

    def test_faults(self):
        """A step in which a program crashes does not count: the run ends, and names the program and what it did."""
        (self.place / "Makefile").write_text("build/bushka:\n\t@mkdir -p build && cp -p ../../../crash build/bushka\n",
                                             encoding="utf-8")
        self.program("crash", common.WITHOUT_SEARCH)
        self.git("commit", "-q", "-a", "-m", "crash")
        status, output, errors = common.run(self.command(*TUNED, *SIZE))
        self.assertEqual((status, output), (1, ""))
        self.assertIn("\nspsa: the match does not count, up lost games by faults: crashes ", "\n" + errors)
        self.assertFalse((self.place / "build/spsa/state.json").exists())

    def test_refusals(self):
        """What is not a parameter, not a step and not a revision, and another run's directory."""
        for words, status, why in (
                (["FUTILITY_MARGIN"], 2, "it must be NAME=STEP, STEP a whole number from 1, not 'FUTILITY_MARGIN'"),
                (["MARGIN_2=1"], 1, "parameters are named once each, and are among those of main: REDUCTION_DEPTH, "),
                (["IIR_DEPTH=1", "IIR_DEPTH=2"], 1, "parameters are named once each"),
                (["IIR_DEPTH=1", "--base", "nowhere"], 1, f"--base needs a git revision with {PARAMETERS}, not nowhere")):
            found = common.run(self.command(*words))
            self.assertEqual(found[:2], (status, ""))
            self.assertIn(why, found[2])
        (self.place / "build/spsa").mkdir(parents=True)
        (self.place / "build/spsa/other").touch()
        (self.place / "build/cut").mkdir()
        (self.place / "build/cut/command").touch()
        (self.place / "build/cut/state.json").touch()
        found = common.run(self.command("IIR_DEPTH=1", "--directory", self.place / "build/cut"))
        self.assertRegex(found[2], r"^spsa: .*state\.json is damaged \(.*\); remove .*/cut, and begin anew\n")
        self.assertIn("is not empty, and not of this script", common.run(self.command("IIR_DEPTH=1"))[2])
