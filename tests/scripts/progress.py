# SPDX-License-Identifier: GPL-3.0-or-later
"""Progress is one line that is redrawn at a terminal, and a line now and then elsewhere."""

import io
import os
import pty
import shlex

import common
import console

ENGINE_DELAY = 0.2  # seconds, twice as long as between two drawings of the line


def at_terminal(command):
    """Runs a command with standard output and error at a terminal; returns its status and what the terminal got."""
    main, side = pty.openpty()
    child = common.start(command, stdout=side, stderr=side)
    os.close(side)
    output = b""
    try:
        while block := os.read(main, 4096):
            output += block
    except OSError:  # the other end is closed
        pass
    os.close(main)
    return child.wait(), output.decode()


class Progress(common.Place):
    """The line itself, and scripts that show it."""

    def test_elsewhere(self):
        """A line after half a minute, with the time left; nothing for what is over sooner."""
        stream, seconds = io.StringIO(), [0]
        with console.Progress(100, "games", stream, lambda: seconds[0]) as progress:
            for seconds[0] in range(1, 101):
                progress.add()
        self.assertEqual(stream.getvalue().splitlines(), [f"{console.NAME}: {done} of 100 games, about {left} left"
                                                          for done, left in ((30, "1:10 min"), (60, "40 s"), (90, "10 s"))])

    def test_resumed(self):
        """What an earlier run has done does not count for the time left."""
        stream, seconds = io.StringIO(), [0]
        with console.Progress(100, "games", stream, lambda: seconds[0]) as progress:
            progress.add(40)
            progress.restart()
            seconds[0] = 30
            progress.add(20)
        self.assertEqual(stream.getvalue(), f"{console.NAME}: 60 of 100 games, about 1:00 min left\n")

    def test_terminal(self):
        """One line, which is gone at the end."""
        stream, seconds = io.StringIO(), [0]
        stream.isatty = lambda: True
        with console.Progress(7200, "", stream, lambda: seconds[0]) as progress:
            for seconds[0] in range(1, 4):
                progress.add(detail="level 3")
        text = stream.getvalue()
        self.assertEqual((text.count("\r"), text.count("\n")), (3 + 1, 0))
        self.assertIn(f"\r{console.NAME}: 0 %, level 3, about 1:59 h left", text)
        self.assertRegex(text, "\r\x1b\\[K$")

    def test_spans(self):
        """Seconds, minutes, hours."""
        self.assertEqual([console.span(seconds) for seconds in (0, 59.4, 59.6, 3599, 3600, 90000)],
                         ["0 s", "59 s", "1:00 min", "59:59 min", "1:00 h", "25:00 h"])

    def test_scripts(self):
        """At a terminal a script draws, and its output has separate lines; over a pipe a short run only prints. The
        engine starts late, so that there is time to draw even for short work."""
        engine = self.program("engine", f'#!/bin/sh\nsleep {ENGINE_DELAY}\nexec {shlex.quote(common.ENGINE)} "$@"\n')
        for command, line, unit in (
                (["scripts/tactics", "--engine", engine, "--nodes", "2000", "--theme", "kings"], "total ", "positions"),
                (["scripts/bench", engine, engine, "--rounds", "2", "--depth", "3"], "search: the same", "runs")):
            with self.subTest(script=command[0]):
                status, screen = at_terminal(command)
                self.assertEqual(status, 0)
                self.assertRegex(screen, rf"\r(bench|tactics): [0-9]+ of [0-9]+ {unit}")
                shown = [text.split("\x1b[K")[-1] for text in screen.replace("\r\n", "\n").strip("\n").split("\n")]
                self.assertTrue(any(text.startswith(line) for text in shown), screen)
                _, output, errors = common.run(command)
                self.assertEqual(errors, "")
                self.assertEqual(len(output.splitlines()), len(shown))
