#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every source file names the licence in one of its first lines, and every other file is of a kind that needs not.

usage: tests/documents/licence.py      from the top level; prints each file that it refuses, and ends with status 1 then
"""

import os
import pathlib
import re
import subprocess
import sys

LICENCE = "GPL-3.0-or-later"
TAG = re.compile(r"SPDX-License-Identifier: (\S+)")
FIRST_LINES = 4
SOURCE_SUFFIXES = {".c", ".h", ".py", ".sh", ".mk", ".ts", ".mjs", ".js", ".css", ".html", ".svg", ".slurm", ".map", ".in"}
SOURCE_NAMES = {"Makefile", ".gitignore", ".npmrc", ".clang-format", "clang-format", "clang-tidy"}
# Text to read, data, and forms in which no comment can stand: the licence of the whole holds for them.
OTHER_SUFFIXES = {".md", ".json", ".webmanifest", ".png", ".net", ".endings", ".tsv", ".epd", ".txt"}
OTHER_NAMES = {"LICENSE"}
# The Debian package names the licence of all its files in one that has a form of its own.
DEBIAN = pathlib.PurePath("scripts/package/debian")
# Where there is no git, as in an archive of the sources: what is made and not part of them.
MADE = {"build", "node_modules", ".git", "__pycache__"}


def files():
    """The files of the project, from the top level."""
    if os.path.exists(".git"):
        listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], check=True,
                                stdout=subprocess.PIPE, text=True).stdout.split("\0")[:-1]
        return sorted(path for path in map(pathlib.PurePath, listed) if os.path.isfile(path))
    found = []
    for folder, folders, names in os.walk("."):
        folders[:] = [name for name in folders if name not in MADE]
        found += [pathlib.PurePath(folder, name) for name in names]
    return sorted(found)


def is_script(path):
    """True when the first line names an interpreter."""
    with open(path, "rb") as file:
        return file.read(2) == b"#!"


def problem_with(path):
    """What is wrong with a file; "" when nothing is."""
    if DEBIAN in path.parents and not is_script(path):
        return ""
    if path.suffix in SOURCE_SUFFIXES or path.name in SOURCE_NAMES or is_script(path):
        with open(path, encoding="utf-8") as file:
            found = TAG.search("".join(line for _, line in zip(range(FIRST_LINES), file)))
        if found is None:
            return f"no line \"SPDX-License-Identifier: {LICENCE}\" among the first {FIRST_LINES}"
        return "" if found[1] == LICENCE else f"its licence should be {LICENCE}, not {found[1]}"
    if path.suffix in OTHER_SUFFIXES or path.name in OTHER_NAMES:
        return ""
    return "of a kind that is not known: name it in tests/documents/licence.py"


def main():
    found = files()
    problems = [(path, problem) for path in found if (problem := problem_with(path))]
    for path, problem in problems:
        print(f"{path}: {problem}")
    return 1 if problems or not found else 0


if __name__ == "__main__":
    sys.exit(main())
