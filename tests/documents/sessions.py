# SPDX-License-Identifier: GPL-3.0-or-later
"""Sessions with the engine: piped all at once, and typed at a terminal."""

import os
import pty
import re
import select
import signal
import subprocess
import time

PATIENCE = 300  # seconds for all that one block does
CONTROL = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[()][A-Z0-9]|\x1b[=>]|[\x00-\x08\x0e-\x1f]")
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


class Late(Exception):
    """What was expected did not come in time. Holds what came."""


def at_pipe(command, text, place):
    """Runs a program with that input; returns its exit status and everything it wrote."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", env=place.environment, cwd=place.directory, start_new_session=True) as child:
        try:
            output, _ = child.communicate(text, timeout=PATIENCE)
            return child.returncode, output
        except subprocess.TimeoutExpired as late:
            raise Late(str(late.output)) from late
        finally:
            if child.poll() is None:
                os.killpg(child.pid, signal.SIGKILL)


class Dialogue:
    """A program in a dialogue, line by line. Use it in a `with` statement."""

    def __init__(self, child, put, get):
        self.deadline = time.monotonic() + PATIENCE
        self.raw = b""
        self.status = None
        self.child, self.put, self.get = child, put, get
        self.open = {put, get}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.status is None:
            os.killpg(self.child, signal.SIGKILL)
            os.waitpid(self.child, 0)
        for file in set(self.open):
            self.close(file)

    def close(self, file):
        """Closes one of our ends."""
        self.open.remove(file)
        os.close(file)

    def lines(self):
        """The lines on the screen so far, without colours and movements of the cursor."""
        return re.split(r"[\r\n]+", CONTROL.sub("", self.raw.decode(errors="replace")))

    def type(self, line, end="\n"):
        """Types a line, short enough for the terminal to take it at once."""
        os.write(self.put, (line + end).encode())

    def read(self):
        """Reads once; returns False at the end of all output."""
        if not select.select([self.get], [], [], max(0, self.deadline - time.monotonic()))[0]:
            raise Late("\n".join(self.lines()))
        try:
            chunk = os.read(self.get, 65536)
        except OSError:  # the terminal's other side is closed
            chunk = b""
        self.raw += chunk
        return chunk != b""

    def wait_for(self, pattern, seen=0):
        """Waits for a line that matches, from line `seen` on; returns the number of the one after it, or None when the
        program ends before. The line still being written counts."""
        while True:
            for number, line in enumerate(self.lines()[seen:], seen + 1):
                if pattern.search(line):
                    return number
            if not self.read():
                return None

    def end(self):
        """Reads to the end; returns the exit status and everything on the screen."""
        while self.get in self.open and self.read():
            pass
        while (ended := os.waitpid(self.child, os.WNOHANG))[0] == 0:
            if time.monotonic() > self.deadline:
                raise Late("\n".join(self.lines()))
            time.sleep(0.001)
        self.status = os.waitstatus_to_exitcode(ended[1])
        return self.status, "\n".join(self.lines())


class Terminal(Dialogue):
    """`make run` at a new pseudo-terminal, after its greeting."""

    def __init__(self, place):
        child, file = pty.fork()
        if child == 0:
            os.chdir(place.directory)
            os.execvpe("make", ["make", "run"], place.environment)
        super().__init__(child, file, file)
        self.wait_for(GREETING)


class Client(Dialogue):
    """The engine, as a client drives it through pipes."""

    def __init__(self, place):
        engine = subprocess.Popen([place.engine], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  env=place.environment, cwd=place.directory, start_new_session=True)
        super().__init__(engine.pid, os.dup(engine.stdin.fileno()), os.dup(engine.stdout.fileno()))
        engine.stdin.close()
        engine.stdout.close()
        engine.returncode = 0  # waited for here

    def lines(self):
        """The complete lines so far, empty ones too."""
        return self.raw.decode(errors="replace").split("\n")[:-1]


def names(text):
    """The command of each line, without comments, and without `quit`, which every session gets at its end."""
    bare = re.sub(r"^#.*|[ \t]+#([ \t].*)?$", "", text, flags=re.MULTILINE)
    return [line.split()[0] for line in bare.splitlines() if line.strip() and line.split()[0] != "quit"]


def problem_with(text, status, output):
    """What is wrong with the engine's answers to a session; "" when nothing is."""
    lines = output.splitlines()
    errors = [line for line in lines if ERROR in line]
    if errors or status != 0:
        return f"refused: {errors[0]}" if errors else f"exit status {status}"
    for name, last in LAST_LINES.items():
        answers = sum(bool(last.search(line)) for line in lines)
        if answers != names(text).count(name):
            return f"{answers} answers to {names(text).count(name)} times \"{name}\""
    return ""


def run(text, place):
    """Gives a session to the engine, piped and typed. Returns the first problem, or "", and the output with it."""
    status, output = at_pipe([place.engine], text, place)
    problem = problem_with(text, status, output)
    if problem or not place.has_terminals:
        return problem, output
    with Terminal(place) as terminal:
        seen = 0
        for line in text.splitlines():
            terminal.type(line)
            for name in names(line):
                if name in LAST_LINES:
                    seen = terminal.wait_for(LAST_LINES[name], seen) or seen
        terminal.type("quit")
        status, output = terminal.end()
    problem = problem_with(text, status, output)
    return f"typed: {problem}" if problem else "", output


def replay(text, place, end="\n"):
    """Sends a transcript as a client would, with these line ends: the answers printed in it must come in their order,
    with other lines between them only where there is `...`, and with no other errors. In an expected line `*` stands
    for any text."""
    expected_errors = sum(line.startswith(ERROR) for line in text.splitlines())
    with Client(place) as client:
        seen = 0
        skipping = False
        for line in text.splitlines():
            if line.startswith("> "):
                client.type(line[2:], end)
            elif line == "...":
                skipping = True
            else:
                before = seen
                seen = client.wait_for(re.compile("^" + ".*".join(map(re.escape, line.split("*"))) + "$"), before)
                if seen is None:
                    return f"the line never came: {line}", "\n".join(client.lines())
                if client.lines()[before:seen - 1] and not skipping:
                    return f"another line came before: {line}", "\n".join(client.lines())
                skipping = False
        if "> quit" not in text.splitlines():
            client.type("quit")
        status, output = client.end()
        if client.lines()[seen:] and not skipping:
            return "another line came last", output
    errors = sum(ERROR in line for line in output.splitlines())
    if status != 0 or errors != expected_errors:
        return f"exit status {status}, {errors} errors where {expected_errors} are printed", output
    return "", ""
