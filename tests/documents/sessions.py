# SPDX-License-Identifier: GPL-3.0-or-later
"""Sessions with the engine: piped all at once, and typed at a terminal; with their comments and without them."""

import re

import process

ERROR = "info string error:"
GREETING = re.compile(r"Bushka Engine")

# The last line of the answer to a command. Commands that are not listed answer with nothing but errors.
LAST_LINES = {
    "go": re.compile(r"^bestmove "),
    "perft": re.compile(r"^Nodes searched: \d+$"),
    "bench": re.compile(r"^Nodes/second"),
    "d": re.compile(r"^Key: "),
    "eval": re.compile(r"^Final evaluation: "),
    "uci": re.compile(r"^uciok$"),
    "isready": re.compile(r"^readyok$"),
}


def without_comments(text):
    """The lines as the engine reads them: up to a word "#"."""
    return re.sub(r"^#.*|[ \t]+#([ \t].*)?$", "", text, flags=re.MULTILINE)


def names(text):
    """The command of each line, but for `quit`, which every session gets at its end."""
    words = [line.split()[0] for line in without_comments(text).splitlines() if line.strip()]
    return [word for word in words if word != "quit"]


def problem_with(text, status, output):
    """What is wrong with the engine's answers to a session; "" when nothing is."""
    lines = output.splitlines()
    errors = [line for line in lines if ERROR in line]
    if errors:
        return f"refused: {errors[0]}"
    if status != 0:
        return f"exit status {status}"
    commands = names(text)
    for name, last in LAST_LINES.items():
        answers = sum(bool(last.search(line)) for line in lines)
        if answers != commands.count(name):
            return f"{answers} answers to {commands.count(name)} times \"{name}\""
    return ""


def piped(text, place):
    """All of it at once, as a script does."""
    status, output = process.at_pipe([place.engine], text, place.environment, place.directory)
    return problem_with(text, status, output), output


def typed(text, place, patiently):
    """After `make run`, pasted, or patiently: each line after the answer to the one before."""
    with process.Terminal(["make", "run"], place.environment, place.directory) as terminal:
        terminal.wait_for(GREETING, 1)
        lines = [line for line in text.splitlines() if names(line)]
        for i, line in enumerate(lines):
            terminal.type(line + "\n")
            if patiently or i == len(lines) - 1:
                so_far = names("\n".join(lines[:i + 1]))
                for name in set(so_far) & set(LAST_LINES):
                    terminal.wait_for(LAST_LINES[name], so_far.count(name))
        terminal.type("quit\n")  # not before the answers: at a terminal it ends what runs
        status, output = terminal.end()
    return problem_with(text, status, output), output


def run(text, place):
    """Every way to give a session to the engine. Returns the first problem and the output with it."""
    bare = without_comments(text)
    attempts = [("piped", lambda: piped(text, place)), ("piped without comments", lambda: piped(bare, place))]
    if place.has_terminals:
        attempts += [("typed", lambda: typed(text, place, True)),
                     ("pasted without comments", lambda: typed(bare, place, False))]
    for how, attempt in attempts:
        problem, output = attempt()
        if problem:
            return f"{how}: {problem}", output
    return "", ""


def pattern_of(line):
    """An expected line, in which `*` stands for any text. A terminal may have written a prompt before it."""
    return re.compile(".*".join(map(re.escape, line.split("*"))) + "$")


def replay(text, place):
    """Types a transcript at a terminal: the answers printed must come, in their order, and no errors but those."""
    if not place.has_terminals:
        return "", ""
    expected_errors = sum(line.startswith(ERROR) for line in text.splitlines())
    with process.Terminal(["make", "run"], place.environment, place.directory) as terminal:
        terminal.wait_for(GREETING, 1)
        seen = len(terminal.lines())
        for line in text.splitlines():
            if line.startswith("> "):
                terminal.type(line[2:] + "\n")
            elif line.strip() and line != "...":
                pattern = pattern_of(line)
                while not any(pattern.search(answer) for answer in terminal.lines()[seen:]):
                    if not terminal.read():
                        return f"the line never came: {line}", "\n".join(terminal.lines())
                lines = terminal.lines()
                seen = next(i for i in range(seen, len(lines)) if pattern.search(lines[i])) + 1
        status, output = terminal.end()
    errors = sum(ERROR in line for line in output.splitlines())
    if status != 0 or errors != expected_errors:
        return f"exit status {status}, {errors} errors where {expected_errors} are printed", output
    return "", ""
