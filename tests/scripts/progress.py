#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Progress is one line drawn anew at a terminal, and a line now and then elsewhere.

usage: tests/scripts/progress.py BUSHKA
"""

import io
import os
import pty
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True
import common

sys.path.insert(0, str(common.TOP / "scripts"))
import console


class Terminal(io.StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self):
        return True

    def fileno(self):
        raise OSError("no descriptor")


class Clock:
    """A clock that is set by hand."""

    def __init__(self):
        self.now = 0

    def __call__(self):
        return self.now


def at_terminal(command):
    """Runs a command with standard output and error at a terminal; returns its status and what the terminal got."""
    main, side = pty.openpty()
    child = common.start(command, stdout=side, stderr=side)
    os.close(side)
    output = b""
    while True:
        try:
            block = os.read(main, 4096)
        except OSError:  # the other end is closed
            break
        if not block:
            break
        output += block
    os.close(main)
    return child.wait(), output.decode()


class Progress(unittest.TestCase):
    """The line itself, and scripts that show it."""

    def test_elsewhere(self):
        """A line after half a minute, with the time left; nothing for what is over sooner."""
        clock, stream = Clock(), io.StringIO()
        with console.Progress(100, "games", stream, clock) as progress:
            for second in range(1, 101):
                clock.now = second
                progress.add()
        lines = stream.getvalue().splitlines()
        self.assertEqual(lines, [f"{console.NAME}: {done} of 100 games, about {left} left"
                                 for done, left in ((30, "1:10 min"), (60, "40 s"), (90, "10 s"))])

    def test_terminal(self):
        """One line, which is gone at the end and makes way for what is printed."""
        clock, stream = Clock(), Terminal()
        with console.Progress(7200, "", stream, clock) as progress:
            for second in range(1, 4):
                clock.now = second
                progress.add(detail="level 3")
        text = stream.getvalue()
        self.assertEqual(text.count("\r"), 3 + 2)
        self.assertNotIn("\n", text)
        self.assertIn(f"\r{console.NAME}: 0 %, level 3, about 1:59 h left", text)
        self.assertRegex(text, "\r +\r$")

    def test_spans(self):
        """Seconds, minutes, hours."""
        self.assertEqual([console.span(seconds) for seconds in (0, 59.4, 59.6, 3599, 3600, 90000)],
                         ["0 s", "59 s", "1:00 min", "59:59 min", "1:00 h", "25:00 h"])

    def test_scripts(self):
        """At a terminal a script draws, and what it prints stands in lines of its own; over a pipe a short run only
        prints."""
        for command, lines, unit in (
                (["tactics", "--engine", common.ENGINE, "--nodes", "20000", "--theme", "kings"], "total ", "positions"),
                (["bench", common.ENGINE, common.ENGINE, "--rounds", "2", "--depth", "6"], "search: the same", "runs")):
            command[0] = f"scripts/{command[0]}"
            with self.subTest(script=command[0]):
                status, screen = at_terminal(command)
                self.assertEqual(status, 0)
                self.assertRegex(screen, rf"\rbench|\rtactics: [0-9]+ of [0-9]+ {unit}")
                shown = [line.split("\r")[-1] for line in screen.replace("\r\n", "\n").strip("\n").split("\n")]
                self.assertTrue(any(line.startswith(lines) for line in shown), screen)
                _, output, errors = common.run(command)
                self.assertEqual(errors, "")
                self.assertEqual(len(output.splitlines()), len(shown))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
