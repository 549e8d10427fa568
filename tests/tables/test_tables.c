/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tablebases: the numbers of positions, values, the code of blocks, and files that must not be trusted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/movegen.h"
#include "endings/retrograde.h"
#include "endings/store_file.h"
#include "support/place.h"
#include "support/random_play.h"
#include "support/test.h"
#include "system/checksum.h"
#include "tables/tablebase.h"

enum {
    SEED = 5,
    WHOLE_PIECES = 3, /* classes of which every number is tried */
    SAMPLES = 500,    /* of the others */
    ROUNDS = 200,     /* blocks coded */
    PROBES = 3000,
    BLOCKS = 64
};

/* check notes every assertion in a pipe, which takes longer than what these loops do: only failures get that far. */
static void expect(bool holds, const char *what, TableClass c, uint64_t number)
{
    if (!holds) {
        char name[TABLE_NAME_SIZE];
        table_class_name(c, name);
        ck_abort_msg("%s: %s, number %lu", name, what, (unsigned long)number);
    }
}

/* A number, its position, and all ways to see that lead back. */
static bool try_number(const Numbering *n, uint64_t number, NumberingCursor *cursor)
{
    TablePieces pieces;
    if (!numbering_pieces(n, number, cursor, &pieces)) {
        return false;
    }
    Position p = table_position(n->board->variant, pieces);
    p.key = position_compute_key(&p);
    const Bitboard men = p.men[WHITE] & p.variant->promotion[WHITE], enemy = p.men[BLACK] & p.variant->promotion[BLACK];
    expect(men == 0 && enemy == 0, "a man on its farthest row", n->class, number);
    expect(popcount(position_occupied(&p)) == table_class_pieces(n->class), "pieces overlap", n->class, number);
    expect((position_occupied(&p) & ~p.variant->board) == 0, "off the board", n->class, number);
    expect(table_class_equal(table_class_of(pieces), n->class), "another class", n->class, number);
    expect(numbering_number(n, pieces, NULL) == number, "another number", n->class, number);
    const Position turned = position_turned(&p);
    expect(numbering_number(n, table_pieces_of(&turned), NULL) == number, "turned", n->class, number);
    if (p.variant->has_mirror) {
        const Position mirrored = position_mirrored(&p);
        expect(numbering_number(n, table_pieces_of(&mirrored), NULL) == number, "mirrored", n->class, number);
        bool symmetric;
        numbering_number(n, pieces, &symmetric);
        expect(symmetric == position_equal(&mirrored, &p), "symmetry", n->class, number);
        expect(symmetric == numbering_symmetric(n->board, pieces), "symmetry", n->class, number);
    }
    return true;
}

TEST_EACH(numbers_lead_back, VARIANT_COUNT)
{
    NumberingBoard b;
    TableClass classes[TABLE_CLASSES_MAX];
    RandomPlay r = {SEED};
    Error e;
    numbering_board_init(&b, variant_at(_i));
    const int count = table_class_list(TABLE_PIECES_MIN, TABLE_PIECES_MAX, classes);
    for (int i = 0; i < count; i++) {
        Numbering n;
        ck_assert_int_eq(numbering_init(&n, &b, classes[i], &e), ERROR_NONE);
        const bool whole = table_class_pieces(classes[i]) <= WHOLE_PIECES;
        const uint64_t tried = whole ? n.count : SAMPLES;
        uint64_t used = 0;
        NumberingCursor cursor = {.begun = false};
        for (uint64_t k = 0; k < tried; k++) {
            used += try_number(&n, whole ? k : random_play_next(&r) % n.count, &cursor);
        }
        /* Only positions that are nearly their own mirror image leave a number unused. */
        expect(variant_at(_i)->has_mirror ? used * 10 > tried * 8 : used == tried, "unused numbers", classes[i], used);
        numbering_free(&n);
    }
}

