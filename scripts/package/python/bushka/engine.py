# SPDX-License-Identifier: GPL-3.0-or-later
"""The engine: searches, analysis, options."""

from __future__ import annotations

import contextlib
import operator
import re
import threading
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from .board import Board, Move, _known
from .talk import ERROR, EngineError, Talk

MANAGED = {"uci_variant", "multipv", "notation", "ponder"}  # options that this module sets itself
_OPTION = re.compile(r"option name (.+) type (\S+)(.*)")
_FACTS = re.compile(r" (default|min|max|var) (.*?)(?= (?:default|min|max|var) |$)")


class Limit(NamedTuple):
    """When a search ends: at the first limit reached. Times are in seconds. Without limits it runs until stop(), or as
    long as a playing level lets it; with mate alone, until such a mate is found."""
    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None
    white_clock: float | None = None
    black_clock: float | None = None
    white_inc: float | None = None
    black_inc: float | None = None
    remaining_moves: int | None = None

    def words(self) -> list[str]:
        """The arguments of `go`."""
        times = {"movetime": self.time, "wtime": self.white_clock, "btime": self.black_clock, "winc": self.white_inc,
                 "binc": self.black_inc}
        numbers = {"depth": self.depth, "nodes": self.nodes, "mate": self.mate, "movestogo": self.remaining_moves}
        return [f"{name} {round(value * 1000)}" for name, value in times.items() if value is not None] + \
               [f"{name} {operator.index(value)}" for name, value in numbers.items() if value is not None]


class Score(NamedTuple):
    """A score for the side to move: hundredths of a man (cp), or a forced win in N of its moves (mate; negative: a loss
    in N).

    >>> print(Score(35), Score(mate=-2), Score(35).negated().cp)
    +0.35 #-2 -35
    """
    cp: int | None = None
    mate: int | None = None

    def is_mate(self) -> bool:
        """True if a forced win or loss has been found."""
        return self.mate is not None

    def negated(self) -> Score:
        """The same score for the other side."""
        return Score(None if self.cp is None else -self.cp, None if self.mate is None else -self.mate)

    def __str__(self) -> str:
        return f"#{self.mate}" if self.cp is None else f"{self.cp / 100:+.2f}"


class Info(NamedTuple):
    """What a search has found so far: "Analysis lines" in protocol.md."""
    depth: int
    seldepth: int
    multipv: int
    score: Score
    nodes: int
    nps: int
    hashfull: int  # per mille
    tbhits: int
    time: float  # seconds
    pv: tuple[Move, ...]


class PlayResult(NamedTuple):
    """The move of a search, None if the game is over; the reply that it expects, or None; the last Info about the best
    variation, or None."""
    move: Move | None
    ponder: Move | None
    info: Info | None


class Option(NamedTuple):
    """An option of the engine; protocol.md describes each."""
    name: str
    type: str  # spin, check, combo, string, button
    default: str | None
    min: int | None
    max: int | None
    var: tuple[str, ...]


def _read_option(line: str) -> Option:
    _, name, kind, rest = _OPTION.split(line, maxsplit=1)[:4]
    facts = _FACTS.findall(rest)
    one = dict(facts)
    return Option(name, kind, one.get("default"), int(one["min"]) if "min" in one else None,
                  int(one["max"]) if "max" in one else None, tuple(value for fact, value in facts if fact == "var"))


def _read_info(line: str) -> Info | None:
    """Reads an info line; None unless it has a score and a variation."""
    head, _, pv = line.partition(" pv ")
    words = head.split()[1:]
    if not pv or "score" not in words:
        return None
    place = words.index("score")
    score = Score(**{words[place + 1]: int(words[place + 2])})
    words[place:place + 3] = []
    numbers = dict(zip(words[::2], map(int, words[1::2])))
    time = numbers.pop("time") / 1000
    return Info(**{"tbhits": 0, **numbers}, score=score, time=time, pv=tuple(map(_known, pv.split())))


class Analysis(Iterator[Info]):
    """A running search: an iterator over what it finds, which ends with the search. The search is stopped at the end of
    a `with` statement, and when this object is garbage-collected."""

    def __init__(self, talk: Talk, go: str) -> None:
        self._talk = talk
        self._reading = threading.Lock()
        self._info: Info | None = None
        self._result: PlayResult | None = None
        self._error: str | None = None
        self._lines = talk.begin(go)

    def __next__(self) -> Info:
        if self._result is None:
            self._talk.refuse_child()
        with self._reading:
            while self._result is None and self._error is None:
                line = self._lines.get()
                if line is None:
                    self._error = "the engine was closed during the search"
                elif line.startswith("bestmove "):
                    self._end(line.split())
                elif line.startswith(ERROR):
                    self._error = line[len(ERROR):]
                elif (info := _read_info(line)) is not None:
                    self._info = info if info.multipv == 1 else self._info
                    return info
            if self._error is not None:
                raise EngineError(self._error)
        raise StopIteration

    def _end(self, words: list[str]) -> None:
        move = None if words[1] == "(none)" else _known(words[1])
        self._result = PlayResult(move, _known(words[3]) if len(words) > 3 else None, self._info)

    def stop(self) -> None:
        """Ends the search; what it has found can still be read."""
        if self._result is None:
            self._talk.stop_for(self._lines)

    def wait(self) -> PlayResult:
        """Waits for the end of the search, and returns its move. Raises EngineError when it was refused."""
        for _ in self:
            pass
        assert self._result is not None
        return self._result

    def __enter__(self) -> Analysis:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def __del__(self) -> None:
        try:
            self.stop()
        except (AttributeError, EngineError):  # it has not begun; the engine is closed
            pass


