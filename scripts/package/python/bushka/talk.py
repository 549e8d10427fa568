# SPDX-License-Identifier: GPL-3.0-or-later
"""An engine of the library: lines of the protocol in, lines out."""

from __future__ import annotations

import contextlib
import os
import queue
import threading
import weakref
from collections.abc import Iterator

from . import library
from .library import ENGINES

ERROR = "info string error: "
_NOT_RUNNING = b"info string error: no search is running"  # the answer to a stop that came right after the end
_TICK_MS = 100  # after which a call that waits lets Python handle signals, such as that of Ctrl-C

Lines = queue.SimpleQueue  # of str, and None at the end of the engine


class EngineError(RuntimeError):
    """The engine refuses, or cannot do, what was asked."""


def _free(handle: int, _callback: object, sink: list[Lines], process: int) -> None:
    """Ends an engine. The callback is kept until then, for its last lines; then comes None."""
    if os.getpid() != process:
        return  # after fork(): the engine is that of the parent
    if ENGINES.bushka_free(handle) != library.OK:  # the garbage was collected in the engine's own callback
        threading.Thread(target=_free, args=(handle, _callback, sink, process)).start()
        return
    sink[0].put(None)


class Talk:
    """An engine with threads of its own. All methods may be called from any thread."""

    def __init__(self) -> None:
        sink: list[Lines] = [queue.SimpleQueue()]
        self._sink = sink  # the one where lines go now

        def on_line(_context: int | None, line: bytes) -> None:
            if not line.startswith(_NOT_RUNNING):
                sink[0].put(line.decode("ascii", "replace"))

        callback = library.LINE(on_line)
        self._handle = ENGINES.bushka_new(callback, None)
        if not self._handle:
            raise EngineError("cannot start an engine: memory, threads or file descriptors run out")
        self._process = os.getpid()
        self._asking = threading.RLock()      # one exchange at a time
        self._changed = threading.Condition()  # of the next two
        self._users = 0                       # calls on the handle
        self._closed = False
        # Also when this object is forgotten, and at the end of Python.
        self._finalizer = weakref.finalize(self, _free, self._handle, callback, sink, self._process)

    @contextlib.contextmanager
    def _using(self) -> Iterator[None]:
        """Keeps the engine from being freed by another thread."""
        if os.getpid() != self._process:
            raise EngineError("an engine cannot be used in a child that fork() has made: make a new one there")
        with self._changed:
            if self._closed:
                raise EngineError("the engine is closed")
            self._users += 1
        try:
            yield
        finally:
            with self._changed:
                self._users -= 1
                self._changed.notify_all()

    def send(self, line: str) -> None:
        """Gives the engine a line, and returns at once."""
        if not isinstance(line, str):
            raise TypeError(f"a line is a str, not {type(line).__name__}")
        if "\0" in line:
            raise EngineError("a zero byte in a command line")
        with self._using():
            code = ENGINES.bushka_command(self._handle, os.fsencode(line))
        if code != library.OK:
            raise EngineError(library.error_text(code))

    def is_busy(self) -> bool:
        """True while the engine has something to do."""
        with self._using():
            return bool(ENGINES.bushka_wait(self._handle, 0) != library.OK)

    def stop(self) -> None:
        """Ends a search, perft or bench that runs, if any does."""
        if not self._closed and self.is_busy():
            self.send("stop")

    def _wait(self) -> None:
        """Waits until the engine has nothing to do. What interrupts Python stops the engine."""
        try:
            while True:
                with self._using():
                    if ENGINES.bushka_wait(self._handle, _TICK_MS) == library.OK:
                        return
        except KeyboardInterrupt:
            self.stop()
            raise

    # Who begins or asks something has stopped what runs without limit: these wait for its end.

    def begin(self, line: str) -> Lines:
        """Gives the engine a line as soon as it has nothing to do; returns where its lines, and none before, go until
        the next exchange. None comes last when the engine is closed."""
        with self._asking:
            self._wait()
            lines: Lines = queue.SimpleQueue()
            self._sink[0] = lines
            self.send(line)
            return lines

    def ask(self, *lines: str) -> list[str]:
        """Gives the engine lines, and returns all answers when it has done everything."""
        with self._asking:
            self._wait()
            answers: Lines = queue.SimpleQueue()
            self._sink[0] = answers
            for line in lines:
                self.send(line)
            self._wait()
            return [answers.get() for _ in range(answers.qsize())]

    def demand(self, *lines: str) -> list[str]:
        """The same; raises EngineError when one is refused."""
        answers = self.ask(*lines)
        for answer in answers:
            if answer.startswith(ERROR):
                raise EngineError(answer[len(ERROR):])
        return answers

    def stop_for(self, lines: Lines) -> None:
        """Ends what begin() has begun, if it still runs."""
        # Where another exchange is under way, that one has stopped it already. To wait for it would never end where
        # the garbage is collected in a callback.
        if self._asking.acquire(blocking=False):
            try:
                if self._sink[0] is lines:
                    self.stop()
            finally:
                self._asking.release()

    def close(self) -> None:
        """Stops what runs, and ends the engine; the second time does nothing."""
        if os.getpid() == self._process:
            self.stop()
            with self._changed:
                self._closed = True
                self._changed.wait_for(lambda: self._users == 0)
        self._finalizer()