/* All positions have numbers: as many as the squares allow, counted otherwise. */
TEST(no_position_is_left_out)
{
    NumberingBoard b;
    Numbering n;
    Error e;
    const Variant *const v = &VARIANT_10X10;
    numbering_board_init(&b, v);
    ck_assert_int_eq(numbering_init(&n, &b, (TableClass){0, 1, 1, 1}, &e), ERROR_NONE);
    uint64_t positions = 0;
    for (Bitboard own = v->board & ~v->promotion[WHITE]; own != 0; own &= own - 1) {
        const Bitboard enemy = v->board & ~v->promotion[BLACK] & ~bit(lowest(own));
        positions += (uint64_t)popcount(enemy) * (50 - 2);
    }
    ck_assert_uint_eq(n.count, positions);
    numbering_free(&n);
}

TEST(classes_are_listed)
{
    TableClass pairs[TABLE_PAIRS_MAX], classes[TABLE_CLASSES_MAX], named;
    char name[TABLE_NAME_SIZE];
    static const char *const NAMES[] = {"K-K", "K-M", "M-K", "M-M", "KK-K", "K-KK", "KK-M", "M-KK", "KM-K"};
    ck_assert_int_eq(table_class_pairs(2, 2, pairs), 3);
    ck_assert_int_eq(table_class_pairs(3, 3, pairs), 6);
    ck_assert_int_eq(table_class_pairs(5, 5, pairs), 4 * 3 + 5 * 2);
    ck_assert_int_eq(table_class_pairs(TABLE_PIECES_MIN, TABLE_PIECES_MAX, pairs), TABLE_PAIRS_MAX);
    const int count = table_class_list(TABLE_PIECES_MIN, TABLE_PIECES_MAX, classes);
    ck_assert_int_le(count, TABLE_CLASSES_MAX);
    for (int i = 0; i < count; i++) {
        table_class_name(classes[i], name);
        ck_assert(i >= ROWS(NAMES) || strcmp(name, NAMES[i]) == 0);
        ck_assert(table_class_possible(classes[i]));
        ck_assert(table_class_named(name, &named) && table_class_equal(named, classes[i]));
        for (int k = 0; k < i; k++) {
            ck_assert(!table_class_equal(classes[i], classes[k]));
        }
    }
    ck_assert(!table_class_possible((TableClass){0, 0, 1, 1}));
    ck_assert(!table_class_possible((TableClass){3, 2, 1, 0}));
    ck_assert(!table_class_named("KMK", &named));
}

/* The value of a position by those that its moves lead to. */
TEST(values_follow_from_moves)
{
    static const struct {
        int children[3], count, value;
    } rows[] = {
        {{VALUE_LOSS}, 1, VALUE_WIN},
        {{VALUE_LOSS, 7, 3}, 3, VALUE_WIN},
        {{7, 3, 5}, 3, 4},
        {{VALUE_WIN}, 1, 3},
        {{VALUE_WIN, 8, 4}, 3, 9},
        {{VALUE_WIN, VALUE_DRAW, 8}, 3, VALUE_DRAW},
        {{VALUE_WIN, VALUE_DRAW, 5}, 3, 6},
        {{VALUE_WIN, VALUE_NONE}, 2, VALUE_NONE},
        {{VALUE_DRAW, VALUE_NONE}, 2, VALUE_NONE},
        {{9, VALUE_NONE}, 2, VALUE_NONE}, /* there may be a faster win */
    };
    for (int i = 0; i < ROWS(rows); i++) {
        BestValue best = {.unknown = 0};
        for (int k = 0; k < rows[i].count; k++) {
            best_value_add(&best, rows[i].children[k]);
        }
        ck_assert_msg(best_value(&best) == rows[i].value, "row %d: %d", i, best_value(&best));
        ck_assert_int_eq(value_is_win(rows[i].value), value_wdl(rows[i].value) == WDL_WIN);
        ck_assert_int_eq(value_is_loss(rows[i].value), value_wdl(rows[i].value) == WDL_LOSS);
    }
}

/* Symbols of a kind, in runs, as the tables have them; with some that may be anything. */
static void random_symbols(RandomPlay *r, BlockKind kind, uint8_t symbols[BLOCK_SYMBOLS])
{
    const int most = kind == BLOCK_RESULTS ? 3 : 255;
    const int change = 1 + random_play_below(r, 50);
    uint8_t last = 0;
    for (int i = 0; i < BLOCK_SYMBOLS; i++) {
        last = random_play_below(r, change) == 0 ? (uint8_t)random_play_below(r, most) : last;
        symbols[i] = random_play_below(r, 10) == 0 ? BLOCK_ANY : last;
    }
}

