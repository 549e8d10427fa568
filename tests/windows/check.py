#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the programs built for Windows under wine, and compares what they do with this machine's.

usage: tests/windows/check.py [--build DIRECTORY] [--rounds N] [--other DIRECTORY] [NAME...]      or make test-windows

Without names every check runs. The last one is a match of 2 * N games at 2 seconds and 0.02 for each move, led by this
machine's match runner: no game may be lost on time, by an illegal move or by a crash. For 200 games:

    tests/windows/check.py --rounds 100 match

With --other the programs of another build for this machine are checked instead of those for Windows, as far as the
checks apply to them: make test-musl.

Exit status 1 when a check failed.
"""

import argparse
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import time
import tty

TOP = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(TOP / "tests" / "documents"))
import sessions  # pylint: disable=wrong-import-position

WRAPPER = TOP / "tests" / "windows" / "bushka"
PATIENCE = 120    # seconds for anything at all
STOP_MS = 5       # in which stop is answered when no other program has the processor...
STOPS_GOOD = 3    # ...this many times; others may have the processor for a while, ...
STOPS_MOST = 300  # ...but not at this many tries
SYSTEM_LIBRARIES = {"kernel32.dll", "msvcrt.dll", "ntdll.dll", "winmm.dll"}
FOLDER = "Ωmega ž 棋"  # no language of Windows has all of these characters


class Failure(Exception):
    """What is wrong."""


def check(condition, *words):
    """Fails unless the condition holds."""
    if not condition:
        raise Failure(" ".join(map(str, words)))


class Place:
    """Where programs are and files go."""

    def __init__(self, build, rounds, other):
        self.build = TOP / build
        self.engine = TOP / other / "bushka" if other else WRAPPER
        self.directory = TOP
        self.rounds = rounds
        # wine takes the encoding of file names from the locale, which a bare system does not set.
        self.environment = os.environ | {"BUILD": build, "LC_ALL": "C.UTF-8"}
        self.files = (TOP / other if other else self.build / "windows") / "check"
        shutil.rmtree(self.files, ignore_errors=True)
        (self.files / FOLDER).mkdir(parents=True)

    def windows(self, *words, program="bushka", text=None):
        """The exit status of a program for Windows and the lines that it wrote."""
        return self.run([self.engine, *words], text, self.environment | {"PROGRAM": program})

    def native(self, *words, text=None):
        """The same of this machine's engine."""
        return self.run([self.build / "bushka", *words], text, self.environment)

    @staticmethod
    def run(command, text, environment):
        done = subprocess.run(command, input=b"" if text is None else text.encode(), stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, env=environment, cwd=TOP, timeout=PATIENCE, check=False)
        return done.returncode, done.stdout.decode(errors="replace").split("\n")


def value(lines, name):
    """The text after a name and a colon."""
    return next((line.split(":")[1].strip() for line in lines if line.split(":")[0].strip() == name), None)


def libraries(place):
    """Each program needs only libraries of the system."""
    programs = sorted((place.build / "windows").glob("*.exe"))
    check(len(programs) >= 2, "there are no programs")
    for program in programs:
        listed = subprocess.run(["x86_64-w64-mingw32-objdump", "-p", program], stdout=subprocess.PIPE, text=True, check=True)
        needed = {name.lower() for name in re.findall(r"DLL Name: (\S+)", listed.stdout)}
        check(needed and needed <= SYSTEM_LIBRARIES, program.name, "needs", *sorted(needed - SYSTEM_LIBRARIES))


def bench(place):
    """The bench has the same result as here."""
    words = ["bench", "depth", "6"]
    (status, theirs), (_, ours) = place.windows(*words), place.native(*words)
    check(status == 0, "exit status", status)
    for name in ("Bench hash", "Nodes searched"):
        check(value(ours, name) is not None and value(theirs, name) == value(ours, name), name, value(theirs, name), "is not",
              value(ours, name))
    print(f"{value(theirs, 'Nodes/second')} nodes a second, here {value(ours, 'Nodes/second')}", end=", ")


def threads(place):
    """A search by 64 threads."""
    status, lines = place.windows(text="setoption name Threads value 64\nisready\ngo depth 8\n")
    check(status == 0 and any(line.startswith("bestmove") for line in lines), "exit status", status, lines[-3:])


