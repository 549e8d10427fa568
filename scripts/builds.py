# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds of the engine to compare, the protocol client, and the statistics of alternating runs.

Used by scripts/bench, scripts/perft and scripts/openings. Python 3 standard library only.
"""

import math
import os
import pathlib
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CACHE = ROOT / "build" / "revisions"
DEFAULT_BUILD = "build/bushka"

# Student's t for a two-sided interval of 95 %, by degrees of freedom from 1; beyond the list the normal value.
STUDENT_95 = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145,
              2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045]
NORMAL_95 = 1.960


def fail(message):
    """Ends the script with one line on standard error."""
    sys.exit(f"{pathlib.Path(sys.argv[0]).name}: {message}")


def resolve(name):
    """The path of a build: a program file as it is, else a git revision, built once and kept by its hash."""
    if os.path.isfile(name):
        if not os.access(name, os.X_OK):
            fail(f"{name} is not executable")
        return os.path.abspath(name)
    found = subprocess.run(["git", "-C", ROOT, "rev-parse", "--verify", "--quiet", name + "^{commit}"],
                           capture_output=True, text=True, check=False)
    if found.returncode != 0:
        fail(f"{name} is neither a program nor a git revision")
    tree = CACHE / found.stdout.strip()
    program = tree / DEFAULT_BUILD
    if not program.exists():
        print(f"building {name} in {tree}", file=sys.stderr)
        tree.mkdir(parents=True, exist_ok=True)
        archive = subprocess.run(["git", "-C", ROOT, "archive", found.stdout.strip()], stdout=subprocess.PIPE,
                                 check=True)
        subprocess.run(["tar", "-x", "-C", tree], input=archive.stdout, check=True)
        if subprocess.run(["make", "-C", tree], stdout=subprocess.DEVNULL, check=False).returncode != 0:
            fail(f"revision {name} does not build")
        if not program.exists():
            fail(f"revision {name} has no {DEFAULT_BUILD}")
    return str(program)


def run(command, text=""):
    """Runs a program with that input; returns its standard output and the processor time it used, in seconds."""
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        child.stdin.write(text)
        child.stdin.close()
    except BrokenPipeError:
        pass
    output = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    child.stdout.close()
    if child.returncode != 0:
        fail(f"{' '.join(map(str, command))} ended with status {child.returncode}")
    return output, usage.ru_utime + usage.ru_stime


def field(output, name):
    """The value of the output line "NAME : VALUE"."""
    for line in output.splitlines():
        key, colon, value = line.partition(":")
        if colon and key.strip() == name:
            return value.strip()
    fail(f"no line \"{name}\" in the output")


def alternate(measure, first, second, rounds):
    """Calls measure() on both in turn, the order turned round each time, so that drift of the machine hits both
    alike. Returns the two lists of results."""
    results = ([], [])
    for i in range(rounds):
        for which in ((0, 1), (1, 0))[i % 2]:
            results[which].append(measure((first, second)[which]))
        print(f"\r{i + 1}/{rounds}", end="", file=sys.stderr, flush=True)
    print("\r" + " " * 16 + "\r", end="", file=sys.stderr, flush=True)
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
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.send("uci")
        self.read_until("uciok")
        self.send(f"setoption name UCI_Variant value {variant}")

    def send(self, line):
        """Sends one line."""
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def read_until(self, word):
        """Lines up to the first that begins with the word, that one included."""
        lines = []
        for line in self.process.stdout:
            lines.append(line.rstrip("\n"))
            if line.startswith("info string error"):
                fail(f"the engine says: {line.strip()}")
            if line.split() and line.split()[0] == word:
                return lines
        fail(f"the engine ended before it said {word}")

    def close(self):
        """Ends the engine; returns the processor time it used, in seconds."""
        self.process.stdin.close()
        self.process.stdout.close()
        _, status, usage = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        return usage.ru_utime + usage.ru_stime
