/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command endings, and best play by the tables, which it prints. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/count.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "support/built_tables.h"
#include "support/engine_process.h"
#include "support/positions.h"
#include "support/random_play.h"
#include "support/test.h"
#include "support/tool_process.h"
#include "tables/best_play.h"

enum { PIECES = 3, BLOCKS = 64, SEED = 11, SAMPLES = 60, EFFORT = 20000, COMMAND_SIZE = 512 };

static Tablebase *tables;
static TablebaseCache *reader;

static void tables_open(void)
{
    tables = tables_of(place.path);
    reader = tablebase_cache_new(tables, BLOCKS);
}

static void tables_close(void)
{
    tablebase_cache_free(reader);
    tablebase_free(tables);
}

/* Copies the tables of one board to the directory of the test, and opens them. */
static void tables_make(const Variant *v)
{
    built_tables_copy(v, PIECES, place.path);
    tables_open();
}

/* A random position of up to PIECES pieces that has no capture pending. */
static Position random_ending(RandomPlay *r, const Variant *v)
{
    for (;;) {
        const Position p = random_play_scatter(r, v, PIECES - 1, PIECES - 1);
        if (position_pieces(&p, WHITE) != 0 && position_pieces(&p, BLACK) != 0 &&
            popcount(position_occupied(&p)) <= PIECES && !movegen_can_capture(&p, p.side)) {
            return p;
        }
    }
}

/* Fails unless the moves are all the legal ones, the best first, and the first has the value of the position. */
static void check_moves(TablebaseCache *r, const Position *p)
{
    static const int ORDER[] = {[WDL_WIN] = 2, [WDL_DRAW] = 1, [WDL_LOSS] = 0};
    const TablebaseValue value = tablebase_probe(r, p);
    BestPlayMoves moves;
    ck_assert_int_eq(best_play_moves(r, p, &moves, NULL), ERROR_NONE);
    ck_assert_int_eq(moves.count, (int)count_one_ply(p));
    ck_assert(moves.count == 0 || moves.moves[0].value.result == value.result);
    ck_assert(moves.count == 0 || moves.moves[0].value.plies == value.plies);
    for (int i = 1; i < moves.count; i++) {
        const TablebaseValue a = moves.moves[i - 1].value, b = moves.moves[i].value;
        ck_assert_int_ge(ORDER[a.result], ORDER[b.result]);
        ck_assert(a.result != b.result || (a.result == WDL_WIN ? a.plies <= b.plies : a.plies >= b.plies));
    }
    best_play_moves_free(&moves);
}

/* Fails unless the line is legal and, for a win or loss, ends in a position without moves after as many plies as the
 * tables say; a draw has none. */
static void check_line(TablebaseCache *r, const Position *p)
{
    const TablebaseValue value = tablebase_probe(r, p);
    const bool decided = value.result != WDL_DRAW;
    BestPlayLine line;
    Position now = *p;
    ck_assert_int_eq(best_play_line(r, p, EFFORT, &line, NULL), ERROR_NONE);
    ck_assert_int_eq(line.end, decided ? BEST_PLAY_WHOLE : BEST_PLAY_NONE);
    ck_assert_int_eq(line.moves.count, value.plies);
    for (int i = 0; i < line.moves.count; i++) {
        char text[NOTATION_SIZE];
        notation_print(&now, line.moves.moves[i], NOTATION_COORDINATE, text);
        now = position_after(&now, move_of(&now, text));
    }
    ck_assert(!decided || !movegen_has_move(&now));
    best_play_line_free(&line);
}

TEST_EACH(best_play_is_that_of_the_tables, VARIANT_COUNT)
{
    RandomPlay r = {SEED};
    tables_make(variant_at(_i));
    for (int n = 0; n < SAMPLES; n++) {
        const Position p = random_ending(&r, variant_at(_i));
        check_moves(reader, &p);
        check_line(reader, &p);
    }
}