class Engine:
    """An engine, with threads and a hash table of its own. Each method may be called from any thread; an engine does
    one thing at a time, and a new search ends the previous one. Other Python threads run while it searches.

    >>> with Engine({"Hash": 4}) as engine:
    ...     for info in engine.analyse(Board("W:Wf4:Bd5,d8,f6"), Limit(depth=2)):
    ...         print(info.depth, info.pv[0])
    1 f4f5e5
    2 f4f5e5
    """

    def __init__(self, options: Mapping[str, object] | None = None) -> None:
        """Starts an engine, with these options set: see configure(). Raises EngineError."""
        self._talk = Talk()
        self._starting = threading.RLock()
        self._variant: str | None = "bushka"  # what the engine has; None: not known
        self._multipv: int | None = 1
        answers = self._talk.demand("uci")
        options_there = [_read_option(line) for line in answers if line.startswith("option ")]
        self.options = {option.name: option for option in options_there}
        self.name = next(line for line in answers if line.startswith("id name "))[len("id name "):]
        try:
            self.configure(options or {})
        except BaseException:
            self.close()
            raise

    @contextlib.contextmanager
    def _turn(self) -> Iterator[None]:
        """Ends what is running, also a call that another thread waits for; then the engine belongs to this thread."""
        self._talk.refuse_child()
        self._talk.stop()
        with self._starting:
            self._talk.stop()
            yield

    def configure(self, options: Mapping[str, object]) -> list[str]:
        """Sets options, `{"Hash": 64, "Skill Level": 5, "Clear Hash": None}`, in this order; ends a running search.
        Returns what the engine says about them, such as which tablebases were found. Raises EngineError at the first
        that is refused."""
        said = []
        with self._turn():
            for name, value in options.items():
                if name.lower() not in map(str.lower, self.options):
                    raise EngineError(f"unknown option {name!r}; options has them")
                if name.lower() in MANAGED:
                    raise EngineError(f"{name} is set by the board or the arguments of a search")
                word = str(value).lower() if isinstance(value, bool) else str(value)
                if re.search(r"(^|\s)#", word):
                    raise EngineError(f"{name}: a word cannot begin with #")
                said += self._talk.demand(f"setoption name {name}" + (f" value {word}" if value is not None else ""))
        return said

    def ask(self, *lines: str) -> list[str]:
        """Sends lines of the protocol, and returns the answers when everything is done; ends a running search. A refusal
        is an answer `info string error: ...`. A search without limit would never be done."""
        with self._turn():
            self._variant = self._multipv = None  # the lines may set what a search relies on
            return self._talk.ask(*lines)

    def new_game(self) -> None:
        """Clears what searches have learnt; ends a running search."""
        with self._turn():
            self._talk.demand("ucinewgame")

    def _begin(self, board: Board, words: list[str], multipv: int, root_moves: Iterable[str] | None) -> Analysis:
        with self._turn():
            if self._variant is None:
                self._talk.demand("setoption name Notation value coordinate")
            # Not known until the engine has done it, which Ctrl-C may prevent.
            if board.variant != self._variant:
                self._variant = None
                self._talk.demand(f"setoption name UCI_Variant value {board.variant}")
                self._variant = board.variant
            if multipv != self._multipv:
                self._multipv = None
                self._talk.demand(f"setoption name MultiPV value {multipv}")
                self._multipv = multipv
            moves = board.move_stack
            self._talk.demand(f"position fen {board.root_fen}" + (f" moves {' '.join(moves)}" if moves else ""))
            if root_moves is not None:
                words = [*words, "searchmoves", *map(board.parse, root_moves)]
            return Analysis(self._talk, " ".join(["go", *words]))

    def play(self, board: Board, limit: Limit, *, root_moves: Iterable[str] | None = None) -> PlayResult:
        """Searches for the move that the engine plays, one of root_moves if these are given. Raises EngineError."""
        with self._begin(board, limit.words(), 1, root_moves) as search:
            return search.wait()

    def analyse(self, board: Board, limit: Limit | None = None, *, multipv: int = 1,
                root_moves: Iterable[str] | None = None) -> Analysis:
        """Searches for the best `multipv` variations, and returns an iterator over what is found; without a limit, until
        it is stopped. With a limit and the option OwnBook the book answers, with one variation. Raises EngineError."""
        words = limit.words() if limit is not None else []
        # Without a limit a playing level would set one; but in a finished game "infinite" would wait for stop().
        return self._begin(board, words if words or board.is_game_over() else ["infinite"], multipv, root_moves)

    def stop(self) -> None:
        """Ends what is running; may be called from any thread."""
        self._talk.stop()

    def close(self) -> None:
        """Stops what is running, and ends the engine."""
        self._talk.close()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
