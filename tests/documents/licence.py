#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every file names the licence in one of its first lines, except for texts, data, and forms without comments.

usage: tests/documents/licence.py      from the top level; prints each file that it refuses, and ends with status 1 then
"""

import pathlib
import re
import subprocess
import sys

TAG = re.compile(rb"SPDX-License-Identifier: GPL-3\.0-or-later\b")
FIRST_LINES = 4
# These have the licence of the whole without a line; the Debian package has a file that names it.
WITHOUT = re.compile(r"\.(md|json|webmanifest|png|net|endings|book|tsv|epd|txt)$|^LICENSE$|^scripts/package/debian/")
MADE = {"build", "node_modules", ".git", "__pycache__"}  # what is not part of the sources, where there is no git


def files():
    """The files of the project, from the top level."""
    if pathlib.Path(".git").exists():
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        found = map(pathlib.Path, subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\0")[:-1])
    else:
        found = (path for path in pathlib.Path().rglob("*") if not MADE.intersection(path.parts))
    return sorted(path for path in found if path.is_file())


def main():
    wrong = [path for path in files() if not WITHOUT.search(path.as_posix()) and
             not TAG.search(b"\n".join(path.read_bytes().split(b"\n")[:FIRST_LINES]))]
    for path in wrong:
        print(f"{path}: no line \"SPDX-License-Identifier: GPL-3.0-or-later\" among the first {FIRST_LINES}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
