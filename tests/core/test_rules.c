/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The legal moves: rows for each section of RULES.md, and the generator compared with the slow rules in many positions.
 * A step forward by White raises the number or lowers the letter; e1 to e0 is the long line of 10x10. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "core/count.h"
#include "core/fen.h"
#include "core/movegen.h"
#include "core/perft.h"
#include "core/square.h"
#include "support/positions.h"
#include "support/random_play.h"
#include "support/slow_rules.h"
#include "support/test.h"

#define TEN &VARIANT_10X10
#define NINE &VARIANT_9X11

enum { SCATTERED = 5000, GAMES = 40, GAME_PLIES = 150, SQUARE_INDICES = 64, TEXT_SIZE = 4096 };

/* Writes the moves in the order of their squares, captures with all that they take: "e4-e5 e4xe6(e7,e8)". */
static void write_moves(MoveList *list, char text[TEXT_SIZE])
{
    size_t n = 0;
    char from[SQUARE_NAME_SIZE], to[SQUARE_NAME_SIZE];
    sort_moves(list);
    text[0] = '\0';
    for (int i = 0; i < list->count && n < TEXT_SIZE; i++) {
        Bitboard taken = list->moves[i].taken;
        square_name(list->moves[i].from, from);
        square_name(list->moves[i].to, to);
        n += (size_t)snprintf(text + n, TEXT_SIZE - n, "%s%s%c%s", i == 0 ? "" : " ", from, taken == 0 ? '-' : 'x', to);
        for (char before = '('; taken != 0 && n < TEXT_SIZE; before = ',') {
            square_name(pop_lowest(&taken), to);
            n += (size_t)snprintf(text + n, TEXT_SIZE - n, "%c%s%s", before, to, taken == 0 ? ")" : "");
        }
    }
}

/* Lists the legal moves of p. Fails unless the slow rules list the same, of the same kinds, and whatever else is said
 * about them (their number, whether there is any, whether they are captures) agrees. */
static void list_moves(const Position *p, MoveList *legal)
{
    MoveList slow;
    move_list_init(legal);
    move_list_init(&slow);
    movegen_legal(p, legal);
    slow_legal(p, &slow);
    bool same = !legal->failed && legal->count == slow.count;
    sort_moves(legal);
    for (int i = 0; same && i < legal->count; i++) {
        same = move_equal(legal->moves[i], slow.moves[i]) && legal->moves[i].kind == slow.moves[i].kind;
    }
    const uint64_t count = count_one_ply(p);
    const bool any = movegen_has_move(p), capture = movegen_can_capture(p, p->side);
    if (!same || count != (uint64_t)legal->count || any != (legal->count > 0) ||
        capture != (any && move_is_capture(legal->moves[0]))) {
        char fen[FEN_SIZE], text[TEXT_SIZE], slow_text[TEXT_SIZE];
        fen_print(p, fen);
        write_moves(legal, text);
        write_moves(&slow, slow_text);
        ck_abort_msg("%s %s: %s; by the slow rules %s; counted %d, any %d, capture %d", p->variant->name, fen, text,
                     slow_text, (int)count, any, capture);
    }
    move_list_free(&slow);
}

