#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the checks of the scripts share: the scripts, the engine, a directory, and how a script is run and watched. As a
program it runs the checks of one file of this folder.

usage: tests/scripts/common.py BUSHKA NAME
"""

import concurrent.futures
import os
import pathlib
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import uuid

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(TOP / "scripts"))  # for the checks that import after this
ENGINE = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else str(TOP / "build" / "bushka")
# A shell script: the engine with a quick bench.
QUICK_BENCH = f'#!/bin/sh\nexec {shlex.quote(ENGINE)} "$@" ${{1:+depth 4}}\n'
# An engine that knows neither options nor perft, and ends at any search except that of depth 1.
WITHOUT_SEARCH = """#!/bin/sh
while read -r word words; do
    case $word in
    uci) echo uciok ;;
    isready) echo readyok ;;
    go) [ "$words" = "depth 1" ] && echo "bestmove (none)" || exit 3 ;;
    quit) exit ;;
    esac
done
"""
RUNNER = os.path.join(os.path.dirname(ENGINE), "bushka-match")
PATIENCE = 60 * float(os.environ.get("CK_TIMEOUT_MULTIPLIER", "1"))  # seconds; only what hangs takes that long
POLL = 0.02
WORKERS = 4
MARK = "BUSHKA_CHECK"
# Every warning of Python is an error.
STRICT = dict(os.environ, PYTHONWARNINGS="error", PYTHONDEVMODE="1", PYTHONUNBUFFERED="", LC_ALL="C")

# A check may be started where Ctrl-C is ignored; its children must not inherit that.
signal.signal(signal.SIGINT, signal.SIG_DFL)

_FIRST_LINE = re.compile(rb"#!.*\b(python3|sh|bash)\n")


def first_line(path):
    """The interpreter that the first line of a file names, or None."""
    with open(path, "rb") as file:
        found = _FIRST_LINE.match(file.readline())
    return found.group(1).decode() if found else None


# Packages that the page is built with are not the project's.
FOREIGN = "node_modules"
DOCUMENTS = sorted(path for pattern in ("*.md", "*/*.md", "*/*/*.md") for path in TOP.glob(pattern)
                   if path.parts[len(TOP.parts)] != "build" and FOREIGN not in path.parts)
SCRIPTS = sorted(path for path in (TOP / "scripts").rglob("*")
                 if FOREIGN not in path.parts and path.is_file() and first_line(path))


class Place(unittest.TestCase):
    """Checks with a temporary directory for each test."""

    def setUp(self):
        place = tempfile.TemporaryDirectory(prefix="bushka-check-")
        self.addCleanup(place.cleanup)
        self.place = pathlib.Path(place.name).resolve()

    def program(self, name, text):
        """Writes a program in the directory."""
        path = self.place / name
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)
        return path

    def output_of(self, command):
        """The standard output of a command, which must succeed and print nothing else."""
        status, output, errors = run(command)
        self.assertEqual((status, errors), (0, ""))
        return output

    def assert_refused(self, command, pattern, status=1, before=""):
        """Runs a command, which must end with that status and one line on standard error that matches, and print nothing
        else, except for what matches `before` there."""
        *ended, errors = run(command)
        self.assertEqual(ended, [status, ""])
        self.assertRegex(errors, rf"^{before}{pattern}\n$")


@unittest.skipUnless(shutil.which("git"), "no git")
class Project(Place):
    """Checks of a script in a project made for it, a git repository."""

    def make_project(self, files, makefile):
        """Begins the project in the directory, with these files of the repository and that makefile."""
        for name in files:
            (self.place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(TOP / name, self.place / name)
        (self.place / "Makefile").write_text(makefile, encoding="utf-8")
        self.git("init", "-q", "-b", "main")
        self.git("add", ".")
        self.git("commit", "-q", "-m", "base")

    def git(self, *words):
        """Runs git in the project."""
        subprocess.run(["git", "-C", self.place, "-c", "user.name=a", "-c", "user.email=a@b", *words], check=True,
                       capture_output=True)


def run(command, **options):
    """Runs a command at the top of the repository; returns status, standard output, standard error."""
    options.setdefault("stdout", subprocess.PIPE)
    done = subprocess.run(list(map(str, command)), cwd=TOP, env=STRICT, stdin=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True, timeout=PATIENCE, check=False, **options)
    return done.returncode, done.stdout, done.stderr


def ask(*lines):
    """The engine's answers to these lines."""
    return subprocess.run([ENGINE], input="".join(f"{line}\n" for line in lines), cwd=TOP, env=STRICT, text=True,
                          stdout=subprocess.PIPE, timeout=PATIENCE, check=True).stdout


def start(command, env=None, **options):
    """Starts a command in a new session. Its environment marks it and everything that it starts."""
    mark = f"{MARK}={uuid.uuid4()}"
    child = subprocess.Popen(list(map(str, command)), cwd=TOP, env=dict(env or STRICT, **dict([mark.split("=")])),
                             stdin=subprocess.DEVNULL, start_new_session=True, **options)
    child.mark = mark.encode()
    return child


def family(child):
    """The names of a child of start() and of the programs that it has started, as far as they run."""
    names = []
    for entry in pathlib.Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if child.mark in (entry / "environ").read_bytes().split(b"\0"):
                    names.append((entry / "comm").read_text(encoding="utf-8", errors="replace").strip())
            except OSError:  # it has ended, or is another user's
                pass
    return names


def at_once(function, items):
    """The results of the function for each item, several at a time: most of them just wait."""
    with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
        return list(pool.map(function, items))


def wait_for(condition, what):
    """Waits until the condition holds."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError(f"waited too long for {what}")
        time.sleep(POLL)


if __name__ == "__main__":
    unittest.main(sys.argv[2], argv=sys.argv[:1])