TEST_EACH(blocks_are_decoded_as_coded, BLOCK_KINDS)
{
    static BlockCounts counts;
    static uint16_t probabilities[BLOCK_MODEL_MAX];
    static uint8_t code[BLOCK_CODE_MAX];
    const BlockKind kind = (BlockKind)_i;
    RandomPlay r = {SEED};
    for (int round = 0; round < ROUNDS; round++) {
        uint8_t wanted[BLOCK_SYMBOLS], filled[BLOCK_SYMBOLS], decoded[BLOCK_SYMBOLS];
        const int count = round % 2 == 0 ? BLOCK_SYMBOLS : 1 + random_play_below(&r, BLOCK_SYMBOLS - 1);
        const uint32_t row = 2 + (uint32_t)random_play_below(&r, 50);
        random_symbols(&r, kind, wanted);
        if (round % 10 < 8) { /* the probabilities may also be those of other blocks */
            memset(&counts, 0, sizeof counts);
            block_count(kind, row, wanted, count, &counts);
        }
        block_model_make(kind, &counts, probabilities);
        const BlockModel m = {.kind = kind, .row = row, .probabilities = probabilities};
        memcpy(filled, wanted, sizeof filled);
        block_fill(&m, filled, count);
        const size_t size = block_encode(&m, filled, count, code);
        ck_assert_uint_le(size, sizeof code);
        block_decode(&m, code, size, count, decoded);
        for (int i = 0; i < count; i++) {
            expect(decoded[i] == filled[i], "decoded", (TableClass){0, 0, 0, 0}, (uint64_t)i);
            expect(wanted[i] == BLOCK_ANY || filled[i] == wanted[i], "filled", (TableClass){0, 0, 0, 0}, (uint64_t)i);
        }
        for (size_t i = 0; i < size; i++) { /* what is damaged is decoded into something */
            code[i] = (uint8_t)random_play_next(&r);
        }
        block_decode(&m, code, size, count, decoded);
        for (int i = 0; i < count; i++) {
            expect(kind == BLOCK_PLIES || decoded[i] < 3, "no result", (TableClass){0, 0, 0, 0}, (uint64_t)i);
        }
    }
}

static void no_progress(void *context, double share)
{
    (void)context;
    (void)share;
}

/* All classes of a board up to some pieces, in memory and as files in a folder. */
typedef struct Solved {
    NumberingBoard board;
    Store store;
    Place place;
} Solved;

static void solve_into(Solved *s, const Variant *v, int pieces, int threads)
{
    TableClass pairs[TABLE_PAIRS_MAX];
    Error e;
    ThreadPool *const pool = thread_pool_new(threads, NULL);
    ck_assert_ptr_nonnull(pool);
    numbering_board_init(&s->board, v);
    s->store = (Store){.board = &s->board};
    s->place = place_make();
    const int count = table_class_pairs(TABLE_PIECES_MIN, pieces, pairs);
    for (int i = 0; i < count; i++) {
        ck_assert_int_eq(retrograde_solve(&s->store, pairs[i], true, pool, no_progress, NULL, &e), ERROR_NONE);
        for (int k = 0; k < 2 * BLOCK_KINDS; k++) {
            const TableClass c = k % 2 == 0 ? pairs[i] : table_class_swapped(pairs[i]);
            const TableFilePath path = table_file_path(s->place.path, v, c, (BlockKind)(k / 2));
            const StoreClass *const solved = s->store.classes[table_class_id(c)];
            ck_assert_msg(store_file_write(solved, (BlockKind)(k / 2), path.text, pool, &e) == ERROR_NONE, "%s",
                          e.text);
        }
    }
    thread_pool_free(pool);
}

static void solved_free(Solved *s)
{
    store_free(&s->store);
    place_remove(&s->place);
}

