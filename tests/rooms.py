#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The arrows between the folders of the sources: every include names its folder, none leads upward, and no module (a
header with the .c of the same name) includes itself through others. What differs between systems is in engine/system
alone: no other file of the rules, the engine and the tools includes a header beyond those of C and its threads.

usage: tests/rooms.py      from the top level; prints each include that it refuses, and ends with status 1 then
"""

import pathlib
import re
import sys

# A folder may include itself and those before it.
ROOMS = ("core", "system", "games", "tables", "evaluation", "book", "search", "protocol", "terminal", "library")
SCRIPTS = {"tools": ("core", "system"), "match": ("core", "system", "tools", "games", "tables"),
           "train": ("core", "system", "tools", "tables", "evaluation", "search"),
           "endings": ("core", "system", "tools", "tables", "evaluation"),
           "gui": ROOMS, "examples": ()}
# Folders that run other programs, and need all of POSIX for that; and other files that may use the system directly.
OF_SYSTEM = ("engine/system/", "scripts/match/", "tests/",
             "engine/library/library_engine.c")  # it leaves signals to the program that the library is part of
# The headers of C11 and of POSIX threads, and those of libraries that are part of the sources or linked.
PORTABLE = {"assert", "complex", "ctype", "errno", "fenv", "float", "inttypes", "limits", "locale", "math", "pthread",
            "setjmp", "stdalign", "stdarg", "stdatomic", "stdbool", "stddef", "stdint", "stdio", "stdlib", "stdnoreturn",
            "string", "time", "wchar", "wasm_simd128", "bushka", "uthash", "readline/history", "readline/readline"}
SYSTEM_INCLUDE = re.compile(r"^ *# *include <([^>]+)\.h>", re.MULTILINE)
# Macros by which a file asks the system's headers for more than POSIX.
BEYOND_POSIX = re.compile(r"^ *# *define +(_[A-Z]+_SOURCE)\b", re.MULTILINE)
INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)


def allowed(path):
    """The folders that a file may include, or None for all."""
    parts = path.parts
    if parts[0] == "tests" or path.name == "main.c" and parts[0] == "engine":
        return None
    if parts[0] == "scripts":
        return (parts[1], *SCRIPTS[parts[1]])
    room = parts[0] if parts[0] == "core" else parts[1]
    return ROOMS[: ROOMS.index(room) + 1]


def circles(needs):
    """The modules that include themselves through others: those left when all that include none of the others, or that
    none includes, are taken away."""
    left = {module: set(headers) - {module} for module, headers in needs.items()}
    while True:
        needed = set().union(*left.values())
        gone = [module for module, headers in left.items() if module not in needed or not headers & left.keys()]
        if not gone:
            return sorted(left)
        for module in gone:
            del left[module]


def main():
    wrong = 0
    needs = {}  # by module, those whose headers it includes
    for path in sorted(path for top in ("core", "engine", "scripts", "tests") for path in pathlib.Path(top).rglob("*.[ch]")
                       if "node_modules" not in path.parts):
        rooms = allowed(path)
        text = path.read_text(encoding="utf-8")
        for header in SYSTEM_INCLUDE.findall(text):
            if header not in PORTABLE and not path.as_posix().startswith(OF_SYSTEM):
                print(f"{path}: #include <{header}.h> belongs in engine/system")
                wrong += 1
        for macro in BEYOND_POSIX.findall(text):
            if not path.as_posix().startswith(OF_SYSTEM):
                print(f"{path}: {macro} belongs in engine/system")
                wrong += 1
        module = path.with_suffix("").as_posix().removeprefix("engine/").removeprefix("scripts/")
        needs.setdefault(module, set()).update(header.removesuffix(".h") for header in INCLUDE.findall(text))
        for header in INCLUDE.findall(text):
            room = header.split("/")[0]
            named = "/" in header
            if not named or (rooms is not None and room not in rooms):
                print(f"{path}: #include \"{header}\"", "leads upward" if named else "names no folder")
                wrong += 1
    for module in circles(needs):
        print(f"{module} includes itself through other modules")
        wrong += 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
