# SPDX-License-Identifier: GPL-3.0-or-later
"""What the Python scripts have in common at the terminal: the command line, failures, children, signals, progress.

A script ends with `console.run(main)`. If it fails or is interrupted, it says so in one line on standard error; it never
leaves a child behind.
"""

import argparse
import contextlib
import errno
import fcntl
import math
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

NAME = os.path.basename(sys.argv[0])
ROOT = pathlib.Path(__file__).resolve().parent.parent
DEFAULT_BUILD = "build/bushka"
CHILD_GRACE = 0.8  # seconds that children have to end
GROUP_WAIT = 0.1   # seconds
CLEAR = "\r\x1b[K"  # erases the line of a terminal
TICK = 1           # seconds after which a blocking call is interrupted, in case a signal came right before it
ENDED_BY = {signal.SIGINT: "interrupted", signal.SIGTERM: "terminated", signal.SIGHUP: "hung up"}

_children = []
_claimed = []      # files of claim()
_niceness = 0
_starting = False  # between the start of a child and its entry in the list
_signal = None     # that came
_more = ""         # added to the message about it


class Signal(BaseException):
    """A signal has come that ends the script."""


def fail(message):
    """Ends the script with one line on standard error."""
    sys.exit(f"{NAME}: {message}")


class Parser(argparse.ArgumentParser):
    """Reads the command line of a script or of one of its commands. The help begins with the docstring given."""

    def __init__(self, document, **more):
        more.setdefault("prog", os.path.relpath(os.path.realpath(sys.argv[0]), ROOT))
        super().__init__(description=document, formatter_class=argparse.RawDescriptionHelpFormatter, **more)

    def parse_args(self, args=None, namespace=None):
        """Refuses empty words, which come from unset variables of a shell."""
        words = sys.argv[1:] if args is None else args
        if "" in words or any(word.startswith("--") and word.endswith("=") for word in words):
            self.error("a word is empty; leave out what is not meant")
        return super().parse_args(args, namespace)

    def number(self, name, default, text, least=1, most=math.inf, **more):
        """Adds an option that takes a whole number. If it has no default, the text says what applies. `more` is for
        argparse."""
        def read(word):
            if not re.fullmatch(r"-?[0-9]+", word) or not least <= int(word) <= most:
                upto = f" to {most}" if most < math.inf else ""
                raise argparse.ArgumentTypeError(f"it must be a whole number from {least}{upto}, not '{word}'")
            return int(word)
        self.add_argument(name, metavar="N", type=read, default=default,
                          help=text if default is None else f"{text} (%(default)s)".lstrip(), **more)

    def engine(self, name="--engine"):
        """Adds an option that takes a build, which main() resolves."""
        self.add_argument(name, metavar="BUILD", default=DEFAULT_BUILD,
                          help="a program or a git revision (%(default)s)")


def resumes():
    """From now on the message after a signal says that the same command resumes."""
    global _more
    _more = "; the same command resumes"


def lower_priority(niceness):
    """Lets other work on the machine take precedence over the script and its future children: from 0, not at all, to 19."""
    global _niceness  # pylint: disable=global-statement
    _niceness = niceness
    os.nice(niceness)


def _lower_group(pid):
    """Where Linux groups processes by session (autogroup), each session has a niceness, too. The kernel lets a user set
    one every tenth of a second."""
    group = pathlib.Path(f"/proc/{pid}/autogroup")
    with contextlib.suppress(OSError):
        try:
            group.write_bytes(str(_niceness).encode())
        except BlockingIOError:
            time.sleep(GROUP_WAIT)
            group.write_bytes(str(_niceness).encode())


def start(command, **options):
    """Starts a child, as subprocess.Popen does. It ends with the script, and does not receive Ctrl-C itself."""
    global _starting  # pylint: disable=global-statement  # the handler of signals looks at it
    _starting = True
    try:
        child = subprocess.Popen(command, start_new_session=True, **options)
        _children.append(child)
        if _niceness:
            _lower_group(child.pid)
    except OSError as error:
        fail(f"cannot start {command[0]}: {error.strerror}")
    finally:
        _starting = False
        if _signal is not None:
            raise Signal
    return child


def call(command, given=None, **options):
    """Runs a child to its end; returns its status and what it wrote to the pipes that `options` name."""
    child = start(command, stdin=subprocess.DEVNULL if given is None else subprocess.PIPE, **options)
    output, errors = child.communicate(given)
    return child.returncode, output, errors