/* A position and its legal moves, as write_moves() writes them. */
static const struct {
    const Variant *variant;
    const char *fen, *moves;
} LEGAL[] = {
    /* RULES.md: Turn and end of the game. */
    /* A player to move without a legal move has lost: no pieces left, or all blocked. */
    {TEN, "W:W:Be5", ""},
    {TEN, "B:We5:B", ""},
    {TEN, "W:W:B", ""},
    {TEN, "W:Wi6:Bh6", ""},
    {TEN, "W:We5:Be6,d5", ""},
    {TEN, "W:WKe1:Be2", ""},
    {TEN, "W:WKe1:Be2,e3", ""},
    /* A man that is blocked in front may still capture backward, and then forward again. */
    {TEN, "W:We5:Be6,d5,e3", "e5xe5(e3,e6)"},

    /* RULES.md: Non-capturing moves. */
    /* A man moves one square forward along either of its two lines. */
    {TEN, "W:We5:B", "e5-d5 e5-e6"},
    {TEN, "B:W:Be5", "e5-e4 e5-f5"},
    /* At the edge only one of its two lines continues. */
    {TEN, "W:Wi6:B", "i6-h6"},
    {TEN, "W:Wa5:B", "a5-a6"},
    {TEN, "B:W:Ba5", "a5-b5"},
    {NINE, "W:Wj6:B", "j6-i6"},
    /* A man moves onto a vacant square only; neither an enemy nor an own king may stand there. */
    {TEN, "W:We5:Be6", "e5-d5"},
    {TEN, "W:We5,Kd5:B", "e5-e6 d5-d2 d5-d3 d5-d4 d5-c5 d5-d6 d5-b5 d5-d7 d5-a5 d5-d8 d5-d9"},
    /* A king slides any distance, forward or backward. */
    {TEN, "W:WKe5:B",
     "e5-e1 e5-i5 e5-e2 e5-h5 e5-e3 e5-g5 e5-e4 e5-f5 e5-d5 e5-e6 e5-c5 e5-e7 e5-b5 e5-e8 e5-a5 e5-e9 e5-e0"},
    /* It stops before any piece: its own men e8 and g5, the enemy's d5 right beside it. */
    {TEN, "W:WKe5,e8,g5:Bd5", "g5-f5 g5-g6 e5-e1 e5-e2 e5-e3 e5-e4 e5-f5 e5-e6 e5-e7 e8-d8 e8-e9"},
    /* A line moves along itself: any man of it is put in front, and a rear part may stay behind. */
    {TEN, "W:Wf3,f4,f5:Ba5", "f3-e3 f3-f6 f4-e4 f4-f6 f5-e5 f5-f6"},
    /* The same along a number line, and for Black. */
    {TEN, "W:Wg5,f5,e5:B", "g5-g6 g5-d5 f5-f6 f5-d5 e5-d5 e5-e6"},
    {TEN, "B:W:Be5,e6,e7", "e5-e4 e5-f5 e6-e4 e6-f6 e7-e4 e7-f7"},
    /* A man can belong to two lines. */
    {TEN, "W:We4,e5,f5:B", "e4-d4 e4-e6 f5-f6 f5-d5 e5-d5 e5-e6"},
    /* A gap ends a line, and a line whose front square is occupied stands still. */
    {TEN, "W:We3,e5:B", "e3-d3 e3-e4 e5-d5 e5-e6"},
    {TEN, "W:We3,e4:Be5", "e3-d3 e4-d4"},
    {TEN, "W:We3,e4:Be5,e6", "e3-d3 e4-d4"},
    /* The longest lines: nine men, the tenth square vacant. */
    {TEN, "W:We1,e2,e3,e4,e5,e6,e7,e8,e9:B",
     "e1-e0 e2-d2 e2-e0 e3-d3 e3-e0 e4-d4 e4-e0 e5-d5 e5-e0 e6-d6 e6-e0 e7-d7 e7-e0 e8-d8 e8-e0 e9-d9 e9-e0"},
    {TEN, "B:W:Be2,e3,e4,e5,e6,e7,e8,e9,e0",
     "e2-e1 e2-f2 e3-e1 e3-f3 e4-e1 e4-f4 e5-e1 e5-f5 e6-e1 e6-f6 e7-e1 e7-f7 e8-e1 e8-f8 e9-e1 e9-f9 e0-e1"},
    {NINE, "W:We1,e2,e3,e4,e5,e6,e7,e8:B",
     "e1-e9 e2-d2 e2-e9 e3-d3 e3-e9 e4-d4 e4-e9 e5-d5 e5-e9 e6-d6 e6-e9 e7-d7 e7-e9 e8-d8 e8-e9"},
    /* A king is never part of a line: f3 cannot hop over it. */
    {TEN, "W:Wf3,Kf4,f5:B", "f3-e3 f4-h4 f4-g4 f4-e4 f4-d4 f4-c4 f4-b4 f5-e5 f5-f6"},

    /* RULES.md: Captures, 1. Linear capture. */
    /* A line captures forward by moving next to an enemy; capture is compulsory. */
    {TEN, "W:We3,e4:Be6", "e3xe5(e6)"},
    {TEN, "W:Wg5,f5:Bd5", "g5xe5(d5)"},
    {TEN, "B:We4:Be6,e7", "e7xe5(e4)"},
    /* It captures backward as well. */
    {TEN, "W:We4,e5:Be2", "e5xe3(e2)"},
    {TEN, "W:Wd5,e5:Bg5", "d5xf5(g5)"},
    {TEN, "W:We4,e5:Be2,e7", "e4xe6(e7) e5xe3(e2)"},
    /* Any man from the second to the last is put in front; the front man alone captures nothing. */
    {TEN, "W:We2,e3,e4,e5:Be7", "e2xe6(e7) e3xe6(e7) e4xe6(e7)"},
    /* A king breaks a line: f3 cannot hop over it; a king behind a line does not matter. */
    {TEN, "W:Wf3,Kf4:Bf7", "f4xf6(f7)"},
    {TEN, "W:WKf2,f3,f4:Bf6", "f3xf5(f6)"},
    /* Next to a man: it is taken, with every man in an unbroken row behind it. */
    {TEN, "W:We3,e4:Be6,e7,e8", "e3xe5(e6,e7,e8)"},
    /* The row ends at a king, at a gap and at a piece of the capturing side. */
    {TEN, "W:We3,e4:Be6,e7,Ke8,e9", "e3xe5(e6,e7)"},
    {TEN, "W:We3,e4:Be6,e7,e9", "e3xe5(e6,e7)"},
    {TEN, "W:We3,e4,e8:Be6,e7", "e3xe5(e6,e7)"},
    /* Next to a king: that king alone is taken. */
    {TEN, "W:We3,e4:BKe6,e7,e8", "e3xe5(e6)"},
    /* A linear capture never continues: from e5 the man on c5 would be next. */
    {TEN, "W:We3,e4:Be6,c5", "e3xe5(e6)"},
    /* The largest linear captures: seven on 10x10, six on 9x11, as at the end of game 3. */
    {TEN, "W:We1,e2:Be4,e5,e6,e7,e8,e9,e0", "e1xe3(e4,e5,e6,e7,e8,e9,e0)"},
    {TEN, "B:We1,e2,e3,e4,e5,e6,e7:Be9,e0", "e0xe8(e1,e2,e3,e4,e5,e6,e7)"},
    {NINE, "W:We1,e2:Be4,e5,e6,e7,e8,e9", "e1xe3(e4,e5,e6,e7,e8,e9)"},
    /* The longest lines that capture; the man put in front stays a man, as there is a row beyond. */
    {TEN, "W:We1,e2,e3,e4,e5,e6,e7,e8:Be0", "e1xe9(e0) e2xe9(e0) e3xe9(e0) e4xe9(e0) e5xe9(e0) e6xe9(e0) e7xe9(e0)"},

    /* RULES.md: Captures, 2. Piece capture. */
    /* A man steps onto a vacant square and takes the piece beyond, in any of the four directions. */
    {TEN, "W:We5:Be7", "e5xe6(e7)"},
    {TEN, "W:We5:Bc5", "e5xd5(c5)"},
    {TEN, "W:We5:Be3", "e5xe4(e3)"},
    {TEN, "W:We5:Bg5", "e5xf5(g5)"},
    /* One piece for each step, even if a row of men stands there. */
    {TEN, "W:We5:Be7,e8", "e5xe6(e7)"},
    /* A man captures nothing beyond more than one vacant square. */
    {TEN, "W:We5:Be8", "e5-d5 e5-e6"},
    /* With an own man right behind, the capture is the line's; without it the man is isolated on that line. */
    {TEN, "W:We5,e4:Be7", "e4xe6(e7)"},
    {TEN, "W:We5,e3:Be7", "e5xe6(e7)"},
    /* A man behind it on its other line does not matter: it is the head of the line f5 e5, but isolated on the letter
     * line. */
    {TEN, "W:We5,f5:Be7", "e5xe6(e7)"},
    /* An own king right behind does not matter. */
    {TEN, "W:We5,Ke4:Be7", "e5xe6(e7)"},
    /* Once moving, a man counts as isolated: it comes to d5 with d4 behind it, and takes d7. */
    {TEN, "W:We5,d4:Bc5,d7", "e5xd6(c5,d7)"},
    /* A king slides up to the first piece it meets, and takes it if it is an enemy's. */
    {TEN, "W:WKe5:Be8", "e5xe7(e8)"},
    {TEN, "W:WKe5:Bb5", "e5xc5(b5)"},
    {TEN, "W:WKe5:Be2", "e5xe3(e2)"},
    {TEN, "W:WKe5:Bh5", "e5xg5(h5)"},
    {TEN, "W:WKe1:Be0", "e1xe9(e0)"},
    {TEN, "W:WKe1:Be7,e8", "e1xe6(e7)"},
    /* It does not capture across its own pieces. */
    {TEN, "W:WKe1,e5:Be9", "e1-e2 e1-e3 e1-e4 e5-d5 e5-e6"},
    /* A king beside an enemy has no capture in that direction, but may have one in another. */
    {TEN, "W:WKe5:Be6", "e5-e1 e5-i5 e5-e2 e5-h5 e5-e3 e5-g5 e5-e4 e5-f5 e5-d5 e5-c5 e5-b5 e5-a5"},
    {TEN, "W:WKe5:Be6,g5", "e5xf5(g5)"},
    /* The same piece continues as long as it can take another. */
    {TEN, "W:We4:Be6,c5", "e4xd5(e6,c5)"},
    {TEN, "W:WKe1:Be7,c6", "e1xd6(e7,c6)"},
    /* It may turn by 180 degrees; its start square is vacant by then, and it may end there. */
    {TEN, "W:We5:Be7,e4", "e5xe5(e4,e7)"},
    {TEN, "W:WKe5:Be8,e2", "e5xe3(e2,e8) e5xe7(e2,e8)"},
    /* Taken pieces stay and block until the capture is over: e5 hides e8, and e6 bars the way to f6. */
    {TEN, "W:WKe2:Be5,e8", "e2xe4(e5)"},
    {TEN, "W:We4:Be6,c5,d7,f6", "e4xd6(e6,c5,d7)"},
    /* No piece is taken twice: the man comes back to e4, and e6 is still there. */
    {TEN, "W:We4:Be6,e3", "e4xe4(e3,e6)"},
    {TEN, "W:WKe4:Be7,e2", "e4xe3(e2,e7) e4xe6(e2,e7)"},
    /* Squares may be visited more than once: f5 e5 e6 e5 f5. */
    {TEN, "W:Wf5:Bd5,e4,e7,g5", "f5xf5(g5,e4,d5,e7)"},
    /* A capturing man never promotes, since it needs a square beyond. */
    {TEN, "W:We8:Be0", "e8xe9(e0)"},
    {TEN, "B:We1:Be3", "e3xe2(e1)"},

    /* RULES.md: Captures, 3. Majority. */
    /* Of two lines the one that takes more must capture; a king counts as one; among equals the choice is free. */
    {TEN, "W:We3,e4,g7,h7:Be6,e7", "e3xe5(e6,e7)"},
    {TEN, "W:We3,e4,g7,h7:BKe6,e7", "e3xe5(e6) h7xf7(e7)"},
    {TEN, "W:We3,e4,f4:Be6,c4", "e3xe5(e6) f4xd4(c4)"},
    {TEN, "W:We4,e5:Be2,e7,e8", "e4xe6(e7,e8)"},
    /* A linear capture of one comes before a piece capture of three, by a man or a king. */
    {TEN, "W:We3,e4,d7:Be6,b7,c5", "e3xe5(e6)"},
    {TEN, "W:We4,d7:Be6,b7,c5", "d7xd6(e6,c5,b7)"},
    {TEN, "W:We3,e4,Ki5:Be6,b5,c7", "e3xe5(e6)"},
    {TEN, "W:WKi5:Be6,b5,c7", "i5xd6(e6,b5,c7)"},
    /* Only captures of the greatest number are legal, whatever piece makes them; a king counts as one. */
    {TEN, "W:We4,h7:Be6,c5,f7", "e4xd5(e6,c5)"},
    {TEN, "W:We4,h7:Be6,Kf7", "e4xe5(e6) h7xg7(f7)"},
    {TEN, "W:We4,Kh7:Be6,f7", "e4xe5(e6) h7xg7(f7)"},
    {TEN, "W:We4,Kh7:Be6,c5,f7", "e4xd5(e6,c5)"},
    /* Among equals the choice is free: the routes part on e5. */
    {TEN, "W:We4:Be6,c5,g5", "e4xf5(g5,e6) e4xd5(e6,c5)"},

    /* RULES.md: Decision: what one move is. */
    /* Two routes with the same start, end and taken set are one move: first e6 and back, or first d5 and back. */
    {TEN, "W:We5:Bc5,e4,e7,f5", "e5xe5(e4,f5,c5,e7)"},
    /* The same start and end with other pieces taken are two moves: by e6 or by d5 to d6. */
    {TEN, "W:We5:Be7,c6,c5,d7", "e5xd6(e7,c6) e5xd6(c5,d7)"},

    /* RULES.md: Where the sources disagree. */
    /* The example that the sources get wrong. Black's line moves from e6 to e3; White must then take the man on e3. */
    {NINE, "W:Wf5,f4,g5,h6,g4,g3:Bf9,d6,g9,d5,e5,g8,e4,f6,e3,g6", "g3xf3(e3)"},
};

