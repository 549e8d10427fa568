/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tablebases checked against the rules: the value of each position follows from its moves, as slow_legal() finds them,
 * with captures followed to their end. Only the right values do so in every position; this is shown for all positions
 * of two pieces and for samples of more, in the tables that the test builds and in the built-in ones. For any others,
 * "BUSHKA_TABLES=FOLDER build/tests/bushka-tests table_steps" looks at a million random positions each of four and five
 * pieces, or as many as BUSHKA_TABLE_POSITIONS says. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/fen.h"
#include "support/built_tables.h"
#include "support/random_play.h"
#include "support/sanitizers.h"
#include "support/slow_rules.h"
#include "support/test.h"

enum {
    SMALL_PIECES = 3,
    SMALL_POSITIONS = SANITIZED ? 1000 : 2000,
    LARGE_LEAST = 4,
    LARGE_MOST = 5,
    LARGE_POSITIONS = 1000000,
    SEED = 23,
    BLOCKS = 1 << 18
};

/* The best of the moves looked at so far. Plies are -1 where those of a move that counts are not known. */
typedef struct Best {
    bool win, draw;
    int win_plies, loss_plies;
} Best;

static TablebaseValue value_of(TablebaseCache *r, const Position *p);

static void add_child(Best *b, TablebaseValue child)
{
    const int plies = child.plies < 0 ? -1 : child.plies + 1;
    if (child.result == WDL_LOSS) {
        b->win_plies = !b->win || plies < b->win_plies ? plies : b->win_plies;
        b->win = true;
    } else if (child.result == WDL_WIN) {
        b->loss_plies = b->loss_plies < 0 || plies < 0 ? -1 : plies > b->loss_plies ? plies : b->loss_plies;
    } else {
        b->draw = true;
    }
}

/* The value by the moves; WDL_NONE if only captures are wanted and there are none. */
static TablebaseValue value_by_moves(TablebaseCache *r, const Position *p, bool captures_alone)
{
    Best b = {.win = false};
    MoveList moves;
    move_list_init(&moves);
    slow_legal(p, &moves);
    if (captures_alone && (moves.count == 0 || !move_is_capture(moves.moves[0]))) {
        move_list_free(&moves);
        return (TablebaseValue){WDL_NONE, -1};
    }
    for (int i = 0; i < moves.count; i++) {
        const Position next = position_after(p, moves.moves[i]);
        add_child(&b, value_of(r, &next));
    }
    move_list_free(&moves);
    return b.win    ? (TablebaseValue){WDL_WIN, b.win_plies}
           : b.draw ? (TablebaseValue){WDL_DRAW, 0}
                    : (TablebaseValue){WDL_LOSS, b.loss_plies};
}

/* The value of a position; the tables are probed where nothing can be taken. */
static TablebaseValue value_of(TablebaseCache *r, const Position *p)
{
    if (position_pieces(p, p->side) == 0) {
        return (TablebaseValue){WDL_LOSS, 0};
    }
    TablebaseValue v = value_by_moves(r, p, true);
    if (v.result == WDL_NONE) {
        v = tablebase_probe(r, p);
        ck_assert_int_ne(v.result, WDL_NONE);
    }
    return v;
}

/* A random position of that many pieces, divided between the sides as in the tables. */
static Position random_position(RandomPlay *r, const Variant *v, int pieces)
{
    const int least = pieces > TABLE_SIDE_MAX ? pieces - TABLE_SIDE_MAX : 1;
    const int white = least + random_play_below(r, pieces - 2 * least + 1);
    Position p = position_empty(v);
    for (int i = 0; i < pieces; i++) {
        random_play_put(r, &p, i < white ? WHITE : BLACK, random_play_below(r, 2) == 0);
    }
    position_set_side(&p, (Color)random_play_below(r, COLOR_COUNT));
    return p;
}

/* How often each result occurred. */
typedef struct Met {
    long results[WDL_NONE + 1];
    long plies; /* positions whose plies were compared too */
} Met;

/* Compares a position's value with that by its moves. Plies may be missing from a table: then only one of the two may
 * know them. */
static void check_position(TablebaseCache *cache, const Position *p, Met *met)
{
    const TablebaseValue found = tablebase_probe(cache, p), right = value_by_moves(cache, p, false);
    const bool both = found.plies >= 0 && right.plies >= 0;
    if (found.result != right.result || (both && found.plies != right.plies) ||
        found.result != tablebase_probe_wdl(cache, p)) {
        char fen[FEN_SIZE];
        fen_print(p, fen);
        ck_abort_msg("%s %s: result %d in %d, by its moves %d in %d", p->variant->name, fen, found.result, found.plies,
                     right.result, right.plies);
    }
    met->results[found.result]++;
    met->plies += both;
}

static Met check_positions(const Tablebase *tables, const Variant *v, int pieces, long positions)
{
    Met met = {.plies = 0};
    RandomPlay random = {SEED};
    TablebaseCache *const cache = tablebase_cache_new(tables, BLOCKS);
    for (long i = 0; i < positions; i++) {
        const Position p = random_position(&random, v, pieces);
        check_position(cache, &p, &met);
    }
    tablebase_cache_free(cache);
    return met;
}

/* Checks all positions with White to move of the pieces that stand on the board and `left` more, whose codes (square,
 * kind, colour) lie below `end`. */
