#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The arrows between the rooms: every include names its room, and none leads upward.

usage: tests/rooms.py      from the top level; prints each include that it refuses, and ends with status 1 then
"""

import pathlib
import re
import sys

ROOMS = ("core", "system", "tables", "evaluation", "search", "protocol", "library")  # a room may include itself and those before it
SCRIPTS = {"match": ("core", "system", "tables"), "tune": ("core", "system", "tables", "evaluation", "search"),
           "endings": ("core", "system", "tables", "evaluation"),
           "gui": ROOMS, "examples": ()}
# The version is one line of data, which every program prints.
EVERYBODY = {"protocol/version.h"}
INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)


def allowed(path):
    """The rooms that a file may include, or None for all."""
    parts = path.parts
    if parts[0] == "tests" or path.name == "main.c" and parts[0] == "engine":
        return None
    if parts[0] == "scripts":
        return (parts[1], *SCRIPTS[parts[1]])
    room = parts[0] if parts[0] == "core" else parts[1]
    return ROOMS[: ROOMS.index(room) + 1]


def main():
    wrong = 0
    for path in sorted(path for top in ("core", "engine", "scripts", "tests") for path in pathlib.Path(top).rglob("*.[ch]")
                       if "node_modules" not in path.parts):
        rooms = allowed(path)
        for header in INCLUDE.findall(path.read_text(encoding="utf-8")):
            room = header.split("/")[0]
            named = "/" in header or header == "suites.h"
            if not named or (rooms is not None and room not in rooms and header not in EVERYBODY):
                print(f"{path}: #include \"{header}\"", "leads upward" if named else "names no room")
                wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