TEST_EACH(legal_moves, ROWS(LEGAL))
{
    const Position p = position_of(LEGAL[_i].variant, LEGAL[_i].fen);
    MoveList legal;
    char text[TEXT_SIZE];
    list_moves(&p, &legal);
    write_moves(&legal, text);
    ck_assert_str_eq(text, LEGAL[_i].moves);
    move_list_free(&legal);
}

/* The position after a move. */
static const struct {
    const Variant *variant;
    const char *fen, *move, *after;
} AFTER[] = {
    {TEN, "W:We5:Ba6", "e5-d5", "B:Wd5:Ba6"},
    {TEN, "W:WKe5:Bb4", "e5-e1", "B:WKe1:Bb4"},
    {TEN, "W:WKe5:Bb4", "e5-e0", "B:WKe0:Bb4"},
    /* The man picked from a line goes to the front, and the others stay. */
    {TEN, "W:Wf3,f4,f5:Ba5", "f3-f6", "B:Wf4,f5,f6:Ba5"},
    {TEN, "W:Wf3,f4,f5:Ba5", "f4-f6", "B:Wf3,f5,f6:Ba5"},
    {TEN, "W:We2,e3,e4,e5:Be7", "e3xe6", "B:We2,e4,e5,e6:B"},
    /* A man that reaches the back rank promotes; of a line, the man put in front, which leaves the line. */
    {TEN, "W:We9:Bi6", "e9-e0", "B:WKe0:Bi6"},
    {TEN, "W:We9:Bi6", "e9-d9", "B:WKd9:Bi6"},
    {TEN, "B:Wa5:Be2", "e2-e1", "W:Wa5:BKe1"},
    {NINE, "W:We8:Bi6", "e8-e9", "B:WKe9:Bi6"},
    {NINE, "W:Wf9:Bi6", "f9-f0", "B:WKf0:Bi6"},
    {TEN, "W:We8,e9:Bi6", "e8-e0", "B:We9,Ke0:Bi6"},
    {TEN, "W:Wd6,d7,d8:Ba5,e6", "d6-d9", "B:Wd7,d8,Kd9:Ba5,e6"},
    {TEN, "W:We7,e8,e9:Bi6", "e7-e0", "B:We8,e9,Ke0:Bi6"},
    {TEN, "W:We7,e8,e9:Bi6", "e9-e0", "B:We7,e8,Ke0:Bi6"},
    /* What is taken is removed, and nothing else. */
    {TEN, "W:We3,e4:Be6,e7,Ke8,e9", "e3xe5", "B:We4,e5:BKe8,e9"},
    {TEN, "W:We3,e4:BKe6,e7,e8", "e3xe5", "B:We4,e5:Be7,e8"},
    {TEN, "W:We5,Ke4:Be7,e8", "e5xe6", "B:WKe4,e6:Be8"},
    {TEN, "W:WKe1:BKe7,c6", "e1xe6xd6", "B:WKd6:B"},
    /* A capture that ends where it began. */
    {TEN, "W:Wf5:Bd5,e4,e7,g5", "f5x", "B:Wf5:B"},
    /* A capturing man never promotes. */
    {TEN, "W:We8:Be0", "e8xe9", "B:We9:B"},
    {TEN, "B:We1:Be3", "e3xe2", "W:W:Be2"},
    {TEN, "W:We1,e2,e3,e4,e5,e6,e7,e8:Be0", "e1xe9", "B:We2,e3,e4,e5,e6,e7,e8,e9:B"},
    {NINE, "B:Wf5,f4,g5,h6,g4,g3:Bf9,d6,g9,d5,e6,g8,e5,f6,e4,g6", "e6-e3",
     "W:Wf4,f5,g3,g4,g5,h6:Bd5,d6,e3,e4,e5,f6,f9,g6,g8,g9"},
};

