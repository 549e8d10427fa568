# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds positions at which games took a turn, and classifies what happens in a line of moves: for scripts/tactics-mine
and scripts/puzzles-mine."""

import collections

import board
import builds

TURN_GAP = 120           # a game takes a turn where a player's score rises by this much
TURN_MAX = 350           # beyond this score a player is winning anyway
GAME_PLIES = 20          # at most one position is taken from this many plies of a game
SCAN_NODES = 60000       # of the search that must find it
SCORE_GAP = 100          # hundredths of a man
SCORE_CAP = 1000         # scores beyond this count as equal
DEPTHS_STABLE = 3
SECOND_MAX = 250         # hundredths of a man; a second best move above this wins, too
KING_WORTH = 3           # in men, for the count of material
LINE_PLIES = 24          # of the best line that are examined
FEW_PIECES = 10          # at most, in an ending
CLOSED_MOVES = 9         # most legal moves of either side in a closed position


def is_turn(scores, ply):
    """Whether the game took a turn there that the mover had not foreseen; also True without a score."""
    now = scores[ply]
    if now is None:
        return True
    later = [score for score in scores[ply + 2:ply + 5:2] if score is not None]
    before = [score for score in scores[max(ply - 2, 0):max(ply - 1, 0)] if score is not None]
    sudden = any(score - now >= TURN_GAP for score in later) or any(now - score >= TURN_GAP for score in before)
    return now <= TURN_MAX and sudden


def is_gift(scores, ply):
    """Whether the opponent has just made a mistake, which the mover sees."""
    now, before = scores[ply], scores[ply - 2] if ply >= 2 else None
    return None not in (now, before) and SCORE_GAP <= now <= TURN_MAX and now - before >= TURN_GAP


def game_positions(engine, path, played, progress, wanted=is_turn):
    """Yields the positions of a file's games at which they took a turn, or for which `wanted` holds, each once, with the
    part of the game from which it comes."""
    seen = set()
    for number, (position, _, moves, scores) in enumerate(played):
        turns = [ply for ply in range(len(moves)) if wanted(scores, ply)]
        commands = [f"d\nmove {move}" if ply in turns else f"move {move}" for ply, move in enumerate(moves)]
        for ply, (fen, _) in zip(turns, engine.views(f"position {position}\n" + "\n".join(commands))):
            if fen not in seen:
                seen.add(fen)
                yield fen, f"{path}:{number}:{ply // GAME_PLIES}"
        progress.add()


def turned(fen):
    """The position with the other side to move."""
    return ("B" if fen[0] == "W" else "W") + fen[1:]


def material(fen, side):
    """The material balance of a side, in men."""
    _, white, black = board.parse(fen)
    difference = sum(KING_WORTH if "K" in p else 1 for p in white) - sum(KING_WORTH if "K" in p else 1 for p in black)
    return difference if side == "W" else -difference


def kings(fen, side):
    """The number of that side's kings."""
    return sum("K" in piece for piece in board.parse(fen)[1 if side == "W" else 2])


def pieces(fen):
    """The number of pieces of both sides."""
    return sum(map(len, board.parse(fen)[1:]))


def capture(moves):
    """Whether the legal moves are captures: all are, or none is."""
    return any("x" in move for move in moves)


def capped(score):
    """The score, limited to SCORE_CAP either way."""
    return max(-SCORE_CAP, min(SCORE_CAP, score))


def clear(pairs, best, depths):
    """Whether that move is clearly the best in the last iterations of a search of two moves."""
    last = pairs[-depths:]
    return len(last) == depths and all(
        first.moves[0] == best and second.score <= SECOND_MAX and capped(first.score) - capped(second.score) >= SCORE_GAP
        for first, second in last)


