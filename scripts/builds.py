# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds of the engine to compare, an engine that is spoken to over its protocol, and statistics of alternating runs."""

import dataclasses
import hashlib
import json
import math
import os
import pathlib
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

import console

CACHE = console.ROOT / "build/revisions"
RUNNER = "build/bushka-match"
LOG_LINES = 10      # shown of a build that failed
PARAMETERS = "engine/search/params.h"
DIGITS = 16         # of a digest
# Faults in the runner's summary, and how its game file and its reports name an end by them.
FAULTS = {"crashes": "abandoned", "stalls": "stalled connection", "time_losses": "time forfeit",
          "illegal_moves": "illegal move", "protocol_errors": "rules infraction"}
# For matches that measure changes: decided games are not played out. Compared with 3 moves at 600 points and 8 at 10 from
# move 40 on, none of 1,200 games at 50 ms a move has another result, and one of 600 with 20,000 nodes a move; an eighth of
# the plies is saved.
ADJUDICATION = ["-resign", "movecount=2", "score=300", "-draw", "movenumber=25", "movecount=5", "score=15"]
# The sets in tests/data have 2,000 openings for each board; then deterministic engines would repeat their games.
OPENINGS = ["format=random", "plies=8"]
PARAMETER_NAME = r"([A-Z][A-Z0-9_]*)"
PARAMETER = re.compile(rf"^    {PARAMETER_NAME} = (-?\d+)", re.M)
FORCED_SCORE = 30000  # a mate in n moves counts as this less 2n
INFO = re.compile(r"info depth (\d+) .*multipv (\d+) score (cp|mate) (-?\d+) nodes (\d+) "
                  r".*time (\d+)( tbhits \d+)? pv (.+)")

BOOK_MOVE = re.compile(r" (\S+) score (cp|mate) (-?\d+)(?: searches (\d+))?")

# Student's t for a two-sided interval of 95 %, by degrees of freedom from 1; beyond the list the normal value.
STUDENT_95 = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145,
              2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045]
NORMAL_95 = 1.960