TEST_EACH(after_a_move, ROWS(AFTER))
{
    const Position p = position_of(AFTER[_i].variant, AFTER[_i].fen);
    const Position after = position_after(&p, move_of(&p, AFTER[_i].move));
    char fen[FEN_SIZE];
    fen_print(&after, fen);
    ck_assert_str_eq(fen, AFTER[_i].after);
}

/* Kings among kings: thousands of routes, few of them the longest. And kings all around the edge: the most moves known
 * of any position, just as many as a list holds without allocation. */
static const struct {
    const Variant *variant;
    const char *fen;
    int moves, taken;
    uint64_t leaves; /* after two plies */
} CROWDS[] = {
    {TEN,
     "W:WKa6,Kb5,Ke9,Kf6:"
     "BKa5,Kb4,Kc3,Kc6,Kc7,Kc8,Kd3,Kd9,Ke3,Ke0,Kf3,Kf8,Kg3,Kg8,Kh4,Kh5,Kh6,Kh7",
     40, 12, 136},
    {NINE,
     "W:WKe2,Kf4,Kg5,Ki6:"
     "BKa5,Kc3,Kc4,Kc5,Kc6,Kc7,Kd2,Kd8,Ke8,Ke9,Kf2,Kf3,Kf8,Kg8,Kg9,Kh5,Kh8,Ki7,Kj6",
     43, 9, 50},
    {TEN, "W:WKa5,Ka6,Kb4,Kb7,Kc3,Kc8,Kd2,Kd9,Ke1,Ke0,Kf2,Kf9,Kg3,Kg8,Kh4,Kh7,Ki5,Ki6:B", MOVE_LIST_LOCAL, 0, 0},
    {NINE, "B:W:BKa5,Kb4,Kb6,Kc3,Kc7,Kd2,Kd8,Ke1,Ke9,Kf2,Kf0,Kg3,Kg9,Kh4,Kh8,Ki5,Ki7,Kj6", MOVE_LIST_LOCAL, 0, 0},
};

