# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables in Markdown, and texts between two marks of a document."""

import re

import console


def table(head, rows):
    """A table in Markdown."""
    return ["| " + " | ".join(cells) + " |" for cells in (head, ["---"] * len(head), *rows)]


def find(path, mark):
    """The text of a file, and its block between two marks; ends the script unless there is exactly one."""
    text = path.read_text(encoding="utf-8")
    found = re.findall(rf"<!-- {mark} -->.*?<!-- end of {mark} -->", text, re.S)
    if len(found) != 1:
        console.fail(f"{path} has not one block from <!-- {mark} --> to <!-- end of {mark} -->")
    return text, found[0]


def put(path, mark, lines):
    """Writes lines into a file, between two marks; prints them if there is no file."""
    new = "\n".join([f"<!-- {mark} -->", *lines, f"<!-- end of {mark} -->"])
    if path is None:
        print(new)
        return
    text, old = find(path, mark)
    console.write(path, text.replace(old, new))