/* Keeps the first reason. */
static void note_refused(void *context, const char *why)
{
    Error *const e = context;
    if (e->code == ERROR_NONE) {
        error_set(e, ERROR_SYNTAX, "%s", why);
    }
}

/* A position with White to move has the value that the solver has found. */
static void expect_value(const Solved *s, TablebaseCache *cache, const Position *p, TableClass c)
{
    const int value = store_value(&s->store, p);
    const TablebaseValue found = tablebase_probe(cache, p);
    expect(found.result == value_wdl(value) && found.result == tablebase_probe_wdl(cache, p), "result", c, 0);
    expect(value == VALUE_DRAW || found.plies == value - 1, "plies", c, 0);
}

/* Random positions with either side to move, captures and all, and all of a class in which a king can often choose
 * which man it captures. */
TEST_EACH(positions_are_found, VARIANT_COUNT)
{
    Solved s;
    Error e, refused = {.code = ERROR_NONE};
    Tablebase *tables;
    RandomPlay r = {SEED};
    solve_into(&s, variant_at(_i), 3, 2);
    ck_assert_int_eq(tablebase_open(s.place.path, note_refused, &refused, &tables, &e), ERROR_NONE);
    ck_assert_int_eq(refused.code, ERROR_NONE);
    ck_assert_int_eq(tablebase_pieces(tables, variant_at(_i)), 3);
    ck_assert_int_eq(tablebase_pieces(tables, variant_at(1 - _i)), 0);
    ck_assert_int_eq(tablebase_count(tables, variant_at(_i)), 2 * (3 + 6) - 2);
    TablebaseCache *const cache = tablebase_cache_new(tables, BLOCKS);
    int results[] = {0, 0, 0, 0};
    for (int i = 0; i < PROBES; i++) {
        const Position p = random_play_scatter(&r, variant_at(_i), 2, 2);
        const int own = popcount(position_pieces(&p, p.side)), enemy = popcount(position_pieces(&p, other(p.side)));
        const Wdl found = tablebase_probe_wdl(cache, &p);
        results[found]++;
        if (own == 0 || enemy == 0 || own + enemy > 3) {
            continue;
        }
        const Position seen = table_position(p.variant, table_pieces_of(&p));
        expect_value(&s, cache, &seen, table_class_of(table_pieces_of(&p)));
        const TablebaseValue turned = tablebase_probe(cache, &p), value = tablebase_probe(cache, &seen);
        expect(turned.result == value.result && turned.plies == value.plies && turned.result == found, "turned",
               table_class_of(table_pieces_of(&p)), 0);
    }
    const Numbering *const n = &s.store.classes[table_class_id((TableClass){1, 0, 0, 2})]->numbering;
    NumberingCursor cursor = {.begun = false};
    for (uint64_t number = 0; number < n->count; number++) {
        TablePieces pieces;
        if (numbering_pieces(n, number, &cursor, &pieces)) {
            const Position p = table_position(n->board->variant, pieces);
            expect_value(&s, cache, &p, n->class);
        }
    }
    for (int i = 0; i < ROWS(results); i++) {
        ck_assert_int_gt(results[i], 10);
    }
    tablebase_cache_free(cache);
    tablebase_free(tables);
    solved_free(&s);
}