TEST_EACH(crowds_of_kings, ROWS(CROWDS))
{
    const PerftOptions options = {.depth = 2};
    const Position p = position_of(CROWDS[_i].variant, CROWDS[_i].fen);
    PerftResult result;
    MoveList legal;
    list_moves(&p, &legal);
    ck_assert_int_eq(legal.count, CROWDS[_i].moves);
    ck_assert_int_eq(popcount(legal.moves[0].taken), CROWDS[_i].taken);
    move_list_free(&legal);
    ck_assert_int_eq(perft_run(&p, &options, &result, NULL), ERROR_NONE);
    ck_assert_uint_eq(result.leaves, CROWDS[_i].leaves);
    perft_free(&result);
}

/* Compares the moves of both sides with the slow rules. Whether a side could capture must not depend on whose turn it
 * is. */
static void compare(Position p)
{
    const bool white = movegen_can_capture(&p, WHITE), black = movegen_can_capture(&p, BLACK);
    bool same = movegen_is_quiet(&p) == (!white && !black);
    for (int side = 0; side < COLOR_COUNT; side++) {
        MoveList legal;
        position_set_side(&p, (Color)side);
        list_moves(&p, &legal);
        same = same && movegen_can_capture(&p, (Color)side) == (side == WHITE ? white : black);
        move_list_free(&legal);
    }
    if (!same) {
        ck_abort_msg("whether a side can capture depends on whose turn it is");
    }
}

