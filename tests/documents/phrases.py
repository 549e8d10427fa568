#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Refuses turns of phrase that are not idiomatic English, and private words where the field has its own, in documents,
messages and comments.

usage: tests/documents/phrases.py      from the top level; exit status 1 when one is found, after a line that says where

Files are looked at as a whole: no name in code holds a phrase of several words. A phrase may go over the end of a line,
in a comment or between the parts of a string.
"""

import pathlib
import re
import sys

import licence

# What is refused, and what to say. The first one is good English after "there", and before "longer" and the like.
PHRASES = {
    r"(?<!there )\b(?:is|are|was|were) no\b(?! (?:longer|more|fewer|less|better|worse)\b)": "is not a",
    r"\bbe had\b": "is not available, cannot be allocated",
    r"\bthere is no memory\b|\bout of memory\b": "not enough memory",
    r"\bin place of\b": "instead of",
    r"\bbroken off\b": "interrupted",
    r"\bforced ends?\b": "forced win or loss, mate score",
    r"\btables? of endings\b": "tablebase",
    r"\blines? of play\b": "principal variation, best play",
    r"\bparted by\b": "separated by",
    r"\bbut for\b": "except, except for",
    r"\btells? of\b": "reports, names",
}
# Of these files, phrases that are formats or must stay as they are.
FORMATS = {
    "LICENSE": "but for the patent license",
    "scripts/match/collector.c": '[MATCH_ABORTED] = "broken off"',
    "tests/match/test_match.c": '"json", "broken off"',
}
KINDS = re.compile(r"\.(?:md|c|h|ts|py|sh|mk|html|txt|in|6)$|(?:^|/)[^.]+$")
THIS = "tests/documents/phrases.py"
# Between two words: the end of a line with what begins the next one in a comment, or of one part of a string.
BREAK = re.compile(r'"[ \t]*\n\s*"|\s*\n[ \t]*(?:/?\*+|//+|#+|>)?[ \t]*')


def found_in(name):
    """Each phrase in a file: its line, its words, what to say."""
    text = pathlib.Path(name).read_text(encoding="utf-8").replace(FORMATS.get(name, "\0"), "")
    parts, lines, end, number = [], [], 0, 1
    for cut in BREAK.finditer(text + "\n"):
        part = text[end:cut.start()] + ("" if cut[0][0] == '"' else " ")
        parts.append(part)
        lines += [number] * len(part)  # of each character of the joined text
        number += cut[0].count("\n")
        end = cut.end()
    joined = "".join(parts)
    for phrase, better in PHRASES.items():
        for found in re.finditer(phrase, joined, re.IGNORECASE):
            yield lines[found.start()], found[0], better


def main():
    names = [path.as_posix() for path in licence.files()]
    names = [name for name in names if KINDS.search(name) and name != THIS]
    wrong = [(name, *found) for name in names for found in found_in(name)]
    for name, line, words, better in wrong:
        print(f"{name}:{line}: \"{words}\"; say: {better}")
    print(f"phrases: {len(names)} files, {len(wrong)} phrases refused")
    return 0 if not wrong and names else 1


if __name__ == "__main__":
    sys.exit(main())
