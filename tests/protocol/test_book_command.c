/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The opening book over the protocol: the command book, and OwnBook. */
#include <stdio.h>
#include <string.h>

#include "support/engine_process.h"
#include "support/test.h"

enum { RUNS = 300, LINE_SIZE = 256, KINDS_MAX = 24 };

#define OPEN                                                                                                           \
    "> setoption name BookFile value tests/data/bushka.book\ninfo string book bushka positions 300 nodes 20000\n"
#define OWN OPEN "> setoption name OwnBook value true\n"
#define BY_BOOK                                                                                                        \
    "info string book 24 moves: h6g6 cp 1, *, ...\ninfo depth 0 * score cp 1 nodes 0 * pv h6g6 *\nbestmove h6g6 *\n"
#define BY_SEARCH "info depth 1 *\n...\nbestmove *\n"
#define NONE_OPEN ERROR_LINE "no book of the board bushka is open: setoption name BookFile value FILE\n"

static const char *const TALKS[] = {
    /* Without a book, and after it has been closed. */
    "> book\n" NONE_OPEN "> setoption name OwnBook value true\n> go nodes 100\n" BY_SEARCH OPEN
    "> setoption name BookFile value <empty>\n> book\n" NONE_OPEN "> go nodes 100\n" BY_SEARCH,
    /* A refused file leaves the open book in use. */
    OWN
    "> setoption name BookFile value tests/data/missing.book\n" ERROR_LINE "tests/data/missing.book: No such file*\n"
    "> setoption name BookFile value README.md\n" ERROR_LINE "README.md: not an opening book; scripts/book makes them\n"
    "> setoption name BookFile value tests/data\n" ERROR_LINE "tests/data is a directory, not a regular file\n"
    "> go nodes 100\n" BY_BOOK,
    /* Without OwnBook the book is shown, but not played from. */
    OPEN
    "> book\nFen: *\nBook: score cp 1 searches 24 wins 19 draws 3 losses 8\nMoves (24):\n h6g6 score cp 1 searches 15\n"
    "...\n f4f5 score cp -13\n...\n g3d3 score cp -19 searches 1\n> go nodes 100\n" BY_SEARCH,
    /* Every limit with which the book is used, and those with which it is not. */
    OWN "> go depth 3\n" BY_BOOK "> go movetime 5\n" BY_BOOK "> go wtime 1000 btime 1000\n" BY_BOOK
        "> go nodes 100 searchmoves f2f5\n" BY_SEARCH "> go mate 1 depth 3\n" BY_SEARCH
        "> go infinite\ninfo depth 1 *\n...\ninfo depth 5 *\n> stop\n...\nbestmove *\n"
        "> go ponder depth 3\ninfo depth 1 *\n(quiet)\n> ponderhit\n...\nbestmove *\n"
        "> go\ninfo depth 1 *\n...\ninfo depth 5 *\n> stop\n...\nbestmove *\n",
    /* Each board has its own book. */
    OWN "> setoption name UCI_Variant value bushka9x11\ninfo string variant *\n> book\n" ERROR_LINE
        "no book of the board bushka9x11 is open: setoption name BookFile value FILE\n> go nodes 100\n" BY_SEARCH
        "> setoption name BookFile value tests/data/bushka9x11.book\ninfo string book bushka9x11 positions 200 nodes "
        "20000\n"
        "> go nodes 100\ninfo string book 26 moves: *\ninfo depth 0 *\nbestmove *\n"
        "> setoption name UCI_Variant value bushka\ninfo string variant *\n> go nodes 100\n" BY_BOOK,
    /* During a search; and then in another notation, in a finished game, and with an argument. */
    OPEN "> go infinite\ninfo depth 1 *\n> book\n...\nMoves (24):\n> stop\n...\nbestmove *",
    OWN "> setoption name Notation value formal\n> go nodes 100\ninfo string book 24 moves: h6-g6 cp 1, *\n...\n"
        "bestmove h6-g6 *\n> position fen B:Wd5,e5:B\n> book\nFen: *\nBook: unknown\nMoves (0):\n> go nodes 100\n"
        "info string the game is over: *\nbestmove (none)\n> book x\n" ERROR_LINE "book takes no arguments, not \"x\"",
};

TEST_TALKS(TALKS)

/* A way to play from the book, and the points by which its moves may be worse than the best. */
static const struct {
    const char *options;
    int margin;
    int least; /* different moves among RUNS */
} PLAYS[] = {
    {"", 0, 1},
    {"setoption name Skill Level value 19\n", 0, 1},
    {"setoption name Variety value 4\n", 4, 2},
    {"setoption name Variety value 20\n", 20, 7},
    {"setoption name Skill Level value 19\nsetoption name Variety value 4\n", 4, 2},
    {"setoption name Skill Level value 0\n", 20, 7},
    {"setoption name Skill Level value 18\n", 20, 7},
    {"setoption name Skill Level value 5\nsetoption name Variety value 100\n", 20, 7},
    {"setoption name Variety value 20\nsetoption name Seed value 7\n", 20, 1},
};

/* Moves vary within the margin, and not at all with a seed. */
TEST_EACH(plays, ROWS(PLAYS))
{
    char kinds[KINDS_MAX][LINE_SIZE];
    int count = 0;
    process_talk(&running, OWN);
    ck_assert(process_send(&running, PLAYS[_i].options));
    for (int run = 0; run < RUNS; run++) {
        process_send(&running, "go nodes 100\n");
        process_talk(&running, "info string book 24 moves: h6g6 cp 1, *");
        const char *const info = process_expect(&running, "info depth 0 *");
        ck_assert_int_ge(number_after(info, "info depth 0 seldepth 0 multipv 1 score cp "), 1 - PLAYS[_i].margin);
        const char *const line = process_expect(&running, "bestmove *");
        int i = 0;
        while (i < count && strcmp(kinds[i], line) != 0) {
            i++;
        }
        if (i == count) {
            ck_assert_int_lt(count, KINDS_MAX);
            snprintf(kinds[count++], LINE_SIZE, "%s", line);
        }
    }
    ck_assert_int_ge(count, PLAYS[_i].least);
    ck_assert_int_le(count, PLAYS[_i].least == 1 ? 1 : KINDS_MAX);
}

SUITE(.with = {&RUNNING_ENGINE});