/* Where a table is missing, only what does not depend on it is known. */
TEST(missing_tables_are_unknown)
{
    Solved s;
    Error e;
    Tablebase *tables;
    RandomPlay r = {SEED};
    const Variant *const v = &VARIANT_10X10;
    int wins = 0, unknown = 0;
    solve_into(&s, v, 3, 2);
    ck_assert_int_eq(remove(table_file_path(s.place.path, v, (TableClass){1, 0, 1, 0}, BLOCK_RESULTS).text), 0);
    ck_assert_int_eq(tablebase_open(s.place.path, NULL, NULL, &tables, &e), ERROR_NONE);
    TablebaseCache *const cache = tablebase_cache_new(tables, BLOCKS);
    for (int i = 0; i < 100 * PROBES; i++) {
        const Position p = random_play_scatter(&r, v, 2, 2);
        int children[WDL_NONE + 1] = {0};
        MoveList moves;
        if (popcount(position_occupied(&p)) != 3 || !movegen_can_capture(&p, p.side)) {
            continue;
        }
        move_list_init(&moves);
        movegen_legal(&p, &moves);
        for (int k = 0; k < moves.count; k++) {
            const Position next = position_after(&p, moves.moves[k]);
            children[tablebase_probe_wdl(cache, &next)]++;
        }
        move_list_free(&moves);
        const Wdl right = children[WDL_LOSS] > 0   ? WDL_WIN
                          : children[WDL_NONE] > 0 ? WDL_NONE
                          : children[WDL_DRAW] > 0 ? WDL_DRAW
                                                   : WDL_LOSS;
        expect(tablebase_probe_wdl(cache, &p) == right, "result", table_class_of(table_pieces_of(&p)), 0);
        wins += children[WDL_LOSS] > 0 && children[WDL_NONE] > 0;
        unknown += right == WDL_NONE;
    }
    ck_assert_int_gt(wins, 0);
    ck_assert_int_gt(unknown, 0);
    tablebase_cache_free(cache);
    tablebase_free(tables);
    solved_free(&s);
}

TEST(threads_do_not_matter)
{
    Solved a, b;
    const Variant *const v = &VARIANT_9X11;
    TableClass classes[TABLE_CLASSES_MAX];
    solve_into(&a, v, 3, 1);
    solve_into(&b, v, 3, 3);
    const int count = table_class_list(TABLE_PIECES_MIN, 3, classes);
    for (int i = 0; i < count * BLOCK_KINDS; i++) {
        const TableClass c = classes[i / BLOCK_KINDS];
        const BlockKind kind = (BlockKind)(i % BLOCK_KINDS);
        const TableFilePath one = table_file_path(a.place.path, v, c, kind);
        ck_assert_msg(same_content(one.text, table_file_path(b.place.path, v, c, kind).text), "%s", one.text);
    }
    solved_free(&a);
    solved_free(&b);
}

/* A file that is to be that of K-K: the reason why it is refused. */
static void expect_refused(const char *path, const NumberingBoard *b, const char *why)
{
    Error e;
    TableFile f;
    ck_assert_int_eq(table_file_open(&f, path, b, (TableClass){1, 0, 1, 0}, BLOCK_RESULTS, &e), ERROR_SYNTAX);
    ck_assert_msg(strstr(e.text, path) == e.text && strstr(e.text, why) != NULL, "\"%s\", not \"%s\"", e.text, why);
}

TEST(bad_files_are_refused)
{
    Solved s, wide;
    size_t size, other_size;
    solve_into(&s, &VARIANT_10X10, 2, 1);
    solve_into(&wide, &VARIANT_9X11, 2, 1);
    const FilePath path = in(&s.place, "bushka-K-K.results");
    unsigned char *const good = content(path.text, &size);
    for (size_t at = 0; at < TABLE_FILE_HEADER; at++) {
        good[at] ^= 1;
        set_content(path.text, good, size);
        expect_refused(path.text, &s.board,
                       at < sizeof TABLE_FILE_MAGIC ? "is not a tablebase" : "is damaged: its header");
        good[at] ^= 1;
    }
    for (size_t at = TABLE_FILE_HEADER; at < size - 8; at += 101) { /* the last bytes are code */
        good[at] ^= 4;
        set_content(path.text, good, size);
        expect_refused(path.text, &s.board, "is damaged: its directory does not fit");
        good[at] ^= 4;
    }
    for (size_t length = 0; length < size; length += length < 80 || length + 97 >= size ? 1 : 97) {
        set_content(path.text, good, length);
        expect_refused(path.text, &s.board, length < TABLE_FILE_HEADER ? "is not a tablebase" : "is damaged: it has ");
    }
    const struct {
        FilePath path;
        const char *why;
    } others[] = {{in(&wide.place, "bushka9x11-K-K.results"), "belongs to another board"},
                  {in(&s.place, "bushka-K-M.results"), "holds another class"},
                  {in(&s.place, "bushka-K-K.plies"), "holds another class"}};
    for (int i = 0; i < ROWS(others); i++) {
        unsigned char *const foreign = content(others[i].path.text, &other_size);
        set_content(path.text, foreign, other_size);
        expect_refused(path.text, &s.board, others[i].why);
        free(foreign);
    }
    /* Checksums that fit, but blocks that end before they begin, and another version. */
    const size_t directory = table_file_directory_bytes(BLOCK_RESULTS, 3), ends = TABLE_FILE_HEADER + directory - 24;
    table_file_put(good + ends, table_file_get(good + ends + 4, 4) + 1, 4);
    table_file_put(good + 56, checksum_crc(0, good + TABLE_FILE_HEADER, directory), 4);
    table_file_put(good + 60, checksum_crc(0, good, 60), 4);
    set_content(path.text, good, size);
    expect_refused(path.text, &s.board, "is damaged: its directory does not fit");
    good[16] = 2;
    table_file_put(good + 60, checksum_crc(0, good, 60), 4);
    set_content(path.text, good, size);
    expect_refused(path.text, &s.board, "has version 2 of the format, not 1");
    ck_assert_int_eq(remove(path.text), 0);
    ck_assert_int_eq(mkdir(path.text, 0700), 0);
    expect_refused(path.text, &s.board, "is a directory, not a regular file");
    free(good);
    solved_free(&s);
    solved_free(&wide);
}

