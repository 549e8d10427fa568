# SPDX-License-Identifier: GPL-3.0-or-later
"""How the Python scripts behave towards their callers: help and version, failures, signals, progress.

A script begins with `import console`, before anything that takes time, and ends with `console.run(main)`. Whatever
ends it, it says so in one line on standard error and leaves no child behind.
"""

import os
import signal
import sys
import time

NAME = os.path.basename(sys.argv[0])
CHILD_GRACE = 0.8    # seconds which children have to end when they are told to
CHILD_POLL = 0.01    # seconds between two looks whether one has ended
ENDED_BY = {signal.SIGINT: "interrupted", signal.SIGTERM: "terminated", signal.SIGHUP: "hung up"}
# A signal that is ignored when the script starts (nohup) stays ignored.
ENDING_SIGNALS = [number for number in ENDED_BY if signal.getsignal(number) is not signal.SIG_IGN]

_children = set()
_progress = None     # the one that has a line on the screen
_running = False     # whether run() is at work
_starting = False    # between the start of a child and its entry among the children
_waiting = None      # the signal that came in that time


class Signal(BaseException):
    """A signal that ends the script has come."""

    def __init__(self, number):
        super().__init__(number)
        self.number = number


def _clear():
    if _progress is not None:
        _progress.clear()


def _end_children():
    """Ends the children that still run: at once if they will not."""
    deadline = time.monotonic() + CHILD_GRACE
    for child in _children:
        if child.poll() is None:
            child.terminate()
    for child in _children:
        while child.poll() is None and time.monotonic() < deadline:
            time.sleep(CHILD_POLL)
        if child.poll() is None:
            child.kill()
            child.wait()
        for pipe in (child.stdin, child.stdout, child.stderr):
            if pipe is not None:
                # What could not be written any more does not matter now.
                try:
                    pipe.close()
                except OSError:
                    pass
    _children.clear()


def _flush():
    """Writes out what is left of standard output; returns what hinders that, or None."""
    if sys.stdout is None:
        return "it is closed"
    try:
        sys.stdout.flush()
    except OSError as error:
        # Python would try again at its end, and complain in words of its own.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return error.strerror
    return None


def _die(number):
    """Ends the script as the signal would have ended it, after one line."""
    for other in ENDING_SIGNALS:
        signal.signal(other, signal.SIG_IGN)
    _end_children()
    _clear()
    begin = "\r" if sys.stderr.isatty() else ""  # over the ^C of the terminal
    print(f"{begin}{NAME}: {ENDED_BY[number]}", file=sys.stderr, flush=True)
    _flush()
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)


def _on_signal(number, _frame):
    """Ends what is being done in its order; where nothing is done yet, the script at once."""
    global _waiting  # pylint: disable=global-statement  # a handler has no other way
    if not _running:
        _die(number)
    elif _starting:
        _waiting = number
    else:
        raise Signal(number)


if sys.stderr is None:
    sys.stderr = open(os.devnull, "w", encoding="utf-8")  # pylint: disable=consider-using-with  # for good
for _number in ENDING_SIGNALS:
    signal.signal(_number, _on_signal)

# pylint: disable=wrong-import-position  # these take time, in which a signal may come
import argparse
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent

STATUS_FAILURE = 1
SIGNAL_GRACE = 1     # seconds; Ctrl-C ends children too: on a busy machine their end is seen before the signal that
                     # explains it


def fail(message):
    """Ends the script with one line on standard error."""
    _clear()
    sys.exit(f"{NAME}: {message}")


def fail_child(message):
    """The same where a child is the cause: a signal that comes with its end is the better explanation."""
    time.sleep(SIGNAL_GRACE)
    fail(message)


def version():
    """The project's version, as the programs tell it."""
    header = ROOT / "engine/system/version.h"
    found = re.search(r'^#define BUSHKA_VERSION "(.*)"', header.read_text(encoding="utf-8"), re.M)
    return found.group(1) if found else "unknown"


class _Version(argparse.Action):
    """Reads the version only when it is asked for."""

    def __call__(self, parser, namespace, values, option_string=None):
        print(f"{NAME} (Bushka Engine) {version()}")
        parser.exit()


