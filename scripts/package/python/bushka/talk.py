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
_TICK_MS = 100  # after this a waiting call lets Python handle signals, such as that of Ctrl-C
_GRACE = 10  # seconds to wait for calls, which take a tick at most: one interrupted by a signal may stay counted

Lines = queue.SimpleQueue  # of str, and None at the end of the engine


class EngineError(RuntimeError):
    """The engine refuses, or cannot do, what was asked."""


class _Handle:
    """An engine of the library, and where its lines go. When its Talk is garbage-collected, it lives until it is freed."""

    def __init__(self) -> None:
        self.sink: Lines = queue.SimpleQueue()
        self._process = os.getpid()
        self._changed = threading.Condition()  # of the next two
        self._users = 0                        # calls on the engine that run
        self._callback = library.LINE(self._take)
        self._engine = ENGINES.bushka_new(self._callback, None)  # None once it is freed
        if not self._engine:
            raise EngineError("cannot start an engine: not enough memory, threads or file descriptors")

    def _take(self, _context: int | None, line: bytes) -> None:
        if not line.startswith(_NOT_RUNNING):
            self.sink.put(line.decode("ascii", "replace"))

    def refuse_child(self) -> None:
        """Raises EngineError in a child of fork(), which lacks the engine's threads and any that would release locks."""
        if os.getpid() != self._process:
            raise EngineError("an engine cannot be used in a child that fork() has made: make a new one there")

    @contextlib.contextmanager
    def using(self) -> Iterator[int]:
        """Gives the engine, which is not freed during the `with` statement."""
        self.refuse_child()
        with self._changed:
            if self._engine is None:
                raise EngineError("the engine is closed")
            self._users += 1
        try:
            yield self._engine
        finally:
            with self._changed:
                self._users -= 1
                self._changed.notify_all()

    def free(self) -> None:
        """Stops what is running, and ends the engine; its last lines still come, and then None."""
        if os.getpid() != self._process:
            return  # the engine is that of the parent
        with self._changed:
            engine, self._engine = self._engine, None
            self._changed.wait_for(lambda: self._users == 0, _GRACE)
        if ENGINES.bushka_free(engine) == library.OK:
            self._callback = None
            self.sink.put(None)
        else:  # the garbage was collected in the engine's own callback
            self._engine = engine
            threading.Thread(target=self.free).start()


class Talk:
    """An engine with threads of its own. All methods may be called from any thread."""

    def __init__(self) -> None:
        self._asking = threading.RLock()  # one exchange at a time
        self._handle = _Handle()
        # Called also when this object is garbage-collected (before the __del__() of objects in a reference cycle with
        # it), and when Python exits.
        self._finalizer = weakref.finalize(self, self._handle.free)

    def refuse_child(self) -> None:
        """Raises EngineError in a child of fork()."""
        self._handle.refuse_child()

    def send(self, line: str) -> None:
        """Sends a line, and returns at once; if too many lines are waiting, when these are done."""
        if not isinstance(line, str):
            raise TypeError(f"a line is a str, not {type(line).__name__}")
        if "\0" in line:
            raise EngineError("a zero byte in a command line")
        while (code := self._command(os.fsencode(line))) == library.FULL:
            self._wait()
        if code != library.OK:
            raise EngineError(library.error_text(code))

    def _command(self, line: bytes) -> int:
        with self._handle.using() as engine:
            return int(ENGINES.bushka_command(engine, line))

    def is_busy(self) -> bool:
        """True while the engine has something to do."""
        with self._handle.using() as engine:
            return bool(ENGINES.bushka_wait(engine, 0) != library.OK)

    def stop(self) -> None:
        """Ends a running search, perft or bench, if there is one."""
        with contextlib.suppress(EngineError):  # it is closed
            if self.is_busy():
                self.send("stop")

    def _wait(self) -> None:
        """Waits until the engine has nothing to do. Stops the engine if interrupted, for example by Ctrl-C."""
        try:
            while True:
                with self._handle.using() as engine:
                    if ENGINES.bushka_wait(engine, _TICK_MS) == library.OK:
                        return
        except BaseException:
            self.stop()
            raise

    # The callers of these methods have stopped what runs without limit; here its end is waited for.

    def begin(self, line: str) -> Lines:
        """Sends a line as soon as the engine has nothing to do; returns the queue of its lines from then on until the next
        exchange. None comes last if the engine is closed."""
        with self._asking:
            self._wait()
            lines: Lines = queue.SimpleQueue()
            self._handle.sink = lines
            self.send(line)
            return lines

    def ask(self, *lines: str) -> list[str]:
        """Sends lines, and returns all answers when everything is done."""
        with self._asking:
            self._wait()
            answers: Lines = queue.SimpleQueue()
            self._handle.sink = answers
            for line in lines:
                self.send(line)
            self._wait()
            return [answers.get() for _ in range(answers.qsize())]

    def demand(self, *lines: str) -> list[str]:
        """Like ask(), but raises EngineError if a line is refused."""
        answers = self.ask(*lines)
        for answer in answers:
            if answer.startswith(ERROR):
                raise EngineError(answer[len(ERROR):])
        return answers

    def stop_for(self, lines: Lines) -> None:
        """Ends what begin() has begun, if it still runs."""
        # If another exchange is under way, it has stopped this one already. Waiting for it would never end if garbage is
        # collected in a callback.
        if self._asking.acquire(blocking=False):
            try:
                if self._handle.sink is lines:
                    self.stop()
            finally:
                self._asking.release()

    def close(self) -> None:
        """Stops what is running, and ends the engine; a second call does nothing."""
        self._finalizer()
