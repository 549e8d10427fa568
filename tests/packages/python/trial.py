# SPDX-License-Identifier: GPL-3.0-or-later
"""Tries the installed Python package, for ./check, which calls it in Python's isolated mode in an empty environment.

usage: trial.py README PROGRAM     PROGRAM is the engine as a program, whose answers the package's are compared with
"""

import contextlib
import copy
import doctest
import gc
import os
import pathlib
import pickle
import random
import re
import resource
import signal
import subprocess
import sys
import threading
import time
import types
import unittest
import unittest.mock

import bushka
from bushka import BLACK, WHITE, Board, Engine, EngineError, Limit, Move

README, PROGRAM = pathlib.Path(sys.argv[1]), sys.argv[2]
GAMES = 500  # on each board
PUSHED = 1000000
GROWTH_KB = 4096  # by which memory may grow in a million moves: not by anything for each of them
STOP_SECONDS = 1  # ample on a busy machine; a few milliseconds on an idle one
FENS = {"bushka": ("W:Wf2,f3,Kg5:Bc6,Kd7", "W:Wf4:Bd5,d8,f6", "B:Wd6,Ke5,g4:BKa5,Kb7,c6,c7"),
        "bushka9x11": ("W:Wf2,f3,Kg5:Bc6,Kd7", "B:Wj6,e3,e4,Kh5:Bc7,e6,e7,Ke8")}