def perft(place):
    """Both boards have as many sequences of five moves as here, in lines that end as here."""
    for board in ("bushka", "bushka9x11"):
        text = f"setoption name UCI_Variant value {board}\nperft 5\nquit\n"
        (status, theirs), (_, ours) = place.windows(text=text), place.native(text=text)
        check(status == 0, "exit status", status)
        check(theirs == ours and value(ours, "Nodes searched"), board, theirs[-3:], "is not", ours[-3:])


def transcript(place):
    """The session printed in protocol.md, over pipes, with the line ends of Windows."""
    text = (TOP / "protocol.md").read_text(encoding="utf-8").split("## A session")[1]
    session = re.search(r"```transcript\n(.*?)```", text, re.DOTALL)[1]
    check(session.count("\n") > 50, "protocol.md has no session")
    problem, output = sessions.replay(session, place, "\r\n")
    check(not problem, problem, output[-500:])


def stop(place):
    """Every stop is answered, and within STOP_MS when no other program has the processor."""
    times = []
    with sessions.Client(place) as client:
        seen = 0
        while len(times) < STOPS_MOST and sum(ms <= STOP_MS for ms in times) < STOPS_GOOD:
            client.type("go infinite")
            time.sleep(0.05)
            begin = time.monotonic()
            client.type("stop")
            seen = client.wait_for(sessions.LAST_LINES["go"], seen)
            check(seen is not None, "the engine has ended")
            times.append((time.monotonic() - begin) * 1000)
        client.type("quit")
        check(client.end()[0] == 0, "quit fails")
    print(f"{len(times)} times, best {min(times):.1f} ms, median {sorted(times)[len(times) // 2]:.1f} ms", end=", ")
    check(sum(ms <= STOP_MS for ms in times) >= STOPS_GOOD, "too rarely within", STOP_MS, "ms")


def ends(place):
    """The end of the input ends an endless search, and so does a reader that has gone."""
    for reader in (True, False):
        with sessions.Client(place) as client:
            client.type("go infinite")
            client.wait_for(re.compile("^info"))
            client.close(client.put if reader else client.get)
            begin = time.monotonic()
            status, _ = client.end()
            seconds = time.monotonic() - begin
            check(status == (0 if reader else 1), "exit status", status, "with a reader" if reader else "without one")
            check(not reader or sessions.LAST_LINES["go"].match(client.lines()[-1]), "no bestmove:", client.lines()[-1])
            check(seconds < 5, "the end was noticed after", seconds, "s")


def pipes(place):
    """The same with pipes of Windows, where a reader that has gone is noticed even while nothing is written."""
    status, lines = place.windows(str(place.build / "windows" / "bushka.exe"), program="tests/pipes")
    check(status == 0 and lines == ["no reader, idle: ends with 1\r", "no input, searching: ends with 0\r",
                                    "no input, idle: ends with 0\r", ""], *lines)


def at_a_console(place, steps):
    """Starts the program in a console: for each step the text must come, then the keys are pressed; it must exit with 0."""
    child, terminal = pty.fork()
    if child == 0:
        tty.setraw(0)  # wine does so too, but later than the first key comes
        os.chdir(TOP)
        os.execve(WRAPPER, [WRAPPER], place.environment | {"TERM": "xterm", "XDG_STATE_HOME": str(place.files / FOLDER)})
    seen = b""
    try:
        for wanted, keys in steps:
            while wanted not in seen:
                check(select.select([terminal], [], [], PATIENCE)[0], wanted, "never came:", seen)
                seen += os.read(terminal, 65536)
            seen = b""
            os.write(terminal, keys)
        try:
            while os.read(terminal, 65536):
                pass
        except OSError:
            pass  # the other side is closed
        check(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0, "quit fails")
        child = 0
    finally:
        if child:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        os.close(terminal)


def console(place):
    """In a console: a prompt, a search that Ctrl-C stops (which wine takes for the end of input), and quit; and a game
    that is kept for the next start."""
    at_a_console(place, ((b"type help", b"isready\r"), (b"readyok", b"go infinite\r"), (b"depth 5", b"\x03"),
                         (b"bestmove", b"quit\r")))
    at_a_console(place, ((b"type help", b"play black\r"), (b"you play White", b"f2f5\r"), (b"The engine plays", b"quit\r")))
    at_a_console(place, ((b"A game of 2 moves is kept", b"continue\r"), (b"White>", b"quit\r")))
    check((place.files / FOLDER / "bushka" / "game.pdn").exists(), "the game is kept elsewhere")


