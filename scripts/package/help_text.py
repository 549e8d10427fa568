# SPDX-License-Identifier: GPL-3.0-or-later
"""The help of a program, read: from it man pages and completions are made, so that all of them say the same.

Each program has one of three forms. The engine lists commands, each followed by indented lines. The match runner lists
options from the first column, and below some of them the keys of their values. The other tools list indented options,
whose text begins with the name of the value.
"""

import dataclasses
import re
import subprocess

TITLE = re.compile(r"Bushka Engine \S+")
USAGE = re.compile(r"(?:usage:|      ) (\S.*?)(?: {2,}(\S.*))?")
OPTION = re.compile(r"(-\S+(?: \S+)*) {2,}(\S.*)")
TOOL_OPTION = re.compile(r"  (-\S+) +(\S.*)")
VALUE_OF_TOOL = re.compile(r"([A-Z][A-Z/]*(?:\.\.\.)?): (.*)")
KEY = re.compile(r"  (\S.*?) {2,}(\S.*)")
COMMAND_TEXT = "    "
EXIT_CODE = re.compile(r"(?:The exit code|Exit code)\b")


class HelpError(Exception):
    """The help is not of a form that is known."""


@dataclasses.dataclass
class Item:
    """An option or a command, or a key of an option's value."""
    term: str  # with what follows the name: "-seed N", "perft N [hash MIB]", "tc=MOVES/TIME+INC"
    text: str
    keys: list = dataclasses.field(default_factory=list)

    @property
    def name(self):
        """The first word."""
        return self.term.split()[0]

    @property
    def value(self):
        """What follows it; "" when nothing does."""
        return self.term[len(self.name):].strip()


@dataclasses.dataclass
class Help:
    """What a program says about itself."""
    program: str
    synopsis: list = dataclasses.field(default_factory=list)  # of pairs: a command line, and what it does or ""
    about: list = dataclasses.field(default_factory=list)     # paragraphs
    items: list = dataclasses.field(default_factory=list)
    exit_code: str = ""

    @property
    def has_commands(self):
        """True when the items are words without a hyphen."""
        return bool(self.items) and not self.items[0].term.startswith("-")


def add_paragraph(found, lines):
    """Files a paragraph where it belongs, sentences about the exit code apart; empties the lines."""
    for line in lines:
        if EXIT_CODE.match(line):
            found.exit_code = line
    rest = " ".join(line for line in lines if not EXIT_CODE.match(line))
    if rest:
        found.about.append(rest)
    lines.clear()


def read(program, text):
    """The help that a program has printed."""
    found = Help(program)
    paragraph = []
    lines = text.splitlines()
    for line, following in zip(lines, lines[1:] + [""]):
        usage, option, tool, key = (form.fullmatch(line) for form in (USAGE, OPTION, TOOL_OPTION, KEY))
        if not line or TITLE.fullmatch(line):
            add_paragraph(found, paragraph)
        elif usage and not found.items:
            found.synopsis.append((usage[1], usage[2] or ""))
        elif line.startswith(program + " "):
            command, _, begin = line.partition(": ")
            found.synopsis.append((command, ""))
            paragraph += [begin[0].upper() + begin[1:]] if begin else []
        elif tool:
            add_paragraph(found, paragraph)
            value = VALUE_OF_TOOL.fullmatch(tool[2])
            found.items.append(Item(f"{tool[1]} {value[1]}", value[2]) if value else Item(tool[1], tool[2]))
        elif option:
            add_paragraph(found, paragraph)
            found.items.append(Item(option[1], option[2]))
        elif line.startswith(COMMAND_TEXT) and found.items:
            found.items[-1].text = f"{found.items[-1].text} {line.strip()}".strip()
        elif key and found.items:
            found.items[-1].keys.append(Item(key[1], key[2]))
        elif following.startswith(COMMAND_TEXT) and not line.startswith(" "):
            found.items.append(Item(line, ""))
        elif not line.startswith(" "):
            paragraph.append(line)
        else:
            raise HelpError(f"{program} -help: this line is of no form that is known: {line}")
    add_paragraph(found, paragraph)
    if not found.synopsis or not found.items or not found.exit_code:
        raise HelpError(f"{program} -help: it lacks a usage, a list of options or commands, or the exit code")
    return found


def ask(program, path):
    """The help and the version of the program at that path."""
    texts = [subprocess.run([path, word], check=True, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL,
                            text=True).stdout for word in ("-help", "-version")]
    return read(program, texts[0]), texts[1].splitlines()[0].split()[-1]