def sessions():
    """The sessions in README."""
    return re.findall(r"^```text\n(>>> .*?)^```$", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def count(board, depth):
    """Perft by moves played and taken back."""
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += count(board, depth - 1)
        board.pop()
    return total


def random_game(variant, chance):
    """A finished game of random moves."""
    board = Board(variant=variant)
    while not board.is_game_over():
        board.push(chance.choice(list(board.legal_moves)))
    return board


class Documents(unittest.TestCase):
    """What the documents show is true."""

    def test_modules(self):
        for module in (bushka, bushka.board, bushka.engine):
            failed, tried = doctest.testmod(module)
            self.assertEqual(failed, 0)
            self.assertGreater(tried, 0)

    def test_readme(self):
        self.assertGreaterEqual(len(sessions()), 4)
        names = {}
        for session in sessions():
            test = doctest.DocTestParser().get_doctest(session, names, "README", str(README), 0)
            runner = doctest.DocTestRunner()
            runner.run(test, clear_globs=False)
            names = test.globs
            self.assertEqual(runner.summarize(verbose=False).failed, 0)


class Rules(unittest.TestCase):
    """The board and the engine as a program agree."""

    def test_games(self):
        chance = random.Random(1)
        for variant in bushka.VARIANTS:
            games = [random_game(variant, chance) for _ in range(GAMES)]
            lines = [f"setoption name UCI_Variant value {variant}"]
            for game in games:
                lines += ["position startpos", "d", *(line for move in game.move_stack for line in (f"move {move}", "d"))]
            said = subprocess.run([PROGRAM], input="\n".join(lines), stdout=subprocess.PIPE, text=True, check=True).stdout
            self.assertNotIn("error", said)
            found = re.findall(r"^Fen: (.*)$|^Result: (\S+)|^Legal moves \((\d+)\): ?(.*)$", said, re.MULTILINE)
            expected = []
            for game in games:
                board = Board(variant=variant)
                for move in [None, *game.move_stack]:
                    if move is not None:
                        board.push(move)
                    expected.append((board.fen(), "", "", ""))
                    if board.is_game_over():
                        expected.append(("", board.result(), "", ""))
                    expected.append(("", "", str(board.legal_moves.count()), " ".join(board.legal_moves)))
                self.assertEqual(board, game)
            self.assertEqual(found, expected)
            self.assertEqual({game.result() for game in games} - {"1/2-1/2"}, {"1-0", "0-1"})

    def test_perft(self):
        for variant, fens in FENS.items():
            for fen in (None, *fens):
                board = Board(fen, variant)
                before = board.fen()
                self.assertEqual(count(board, 3), board.perft(3), fen)
                self.assertEqual(board.fen(), before)

    def test_notations(self):
        chance = random.Random(2)
        for variant in bushka.VARIANTS:
            for _ in range(10):
                game = random_game(variant, chance)
                board = Board(variant=variant)
                for move in game.move_stack:
                    details = board.details(move)
                    for text in (move, details.formal, details.short):
                        self.assertEqual(board.parse(text), move)
                    pieces = len(board.piece_map())
                    board.push(move)
                    self.assertEqual(len(board.piece_map()), pieces - len(details.taken))

    def test_details(self):
        for fen, variant, text, expected in (
                (None, "bushka", "f25", ("f2f5", "f2-f5", "f25", "line", ("f4", "f3", "f2"), (), (), False)),
                ("W:Wf9:B", "bushka9x11", "f9-e9", ("f9e9", "f9-e9", "fe9", "man", (), (), (), True)),
                ("W:Wf4:Bd5,d8,f6", "bushka", "f4e5x", ("f4f5e5", "f4xf5xe5", "f4e5x", "man-capture", (), ("f6", "d5"),
                                                        ((("f5", "f6"), ("e5", "d5")),), False))):
            self.assertEqual(Board(fen, variant).details(text), expected)

    def test_other_route(self):
        chance = random.Random(4)
        found = 0
        while found < 3:
            king, *men = chance.sample(list(bushka.squares()), 9)
            with contextlib.suppress(ValueError):  # a man on its back rank
                board = Board(f"W:WK{king}:B{','.join(men)}")
                for move in board.legal_moves:
                    routes = board.details(move).routes
                    found += len(routes) > 1
                    for route in routes:
                        self.assertEqual(board.parse("x".join([king, *(square for square, _ in route)])), move)

    def test_picture(self):
        for variant in bushka.VARIANTS:
            with subprocess.Popen([PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
                said = engine.communicate(f"setoption name UCI_Variant value {variant}\nd\n")[0]
            self.assertIn(f"\n{Board(variant=variant)}\n", said)

    def test_repetition(self):
        board = Board("W:WKe1:BKd9")
        for _ in range(2):
            for text in ("e1e2", "d9d8", "e2e1", "d8d9"):
                board.push_str(text)
        self.assertEqual((board.result(), board.outcome().winner, board.legal_moves.count()), ("1/2-1/2", None, 0))
        self.assertEqual(board.outcome().termination, bushka.Termination.THREEFOLD_REPETITION)
        with self.assertRaisesRegex(bushka.IllegalMoveError, "the game is over"):
            board.push_str("e1e2")
        board.pop()
        self.assertEqual((board.result(), board.legal_moves.count() > 0), ("*", True))

    def test_refusals(self):
        board = Board()
        before = board.push_str("f25"), board.fen()
        for text, error in (("d7d5", bushka.IllegalMoveError), ("zz", bushka.InvalidMoveError), ("", ValueError),
                            ("z9f5", bushka.InvalidMoveError), ("d7d6\0", ValueError), ("d7d6\u0434", ValueError),
                            ("d7d6 ", ValueError), (None, TypeError), (5, TypeError), (b"d7d6", TypeError)):
            for method in (board.parse, board.push_str, board.details):
                with self.assertRaises(error, msg=repr(text)):
                    method(text)
        with self.assertRaises(bushka.AmbiguousMoveError):
            Board("W:Wh6:Be2,f6,f7,f9,g8,h8", "bushka9x11").push_str("h6g7x")
        for fen in ("", "W", "W:Wf2,f2:B", "W:We0:B", "W:Wf2:Bc6\0", "W:Wj6:B", "W:Wf2:B x"):
            with self.assertRaises(ValueError, msg=fen):
                board.set_fen(fen)
            with self.assertRaises(ValueError, msg=fen):
                Board(fen)
        with self.assertRaises(TypeError):
            board.push("d7d6")
        with self.assertRaises(ValueError):
            Board(variant="chess")
        with self.assertRaises(ValueError):
            board.piece_at("j6")
        with self.assertRaises(ValueError):
            Move("f2-f5")
        for depth in (-1, 65, 2**32 + 1):
            with self.assertRaises(ValueError):
                board.perft(depth)
        self.assertEqual((board.peek(), board.fen()), before)
        board.pop()
        with self.assertRaises(IndexError):
            board.pop()

    def test_begin_again(self):
        board = Board("W:Wf2,g3:Bc6", "bushka9x11")
        for fen in ("B:WKf2:Bc6", None):
            begun = board.fen()
            board.push(next(iter(board.legal_moves)))
            self.assertEqual(board.root_fen, begun)
            if fen is None:
                board.reset()
            else:
                board.set_fen(fen)
            self.assertEqual((board.fen(), board.move_stack), (fen or Board(variant="bushka9x11").fen(), ()))
            self.assertEqual(board.root_fen, board.fen())

    def test_copies(self):
        board = Board(variant="bushka9x11")
        board.push_str("f25")
        for other in (board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
            self.assertEqual((other, other.move_stack, other.root_fen), (board, board.move_stack, board.root_fen))
            other.pop()
            self.assertNotEqual(other, board)
        self.assertEqual((board.copy(stack=False), board.copy(stack=False).move_stack), (board, ()))
        self.assertNotEqual(Board("W:Wf2:B"), Board("W:Wf2:B", "bushka9x11"))

    def test_planes(self):
        for variant, (columns, rows) in bushka.VARIANTS.items():
            board = Board(FENS[variant][0], variant)
            planes = board.planes()
            self.assertEqual((planes.shape, planes.readonly), ((4, rows, columns), True))
            for square, (column, row) in bushka.squares(variant).items():
                piece = board.piece_at(square)
                kinds = [kind for kind in range(4) if planes[kind, row - 1, column - 1]]
                self.assertEqual(kinds, [] if piece is None else [2 * (piece.color == BLACK) + piece.king])
            self.assertEqual(planes.tobytes().count(1), len(board.piece_map()))

    def test_memory(self):
        board = Board()

        def play(moves):
            for _ in range(moves):
                words = list(board.legal_moves)
                if not words or len(board.move_stack) >= 60:
                    while board.move_stack:
                        board.pop()
                else:
                    board.push(chance.choice(words))

        chance = random.Random(3)
        play(PUSHED // 50)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        play(PUSHED)
        self.assertLess(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, GROWTH_KB)


class Searches(unittest.TestCase):
    """Engines play, and are stopped."""

    def test_game(self):
        for variant in bushka.VARIANTS:
            with Engine({"Hash": 1}) as engine:
                board = Board(variant=variant)
                while (move := engine.play(board, Limit(nodes=300)).move) is not None:
                    board.push(move)
                self.assertTrue(board.is_game_over())

    def test_options(self):
        with Engine() as engine:
            self.assertEqual(engine.options["Hash"], ("Hash", "spin", "16", 1, 65536, ()))
            self.assertEqual(engine.options["Clear Hash"][1:], ("button", None, None, None, ()))
            self.assertEqual(engine.options["UCI_Variant"].var, ("bushka", "bushka9x11"))
            self.assertEqual(engine.configure({"Skill Level": 3, "OwnBook": False, "Clear Hash": None, "Seed": 1}), [])
            for options in ({"Hash": 0}, {"Nothing": 1}, {"MultiPV": 2}, {" MultiPV": 2}, {"MultiPV value 2": None},
                            {"UCI_Variant": "bushka9x11"}, {"notation": "short"}, {"Ponder": True},
                            {"EvalFile": "/nowhere"}, {"EvalFile": "a #b"},
                            {"Hash": "1\nquit"}, {"Hash": "1\0"}):
                with self.assertRaises(EngineError, msg=options):
                    engine.configure(options)
            for limit in (Limit(depth=0), Limit(time=-1), Limit(white_clock=1)):
                with self.assertRaises(EngineError, msg=limit):
                    engine.play(Board("B:Wf2:Bc6"), limit)
            with self.assertRaises(bushka.IllegalMoveError):
                engine.play(Board(), Limit(depth=1), root_moves=["f2f3"])
            for count in (1.5, "1 infinite"):
                with self.assertRaises(TypeError):
                    engine.play(Board(), Limit(nodes=count))
            self.assertEqual(engine.play(Board(), Limit(depth=2), root_moves=["g5-f5"]).move, "g5f5")
            book = README.resolve().parents[3] / "engine/book/books/bushka.book"
            self.assertRegex(engine.configure({"BookFile": book})[0], "^info string book bushka positions ")

    def test_words(self):
        """Each limit has its word for the engine, and each word of an info line its field."""
        limit = Limit(time=1.5, depth=2, nodes=3, mate=4, white_clock=5, black_clock=6, white_inc=7, black_inc=8,
                      remaining_moves=9)
        self.assertEqual(set(limit.words()), {"movetime 1500", "depth 2", "nodes 3", "mate 4", "wtime 5000", "btime 6000",
                                              "winc 7000", "binc 8000", "movestogo 9"})
        said = "info depth 1 seldepth 2 multipv 3 score mate -4 nodes 5 nps 6 hashfull 7 tbhits 8 time 9500 pv f2f5 d7d6"
        self.assertEqual(bushka.engine._read_info(said),  # pylint: disable=protected-access
                         (1, 2, 3, (None, -4), 5, 6, 7, 8, 9.5, ("f2f5", "d7d6")))

    def test_whole_games(self):
        """The engine sees repetitions, names the reply that it expects, and begins afresh with a new game."""
        with Engine() as engine:
            board = Board("W:WKe1:BKd9")
            for text in 2 * ("e1e2", "d9d8", "e2e1", "d8d9"):
                board.push_str(text)
            self.assertIsNone(engine.play(board, Limit(depth=1)).move)
            first = engine.play(Board(), Limit(depth=6))
            board = Board()
            board.push(first.move)
            self.assertIn(first.ponder, board.legal_moves)
            engine.new_game()
            self.assertEqual(engine.play(Board(), Limit(depth=6)).info.nodes, first.info.nodes)

    def test_other_lines(self):
        with Engine() as engine:
            engine.ask("setoption name Notation value short", "setoption name UCI_Variant value bushka9x11",
                       "setoption name MultiPV value 3")
            infos = list(engine.analyse(Board(), Limit(depth=3)))
            self.assertEqual({info.multipv for info in infos}, {1})
            self.assertIn(infos[-1].pv[0], Board().legal_moves)
            self.assertTrue(engine.ask("go nodes 100")[-1].startswith("bestmove "))
            self.assertTrue(engine.ask("nonsense")[0].startswith("info string error: "))
            self.assertEqual(len(engine.ask(*["isready"] * 3000)), 3000)
            with self.assertRaises(EngineError):
                engine.ask("setoption name Notation value short", "a\nb")
            self.assertIn(engine.play(Board(), Limit(depth=3)).move, Board().legal_moves)

    def test_others_wait_for_lines(self):
        """A search also ends what another thread's ask() waits for."""
        with Engine() as engine:
            other = threading.Thread(target=engine.ask, args=["go movetime 60000"])
            other.start()
            time.sleep(0.1)
            begin = time.monotonic()
            self.assertIsNotNone(engine.play(Board(), Limit(nodes=100)).move)
            self.assertLess(time.monotonic() - begin, 10 * STOP_SECONDS)
            other.join()

    def test_analysis(self):
        with Engine() as engine:
            search = engine.analyse(Board(), Limit(depth=6), multipv=3)
            infos = list(search)
            self.assertEqual([info.multipv for info in infos if info.depth == 6], [1, 2, 3])
            self.assertEqual(search.wait().info, next(info for info in infos if info.depth == 6))
            self.assertEqual(list(search), [])
            score = engine.play(Board("W:Wd5,e5:Ba5"), Limit(depth=6)).info.score
            self.assertEqual((score.is_mate(), score.mate, score.cp), (True, 2, None))
            lost = Board("B:Wd5:B")
            self.assertEqual((list(engine.analyse(lost)), engine.play(lost, Limit(depth=1)).move), ([], None))
            search = engine.analyse(Board())
            for info in search:
                if info.depth >= 5:
                    break
            self.assertIsNotNone(engine.play(Board(), Limit(nodes=100)).move)  # ends the analysis
            self.assertIsNotNone(search.wait().move)

    def test_stop(self):
        with Engine() as engine:
            for how in ("stop", "with", "engine"):
                with engine.analyse(Board()) as search:
                    next(search)
                    begin = time.monotonic()
                    if how == "stop":
                        search.stop()
                    elif how == "engine":
                        engine.stop()
                self.assertIsNotNone(search.wait().move)
                self.assertLess(time.monotonic() - begin, STOP_SECONDS)
            search.stop()
            engine.stop()

    def test_many_threads(self):
        with Engine() as engine:
            moves, errors = [], []

            def play():
                try:
                    for _ in range(20):
                        moves.append(engine.play(Board(), Limit(nodes=200)).move)
                except Exception as error:  # pylint: disable=broad-except  # shown by the assertion below
                    errors.append(error)
            threads = [threading.Thread(target=play) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual((errors, len(moves), None in moves), ([], 80, False))

    def test_close(self):
        engine = Engine()
        search = engine.analyse(Board())
        threading.Timer(0.1, engine.close).start()
        with contextlib.suppress(EngineError):
            search.wait()
        engine.close()
        for use in (lambda: engine.play(Board(), Limit(depth=1)), lambda: engine.ask("d"), engine.new_game):
            with self.assertRaisesRegex(EngineError, "closed"):
                use()

    def test_forgotten(self):
        """Engines that are not closed end, also when garbage is collected in the middle of other calls."""
        threads = len(os.listdir("/proc/self/task"))
        frequency = gc.get_threshold()
        gc.set_threshold(1)
        try:
            with Engine() as other:
                for _ in range(20):
                    circle = types.SimpleNamespace(engine=Engine())
                    circle.search, circle.itself = circle.engine.analyse(Board()), circle
                    del circle
                    self.assertIsNotNone(other.play(Board(), Limit(nodes=1000)).move)
        finally:
            gc.set_threshold(*frequency)
        gc.collect()
        deadline = time.monotonic() + 10
        while len(os.listdir("/proc/self/task")) > threads and time.monotonic() < deadline:
            time.sleep(0.01)
        self.assertLessEqual(len(os.listdir("/proc/self/task")), threads)

    def test_interrupted(self):
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell ignores it in what it runs in the background
        for use in (lambda engine: engine.play(Board(), Limit(time=60)), lambda engine: engine.ask("bench depth 60"),
                    lambda engine: list(engine.analyse(Board())), lambda engine: engine.analyse(Board()).wait()):
            with Engine() as engine:
                timer = threading.Timer(0.1, os.kill, [os.getpid(), signal.SIGINT])
                timer.start()
                begin = time.monotonic()
                with self.assertRaises(KeyboardInterrupt):
                    use(engine)
                self.assertIsNotNone(engine.play(Board(), Limit(nodes=100)).move)
                self.assertLess(time.monotonic() - begin, 10 * STOP_SECONDS)
                timer.join()

    def test_interrupted_start(self) -> None:
        """An option whose setting was interrupted is set again by the next search."""
        for variant, multipv in (("bushka9x11", 1), ("bushka", 3)):
            with Engine() as engine:
                demand = engine._talk.demand  # pylint: disable=protected-access

                def interrupted(*lines: str) -> list[str]:
                    answers = demand(*lines)
                    if lines[0].startswith(("setoption name UCI_Variant", "setoption name MultiPV")):
                        raise KeyboardInterrupt
                    return answers

                with unittest.mock.patch.object(engine._talk, "demand", interrupted):  # pylint: disable=protected-access
                    with self.assertRaises(KeyboardInterrupt):
                        engine.analyse(Board(variant=variant), Limit(nodes=100), multipv=multipv)
                found = list(engine.analyse(Board(), Limit(nodes=1000)))
                self.assertEqual({info.multipv for info in found}, {1})

    def test_ends(self):
        """The program ends while engines search; a child made by fork() has boards, but no engine of its parent."""
        program = ("import bushka, os, signal, sys, threading\n"
                   "board, engine, busy = bushka.Board(), bushka.Engine(), bushka.Engine()\n"
                   "search = engine.analyse(board)\nnext(search)\nboard.short('f2f5')\n"
                   "reader = busy.analyse(board)\n"
                   "threading.Thread(target=lambda: list(reader), daemon=True).start()\n"
                   "while not reader._reading.locked(): pass\n"
                   "threading.excepthook = lambda _: None  # the asking thread fails when its engine is closed\n"
                   "asker = bushka.Engine()\n"
                   "threading.Thread(target=asker.ask, args=['perft 12'], daemon=True).start()\n"
                   "while not asker._talk.is_busy(): pass\n"
                   "if os.fork() == 0:\n"
                   "    signal.alarm(20)  # here locks that other threads held are never released\n"
                   "    limit = bushka.Limit(depth=1)\n"
                   "    for call in (lambda: engine.play(board, limit), lambda: asker.play(board, limit), search.wait,\n"
                   "                 reader.wait, asker.new_game, lambda: asker.ask('d')):\n"
                   "        try: call()\n"
                   "        except bushka.EngineError: pass\n"
                   "        else: os._exit(1)\n"
                   "    for each in engine, busy, asker: each.stop(), each.close()\n"
                   "    with bushka.Engine() as own: assert own.play(board, bushka.Limit(depth=2)).move\n"
                   "    assert board.short('f2f5') == 'f25'\n"
                   "    sys.exit(0)\n"
                   "sys.exit(os.waitstatus_to_exitcode(os.wait()[1]))\n")
        # Python 3.12 warns of every fork() of a process with threads.
        ended = subprocess.run([sys.executable, "-I", "-W", "ignore::DeprecationWarning", "-c", program],
                               capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual((ended.returncode, ended.stdout, ended.stderr), (0, "", ""))


if __name__ == "__main__":
    assert WHITE != BLACK and os.path.isfile(PROGRAM)
    unittest.main(argv=sys.argv[:1])