class Analyst:
    """Analyses positions with an engine."""

    def __init__(self, program, variant):
        self.engine = builds.Engine(program, variant)

    def iterations(self, fen, nodes, width=2, engine=None):
        """The best `width` lines of each iteration that has found all of them, and the best move."""
        lines, best = (engine or self.engine).search(fen, f"nodes {nodes}", width)
        depths = collections.defaultdict(dict)
        for line in lines:
            depths[line.depth][line.rank] = line
        return [[ranks[rank] for rank in sorted(ranks)] for _, ranks in sorted(depths.items()) if len(ranks) == width], best

    def classify(self, fen, pairs):
        """Theme and motif, according to what happens in the best line."""
        first, second = pairs[-1]
        last = pairs[-DEPTHS_STABLE:]
        side = fen[0]
        if all(a.score == 0 for a, _ in last) and capped(second.score) <= -SCORE_GAP:
            return "repetition", "only-draw"
        if all(b.score == 0 for _, b in last) and capped(first.score) >= SCORE_GAP:
            return "repetition", "avoid-draw"
        if first.score < SCORE_GAP:
            return None, None
        fens, replies = [fen], []
        self.engine.look(f"position fen {fen}")
        for move in first.moves[:LINE_PLIES]:
            after, legal = self.engine.look(f"move {move}")
            fens.append(after)
            replies.append(legal)
        gains = [material(f, side) - material(fen, side) for f in fens]
        # A loss that the very next capture makes good is an exchange: the balance is taken when the mover has moved and
        # no capture is pending.
        quiet = [gain for gain, legal in zip(gains[1:], replies) if not capture(legal)]
        sacrifice = min([0] + [g for g, legal in zip(gains[2::2], replies[1::2]) if not capture(legal)]
                        + [gains[2] if len(gains) > 2 and not capture(first.moves[:1]) else 0]) < 0
        if kings(fen, "W") + kings(fen, "B"):
            return ("kings", self.king_motif(fen, fens[-1], first)) if pieces(fen) <= FEW_PIECES else (None, None)
        tempo = self.tempo(fen, fens[1], replies[0], first)
        promoted = any(kings(f, "W") + kings(f, "B") for f in fens)
        if tempo and (tempo != "spare-move" or not promoted):
            return "tempo", tempo
        if any(kings(f, side) for f in fens):
            return "promotion", "sacrifice" if sacrifice else "race"
        if max(quiet, default=0) < 1:
            return None, None
        return "combination", self.motif(first.moves, fens, replies, sacrifice)

    def tempo(self, fen, after, replies, first):
        """The effect of having to move in a closed position without captures; None in other positions."""
        here = self.engine.look(f"position fen {fen}")[1]
        there = self.engine.look(f"position fen {turned(fen)}")[1]
        if capture(here) or capture(there) or capture(replies) or not replies:
            return None
        if len(here) > CLOSED_MOVES or len(there) > CLOSED_MOVES:
            return None
        # If the opponent could pass after the best move, the mover would have to continue.
        lines, _ = self.engine.search(turned(after), f"nodes {SCAN_NODES}")
        if not lines:
            return None
        if lines[-1].score <= -SCORE_GAP:
            return "opposition"
        return "zugzwang" if capped(first.score) - capped(lines[-1].score) >= SCORE_GAP else "spare-move"

    @staticmethod
    def king_motif(fen, end, first):
        """The motif of an ending with kings."""
        side = fen[0]
        other = "B" if side == "W" else "W"
        if kings(fen, side) == 3 and kings(fen, other) == 1 and pieces(fen) == 4:
            return "three-against-one"
        if first.text.startswith("#") and len(first.moves) < LINE_PLIES:
            left = board.parse(end)[1 if other == "W" else 2]
            return "shut-in" if left else "hunt"
        return "win-of-material" if material(end, side) > material(fen, side) else "majority"

    def motif(self, moves, fens, replies, sacrifice):
        """The name of the tactic that wins men, as far as it can be seen."""
        taken = [pieces(a) - pieces(b) for a, b in zip(fens, fens[1:])]
        if "x" not in moves[0] and len(moves) > 1 and "x" in moves[1]:
            # The offered piece pulls an enemy man, or a line of men, out of its place.
            for reply in range(2, min(len(moves), 6), 2):
                if taken[reply] >= 2 and moves[reply].count("x") >= 2:
                    squares = moves[reply].split("x")
                    return "mill" if len(set(squares)) < len(squares) else "pull-and-multiple-capture"
                if taken[reply] >= 2:
                    return "pull-and-linear-capture"
            return "pull"
        if "x" in moves[0]:
            return "choice-of-capture" if not sacrifice else "exchange-and-sacrifice"
        if not capture(replies[0]):
            threats = self.engine.look(f"position fen {turned(fens[1])}")[1]
            if capture(threats) and len({move.split("x")[1] for move in threats}) > 1:
                return "fork"
            return "threat" if capture(threats) else "quiet"
        return "forced"
