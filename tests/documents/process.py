# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs run to their end, at a pipe or at a pseudo-terminal, with a deadline."""

import os
import pty
import re
import select
import signal
import subprocess
import time

PATIENCE = 300  # seconds for all that one block does
CHUNK = 65536
CONTROL = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[()][A-Z0-9]|\x1b[=>]|[\x00-\x08\x0e-\x1f]")


def has_terminals():
    """True when the system has pseudo-terminals (a bare chroot may have none)."""
    try:
        for file in pty.openpty():
            os.close(file)
    except OSError:
        return False
    return True


class Late(Exception):
    """What had to come did not come in time. Holds what came."""


def at_pipe(command, text, environment, directory):
    """Runs a program with that input; returns its exit status and everything it wrote."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", env=environment, cwd=directory, start_new_session=True) as child:
        try:
            output, _ = child.communicate(text, timeout=PATIENCE)
        except subprocess.TimeoutExpired as late:
            os.killpg(child.pid, signal.SIGKILL)
            output, _ = child.communicate()
            raise Late(output) from late
        except BaseException:
            os.killpg(child.pid, signal.SIGKILL)
            raise
        return child.returncode, output


class Terminal:
    """A program at a pseudo-terminal of its own. Use it in a `with` statement."""

    def __init__(self, command, environment, directory):
        self.deadline = time.monotonic() + PATIENCE
        self.raw = b""
        self.status = None
        self.child, self.file = pty.fork()
        if self.child == 0:
            try:
                os.chdir(directory)
                os.execvpe(command[0], command, environment)
            finally:
                os._exit(127)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.status is None:
            os.killpg(self.child, signal.SIGKILL)
            os.waitpid(self.child, 0)
        os.close(self.file)

    def lines(self):
        """The lines on the screen so far, without colours and movements of the cursor."""
        return re.split(r"[\r\n]+", CONTROL.sub("", self.raw.decode(errors="replace")))

    def type(self, text):
        """Types the text. What is written meanwhile is read, so that neither side waits for the other."""
        rest = text.encode()
        while rest:
            readable, writable, _ = select.select([self.file], [self.file], [], self.left())
            if readable and not self.read():
                return
            if writable:
                rest = rest[os.write(self.file, rest[:CHUNK]):]

    def left(self):
        """Seconds to the deadline."""
        seconds = self.deadline - time.monotonic()
        if seconds <= 0:
            raise Late("\n".join(self.lines()))
        return seconds

    def read(self):
        """Reads once; returns False at the end of all output."""
        if not select.select([self.file], [], [], self.left())[0]:
            raise Late("\n".join(self.lines()))
        try:
            chunk = os.read(self.file, CHUNK)
        except OSError:  # the terminal's other side is closed
            chunk = b""
        self.raw += chunk
        return chunk != b""

    def wait_for(self, pattern, count):
        """Waits until that many lines match the pattern, or the program ends. The line still being written counts."""
        while sum(bool(pattern.search(line)) for line in self.lines()) < count and self.read():
            pass

    def end(self):
        """Reads to the end; returns the exit status and everything on the screen."""
        while self.read():
            pass
        _, status = os.waitpid(self.child, 0)
        self.status = os.waitstatus_to_exitcode(status)
        return self.status, "\n".join(self.lines())
