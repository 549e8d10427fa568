#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares the error lines of protocol.md with the messages of the code: each must be in the other. Checks also that the
commands and options of the code have a row in protocol.md, and that the sections of core/RULES.md that comments cite
exist.

usage: tests/documents/errors.py      exit status 1 when something is missing

An item of the lists in "Error lines" begins with messages in which words stand for the arguments of the code's format.
"""

import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parents[2]
PROTOCOL, RULES = TOP / "protocol.md", TOP / "core" / "RULES.md"

# The calls that make error lines, and what each puts before its format.
CALLS = {"error_set": "", "REFUSE": "%s: ", "output_line": ""}
CALL = re.compile(rf"\b({'|'.join(CALLS)})\(")
TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|(\w+)|(.)', re.DOTALL)
ARGUMENT = re.compile(r"%[-+ #0]*(?:\*|\d+)?(?:\.(?:\*|\d+))?(?:hh|h|ll|l|z|j)?[a-zA-Z]|%")
BEGIN = "info string error: "

MEMORY = "not enough memory"
GENERIC = {"PATH: WHY", MEMORY + " WHAT"}  # each stands for many messages
TELLING = 4            # letters that a format needs to account for a row

# Messages that are not error lines of the protocol, or that add nothing to others.
ELSEWHERE = {
    "engine/evaluation/network.c": "networks, for which PATH: WHY stands",
    "engine/evaluation/network_file.c": "networks, for which PATH: WHY stands",
    "engine/book/book.c": "books, for which PATH: WHY stands",
    "engine/games/pdn.c": "game files, at a terminal and in matches",
    "engine/games/pdn_read.c": "game files",
    "engine/terminal/game_files.c": "files at a terminal",
    "engine/terminal/session.c": "a line at a terminal",
    "engine/terminal/terminal.c": "a terminal that cannot be used",
    "engine/system/wasm/file.c": "tables that are ignored, in a page",
    "engine/tables/table_file.c": "tables that are ignored, as an info line says",
    "engine/system/descriptor.c": "on standard error, as the program ends",
}
EXCEPTIONS = {
    "%s": "passes on a message",
    BEGIN + "%s": "passes on a message",
    "%s is in use by %s": "files that the scripts resume",
    "%s is not a directory": "directories that the scripts make",
    "%s is a symbolic link that leads nowhere": "saving at a terminal, and what the scripts write",
    "%s holds something else and is not replaced; name another file, or remove it first":
        "saving at a terminal, and what the scripts write",
    "%s: ": "the definition of REFUSE, whose uses are checked",
    "there is no tablebase of %s in %s": "the scripts alone ask for the tables of one board",
    "perft takes a depth of 0 to %d and 0 to %d threads": "the command checks both before",
}


def first_literal(text, start, defined):
    """The first argument from `start` on that is a string literal, its pieces joined; "" when there is none."""
    depth, parts = 1, []
    for found in TOKEN.finditer(text, start):
        literal, word, sign = found.groups()
        if literal is not None and depth == 1:
            parts.append(re.sub(r"\\(.)", r"\1", literal))
        elif parts and word:
            parts.append(defined.get(word, ""))  # PRId64 and the like: the "%" before it is the argument
        elif sign in ("(", ")"):
            depth += 1 if sign == "(" else -1
        if (sign == "," and depth == 1 and parts) or depth == 0:
            break
    return "".join(parts)


def messages():
    """Of each call: the file, the name of what is called, the literal."""
    for path in sorted([*(TOP / "core").rglob("*.c"), *(TOP / "engine").rglob("*.c")]):
        name = str(path.relative_to(TOP))
        text = path.read_text(encoding="utf-8")
        defined = dict(re.findall(r'#define (\w+) "((?:[^"\\]|\\.)*)"', text))
        for found in CALL.finditer(text):
            literal = first_literal(text, found.end(), defined)
            if name in ELSEWHERE or literal == "" or (found[1] == "output_line" and not literal.startswith(BEGIN)):
                continue
            yield name, found[1], literal


def pattern_of(message):
    """Matches the message with any text for each argument."""
    return re.compile(".+".join(map(re.escape, ARGUMENT.split(message.removeprefix(BEGIN)))))


def documented():
    """The messages with which the items of the section's lists begin."""
    section = PROTOCOL.read_text(encoding="utf-8").split("\n## Error lines\n")[1].split("\n## ")[0]
    section = re.sub(r"\n +", " ", section)  # an item may have several lines
    items = re.findall(r"^- (`[^`]+`(?:, `[^`]+`)*)", section, re.MULTILINE)
    return [message for item in items for message in re.findall(r"`([^`]+)`", item)]


def names():
    """Of each command and option: the file whose table has it, and its name."""
    for path, entry in (("engine/protocol/commands.c", r'^    {"(\w+)",'),
                        ("engine/protocol/options.c", r'{\.name = "([^"]+)"')):
        for name in re.findall(entry, (TOP / path).read_text(encoding="utf-8"), re.MULTILINE):
            yield path, name


def citations():
    """Each section of RULES.md that a comment cites, with the file."""
    for path in sorted(path for top in ("core", "engine", "scripts", "tests") for path in (TOP / top).rglob("*.[ch]")
                       if "node_modules" not in path.parts):
        for cited in re.findall(r'RULES\'?s? ((?:(?:,? ?(?:and )?)"[^"]+",?[ \d]*(?:and \d)?)+)',
                                re.sub(r"\s*\n ?\*?\s*", " ", path.read_text(encoding="utf-8"))):
            for title in re.findall(r'"([^"]+)"', cited):
                yield path.relative_to(TOP), title


def main():
    wrong = 0
    rows = documented()
    patterns = []
    for name, call, literal in messages():
        if literal in EXCEPTIONS or literal.removeprefix(BEGIN).startswith(MEMORY):
            continue
        pattern = pattern_of(CALLS[call] + literal)
        patterns.append(pattern)
        if not any(pattern.fullmatch(row) for row in rows):
            print(f"{name}: protocol.md lacks the error \"{literal}\"")
            wrong += 1
    for row in rows:
        if row not in GENERIC and not any(pattern.fullmatch(row) for pattern in patterns
                                          if len(re.findall(r"[a-z]", pattern.pattern)) >= TELLING):
            print(f"protocol.md: no code prints \"{row}\"")
            wrong += 1
    named = list(names())
    protocol = PROTOCOL.read_text(encoding="utf-8")
    for path, name in named:
        if not re.search(rf"^\| `{name}\b", protocol, re.MULTILINE):
            print(f"{path}: protocol.md has no row of a table for \"{name}\"")
            wrong += 1
    titles = re.findall(r"^#+ (.*)$", RULES.read_text(encoding="utf-8"), re.MULTILINE)
    cited = list(citations())
    for path, title in cited:
        if title not in titles:
            print(f"{path}: core/RULES.md has no section \"{title}\"")
            wrong += 1
    print(f"errors: {len(patterns)} messages, {len(rows)} rows, {len(named)} commands and options, "
          f"{len(cited)} citations of the rules, {wrong} wrong")
    return 0 if wrong == 0 and patterns and named and cited else 1


if __name__ == "__main__":
    sys.exit(main())
