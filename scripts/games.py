# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the games of a file: PDN of bushka-match, or moves in short notation without tags."""

import re

import console

SHOWN = 20           # characters of a wrong word
FORCED_SCORE = 1000  # of a forced win, in hundredths of a man
RESULTS = ["1-0", "1/2-1/2", "0-1"]  # of finished games, the best for White first
ENDS = (*RESULTS, "*")  # the moves of a game with tags end with one of these
MOVE = re.compile(r"[a-j][0-9a-jx-]+[!?]*")


def read(path, variant):
    """Yields the games of a file on that board: the position where a game begins, as words of the command `position`,
    its result or None, the moves, and for each move the mover's score in hundredths of a man or None."""
    with open(path, encoding="ascii", errors="replace") as file:
        text = file.read()
    named = re.search(r"^# Board: (\w+)", text)
    if named and named.group(1) != variant:
        return
    for number, block in enumerate(re.split(r"\n(?=\[Event )", text), 1):
        tags = dict(re.findall(r"^\[(\w+) \"(.*)\"\]$", block, re.M))
        if tags.get("Variant", variant) != variant:
            continue
        if "Result" in tags and not block.rstrip().endswith(ENDS):
            console.fail(f"{path}: game {number} is cut off")
        moves, scores = [], []
        block = re.sub(r"^[\[#].*$", "", block, flags=re.M)
        for comment, word in re.findall(r"\{([^}]*)\}|(\S+)", block):
            found = re.match(r"([-+])(M?)([\d.]+)/", comment)
            if found and scores:
                sign, forced, value = found.groups()
                scores[-1] = (-1 if sign == "-" else 1) * (FORCED_SCORE if forced else round(100 * float(value)))
            elif word and word not in ENDS and not re.fullmatch(r"\d+\.+", word):
                if not MOVE.fullmatch(word):
                    console.fail(f"{path}: game {number}: {word[:SHOWN]!a} is not a move")
                moves.append(word)
                scores.append(None)
        yield f"fen {tags['FEN']}" if "FEN" in tags else "startpos", tags.get("Result"), moves, scores