/* Without the plies of three pieces a line still leads to the end where those of two are in reach. */
TEST(lines_join_known_plies)
{
    Position p = position_of(variant_at(0), "W:WKe1,Kg3:Bd8");
    BestPlayLine line, none;
    tables_make(variant_at(0));
    const TablebaseValue whole = tablebase_probe(reader, &p);
    ck_assert_int_eq(whole.result, WDL_WIN);
    tables_close();
    ck_assert_int_eq(unlink(in(&place, "bushka-KK-M.plies").text), 0);
    ck_assert_int_eq(unlink(in(&place, "bushka-M-KK.plies").text), 0);
    tables_open();
    const TablebaseValue value = tablebase_probe(reader, &p);
    ck_assert_int_eq(value.result, WDL_WIN);
    ck_assert_int_eq(value.plies, -1);
    ck_assert_int_eq(best_play_line(reader, &p, EFFORT, &line, NULL), ERROR_NONE);
    ck_assert_int_eq(line.end, BEST_PLAY_JOINED);
    ck_assert_int_ge(line.moves.count, whole.plies);
    ck_assert_int_eq(best_play_line(reader, &p, 0, &none, NULL), ERROR_NONE); /* no effort is allowed */
    ck_assert_int_eq(none.end, BEST_PLAY_NONE);
    best_play_line_free(&none);
    for (int i = 0; i < line.moves.count; i++) {
        p = position_after(&p, line.moves.moves[i]);
    }
    ck_assert_int_eq(p.side, BLACK);
    ck_assert(!movegen_has_move(&p));
    best_play_line_free(&line);
}

/* The folder '@' holds the tables of one board. In @/bad that of K-K is not a table, that of KK-M is damaged, and M-M
 * has no plies. */
#define OPTION_SET                                                                                                     \
    "> setoption name TablesPath value @\ninfo string tables bushka count 16 pieces 3\n"                               \
    "info string tables bushka9x11 count 0 pieces 0\n"
#define IGNORED "info string ignored: @/bad/bushka-K-K.results is not a tablebase\n"

static const struct {
    int board;
    const char *command; /* of the command line; NULL: lines are read */
    const char *talk;
} TALKS[] = {
    {0, NULL,
     OPTION_SET "> position fen B:WKc8,e9:BKd4\n> endings\nFen: B:WKc8,e9:BKd4\nEnding: Black to move *\n"
                "Moves (*):\n*\n...\nMain line:*\n> setoption name Notation value formal\n> endings W:We1,g4:Be7\n"
                "Fen: W:We1,g4:Be7\nEnding: White to move wins in * plies\nMoves (3):\n e1-e2 wins in * plies\n...\n"
                "Main line: e1-e2 *\n> endings B:Wf2:B\nFen: B:Wf2:B\nEnding: Black to move loses in 0 plies\n"
                "Moves (0):\nMain line: none, the game is over"},
    /* A file that is not a table is ignored, and a table with a damaged block is named when it is probed, also by a
     * search. Moves to a missing class are unknown. */
    {0, NULL,
     "> endings tables @/bad:@ W:We1:Be7\n" IGNORED "Fen: W:We1:Be7\n...\nMain line:*\n"
     "> setoption name TablesPath value @/bad\n" IGNORED "info string tables bushka count 2 pieces 3\n"
     "info string tables bushka9x11 count 0 pieces 0\n> position fen B:WKe1,Kg3:Bd9\n> go depth 2\ninfo *\n...\n"
     "info string ignored: the table of KK-M for bushka is damaged\nbestmove *\n> go depth 1\ninfo *\nbestmove *\n"
     "> endings W:We9:Bf7\nFen: W:We9:Bf7\n"
     "Ending: White to move wins\nMoves (2):\n e9d9 unknown\n e9e0 unknown\n"
     "Main line: not found: too far from positions whose plies are known\n> endings W:WKe1,Kg3:Bd8\n" ERROR_LINE
     "the table of KK-M for bushka is damaged: *\n> setoption name TablesPath value <empty>\n"
     "> endings W:WKa5,Kb6,Kc8,Kd7:BKe1\n" ERROR_LINE
     "the built-in tablebases stop at 4 pieces: make endings builds larger ones, *"},
    /* Without a folder the results of up to four pieces are known, and the answer says where to get the plies. */
    {0, "endings W:WKa5,Kb6,Kc8:BKe1",
     "Fen: W:WKa5,Kb6,Kc8:BKe1\nEnding: White to move wins\nMoves (29):\n * wins\n...\n"
     "Main line: not known, folders of tablebases hold the plies: make endings, *"},
    /* A blocked side has lost, also where plies are not known. */
    {0, "endings W:Wb4:Ba5", "Fen: W:Wb4:Ba5\nEnding: White to move wins\nMoves (1):\n b4b5 wins\nMain line: (*) b4b5"},
    {1, "endings variant bushka9x11 tables @ B:Wf2,f3:BKf7",
     "Fen: B:Wf2,f3:BKf7\nEnding: Black to move loses in 2 plies\nMoves (1):\n f7f4 loses in 2 plies\n"
     "Main line: f7f4 f2f3"},
};