def parser(document):
    """A parser of the command line with --help, from the script's document, and --version."""
    made = argparse.ArgumentParser(prog=f"scripts/{NAME}", description=document,
                                   formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--version", action=_Version, nargs=0, help="print the version and end")
    return made


def at_least(least):
    """A type for numbers of the command line: whole ones from `least`."""
    def read(text):
        value = int(text) if re.fullmatch(r"-?[0-9]+", text) else None
        if value is None or value < least:
            raise argparse.ArgumentTypeError(f"it must be a whole number from {least}, not '{text}'")
        return value
    return read


def start(command, **options):
    """Starts a child, as subprocess.Popen does; it ends with the script."""
    global _starting  # pylint: disable=global-statement
    _starting = True
    try:
        child = subprocess.Popen(command, **options)
        _children.add(child)
    except OSError as error:
        fail(f"cannot start {command[0]}: {error.strerror}")
    finally:
        _starting = False
        if _waiting is not None:
            raise Signal(_waiting)
    return child


def call(command, given=None, **options):
    """Runs a child to its end, with that input; returns its status and what it wrote to the pipes that `options` name.
    """
    child = start(command, stdin=subprocess.DEVNULL if given is None else subprocess.PIPE, **options)
    output, errors = child.communicate(given)
    forget(child)
    return child.returncode, output, errors


def forget(child):
    """The child has been waited for."""
    _children.discard(child)


def run(main):
    """Calls main(), which returns the script's status (None is 0), and ends the script."""
    global _running  # pylint: disable=global-statement
    status = STATUS_FAILURE
    _running = True
    try:
        try:
            if sys.stdout is None:
                fail("cannot write to standard output: it is closed")
            status = main()
        except SystemExit as end:
            status = end.code
        except OSError as error:
            # Files have names, and the ends of children are distinguished where they are read.
            status = f"{NAME}: {error.filename or 'cannot write to standard output'}: {error.strerror or error}"
        trouble = _flush()
        if trouble and not isinstance(status, str):
            status = f"{NAME}: cannot write to standard output: {trouble}"
        _end_children()
        _clear()
    except Signal as end:
        _die(end.number)
    _running = False
    sys.exit(status)


def write(path, content):
    """Writes a file, text or bytes, beside the old one, and puts it in its place when it is whole."""
    new = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        new.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
        new.chmod(path.stat().st_mode if path.exists() else 0o644)
        os.replace(new, path)
    finally:
        new.unlink(missing_ok=True)


def tell(text):
    """Says how it goes."""
    print(f"{NAME}: {text}", file=sys.stderr, flush=True)


def claim(directory, name, command):
    """Makes a directory for what a command makes, or takes that of an interrupted run of it; refuses one that holds
    anything else. The file of that name in it keeps the command."""
    directory.mkdir(parents=True, exist_ok=True)
    made_by = directory / name
    if not made_by.exists() and any(directory.iterdir()):
        fail(f"{directory} is not empty, and not of this script; name another --directory, or remove it first")
    if made_by.exists() and made_by.read_text(encoding="utf-8") != command + "\n":
        fail(f"{directory} holds the run of \"{made_by.read_text(encoding='utf-8').strip()}\"; give that command again, "
             "name another --directory, or remove it first")
    write(made_by, command + "\n")


def span(seconds):
    """Seconds as people read them: 42 s, 3:05 min, 1:02 h."""
    seconds = round(seconds)
    if seconds < 60:
        return f"{seconds} s"
    minutes = seconds // 60
    return f"{minutes}:{seconds % 60:02d} min" if minutes < 60 else f"{minutes // 60}:{minutes % 60:02d} h"


class Progress:
    """How much is done and how long the rest takes, on standard error: at a terminal in one line which is drawn anew,
    elsewhere in a line now and then. To be used in a `with` statement."""

    REDRAW = 0.1     # seconds between two drawings at a terminal
    SPARSE = 30      # seconds between two lines elsewhere
    COLUMNS = 80     # of a terminal that does not tell

    def __init__(self, total, unit="", stream=None, clock=time.monotonic):
        """`unit` names what is counted; without it only the percentage is shown."""
        self.total = total
        self.unit = unit
        self.stream = stream or sys.stderr
        self.clock = clock
        self.terminal = self.stream.isatty()
        self.begin = clock()
        self.last = self.begin - (self.REDRAW if self.terminal else 0)
        self.count = 0
        self.detail = ""
        self.drawn = 0

    def __enter__(self):
        global _progress  # pylint: disable=global-statement  # there is one screen
        _progress = self
        return self

    def __exit__(self, kind, value, trace):
        global _progress  # pylint: disable=global-statement
        self.clear()
        _progress = None

    def text(self):
        """What there is to tell."""
        done = f"{self.count:,} of {self.total:,} {self.unit}" if self.unit else f"{100 * self.count // self.total} %"
        words = [done, self.detail] if self.detail else [done]
        if 0 < self.count < self.total:
            left = (self.clock() - self.begin) * (self.total - self.count) / self.count
            words.append(f"about {span(left)} left")
        return f"{NAME}: {', '.join(words)}"

    def add(self, amount=1, detail=None):
        """So much more is done."""
        self.count += amount
        if detail is not None:
            self.detail = detail
        now = self.clock()
        if now - self.last >= (self.REDRAW if self.terminal else self.SPARSE):
            self.last = now
            if self.terminal:
                self.draw()
            else:
                print(self.text(), file=self.stream, flush=True)

    def draw(self):
        """Draws the line."""
        try:
            columns = os.get_terminal_size(self.stream.fileno()).columns or self.COLUMNS
        except OSError:
            columns = self.COLUMNS
        text = self.text()[:columns - 1]
        print("\r" + text.ljust(self.drawn), end="", file=self.stream, flush=True)
        self.drawn = len(text)

    def clear(self):
        """Takes the line off the screen, with what the terminal adds at a Ctrl-C."""
        if self.drawn:
            print("\r" + " " * (self.drawn + len("^C")) + "\r", end="", file=self.stream, flush=True)
            self.drawn = 0

    def say(self, text):
        """Prints a line to standard output, not into the line on the screen."""
        shown = self.drawn
        self.clear()
        print(text, flush=True)
        if shown:
            self.draw()
