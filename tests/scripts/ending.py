# SPDX-License-Identifier: GPL-3.0-or-later
"""Ctrl-C, and a signal to the script alone, end a long script with one line, and its children with it."""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time

import common

PROMPT = 1.5 * float(os.environ.get("CK_TIMEOUT_MULTIPLIER", "1"))  # seconds: a signal ends a script within one
WORDS = {signal.SIGINT: "interrupted", signal.SIGTERM: "terminated", signal.SIGHUP: "hung up"}
AT_WORK = 0.3  # seconds after the start of the first child
LONG = "1000000000"

EVENT = r"a\tb"  # which a shell must not take for a tab
# Work that does not end by itself, for each way in which scripts wait for their children.
COMMANDS = (
    ("bench", common.ENGINE, common.ENGINE, "--rounds", LONG, "--depth", "4"),
    ("bench", common.ENGINE, common.ENGINE, "--depth", "99"),
    ("tactics", "--engine", common.ENGINE, "--nodes", LONG),
    ("calibrate", "--program", common.ENGINE, "--runner", common.RUNNER, "--pairs", "100000", "--levels", "18-19"),
    ("train/pipeline", "full", "--build", os.path.dirname(common.ENGINE), "--directory", "train"),
    ("match-hosts", "hosts", "-o", "match", "-p", common.RUNNER, "--", "-engine",
     f"cmd={common.ENGINE}", "name=a", "-engine", f"cmd={common.ENGINE}", "name=b", "-each", "nodes=100000",
     "-rounds", "100000", "-event", EVENT),
)


class Ending(common.Place):
    """Both ways to send a signal."""

    def end(self, work, environment=None):
        """Starts a script, sends the signal to it or to its group; returns what is wrong with its end, or None."""
        words, number, group = work
        place = pathlib.Path(tempfile.mkdtemp(dir=self.place))
        (place / "hosts").write_text(":\n", encoding="ascii")
        own = "hosts", "match", "train"
        script, *rest = [str(place / word) if word in own else word for word in words]
        child = common.start([common.TOP / "scripts" / script, *rest], stdout=subprocess.DEVNULL,
                             stderr=subprocess.PIPE, env=environment or common.STRICT)
        try:
            # At work by now: its children are there, and what it writes for them.
            common.wait_for(lambda: len(common.family(child)) >= 2 and
                            (words[0] != "match-hosts" or (place / "match/jobs").exists()), f"{script}'s children")
            time.sleep(AT_WORK)
            begin = time.monotonic()
            (os.killpg if group else os.kill)(child.pid, number)
            _, errors = child.communicate(timeout=common.PATIENCE)
            seconds = time.monotonic() - begin
        finally:
            if child.poll() is None:
                child.kill()
                child.communicate()
        # A process asked to end may need a moment more where the machine is busy.
        common.wait_for(lambda: not common.family(child), f"the end of {common.family(child)}")
        name = os.path.basename(script)
        if not re.fullmatch(rf"({name}: step .*\n)*{name}: {WORDS[number]}.*\n", errors.decode()):
            return f"it said {errors}"
        if child.returncode != -number:
            return f"its status is {child.returncode}"
        return None if seconds < PROMPT else f"it took {seconds} seconds"

    def test_signals(self):
        """One line, death by that signal, nothing left."""
        commands = [words for words in COMMANDS if words[0] != "match-hosts" or shutil.which("parallel")]
        works = [(words, *way) for words in commands for way in ((signal.SIGINT, True), (signal.SIGTERM, False))]
        for work, wrong in zip(works, common.at_once(self.end, works)):
            with self.subTest(work=work):
                self.assertIsNone(wrong)

    def test_shard(self):
        """A shard of a match on several machines ends with its shell, and has the arguments as they were given; here a
        shell stands in for parallel."""
        self.program("parallel", "#!/bin/sh\nread -r job\neval \"exec $job\" 2>/dev/null\n")
        words = next(words for words in COMMANDS if words[0] == "match-hosts")
        path = f"{self.place}:{os.environ['PATH']}"
        self.assertIsNone(self.end((words, signal.SIGTERM, False), dict(common.STRICT, PATH=path)))
        jobs = next(self.place.glob("*/match/jobs")).read_text(encoding="utf-8").splitlines()
        self.assertTrue(jobs and all(EVENT in job for job in jobs), jobs)