/* Words after the command, and why they are refused. */
static const struct {
    const char *words, *error;
} REFUSALS[] = {
    {"W:WKa5,Kb6,Kc8:BKe1", "the table of KKK-K for bushka is missing: bushka-endings build -class KKK-K -variant "
                            "bushka -dir FOLDER makes it"},
    {"W:WKe1,Kd2,Kf2:Be7,f9", "the table of * for bushka is missing: *"}, /* the capture leads to four pieces */
    {"W:Wd3,e3,f3,g3,h4:BKe9", "tablebases have 1 to 4 pieces of each side, 6 together: here are 5 and 1"},
    {"W:Wf2:B", "tablebases have 1 to 4 pieces of each side, 6 together: here are 1 and 0"},
    {"variant bushka9x11 W:We1:Bc7", "the table of M-M for bushka9x11 is missing: *"},
    {"variant bushka9x11", "endings variant needs a FEN too: the game is on the other board"},
    {"variant chess W:We1:Bc7", "endings variant needs a board, once: bushka or bushka9x11"},
    {"variant bushka variant bushka9x11 W:We1:Bc7", "endings variant needs a board, once: bushka or bushka9x11"},
    {"tables", "endings tables needs folders, once, with ':' between them"},
    {"tables /nowhere W:We1:Bc7", "/nowhere is not a folder that can be read"},
    {"W:We1:Bc7 now", "endings takes variant NAME, tables FOLDERS, and then a FEN, not \"now\""},
    {"W:We1:Bz7", "z7 is not a square of the board bushka"},
    {"", "tablebases have 1 to 4 pieces of each side, 6 together: here are 15 and 15"},
};

/* Makes the folder of bad tables. */
static void make_bad(void)
{
    enum { DAMAGED = 20 };
    size_t size;
    ck_assert_int_eq(mkdir(in(&place, "bad").text, 0700), 0);
    set_text(in(&place, "bad/bushka-K-K.results").text, "no table\n");
    unsigned char *const bytes = content(in(&place, "bushka-KK-M.results").text, &size);
    bytes[size - DAMAGED] ^= 1;
    set_content(in(&place, "bad/bushka-KK-M.results").text, bytes, size);
    free(bytes);
    must_run("cp @/bushka-M-M.results @/bad");
}

TEST_EACH(talks, ROWS(TALKS))
{
    char text[COMMAND_SIZE] = "";
    EngineProcess p;
    tables_make(variant_at(TALKS[_i].board));
    if (TALKS[_i].board == 0) {
        make_bad();
    }
    if (TALKS[_i].command != NULL) {
        place_text(&place, TALKS[_i].command, text, sizeof text);
    }
    process_start(&p, text[0] != '\0' ? (const char *[]){text, NULL} : NULL, 0);
    process_talk(&p, TALKS[_i].talk);
    process_quit(&p);
}

TEST(refusals_say_what_is_missing)
{
    char text[COMMAND_SIZE];
    EngineProcess p;
    tables_make(variant_at(0));
    process_start(&p, NULL, 0);
    process_talk(&p, OPTION_SET);
    for (int i = 0; i < ROWS(REFUSALS); i++) {
        snprintf(text, sizeof text, "> endings %s\n" ERROR_LINE "%s", REFUSALS[i].words, REFUSALS[i].error);
        process_talk(&p, text);
    }
    process_sync(&p);
    process_quit(&p);
}

SUITE(.timeout = 120, .with = {&WITH_PLACE}, .tear_down = tables_close, .once = &BUILT_TABLES);