/* Loop: board * SCATTER_COUNT + kind of random position. */
TEST_EACH(scattered_positions, VARIANT_COUNT *SCATTER_COUNT)
{
    RandomPlay r = {.state = (uint64_t)_i};
    for (int i = 0; i < SCATTERED; i++) {
        compare(random_scatter(&r, variant_at(_i / SCATTER_COUNT), (Scatter)(_i % SCATTER_COUNT)));
    }
}

TEST_EACH(random_games, VARIANT_COUNT)
{
    RandomPlay r = {.state = (uint64_t)_i};
    int compared = 0;
    for (int game = 0; game < GAMES; game++) {
        Position p = position_start(variant_at(_i));
        int ply = 0;
        do {
            compare(p);
            compared++;
        } while (++ply < GAME_PLIES && random_play_step(&r, &p));
    }
    ck_assert_int_gt(compared, GAMES * GAME_PLIES / 4);
}

/* movegen_quiet_move() finds the listed quiet moves by their squares, and nothing else; position_key_after_quiet()
 * knows their keys beforehand. */
TEST_EACH(quiet_moves_by_their_squares, VARIANT_COUNT)
{
    RandomPlay r = {.state = (uint64_t)_i};
    int quiet = 0;
    for (int n = 0; n < SCATTERED / 5; n++) {
        const Position p = random_scatter(&r, variant_at(_i), (Scatter)(n % SCATTER_COUNT));
        MoveList legal, listed, found;
        if (movegen_can_capture(&p, p.side)) {
            continue;
        }
        list_moves(&p, &legal);
        move_list_init(&listed);
        move_list_init(&found);
        movegen_quiet(&p, false, &listed);
        sort_moves(&listed);
        for (int i = 0; i < SQUARE_INDICES * SQUARE_INDICES; i++) {
            const Move m = movegen_quiet_move(&p, (Square)(i / SQUARE_INDICES), (Square)(i % SQUARE_INDICES));
            if (m.kind != MOVE_NONE) {
                move_list_add(&found, m);
            }
        }
        ck_assert_int_eq(found.count, legal.count);
        ck_assert_int_eq(listed.count, legal.count);
        for (int i = 0; i < legal.count; i++) {
            const Move m = found.moves[i];
            const Position next = position_after(&p, m);
            ck_assert(move_equal(m, legal.moves[i]) && m.kind == legal.moves[i].kind);
            ck_assert(move_equal(m, listed.moves[i]));
            ck_assert_uint_eq(position_key_after_quiet(&p, m), next.key);
        }
        quiet += legal.count;
        move_list_free(&legal);
        move_list_free(&listed);
        move_list_free(&found);
    }
    ck_assert_int_gt(quiet, SCATTERED / 5);
}