def revision(name):
    """The full hash of a git revision; None for any other word. Fails if git refuses the repository, for example because
    it belongs to another user."""
    status, output, errors = console.call(["git", "-C", console.ROOT, "rev-parse", "--verify", "--quiet", "--end-of-options",
                                           name + "^{commit}"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if status != 0 and errors and (console.ROOT / ".git").exists():
        console.fail(f"git says: {errors.splitlines()[0]}")
    return output.strip() if status == 0 else None


def resolve(name, parameters=()):
    """The path of a build: that of a program file, else that of a git revision, built once and kept by its hash. With
    parameters, words NAME=VALUE that are set in its params.h, it must be a revision."""
    own = name in (console.DEFAULT_BUILD, RUNNER)  # below ROOT, from any directory
    path = console.ROOT / name if own else name
    if os.path.isfile(path) and not parameters:
        if not os.access(path, os.X_OK):
            console.fail(f"{name} is not executable")
        return os.path.abspath(path)
    if own:
        console.fail(f"{name} is missing: run make first")
    found = revision(name)
    if found is None:
        console.fail(f"{name} is neither a program nor a git revision")
    words = " ".join(sorted(parameters))  # may be too long for a name
    tree = CACHE / (f"{found}+{hashlib.sha256(words.encode()).hexdigest()[:DIGITS]}" if words else found)
    program = tree / console.DEFAULT_BUILD
    if not is_built(program):
        CACHE.mkdir(parents=True, exist_ok=True)
        with open(f"{tree}.lock", "w", encoding="utf-8") as file:
            console.lock(file, wait=True)  # another script may be building it
            if not is_built(program):
                build(name, found, tree, parameters)
    if not is_built(program):
        console.fail(f"revision {name} has no {console.DEFAULT_BUILD}")
    return str(program)


def is_built(program):
    """Whether a program is there and complete: until its link has succeeded it is not executable."""
    return os.access(program, os.X_OK)


def revision_of(program):
    """The full hash of the revision that resolve() has built there; None for any other program."""
    parts = pathlib.Path(program).parts
    return parts[len(CACHE.parts)] if parts[:len(CACHE.parts)] == CACHE.parts else None


def parameters_of(name):
    """The search parameters of a git revision, names and values; empty for any other word."""
    status, text, _ = console.call(["git", "-C", console.ROOT, "show", f"{name}:{PARAMETERS}"], stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, text=True)
    return {key: int(value) for key, value in PARAMETER.findall(text)} if status == 0 else {}


def build(name, found, tree, parameters):
    """Builds a revision in its own directory, with these parameters. The output of make is kept beside it."""
    print(f"building {name} in {tree}", file=sys.stderr)
    shutil.rmtree(tree, ignore_errors=True)  # a killed build may have left incomplete files
    unpack(found, tree)
    if parameters:
        set_parameters(tree, dict(word.split("=") for word in parameters))
    make(f"revision {name}", tree)


def unpack(found, tree):
    """Unpacks the files of a revision, given by its hash, into a directory."""
    tree.mkdir(parents=True, exist_ok=True)
    status, archive, _ = console.call(["git", "-C", console.ROOT, "archive", found], stdout=subprocess.PIPE)
    if status != 0 or console.call(["tar", "-x", "-C", tree], archive)[0] != 0:
        console.fail(f"revision {found} cannot be unpacked in {tree}")


def set_parameters(tree, values):
    """Sets search parameters, by name, in the sources in a directory."""
    path = tree / PARAMETERS
    console.write(path, PARAMETER.sub(lambda m: f"    {m[1]} = {values.get(m[1], m[2])}", path.read_text(encoding="utf-8")))


def make(name, tree, *words):
    """Builds the sources in a directory, with these arguments of make."""
    log = tree.with_name(f"{tree.name}.log")
    with open(log, "w", encoding="utf-8") as file:
        status, _, _ = console.call(["make", "-C", tree, *words], stdout=file, stderr=file)
    if status != 0:
        last = log.read_text(encoding="utf-8", errors="replace").splitlines()[-LOG_LINES:]
        console.fail("\n".join([f"{name} does not build; {log} ends so:", *last]))


def processor_time():
    """The processor time of all children that have been waited for, in seconds."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run(command, given=None):
    """Runs a program to its end, with that input, and repeats its warnings; returns its standard output and the seconds
    of processor time it used."""
    words = [str(word) for word in command]
    before = processor_time()
    status, output, errors = console.call(words, given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if status != 0:
        console.fail(f"{' '.join(words)} ended with status {status}: {(errors or output).strip()}")
    tell_warnings(errors)
    return output, processor_time() - before


def tell_warnings(text):
    """Repeats the warnings in the error output of a program."""
    for line in text.splitlines():
        if "warning: " in line:
            console.tell(line)


def match_words(variant, players, openings, *words):
    """The arguments of the match runner for a match between two players, each given as name, program and options, from
    those openings. `words` are further arguments."""
    command = ["-variant", variant, *map(str, words), "-openings", *openings]
    for name, program, options in players:
        command += ["-engine", f"cmd={program}", f"name={name}", *(f"option.{key}={options[key]}" for key in options)]
    return command


def match(runner, directory, variant, players, *words, openings=None):
    """Plays a match between two players, from these openings or those of the tests in random order. Returns the result
    of the first, as result_of() does; incidents go to the directory, which other matches may share."""
    pathlib.Path(directory).mkdir(parents=True, exist_ok=True)
    openings = openings or [f"file={console.ROOT}/tests/data/openings-{variant}.epd", "order=random"]
    with tempfile.TemporaryDirectory() as place:
        summary = pathlib.Path(place) / "summary.json"
        run([runner, "-quiet", *match_words(variant, players, openings, *words), "-json", f"file={summary}",
             "-incidents", f"dir={directory}"])
        return result_of(summary, directory)


def result_of(summary, incidents):
    """The result of the first player in the runner's summary. Fails if a player has lost games by faults, since the result
    would not show its strength."""
    played = json.loads(summary.read_text(encoding="utf-8"))
    for engine in played["engines"]:
        faults = [f"{name.replace('_', ' ')} {engine[name]}" for name in FAULTS if engine[name]]
        if faults:
            console.fail(f"the match does not count, {engine['name']} lost games by faults: {', '.join(faults)}; {incidents} "
                         "has what happened")
    return played["pairings"][0]


def field(output, name):
    """The value of the output line "NAME : VALUE"."""
    for line in output.splitlines():
        key, colon, value = line.partition(":")
        if colon and key.strip() == name:
            return value.strip()
    console.fail(f"no line \"{name}\" in the output")


def alternate(measure, first, second, rounds):
    """Calls measure() on both alternately, in reversed order each time, so that drift of the machine affects both alike.
    Returns the two lists of results."""
    results = ([], [])
    with console.Progress(2 * rounds, "runs") as progress:
        for i in range(rounds):
            for which in ((0, 1), (1, 0))[i % 2]:
                results[which].append(measure((first, second)[which]))
                progress.add()
    return results


def ratio(base, new):
    """Geometric mean of new/base over the rounds, half the width of its 95 % interval, least and greatest."""
    logs = [math.log(n / b) for b, n in zip(base, new)]
    mean = math.exp(statistics.fmean(logs))
    error = math.inf
    if len(logs) > 1:
        degrees = len(logs) - 1
        t = STUDENT_95[degrees - 1] if degrees <= len(STUDENT_95) else NORMAL_95
        error = mean * t * statistics.stdev(logs) / math.sqrt(len(logs))
    return mean, error, math.exp(min(logs)), math.exp(max(logs))


def ratio_text(base, new):
    """The ratio as text."""
    mean, error, least, greatest = ratio(base, new)
    return (f"{mean:.4f} +- {error:.4f} (95 %), {least:.4f} to {greatest:.4f}, {len(base)} rounds"
            f" ({(mean - 1) * 100:+.2f} %)")


@dataclasses.dataclass
class Line:
    """An info line: the principal variation of that rank, after that many nodes and milliseconds."""
    depth: int
    rank: int
    score: int
    text: str
    nodes: int
    time: int
    from_tables: bool
    moves: list


@dataclasses.dataclass
class BookMove:
    """A move that an opening book knows, its score for the mover, the number of searches of the position after it (0 if
    that is not in the book), and that position."""
    name: str
    score: int
    text: str
    searches: int
    fen: str


def read_score(kind, value):
    """The score that the two words after `score` give, in hundredths of a man and as text."""
    moves = int(value)
    if kind == "cp":
        return moves, f"{moves:+d}"
    return (FORCED_SCORE if moves > 0 else -FORCED_SCORE) - 2 * moves, f"#{moves}"


class Engine:
    """A running engine, spoken to over its line protocol."""

    def __init__(self, program, variant, options=None):
        """The options are names and values; `Notation` is formal unless they set it."""
        self.process = console.start([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        names = [line for line in self.ask("uci", "uciok") if line.startswith("id name ")]
        self.name = names[0][len("id name "):] if names else "an engine without a name"
        self.variant, self.width = variant, 1
        for name, value in {"UCI_Variant": variant, "Notation": "formal", **(options or {})}.items():
            self.ask(f"setoption name {name} value {value}\nisready", "readyok")

    def ask(self, command, last):
        """Sends commands; returns the answers up to the first line whose first word is `last`."""
        try:
            self.process.stdin.write(command + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            console.fail(f"the engine ended before it was sent \"{command.splitlines()[0]}\"")
        lines = []
        for line in self.process.stdout:
            lines.append(line.rstrip("\n"))
            if line.startswith("info string error"):
                console.fail(f"the engine says: {line.strip()}")
            if line.split()[:1] == [last]:
                return lines
        return console.fail(f"the engine ended before it said {last}")

    def identity(self):
        """The name of the engine, and its bench hash, which identifies its search."""
        return f"{self.name}, bench hash {field(run([self.process.args[0], 'bench'])[0], 'Bench hash')}"

    def close(self):
        """Ends the engine; returns the processor time it used, in seconds."""
        before = processor_time()
        self.process.communicate()
        return processor_time() - before

    def look(self, command):
        """Sets a position up or plays a move; returns its FEN and the legal moves, none when the game is over."""
        return self.views(command + "\nd")[0]

    def views(self, commands):
        """Sends commands; returns the FEN and the legal moves of every answer to `d`."""
        views = []
        for line in self.ask(commands + "\nisready", "readyok"):
            if line.startswith("Fen:"):
                views.append((line.split()[1], []))
            elif line.startswith("Legal moves"):
                views[-1][1].extend(line.partition(":")[2].split())
        return views

    def search(self, fen, limit, width=1):
        """Searches a position with an empty hash table; returns the info lines in their order, and the best move."""
        if width != self.width:
            self.ask(f"setoption name MultiPV value {width}\nisready", "readyok")
            self.width = width
        lines = []
        answer = self.ask(f"ucinewgame\nposition fen {fen}\ngo {limit}", "bestmove")
        for found in filter(None, map(INFO.match, answer)):
            depth, rank, kind, value, nodes, time, hits, moves = found.groups()
            score, text = read_score(kind, value)
            lines.append(Line(int(depth), int(rank), score, text, int(nodes), int(time), hits is not None,
                              moves.split()))
        return lines, answer[-1].split()[1]

    def open_book(self, path):
        """Opens an opening book for the engine's board; returns its number of positions, and the nodes of its searches."""
        words = self.ask(f"setoption name BookFile value {path}\nisready", "readyok")[0].split()
        if words[3] != self.variant:
            console.fail(f"{path} is a book of the board {words[3]}, not of {self.variant}")
        return int(words[5]), int(words[7])

    def book(self, moves=(), start="startpos"):
        """The moves that the book knows after these moves from a position, best first."""
        start = f"position {start}" + (" moves " + " ".join(moves) if moves else "")
        found = list(filter(None, map(BOOK_MOVE.match, self.ask(f"{start}\nbook\nisready", "readyok"))))
        views = self.views("\n".join(f"{start}\nmove {match.group(1)}\nd" for match in found)) if found else []
        return [BookMove(match.group(1), *read_score(match.group(2), match.group(3)), int(match.group(4) or 0), fen)
                for match, (fen, _) in zip(found, views)]
