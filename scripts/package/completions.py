# SPDX-License-Identifier: GPL-3.0-or-later
"""Completion of command lines by bash, zsh and fish, from the help of a program."""

import re

FILE_VALUES = re.compile(r"\b(FILES?|PROGRAM|RECORDS)\b|(?<=file=)NAME")
FOLDER_VALUES = re.compile(r"\b(FOLDERS?|DIR)\b|(?<=dir=)NAME")
BOARDS = ("bushka", "bushka9x11")
WORD = re.compile(r"[a-z][a-z0-9]*")
COMMENT = "SPDX-License-Identifier: GPL-3.0-or-later\n# Made from the help of the program."


def keys_of(item):
    """The keys of an option's value, with the equals sign, and what each means."""
    return [(key.term.partition("=")[0] + "=", key.text) for key in item.keys if "=" in key.term and "." not in key.name]


def words_of(item):
    """The words that may follow a command."""
    return sorted(set(WORD.findall(item.value)))


def kind_of(item):
    """What the value of an option is: "file", "folder", "board", "other", or "" when there is none."""
    if FOLDER_VALUES.search(item.value):
        return "folder"
    if FILE_VALUES.search(item.value):
        return "file"
    if item.name == "-variant":
        return "board"
    return "other" if item.value else ""


def subcommands(found):
    """The words in the synopsis that come first: bushka-endings [build | verify | report]."""
    return sorted({word for command, _ in found.synopsis
                   for listed in re.findall(r"\[([a-z |]+)\]", command) for word in listed.split(" | ")})


def first_words(found):
    """What the first word of the command line may be, besides files: pairs of a word and its meaning."""
    firsts = [(item.name, item.text) for item in found.items]
    if found.has_commands:
        firsts += [("-help", "this list"), ("-version", "the version")]
    return [(word, "") for word in subcommands(found)] + firsts


def following(found):
    """What follows a word: triples of the word, a kind as of kind_of() or "keys" or "words", and pairs. An option whose
    keys are not listed has those of the one before it."""
    keys = []
    for item in found.items:
        keys = keys_of(item) or keys
        if found.has_commands:
            if words_of(item):
                yield item.name, "words", [(word, "") for word in words_of(item)]
        elif item.value.startswith("KEY="):
            yield item.name, "keys", keys
        elif kind_of(item):
            yield item.name, kind_of(item), [(board, "") for board in BOARDS] * (kind_of(item) == "board")


def quoted(text):
    """A word in single quotes."""
    return "'" + text.replace("'", "'\\''") + "'"


def bash(found):
    """For bash. A word after = is a file; before it, a key of the last option."""
    function = "_" + found.program.replace("-", "_")
    cases = []
    for word, kind, pairs in following(found):
        names = " ".join(name for name, _ in pairs)
        action = {"file": "mapfile -t COMPREPLY < <(compgen -f -- \"$current\"); compopt -o filenames",
                  "folder": "mapfile -t COMPREPLY < <(compgen -d -- \"$current\"); compopt -o filenames",
                  "other": "COMPREPLY=()"}.get(kind)
        if action is None:
            action = f"mapfile -t COMPREPLY < <(compgen -W '{names}' -- \"$current\")"
        if kind == "keys":
            action += "; compopt -o nospace"
        # After its one value an option is done; keys and words go on.
        more = "$current != -*" if kind in ("keys", "words") else "$distance == 1"
        cases.append(f"    if [[ $last == {word} && {more} ]]; then {action}; return; fi")
    firsts = " ".join(word for word, _ in first_words(found))
    last = "((count > 1)) && last=${words[1]}" if found.has_commands else (
        "for ((i = count - 1; i > 0; i--)); do [[ ${words[i]} == -* ]] && last=${words[i]} && break; done\n"
        "    ((distance = count - i))")
    plain = "" if found.has_commands else """
    if [[ -n $current && $current != -* ]]; then
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$current")
        compopt -o filenames
    fi"""
    guard_first = "    ((count > 1)) && return\n" if found.has_commands else ""
    return f"""# {COMMENT}
{function}()
{{
    local current=${{COMP_WORDS[COMP_CWORD]}} last='' count=$COMP_CWORD{'' if found.has_commands else ' i distance'}
    local -a words=("${{COMP_WORDS[@]}}")
    COMPREPLY=()
    if [[ $current == = || ${{words[count - 1]}} == = ]]; then
        [[ $current == = ]] && current=''
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
        compopt -o filenames
        return
    fi
    {last}
{chr(10).join(cases)}
{guard_first}    mapfile -t COMPREPLY < <(compgen -W '{firsts}' -- "$current"){plain}
}}
complete -F {function} {found.program}
"""


def zsh_pairs(pairs):
    """Words and meanings as _describe takes them."""
    return " ".join(quoted(word.replace(":", "\\:") + (":" + meaning.replace("\n", " ") if meaning else ""))
                    for word, meaning in pairs)


def zsh(found):
    """For zsh."""
    cases = []
    for word, kind, pairs in following(found):
        action = {"file": "_files", "folder": "_files -/", "other": f"_message {quoted('a value')}"}.get(kind)
        if action is None:
            blank = " -S ''" if kind == "keys" else ""
            action = f"choices=({zsh_pairs(pairs)}); _describe -V word choices{blank}"
        more = "$PREFIX != -*" if kind in ("keys", "words") else "$((CURRENT - at)) == 1"
        cases.append(f"if [[ $last == {word} && {more} ]]; then {action}; return; fi")
    last = ("(( CURRENT > 2 )) && last=${words[2]}" if found.has_commands else
            "for ((at = CURRENT - 1; at > 1; at--)); do [[ ${words[at]} == -* ]] && last=${words[at]} && break; done")
    rest = "(( CURRENT > 2 )) && return\n" if found.has_commands else ""
    files = "" if found.has_commands else "\n[[ $PREFIX == -* ]] || _files"
    return f"""#compdef {found.program}
# {COMMENT}
local last='' at=0
local -a choices
if [[ $PREFIX == *=* ]]; then compset -P '*='; _files; return; fi
{last}
{chr(10).join(cases)}
{rest}choices=({zsh_pairs(first_words(found))})
_describe -V word choices{files}
"""


def fish(found):
    """For fish; options have one hyphen, which it calls old ones."""
    made = [f"# {COMMENT}"]
    begin = f"complete -c {found.program}"
    if found.has_commands:
        made.append(f"{begin} -f")
        first = "-n 'test (count (commandline -opc)) -eq 1'"
    for word, meaning in first_words(found):
        text = f" -d {quoted(meaning)}" if meaning else ""
        made.append(f"{begin} -o {word[1:]}{text}" if word.startswith("-") and not found.has_commands else
                    f"{begin} {first} -a {quoted(word)}{text}" if found.has_commands else
                    f"{begin} -n 'test (count (commandline -opc)) -eq 1' -a {word}")
    for word, kind, pairs in following(found):
        names = quoted(" ".join(name for name, _ in pairs))
        if kind == "words":
            made.append(f"{begin} -n 'test (count (commandline -opc)) -gt 1; and contains -- {word} "
                        f"(commandline -opc)[2]' -a {names}")
        elif kind in ("keys", "board"):
            made.append(f"{begin} -x -o {word[1:]} -a {names}")
        elif kind == "folder":
            made.append(f"{begin} -x -o {word[1:]} -a '(__fish_complete_directories)'")
        else:
            made.append(f"{begin} {'-r -F' if kind == 'file' else '-x'} -o {word[1:]}")
    return "\n".join(made) + "\n"


SHELLS = {"bash": bash, "zsh": zsh, "fish": fish}