/* What happens to the table of results of K-M, of three blocks, before it is opened or while it is open; and what
 * reading it whole says then. */
static const struct {
    bool open;
    int percent;    /* of it that is left */
    uint8_t change; /* of the last byte that is left */
    const char *why;
} DAMAGES[] = {
    {false, 100, 1, "is damaged: a block does not fit its checksum"},
    {true, 100, 1, "is damaged: a block does not fit its checksum"},
    {true, 90, 0, "is damaged: it has "},
    {true, 10, 0, "is damaged: it has "},
    {true, 0, 0, "is not a tablebase"},
};

/* Probes numbers of the class K-M. What is found must be right; returns how often nothing was found. */
static int probe_all(const Solved *s, TablebaseCache *cache, uint64_t numbers)
{
    const StoreClass *const c = s->store.classes[table_class_id((TableClass){1, 0, 0, 1})];
    NumberingCursor cursor = {.begun = false};
    int unknown = 0;
    for (uint64_t number = 0; number < numbers && number < c->numbering.count; number++) {
        TablePieces pieces;
        if (store_get(c, number) != VALUE_NONE && numbering_pieces(&c->numbering, number, &cursor, &pieces)) {
            const Position p = table_position(s->board.variant, pieces);
            const Wdl found = tablebase_probe_wdl(cache, &p);
            expect(found == WDL_NONE || found == value_wdl(store_get(c, number)), "result", c->numbering.class, number);
            unknown += found == WDL_NONE;
        }
    }
    return unknown;
}

/* Damage within a block, and a file cut short while it is open, are found when a block is read: the table is not used
 * from then on, but for the blocks that were read before. */