/* Exposing moves are those by kings, and those after which the enemy's men can capture. A side with a choice has a move
 * left after any quiet move of the other side. */
TEST_EACH(exposing_moves_and_choice, VARIANT_COUNT)
{
    RandomPlay r = {.state = (uint64_t)_i};
    int exposing = 0, safe = 0, with_choice = 0;
    for (int n = 0; n < SCATTERED; n++) {
        Position p = random_scatter(&r, variant_at(_i), (Scatter)(n % SCATTER_COUNT));
        const Color us = p.side, them = other(us);
        p.kings[them] = 0;
        p.key = position_compute_key(&p);
        if (movegen_can_capture(&p, us)) {
            continue;
        }
        const bool choice = movegen_has_choice(&p, them);
        MoveList all, found;
        move_list_init(&all);
        move_list_init(&found);
        movegen_quiet(&p, false, &all);
        movegen_quiet(&p, true, &found);
        int wanted = 0;
        for (int i = 0; i < all.count; i++) {
            const Position next = position_after(&p, all.moves[i]);
            const bool exposes = all.moves[i].kind == MOVE_KING || movegen_can_capture(&next, them);
            ck_assert_int_eq(move_index(found.moves, found.count, all.moves[i]) < found.count, exposes);
            ck_assert(!choice || movegen_has_move(&next));
            wanted += exposes;
            safe += !exposes;
        }
        ck_assert_int_eq(found.count, wanted);
        exposing += wanted;
        with_choice += choice;
        move_list_free(&all);
        move_list_free(&found);
    }
    ck_assert_int_gt(exposing, SCATTERED / 5);
    ck_assert_int_gt(safe, SCATTERED / 5);
    ck_assert_int_gt(with_choice, SCATTERED / 20);
}

/* A list grows beyond its local array and keeps what it holds. */
TEST(list_grows)
{
    enum { MOVES = 5 * MOVE_LIST_LOCAL };
    MoveList list;
    move_list_init(&list);
    for (int i = 0; i < MOVES; i++) {
        const Move m = {.taken = (Bitboard)i, .from = 1, .to = 2, .kind = MOVE_KING_CAPTURE};
        move_list_add(&list, m);
    }
    ck_assert(!list.failed);
    ck_assert_int_eq(list.count, MOVES);
    for (int i = 0; i < MOVES; i++) {
        ck_assert_uint_eq(list.moves[i].taken, (Bitboard)i);
    }
    move_list_free(&list);
    ck_assert_int_eq(list.count, 0);
    ck_assert_ptr_eq(list.moves, list.local);
    list.count = list.capacity = INT_MAX / 2 + 1; /* twice that does not fit into an int */
    move_list_add(&list, (Move){.kind = MOVE_KING});
    ck_assert(list.failed && list.count == INT_MAX / 2 + 1);
}