def names(place):
    """Names of files in any language: a network, options on the command line, folders of tables with ; between them."""
    folder = place.files / FOLDER
    shutil.copy(TOP / "engine" / "evaluation" / "networks" / "bushka.net", folder / "neť.net")
    shown = os.path.relpath(folder, TOP)
    text = f"setoption name EvalFile value {shown}/neť.net\ngo depth 1\nsetoption name EvalFile value {shown}/ň.net\n"
    errors = [[line for line in run(text=text)[1] if "error" in line] for run in (place.windows, place.native)]
    check(errors[0] == errors[1] and len(errors[0]) == 1 and "No such file" in errors[0][0], "a network:", *errors)
    build = ["build", "-pieces", "2", "-variant", "bushka", "-dir", f"{shown}/ţables/"]  # a separator at the end does no harm
    status, lines = place.windows(*build, program="bushka-endings")
    check(status == 0 and (folder / "ţables").is_dir(), "bushka-endings:", lines[-3:])
    table = sorted((folder / "ţables").glob("*.results"))[0]
    whole = table.read_bytes()
    table.write_bytes(whole[:-1])
    status, lines = place.windows(*build, program="bushka-endings")
    check(status == 0 and table.read_bytes() == whole, "a damaged table is not replaced:", lines[-3:])
    check(not list((folder / "ţables").glob("*.part")), "files are left behind")
    both = f"{shown};Z:{folder}/ţables/".replace("/", "\\")
    _, lines = place.windows(text=f"setoption name TablesPath value {both}\nsetoption name TablesPath value nowhere\n")
    check(any(re.match(r"info string tables bushka count [1-9]", line) for line in lines), "tables:", lines)
    check(any("nowhere is not a folder that can be read" in line for line in lines), "no folder:", lines)


def match(place):
    """Games between the two systems."""
    pdn = place.files / "games.pdn"
    runner = subprocess.run(
        [place.build / "bushka-match", "-engine", f"cmd={WRAPPER}", "name=windows", "-engine",
         f"cmd={place.build / 'bushka'}", "name=here", "-each", "tc=2+0.02", "-rounds", str(place.rounds), "-pdnout",
         f"file={pdn}"],
        env=place.environment, cwd=TOP, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    check(runner.returncode == 0, "the match runner ends with", runner.returncode, runner.stdout[-500:])
    endings = re.findall(r'\[Termination "(.*)"\]', pdn.read_text(encoding="utf-8"))
    print(f"{len(endings)} games: " + ", ".join(f"{endings.count(e)} {e}" for e in sorted(set(endings))), end=", ")
    check(len(endings) == 2 * place.rounds, len(endings), "games were played")
    bad = [e for e in endings if e not in ("normal", "agreement") and not e.startswith("adjudication")]
    check(not bad, "games ended by", *bad)


EVERYWHERE = [bench, threads, perft, transcript, stop, ends]
CHECKS = [libraries, *EVERYWHERE, pipes, console, names, match]


def main():
    parser = argparse.ArgumentParser(description="Runs the programs built for Windows under wine.")
    parser.add_argument("--build", default="build", help="where the programs are, from the top level (build)")
    parser.add_argument("--rounds", type=int, default=2, help="pairs of games of the match (2)")
    parser.add_argument("--other", metavar="DIRECTORY", help="another build for this machine, instead of that for Windows")
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(c.__name__ for c in CHECKS))
    options = parser.parse_args()
    unknown = set(options.names) - {c.__name__ for c in CHECKS}
    if unknown:
        parser.error(f"there is no check {', '.join(sorted(unknown))}")
    place = Place(options.build, options.rounds, options.other)
    failed = 0
    for one in EVERYWHERE if options.other else CHECKS:
        if options.names and one.__name__ not in options.names:
            continue
        print(f"{'other' if options.other else 'windows'}: {one.__name__}", end=" ... ", flush=True)
        begin = time.monotonic()
        try:
            one(place)
            print(f"passed ({time.monotonic() - begin:.1f} s)", flush=True)
        except (Failure, subprocess.TimeoutExpired, sessions.Late) as why:
            print(f"FAILED: {why}", flush=True)
            failed += 1
    print("all passed" if failed == 0 else f"{failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
