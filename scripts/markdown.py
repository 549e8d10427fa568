# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables in Markdown, and texts between two marks of a document."""

import re

import console


def table(head, rows):
    """A table in Markdown."""
    return ["| " + " | ".join(cells) + " |" for cells in (head, ["---"] * len(head), *rows)]


def put(path, mark, lines):
    """Writes lines into a file, between two marks; prints them without a file."""
    text = "\n".join([f"<!-- {mark} -->", *lines, f"<!-- end of {mark} -->"])
    if path is None:
        print(text)
        return
    old = path.read_text(encoding="utf-8")
    found = re.findall(rf"<!-- {mark} -->.*?<!-- end of {mark} -->", old, re.S)
    if len(found) != 1:
        console.fail(f"{path} has not one block from <!-- {mark} --> to <!-- end of {mark} -->")
    console.write(path, old.replace(found[0], text))
