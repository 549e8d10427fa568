# SPDX-License-Identifier: GPL-3.0-or-later
"""A man page in roff, from the help of a program and from sections of its own.

A file of sections holds text in paragraphs. Its first paragraph says in a few words what the program is; "## NAME"
begins a section, and indented lines are shown as they are. Lines that begin with "# " are comments.
"""

import datetime
import re
import textwrap

SECTION = 6  # of games
LINE_LENGTH = 78  # of the source of a page
CODE = "    "  # begins lines that are shown as they are
PLACEHOLDER = re.compile(r"(?<![A-Za-z])([A-Z][A-Z0-9]*)(?![A-Za-z])")
HYPHEN = re.compile(r"(?<![A-Za-z0-9])-(?=\S)")
PAGE = re.compile(r"\b([a-z-]+)\(([1-8])\)")
SPECIAL = {"\\": r"\e", "'": r"\(aq", "^": r"\(ha", "~": r"\(ti", "`": r"\(ga"}


def escaped(text):
    """The text with no character that roff would take for something else."""
    return "".join(SPECIAL.get(character, character) for character in text)


def guarded(line):
    """A line that is no request, although it may begin like one."""
    return r"\&" + line if line.startswith((".", "'")) else line


def prose(text):
    """A paragraph, in lines; the names of options keep their hyphens, and other pages are bold."""
    marked = PAGE.sub(r"\\fB\1\\fR(\2)", HYPHEN.sub(r"\\-", escaped(text)))
    return "\n".join(map(guarded, textwrap.wrap(marked, LINE_LENGTH, break_long_words=False, break_on_hyphens=False)))


def literal(text):
    """Text to be typed as it is."""
    return guarded(escaped(text).replace("-", r"\-"))


def term(text):
    """What is to be typed in bold letters, what stands for something else in italic ones."""
    name, blank, rest = text.partition(" ")
    key, equals, value = name.partition("=")
    value = PLACEHOLDER.sub(r"\\fI\1\\fR", literal(equals + value + blank + rest))
    return rf"\fB{literal(key)}\fR{value}"


def items(found):
    """The lines of options or commands, and of the keys below them."""
    for item in found:
        yield from (".TP", term(item.term), prose(item.text))
        if item.keys:
            yield ".RS"
            yield from items(item.keys)
            yield ".RE"


def blocks(text):
    """What blank lines part: lists of lines, without comments; a heading is one by itself."""
    lines = "\n".join(line + "\n" * line.startswith("## ") for line in text.splitlines() if not line.startswith("# "))
    return [block.splitlines() for block in re.split(r"\n{2,}", lines.strip("\n"))]


def extra(parts):
    """The lines of such parts as a page has them."""
    begins = True  # after a heading no paragraph need begin
    for lines in parts:
        heading = lines[0].startswith("## ")
        if heading:
            yield f".SH {lines[0][3:]}"
        else:
            yield from [] if begins else [".PP"]
            if lines[0].startswith(CODE):
                yield from (".RS 4", ".EX", *(literal(line[len(CODE):]) for line in lines), ".EE", ".RE")
            else:
                yield prose(" ".join(lines))
        begins = heading


def page(found, version, text, epoch):
    """The page; the date is that of the time given."""
    date = datetime.datetime.fromtimestamp(epoch, datetime.timezone.utc).strftime("%Y-%m-%d")
    (summary, *_), *further = blocks(text)
    made = [r'.\" SPDX-License-Identifier: GPL-3.0-or-later',
            r'.\" Made from the help of the program.',
            f'.TH {found.program.upper()} {SECTION} {date} "Bushka Engine {version}" "Games"',
            ".SH NAME", rf"{found.program} \- {summary}", ".SH SYNOPSIS"]
    for number, (command, _) in enumerate(found.synopsis):
        made += [".br"] * bool(number) + [term(command)]
    made.append(".SH DESCRIPTION")
    for number, paragraph in enumerate(found.about):
        made += [".PP"] * bool(number) + [prose(paragraph)]
    for command, purpose in found.synopsis:
        made += [".PP", term(command), ".RS", prose(purpose), ".RE"] if purpose else []
    made += [".SH COMMANDS" if found.has_commands else ".SH OPTIONS", *items(found.items)]
    made += [".SH EXIT STATUS", prose(found.exit_code), *extra(further)]
    return "\n".join(made) + "\n"