TEST_EACH(damage_is_noticed, ROWS(DAMAGES))
{
    Solved s;
    Error e, refused = {.code = ERROR_NONE};
    Tablebase *tables;
    size_t size;
    solve_into(&s, &VARIANT_10X10, 2, 1);
    const FilePath path = in(&s.place, "bushka-K-M.results");
    unsigned char *const bytes = content(path.text, &size);
    const size_t left = size * (size_t)DAMAGES[_i].percent / 100;
    if (left > 0) {
        bytes[left - 1] ^= DAMAGES[_i].change;
    }
    if (!DAMAGES[_i].open) {
        set_content(path.text, bytes, left);
    }
    ck_assert_int_eq(tablebase_open(s.place.path, note_refused, &refused, &tables, &e), ERROR_NONE);
    ck_assert_int_eq(refused.code, ERROR_NONE);
    TablebaseCache *const cache = tablebase_cache_new(tables, BLOCKS), *const small = tablebase_cache_new(tables, 1);
    ck_assert_int_eq(probe_all(&s, cache, BLOCK_SYMBOLS), 0);
    if (DAMAGES[_i].open) {
        set_content(path.text, bytes, left);
    }
    ck_assert_int_gt(probe_all(&s, small, UINT64_MAX), 0);
    ck_assert_int_gt(probe_all(&s, small, UINT64_MAX), 0);
    ck_assert_int_gt(probe_all(&s, small, BLOCK_SYMBOLS), 0);
    ck_assert_int_eq(probe_all(&s, cache, BLOCK_SYMBOLS), 0);
    ck_assert_int_gt(probe_all(&s, cache, UINT64_MAX), 0);
    ck_assert(tablebase_file(tables, s.board.variant, (TableClass){1, 0, 0, 1}, BLOCK_RESULTS)->damaged);
    tablebase_cache_free(small);
    tablebase_cache_free(cache);
    tablebase_free(tables);
    ThreadPool *const pool = thread_pool_new(1, NULL);
    store_remove(&s.store, (TableClass){1, 0, 0, 1});
    ck_assert_int_eq(store_file_read(&s.store, (TableClass){1, 0, 0, 1}, BLOCK_RESULTS, path.text, pool, &e),
                     ERROR_SYNTAX);
    ck_assert_msg(strstr(e.text, DAMAGES[_i].why) != NULL, "%s", e.text);
    thread_pool_free(pool);
    free(bytes);
    solved_free(&s);
}

/* Of a list of folders, one of them without a table and one with a file that is none. */
TEST(folders_are_listed)
{
    Solved s;
    Error e, refused = {.code = ERROR_NONE};
    Tablebase *tables;
    char folders[3 * PLACE_SIZE];
    const Variant *const v = variant_at(0);
    const Place empty = place_make(), letter = place_make();
    const FilePath path = in(&letter, "bushka-K-K.results");
    set_text(path.text, "Dear aunt,\n");
    solve_into(&s, v, 2, 1);
    snprintf(folders, sizeof folders, "%s:%s:%s", empty.path, letter.path, s.place.path);
    ck_assert_int_eq(tablebase_open(folders, note_refused, &refused, &tables, &e), ERROR_NONE);
    ck_assert_ptr_eq(strstr(refused.text, path.text), refused.text);
    ck_assert_int_eq(tablebase_count(tables, v), 4);
    const TableFile *const found = tablebase_file(tables, v, (TableClass){1, 0, 1, 0}, BLOCK_RESULTS);
    ck_assert_ptr_nonnull(found);
    ck_assert_int_eq(tablebase_add_builtin(tables, &e), ERROR_NONE); /* only what is not there */
    ck_assert_ptr_eq(tablebase_file(tables, v, (TableClass){1, 0, 1, 0}, BLOCK_RESULTS), found);
    ck_assert_int_eq(tablebase_count(tables, v), 4);
    ck_assert_int_eq(tablebase_pieces(tables, v), 4);
    tablebase_free(tables);
    ck_assert_int_eq(tablebase_open(letter.path, NULL, NULL, &tables, &e), ERROR_NONE);
    ck_assert_ptr_null(tablebase_file(tables, v, (TableClass){1, 0, 1, 0}, BLOCK_RESULTS));
    TablebaseCache *const cache = tablebase_cache_new(tables, 1);
    const Position p = {.kings = {bit(0), bit(9)}, .variant = v, .side = WHITE};
    ck_assert_int_eq(tablebase_probe_wdl(cache, &p), WDL_NONE);
    tablebase_cache_free(cache);
    tablebase_free(tables);
    ck_assert_int_eq(tablebase_open("", NULL, NULL, &tables, &e), ERROR_NONE);
    ck_assert_int_eq(tablebase_pieces(tables, v), 0);
    tablebase_free(tables);
    snprintf(folders, sizeof folders, "%s:/nowhere", s.place.path);
    ck_assert_int_eq(tablebase_open(folders, NULL, NULL, &tables, &e), ERROR_SYNTAX);
    ck_assert_str_eq(e.text, "/nowhere is not a folder that can be read");
    ck_assert_ptr_null(tables);
    tablebase_free(NULL);
    tablebase_cache_free(NULL);
    place_remove(&empty);
    place_remove(&letter);
    solved_free(&s);
}
