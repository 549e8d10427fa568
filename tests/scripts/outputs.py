# SPDX-License-Identifier: GPL-3.0-or-later
"""What the commands of the documents write is ignored by git, or is a file of the repository that they make anew."""

import pathlib
import re
import subprocess
import unittest

import common

COMMANDS = re.compile(r"^```(?:sh|bushka)\n(.*?)^```$", re.M | re.S)
WRITES = re.compile(r"(?:-pdnout file=|-json file=|-output |-emit |-checkpoint |-o |[^-<>]>|\bsave )([\w.$/]+)")
# What the match runner, match-hosts and match.slurm write by default.
DEFAULTS = ("incidents/1.txt", "match/games.pdn", "match/shards/1.pdn", "match-1.log")


def git(*words):
    """Runs git; its status and output."""
    done = subprocess.run(["git", "-C", common.TOP, *words], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


class Outputs(unittest.TestCase):
    """Files of the documents' commands."""

    def test_ignored(self):
        """None of them is left to git."""
        if git("rev-parse", "--is-inside-work-tree")[0] != 0:
            self.skipTest("no git repository")
        paths = set(DEFAULTS)
        for document in git("ls-files", "*.md")[1].split():
            text = (pathlib.Path(common.TOP) / document).read_text(encoding="utf-8")
            paths.update(WRITES.findall("".join(COMMANDS.findall(text))))
        self.assertIn("games.pdn", paths)
        for path in sorted(paths):
            with self.subTest(path=path):
                # of a directory, what is in it
                ignored = any(git("check-ignore", "-q", name)[0] == 0 for name in (path, f"{path}/x"))
                self.assertTrue(ignored or git("ls-files", path)[1], f"{path} is left")