static void check_all(TablebaseCache *cache, const Position *p, int left, int end, Met *met)
{
    if (left == 0) {
        if (position_pieces(p, WHITE) != 0 && position_pieces(p, BLACK) != 0) {
            check_position(cache, p, met);
        }
        return;
    }
    for (int code = 0; code < end; code++) {
        const Square s = (Square)(code / 4);
        const bool king = code % 2 != 0;
        const Color c = (Color)(code / 2 % 2);
        if ((position_vacant(p) & bit(s)) != 0 && (king || (p->variant->promotion[c] & bit(s)) == 0)) {
            Position next = *p;
            position_put(&next, c, king, s);
            check_all(cache, &next, left - 1, code, met);
        }
    }
}

/* Checks all positions of few pieces, and samples of more; each result must occur. With `plies` they are known for
 * every position, and fall from move to move, so that wins and losses cannot rest on each other in a circle. All
 * positions of three pieces take minutes: only if BUSHKA_LONG_TESTS is set, as `make check-all` does. */
static void check_small(const Tablebase *tables, const Variant *v, int most, bool plies)
{
    const int whole = plies && getenv("BUSHKA_LONG_TESTS") != NULL ? SMALL_PIECES : TABLE_PIECES_MIN;
    for (int pieces = TABLE_PIECES_MIN; pieces <= most; pieces++) {
        Met met = check_positions(tables, v, pieces, SMALL_POSITIONS);
        if (pieces <= whole) {
            const Position empty = position_empty(v);
            TablebaseCache *const cache = tablebase_cache_new(tables, BLOCKS);
            check_all(cache, &empty, pieces, 4 * (v->last + 1), &met);
            tablebase_cache_free(cache);
        }
        long positions = 0;
        for (int result = 0; result < WDL_NONE; result++) {
            ck_assert_int_gt(met.results[result], SMALL_POSITIONS / 10);
            positions += met.results[result];
        }
        ck_assert(!plies || met.plies == positions);
    }
}

/* Fails unless the files that were built equal the built-in tables, byte by byte. */
static void compare_builtin(const Variant *v)
{
    TableClass classes[TABLE_CLASSES_MAX];
    Tablebase *const builtin = tables_of(NULL);
    const int count = table_class_list(SMALL_PIECES, classes);
    for (int i = 0; i < count; i++) {
        size_t size;
        const TableFile *const file = tablebase_file(builtin, v, classes[i], BLOCK_RESULTS);
        unsigned char *const bytes = content(table_file_path(built.path, v, classes[i], BLOCK_RESULTS).text, &size);
        ck_assert(size == file->size && memcmp(bytes, file->memory, size) == 0);
        free(bytes);
    }
    tablebase_free(builtin);
}

TEST_EACH(small_tables_follow_from_slow_moves, VARIANT_COUNT)
{
    Tablebase *const tables = tables_of(built.path);
    check_small(tables, variant_at(_i), SMALL_PIECES, true);
    compare_builtin(variant_at(_i));
    tablebase_free(tables);
}

/* The built-in tables hold all results of up to four pieces, and nothing else. */
TEST_EACH(built_in_tables_follow_from_slow_moves, VARIANT_COUNT)
{
    TableClass classes[TABLE_CLASSES_MAX];
    const Variant *const v = variant_at(_i);
    Tablebase *const tables = tables_of(NULL);
    ck_assert_int_eq(tablebase_pieces(tables, v), LARGE_LEAST);
    ck_assert_int_eq(tablebase_count(tables, v), 0);
    const int count = table_class_list(TABLE_PIECES_MAX, classes);
    for (int i = 0; i < count; i++) {
        const bool known = table_class_pieces(classes[i]) <= LARGE_LEAST;
        ck_assert((tablebase_file(tables, v, classes[i], BLOCK_RESULTS) != NULL) == known);
        ck_assert_ptr_null(tablebase_file(tables, v, classes[i], BLOCK_PLIES));
    }
    check_small(tables, v, LARGE_LEAST, false);
    tablebase_free(tables);
}

TEST_EACH(large_tables_follow_from_slow_moves, getenv("BUSHKA_TABLES") != NULL ? VARIANT_COUNT : 0)
{
    const Variant *const v = variant_at(_i);
    const char *const folder = getenv("BUSHKA_TABLES"), *const number = getenv("BUSHKA_TABLE_POSITIONS");
    const long positions = number != NULL ? strtol(number, NULL, 10) : LARGE_POSITIONS;
    Tablebase *const tables = tables_of(folder);
    ck_assert_msg(tablebase_pieces(tables, v) >= LARGE_MOST, "%s has no tables of %d pieces for %s", folder, LARGE_MOST,
                  v->name);
    for (int pieces = LARGE_LEAST; pieces <= LARGE_MOST; pieces++) {
        const Met met = check_positions(tables, v, pieces, positions);
        printf("%s, %d pieces: %ld positions follow from their moves (%ld won, %ld drawn, %ld lost; plies of %ld)\n",
               v->name, pieces, positions, met.results[WDL_WIN], met.results[WDL_DRAW], met.results[WDL_LOSS],
               met.plies);
        fflush(stdout);
    }
    tablebase_free(tables);
}

SUITE(.timeout = 3600, .once = &BUILT_TABLES);
