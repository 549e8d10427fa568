# SPDX-License-Identifier: GPL-3.0-or-later
"""Revisions are built completely, however the last build ended, and a script that is ended leaves no build running."""

import shlex
import signal
import subprocess

import common

SCRIPTS = ("bench", "builds.py", "console.py")
# A revision is built by a make below the first one, as in this project; the checks fill in the recipe.
MAKEFILE = "all:\n\t@$(MAKE) build/bushka >&2\nbuild/bushka:\n\t@mkdir -p build\n\t{}\n"
LINKS = "printf '#!/bin/sh\\nexec %s \"$$@\"\\n' {} >build/bushka && chmod +x build/bushka"
TAKES_LONG = ": >build/bushka; sleep 1000"


class Revisions(common.Project):
    """scripts/bench with a revision, in a project that has that script."""

    def make(self, recipe):
        """Makes the project, whose program that recipe builds; returns the command, and the program that it builds."""
        self.make_project([f"scripts/{name}" for name in SCRIPTS], MAKEFILE.format(recipe))
        found = subprocess.run(["git", "-C", self.place, "rev-parse", "HEAD"], check=True, capture_output=True, text=True)
        return ([self.place / "scripts/bench", common.ENGINE, "main", "--rounds", "1", "--depth", "2"],
                self.place / f"build/revisions/{found.stdout.strip()}/build/bushka")

    def test_killed(self):
        """What a build leaves that is killed while it links the program is not taken for the program."""
        command, program = self.make(LINKS.format(shlex.quote(common.ENGINE)))
        program.parent.mkdir(parents=True)
        program.touch()
        status, output, errors = common.run(command)
        self.assertEqual(status, 0, errors)
        self.assertIn("search: the same", output)

    def test_ended(self):
        """A build, and everything that it has started, ends with the script."""
        command, program = self.make(TAKES_LONG)
        child = common.start(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        common.wait_for(program.exists, "the build")
        common.wait_for(lambda: "sleep" in common.family(child), "the build")
        child.send_signal(signal.SIGINT)
        _, errors = child.communicate(timeout=common.PATIENCE)
        self.assertEqual(errors.splitlines()[1:], ["bench: interrupted"])
        common.wait_for(lambda: not common.family(child), "the end of the build")
        self.assertFalse(program.exists())
