#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs every code block of the documents as its readers would, in a copy of the sources.

usage: tests/documents/check.py [--build DIRECTORY] [DOCUMENT[:LINE]...]

The word after the fence says what a block holds: commands for the shell (sh), lines typed to the engine (bushka), a
program (python), a session with its answers (transcript), or something printed (text); a board drawn below its FEN must
show that position. A block without such a word, or code that is merely indented, fails. Commands that would take too
long are shortened by the table in commands.py, each row of which must be used. No file that git would report may be
left behind.

The copy is build/documents; it is kept for inspection. Exit status 1 when anything failed.
"""

import argparse
import dataclasses
import os
import pathlib
import pty
import re
import shutil
import subprocess
import sys
import time

import commands
import sessions

TOP = pathlib.Path(__file__).resolve().parents[2]
COPY = TOP / "build" / "documents"
NOT_COPIED = {"build", ".git"}
BUILT = ["obj", "evaluation", "tables", "tests", "flags.stamp", "sources.stamp"]  # besides the programs: with these make finds nothing to do
BASE = "bushka-base"  # another build that the documents name
BRANCH = "main"       # and a revision
LINES_SHOWN = 15
KINDS = ("sh", "bushka", "python", "transcript", "text")
FENCE = re.compile(r"(```+|~~~+)\s*(.*)")
LIST_ITEM = re.compile(r"([-*+]|\d+[.)]) ")
BOARDS = ("bushka", "bushka9x11")
FEN = re.compile(r"[WB]:W[^ ]*:B[^ ]*$")
SQUARE = re.compile(r"([oxOX.])([a-j]\d)")


@dataclasses.dataclass(frozen=True)
class Block:
    """A code block."""
    document: str
    line: int
    kind: str
    text: str


def blocks_of(document, text):
    """Every code block of a document, from top to bottom; indented code, which lacks a fence, has no kind."""
    blocks = []
    fence = kind = before = ""
    in_list = False
    for number, line in enumerate(text.splitlines(), 1):
        found = FENCE.match(line.strip())
        if fence and found and found[1] == fence and not found[2]:
            blocks.append(Block(document, start, kind, "".join(inside)))
            fence = ""
        elif fence:
            inside.append(line + "\n")
        elif found:
            fence, kind = found.groups()
            start, inside = number, []
        elif line.strip():
            in_list = LIST_ITEM.match(line) is not None if not line[0].isspace() else in_list
            if line.startswith(" " * 6 if in_list else " " * 4) and not (in_list and before.strip()):
                blocks.append(Block(document, number, "", line))
        before = line
    return blocks + ([Block(document, start, "", "a fence that is never closed")] if fence else [])


def has_terminals():
    """True when the system has pseudo-terminals (a bare chroot may have none)."""
    try:
        for file in pty.openpty():
            os.close(file)
    except OSError:
        return False
    return True


class Place:
    """The copy in which everything runs."""

    def __init__(self, build):
        self.directory = COPY
        self.engine = str(COPY / "build" / "bushka")
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        self.environment |= {"TERM": "xterm", "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1",
                             "PYTHONDONTWRITEBYTECODE": "1"}
        # The settings of the make that called this, but not its job server.
        self.environment["MAKEFLAGS"] = "".join(os.environ.get("MAKEFLAGS", "").partition(" -- ")[1:])
        self.has_terminals = has_terminals()
        shutil.rmtree(COPY, ignore_errors=True)
        shutil.copytree(TOP, COPY, symlinks=True,
                        ignore=lambda directory, _: NOT_COPIED if pathlib.Path(directory) == TOP else ())
        for target in {"build", build}:
            if not os.path.isabs(target):
                self.copy_programs(TOP / build, COPY / target)
        shutil.copy2(TOP / build / "bushka", COPY / "build" / BASE)
        self.git("init", "--quiet", "--initial-branch", BRANCH)
        self.git("add", "--all")
        self.git("-c", "user.name=documents", "-c", "user.email=documents", "commit", "--quiet", "--message", "a copy")
        revision = COPY / "build" / "revisions" / self.git("rev-parse", "HEAD").strip() / "build"
        revision.mkdir(parents=True)
        shutil.copy2(TOP / build / "bushka", revision)

    @staticmethod
    def copy_programs(source, target):
        """Copies what was built, with its times."""
        target.mkdir(parents=True, exist_ok=True)
        for path in source.iterdir():
            if path.is_dir() and path.name in BUILT:
                shutil.copytree(path, target / path.name, dirs_exist_ok=True)
            elif path.is_file():
                shutil.copy2(path, target)

    def git(self, *words):
        """The output of git."""
        return subprocess.run(["git", "-C", COPY, *words], env=self.environment, check=True, stdout=subprocess.PIPE,
                              text=True).stdout

    def tidy(self):
        """Removes what commands have left outside build/; returns what git reports of it."""
        left = self.git("status", "--porcelain").split("\n")[:-1]
        self.git("checkout", "--quiet", ".")
        self.git("clean", "-fdxq", "--exclude=/build")
        return left


def run(command, place):
    """Runs a program. Returns what is wrong, or "", and its output."""
    status, output = sessions.at_pipe(command, "", place)
    problem = (f"exit status {status}" if status != 0 else
               "it reports an error" if "Traceback" in output or sessions.ERROR in output else
               "" if output.strip() else "it prints nothing")
    return problem, output


def drawn(text):
    """The piece on each square of a drawn board; of two boards, the left one, from before the move."""
    lines = text.splitlines()
    ends = [line.find("after") - 5 for line in lines if "before" in line and "after" in line]  # 5: the margin of a board
    return {square: piece for line in lines for piece, square in SQUARE.findall(line[:ends[0]] if ends else line)}


def drawing_problem(text, place):
    """What is wrong with a board, or some rows of it, drawn below its FEN, or ""; other text is ignored."""
    fen, _, board = text.partition("\n")
    if not FEN.match(fen):
        return "", ""
    for variant in BOARDS:
        _, output = sessions.at_pipe([place.engine], f"setoption name UCI_Variant value {variant}\nposition fen {fen}\n"
                                     "d\n", place)
        if f"Fen: {fen}\n" in output and drawn(board).items() <= drawn(output.partition("Fen:")[0]).items():
            return "", ""
    return "the board is not that of the FEN above it", output


def result_of(block, place):
    """Runs a block. Returns what is wrong, or "", and the output with it."""
    if block.kind == "text":
        return drawing_problem(block.text, place)
    if block.kind == "sh":
        text, _ = commands.changed(block.document, block.text)
        problem, output = run(["sh", "-euc", commands.PRELUDE + text], place)
    elif block.kind == "python":
        problem, output = run([sys.executable, "-c", block.text], place)
    elif block.kind in KINDS:
        problem, output = (sessions.run if block.kind == "bushka" else sessions.replay)(block.text, place)
    else:
        return f"a code block needs fences, the first of which names one of {', '.join(KINDS)}", block.text
    left = place.tidy()
    if left and not problem:
        return f"it leaves files that git reports: {', '.join(left)}", ""
    return problem, output


def check(block, place):
    """Runs a block and prints its line. Returns true when it passed."""
    first = next((line for line in block.text.splitlines() if line.strip()), "")
    print(f"{block.document}:{block.line:<4} {block.kind:10} {first:.50}", end=" ... ", flush=True)
    begin = time.monotonic()
    try:
        problem, output = result_of(block, place)
    except sessions.Late as late:
        problem, output = f"not done after {sessions.PATIENCE} s", str(late)
    done = "printed" if block.kind == "text" else f"passed ({time.monotonic() - begin:.1f} s)"
    print(f"FAILED: {problem}" if problem else done, flush=True)
    if problem:
        print("".join(f"    {line}\n" for line in output.splitlines()[-LINES_SHOWN:]), end="", flush=True)
    return not problem


def main():
    parser = argparse.ArgumentParser(description="Runs every code block of the documents.")
    parser.add_argument("--build", default="build", help="where the programs are, from the top level (build)")
    parser.add_argument("wanted", nargs="*", metavar="DOCUMENT[:LINE]", help="only these blocks")
    options = parser.parse_args()
    if not (TOP / options.build / "bushka").exists():
        sys.exit(f"documents: {options.build}/bushka is missing: run make first")
    place = Place(options.build)
    if not place.has_terminals:
        print("documents: this system has no pseudo-terminals; nothing is typed")
    found = []
    for path in sorted(COPY.rglob("*.md")):
        document = str(path.relative_to(COPY))
        if not document.startswith("build/") and "node_modules" not in path.parts:
            found += blocks_of(document, path.read_text(encoding="utf-8"))
    wanted = set(options.wanted)
    results = [check(block, place) for block in found
               if not wanted or wanted & {block.document, f"{block.document}:{block.line}"}]
    made = [change for block in found if block.kind == "sh" for change in commands.changed(block.document, block.text)[1]]
    for change in commands.SHORTER + commands.DRY:
        if change not in made:
            print(f"{change.document}: FAILED: its commands never say \"{change.printed}\" (commands.py)")
            results.append(False)
    print(f"documents: {sum(results)} passed, {len(results) - sum(results)} failed")
    return 0 if all(results) and results else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("documents: interrupted")
