# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds of the engine to compare, the protocol client, and the statistics of alternating runs.

Python 3 standard library only.
"""

import console

import math
import os
import pathlib
import statistics
import subprocess
import sys

CACHE = console.ROOT / "build/revisions"
DEFAULT_BUILD = "build/bushka"
RUNNER = "build/bushka-match"
LOG_LINES = 10      # of a build that failed are shown

# Student's t for a two-sided interval of 95 %, by degrees of freedom from 1; beyond the list the normal value.
STUDENT_95 = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145,
              2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045]
NORMAL_95 = 1.960


def revision(name):
    """The full hash of a git revision; None for another word."""
    status, output, _ = console.call(["git", "-C", console.ROOT, "rev-parse", "--verify", "--quiet", "--end-of-options",
                                      name + "^{commit}"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return output.strip() if status == 0 else None


def resolve(name):
    """The path of a build: a program file as it is, else a git revision, built once and kept by its hash."""
    own = name in (DEFAULT_BUILD, RUNNER)  # from every directory
    path = console.ROOT / name if own else name
    if os.path.isfile(path):
        if not os.access(path, os.X_OK):
            console.fail(f"{name} is not executable")
        return os.path.abspath(path)
    if own:
        console.fail(f"{name} is missing: run make first")
    found = revision(name)
    if found is None:
        console.fail(f"{name} is neither a program nor a git revision")
    program = CACHE / found / DEFAULT_BUILD
    if not program.exists():
        build(name, found)
    if not program.exists():
        console.fail(f"revision {name} has no {DEFAULT_BUILD}")
    return str(program)


def revision_of(program):
    """The full hash of the revision that resolve() has built there; None for another program."""
    parts = pathlib.Path(program).parts
    return parts[len(CACHE.parts)] if parts[:len(CACHE.parts)] == CACHE.parts else None


def build(name, found):
    """Builds a revision in its own directory. What make says is kept beside it."""
    tree = CACHE / found
    print(f"building {name} in {tree}", file=sys.stderr)
    tree.mkdir(parents=True, exist_ok=True)
    status, archive, _ = console.call(["git", "-C", console.ROOT, "archive", found], stdout=subprocess.PIPE)
    if status != 0 or console.call(["tar", "-x", "-C", tree], archive)[0] != 0:
        console.fail_child(f"revision {name} cannot be unpacked in {tree}")
    log = CACHE / f"{found}.log"
    with open(log, "w", encoding="utf-8") as file:
        status, _, _ = console.call(["make", "-C", tree], stdout=file, stderr=file)
    if status != 0:
        last = log.read_text(encoding="utf-8", errors="replace").splitlines()[-LOG_LINES:]
        console.fail_child("\n".join([f"revision {name} does not build; {log} ends so:", *last]))


def run(command, text=""):
    """Runs a program with that input; returns its standard output and the processor time it used, in seconds."""
    child = console.start(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        child.stdin.write(text)
        child.stdin.close()
    except BrokenPipeError:
        pass  # it has ended, and its status says how
    output = child.stdout.read()
    seconds = wait(child)
    if child.returncode != 0:
        console.fail_child(f"{' '.join(map(str, command))} ended with status {child.returncode}")
    return output, seconds


def wait(child):
    """Waits for the end of a child; returns the processor time it used, in seconds."""
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    child.stdout.close()
    console.forget(child)
    return usage.ru_utime + usage.ru_stime


def field(output, name):
    """The value of the output line "NAME : VALUE"."""
    for line in output.splitlines():
        key, colon, value = line.partition(":")
        if colon and key.strip() == name:
            return value.strip()
    console.fail(f"no line \"{name}\" in the output")


def alternate(measure, first, second, rounds):
    """Calls measure() on both in turn, the order turned round each time, so that drift of the machine hits both
    alike. Returns the two lists of results."""
    results = ([], [])
    with console.Progress(2 * rounds, "runs") as progress:
        for i in range(rounds):
            for which in ((0, 1), (1, 0))[i % 2]:
                results[which].append(measure((first, second)[which]))
                progress.add()
    return results


def ratio(base, new):
    """Geometric mean of new/base over the rounds, half width of its 95 % interval, least and greatest."""
    logs = [math.log(n / b) for b, n in zip(base, new)]
    mean = math.exp(statistics.fmean(logs))
    error = math.inf
    if len(logs) > 1:
        degrees = len(logs) - 1
        t = STUDENT_95[degrees - 1] if degrees <= len(STUDENT_95) else NORMAL_95
        error = mean * t * statistics.stdev(logs) / math.sqrt(len(logs))
    return mean, error, math.exp(min(logs)), math.exp(max(logs))


def ratio_text(base, new):
    """The ratio as people read it."""
    mean, error, least, greatest = ratio(base, new)
    return (f"{mean:.4f} +- {error:.4f} (95 %), {least:.4f} to {greatest:.4f}, {len(base)} rounds"
            f" ({(mean - 1) * 100:+.2f} %)")


class Engine:
    """A running engine, spoken to over its line protocol."""

    def __init__(self, command, variant):
        self.process = console.start(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.send("uci")
        names = [line for line in self.read_until("uciok") if line.startswith("id name ")]
        self.name = names[0][len("id name "):] if names else "an engine without a name"
        self.send(f"setoption name UCI_Variant value {variant}")

    def send(self, line):
        """Sends one line."""
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            console.fail_child(f"the engine ended before it was told \"{line}\"")

    def read_until(self, word):
        """Lines up to the first that begins with the word, that one included."""
        lines = []
        for line in self.process.stdout:
            lines.append(line.rstrip("\n"))
            if line.startswith("info string error"):
                console.fail(f"the engine says: {line.strip()}")
            if line.split() and line.split()[0] == word:
                return lines
        return console.fail_child(f"the engine ended before it said {word}")

    def close(self):
        """Ends the engine; returns the processor time it used, in seconds."""
        self.process.stdin.close()
        return wait(self.process)
