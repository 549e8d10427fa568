# SPDX-License-Identifier: GPL-3.0-or-later
"""The code blocks of a Markdown file. The word after the opening fence says what a block holds."""

import dataclasses
import re

# What readers may find in a block, and what is done with it.
KINDS = {
    "sh": "shell commands: run",
    "bushka": "lines typed to the engine: run",
    "python": "a program: run",
    "transcript": "a session with its answers: replayed",
    "text": "a picture, a format or printed output: nothing to run",
}

FENCE = re.compile(r"(```+|~~~+)\s*(.*)")
LIST_ITEM = re.compile(r"([-*+]|\d+[.)]) ")
# Where code begins without a fence: anywhere, and after an empty line in a list.
INDENTED = re.compile(r" {4}|\t")
INDENTED_IN_LIST = re.compile(r" {6}|\t")


@dataclasses.dataclass(frozen=True)
class Block:
    """A code block, or what stands in its place; then `problem` says what is wrong with it."""
    document: str
    line: int
    kind: str = ""
    text: str = ""
    problem: str = ""


def classified(document, line, kind, text):
    """The block, with its problem when its kind is not known."""
    if kind not in KINDS:
        return Block(document, line, kind, text, f"the fence must name one of {', '.join(KINDS)}, not \"{kind}\"")
    return Block(document, line, kind, text)


def blocks_of(document, text):
    """Every code block of a document, from top to bottom. Nothing that a reader sees as code is left out."""
    blocks = []
    fence = kind = ""
    start = 0
    inside = []
    in_list = after_blank = False
    for number, line in enumerate(text.splitlines(), 1):
        found = FENCE.match(line.strip())
        if fence and found and found[1] == fence and not found[2]:
            blocks.append(classified(document, start, kind, "".join(inside)))
            fence = ""
        elif fence:
            inside.append(line + "\n")
        elif found:
            fence, kind = found.groups()
            start, inside = number, []
        elif line.strip():
            if not line[0].isspace():
                in_list = LIST_ITEM.match(line) is not None
            if after_blank and INDENTED_IN_LIST.match(line) if in_list else INDENTED.match(line):
                blocks.append(Block(document, number, text=line,
                                    problem="indented code: put it between fences that name its kind"))
        after_blank = not line.strip()
    if fence:
        blocks.append(Block(document, start, kind, problem="the fence is never closed"))
    return blocks