def _end(child, number):
    """Sends a signal to a child and its descendants, since a make that ends leaves the makes below it running. The engines
    of the match runner are in other process groups, and are ended by the runner."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, number)


def _end_children():
    running = [child for child in _children if child.poll() is None]
    for child in running:
        _end(child, signal.SIGTERM)
    deadline = time.monotonic() + CHILD_GRACE
    for child in running:
        try:
            child.wait(max(0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            _end(child, signal.SIGKILL)
            child.wait()
    for pipe in (pipe for child in _children for pipe in (child.stdin, child.stdout, child.stderr) if pipe is not None):
        with contextlib.suppress(OSError):  # what could not be written does not matter any more
            pipe.close()


def _on_signal(number, _frame):
    global _signal  # pylint: disable=global-statement
    _signal = number
    if not _starting:
        raise Signal


def _tick(seconds):
    """From now on interrupts blocking calls at this interval; 0: not at all.

    Python runs its handlers between its own instructions: a signal that comes right before a blocking call is not handled
    until another signal interrupts that call."""
    signal.setitimer(signal.ITIMER_REAL, seconds, seconds)


def _flush():
    """Flushes standard output; returns the error message if that fails, or None."""
    try:
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # Python would try again when it exits
        return f"{NAME}: cannot write to standard output: {error.strerror}"
    return None


def run(main):
    """Calls main(), which returns the script's status (None is 0), and ends the script."""
    # A signal that is ignored when the script starts (nohup) stays ignored.
    for number in ENDED_BY:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _on_signal)
    signal.signal(signal.SIGALRM, lambda _number, _frame: None)
    _tick(TICK)
    try:
        try:
            status = main() if sys.stdout is not None else f"{NAME}: cannot write to standard output: it is closed"
        except SystemExit as end:
            status = end.code
        except OSError as error:
            status = f"{NAME}: {error.filename or 'cannot write to standard output'}: {error.strerror or error}"
        if sys.stdout is not None:
            status = _flush() or status
        _end_children()
    except Signal:
        for number in ENDED_BY:
            signal.signal(number, signal.SIG_IGN)
        _end_children()
        print(f"{chr(13) if sys.stderr.isatty() else ''}{NAME}: {ENDED_BY[_signal]}{_more}", file=sys.stderr, flush=True)
        if sys.stdout is not None:
            _flush()
        signal.signal(_signal, signal.SIG_DFL)
        os.kill(os.getpid(), _signal)
    _tick(0)  # Python removes its handlers before it exits: then a tick would kill it
    sys.exit(status)


def tell(text):
    """Prints a message on standard error, clear of a line of progress."""
    print(f"{CLEAR if sys.stderr.isatty() else ''}{NAME}: {text}", file=sys.stderr, flush=True)


def write(path, content):
    """Writes a file, text or bytes, atomically: beside the old one, which it replaces when it is complete."""
    new = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        new.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
        new.chmod(path.stat().st_mode if path.exists() else 0o644)
        os.replace(new, path)
    except OSError as error:
        error.filename = path  # which an error of writing lacks
        raise
    finally:
        new.unlink(missing_ok=True)


def check_output(path):
    """Ends the script if write() could not write that file, before the hours that it takes to make it."""
    if path.is_dir() or not os.access(path.parent, os.W_OK | os.X_OK):
        fail(f"{path} cannot be written; name a file in a folder that exists")


def append(path, text):
    """Appends text to a file, which is created if needed."""
    try:
        with open(path, "a", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as error:
        error.filename = path
        raise


def lock(file, wait=False):
    """Locks an open file until it is closed. If another run holds the lock, waits for it if asked to, else returns False.
    On a file system without locks it succeeds without locking."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    except OSError as error:
        if error.errno not in (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP):
            raise
    return True


def claim(directory, name, command):
    """Creates the directory for the results of a command, or takes over that of an interrupted run of the same command;
    refuses a directory that holds anything else, or in which another run works. The file `name` in it holds the command."""
    directory.mkdir(parents=True, exist_ok=True)
    made_by = directory / name
    if not made_by.exists() and any(directory.iterdir()):
        fail(f"{directory} is not empty, and not of this script; name another --directory, or remove it first")
    file = open(made_by, "a+", encoding="utf-8")  # pylint: disable=consider-using-with  # locked until the script ends
    _claimed.append(file)
    file.seek(0)
    held = file.read()
    if held not in ("", command + "\n"):
        fail(f"{directory} holds the run of \"{held.strip()}\"; give that command again, name another --directory, or "
             "remove it first")
    if not lock(file):
        fail(f"{directory}: another run of this command works there")
    if not held:
        append(made_by, command + "\n")


def span(seconds):
    """Seconds as text: 42 s, 3:05 min, 1:02 h."""
    minutes, seconds = divmod(round(seconds), 60)
    return (f"{seconds} s" if minutes == 0 else f"{minutes}:{seconds:02} min" if minutes < 60 else
            f"{minutes // 60}:{minutes % 60:02} h")


class Progress:
    """Shows how much is done and how long the rest will take, on standard error: at a terminal in one line that is
    redrawn, elsewhere in a line at intervals. To be used in a `with` statement."""

    def __init__(self, total, unit="", stream=None, clock=time.monotonic):
        """`unit` names what is counted; without it only a percentage is shown."""
        self.total, self.unit, self.clock = total, unit, clock
        self.stream = stream or sys.stderr
        self.terminal = self.stream.isatty()
        self.interval = 0.1 if self.terminal else 30  # seconds
        self.begin = self.last = clock()
        self.count = self.first = 0
        self.detail = None

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        self.clear()

    def text(self):
        """The line of progress."""
        words = [f"{self.count:,} of {self.total:,} {self.unit}" if self.unit else f"{100 * self.count // self.total} %"]
        words += [self.detail] if self.detail else []
        if self.first < self.count < self.total:
            left = (self.clock() - self.begin) * (self.total - self.count) / (self.count - self.first)
            words.append(f"about {span(left)} left")
        return f"{NAME}: {', '.join(words)}"

    def restart(self):
        """Marks what is done so far as done before this run: it does not count for the time left."""
        self.begin, self.first = self.clock(), self.count

    def add(self, amount=1, detail=None):
        """Counts further work as done."""
        self.count += amount
        self.detail = detail or self.detail
        if self.clock() - self.last >= self.interval:
            self.last = self.clock()
            # ESC [K: erases the rest of the line.
            print(f"\r{self.text()}\x1b[K" if self.terminal else self.text(), end="" if self.terminal else "\n",
                  file=self.stream, flush=True)

    def clear(self):
        """Erases the line from the terminal."""
        if self.terminal:
            print(CLEAR, end="", file=self.stream, flush=True)

    def say(self, text):
        """Prints a line to standard output, clear of the line on the terminal."""
        self.clear()
        print(text, flush=True)
