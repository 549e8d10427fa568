/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tablebases: the numbers of positions, values, the coding of blocks, and files that cannot be trusted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/movegen.h"
#include "support/built_tables.h"
#include "support/positions.h"
#include "support/random_play.h"
#include "support/test.h"
#include "support/tool_process.h"
#include "system/bytes.h"
#include "system/random.h"

enum {
    SEED = 5,
    WHOLE_PIECES = 3, /* classes of which every number is tried */
    SAMPLES = 500,    /* of the others */
    ROUNDS = 200,     /* blocks coded */
    SCATTERED = 300000,
    BLOCKS = 64
};

static const TableClass KING_KING = {1, 0, 1, 0}, KING_MAN = {1, 0, 0, 1};

/* check reports every assertion through a pipe, which takes longer than the rest of these loops: only failures get
 * there. */
static void expect(bool holds, const char *what, TableClass c, uint64_t number)
{
    if (!holds) {
        ck_abort_msg("%s: %s, number %lu", table_class_name(c).text, what, (unsigned long)number);
    }
}

/* Fails unless the position of a number and its images lead back to the number. Returns false if it is unused. */
static bool try_number(const Numbering *n, uint64_t number, NumberingCursor *cursor)
{
    TablePieces pieces;
    if (!numbering_pieces(n, number, cursor, &pieces)) {
        return false;
    }
    Position p = table_position(n->board->variant, pieces);
    p.key = position_compute_key(&p);
    const Bitboard men = p.men[WHITE] & p.variant->promotion[WHITE], enemy = p.men[BLACK] & p.variant->promotion[BLACK];
    expect(men == 0 && enemy == 0, "a man on its promotion row", n->class, number);
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
    numbering_board_init(&b, variant_at(_i));
    const int count = table_class_list(TABLE_PIECES_MAX, classes);
    for (int i = 0; i < count; i++) {
        Numbering n;
        ck_assert_int_eq(numbering_init(&n, &b, classes[i], NULL), ERROR_NONE);
        const bool whole = table_class_pieces(classes[i]) <= WHOLE_PIECES;
        const uint64_t tried = whole ? n.count : SAMPLES;
        uint64_t used = 0;
        NumberingCursor cursor = {.begun = false};
        for (uint64_t k = 0; k < tried; k++) {
            used += try_number(&n, whole ? k : random_next(&r.state) % n.count, &cursor);
        }
        /* Only positions that are nearly their own mirror image leave a number unused. */
        expect(variant_at(_i)->has_mirror ? used * 10 > tried * 8 : used == tried, "unused numbers", classes[i], used);
        numbering_free(&n);
    }
}

TEST(classes_are_listed)
{
    TableClass pairs[TABLE_PAIRS_MAX], classes[TABLE_CLASSES_MAX], named;
    static const char *const NAMES[] = {"K-K", "K-M", "M-K", "M-M", "KK-K", "K-KK", "KK-M", "M-KK", "KM-K"};
    ck_assert_int_eq(table_class_pairs(2, pairs), 3);
    ck_assert_int_eq(table_class_pairs(3, pairs), 3 + 6);
    ck_assert_int_eq(table_class_pairs(5, pairs) - table_class_pairs(4, pairs), 4 * 3 + 5 * 2);
    ck_assert_int_eq(table_class_pairs(TABLE_PIECES_MAX, pairs), TABLE_PAIRS_MAX);
    const int count = table_class_list(TABLE_PIECES_MAX, classes);
    ck_assert_int_le(count, TABLE_CLASSES_MAX);
    for (int i = 0; i < count; i++) {
        const TableClassName name = table_class_name(classes[i]);
        ck_assert(i >= ROWS(NAMES) || strcmp(name.text, NAMES[i]) == 0);
        ck_assert(table_class_possible(classes[i]));
        ck_assert(table_class_parse(name.text, &named) && table_class_equal(named, classes[i]));
        for (int k = 0; k < i; k++) {
            ck_assert(!table_class_equal(classes[i], classes[k]));
        }
    }
    ck_assert(!table_class_possible((TableClass){0, 0, 1, 1}));
    ck_assert(!table_class_possible((TableClass){3, 2, 1, 0}));
    ck_assert(!table_class_parse("KMK", &named));
}

/* The value of a position by those of the positions after its moves. */
static const struct {
    int children[3], count, value;
} VALUES[] = {
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

TEST_EACH(values_follow_from_moves, ROWS(VALUES))
{
    const int value = VALUES[_i].value;
    BestValue best = {.unknown = 0};
    for (int k = 0; k < VALUES[_i].count; k++) {
        best_value_add(&best, VALUES[_i].children[k]);
    }
    ck_assert_int_eq(best_value(&best), value);
    ck_assert_int_eq(value_is_win(value), value_wdl(value) == WDL_WIN);
    ck_assert_int_eq(value_is_loss(value), value_wdl(value) == WDL_LOSS);
}

/* Random symbols of a kind, in runs as in the tables, some of them BLOCK_DONT_CARE. */
static void random_symbols(RandomPlay *r, BlockKind kind, uint8_t symbols[BLOCK_SYMBOLS])
{
    const int most = kind == BLOCK_RESULTS ? 3 : 255;
    const int change = 1 + random_play_below(r, 50);
    uint8_t last = 0;
    for (int i = 0; i < BLOCK_SYMBOLS; i++) {
        last = random_play_below(r, change) == 0 ? (uint8_t)random_play_below(r, most) : last;
        symbols[i] = random_play_below(r, 10) == 0 ? BLOCK_DONT_CARE : last;
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
        if (round % 10 < 8) { /* otherwise the probabilities are those of blocks before */
            memset(&counts, 0, sizeof counts);
            block_count(kind, row, wanted, count, &counts);
        }
        block_model_make(kind, &counts, probabilities);
        const BlockModel m = {.kind = kind, .row = row, .probabilities = probabilities};
        memcpy(filled, wanted, sizeof filled);
        block_fill_dont_cares(&m, filled, count);
        const size_t size = block_encode(&m, filled, count, code);
        ck_assert_uint_le(size, sizeof code);
        block_decode(&m, code, size, count, decoded);
        ck_assert_mem_eq(decoded, filled, (size_t)count);
        for (int i = 0; i < count; i++) {
            expect(wanted[i] == BLOCK_DONT_CARE || filled[i] == wanted[i], "filled", (TableClass){0, 0, 0, 0},
                   (uint64_t)i);
        }
        for (size_t i = 0; i < size; i++) { /* damaged code is decoded into some symbols */
            code[i] = (uint8_t)random_next(&r.state);
        }
        block_decode(&m, code, size, count, decoded);
        for (int i = 0; i < count; i++) {
            expect(kind == BLOCK_PLIES || decoded[i] < 3, "no result", (TableClass){0, 0, 0, 0}, (uint64_t)i);
        }
    }
}

/* The tables of a board, as files in the directory of the test, opened; and the built-in tables, which
 * test_table_steps.c shows to be right. Freed after each test. */
static NumberingBoard board;
static Tablebase *tables, *builtin;
static TablebaseCache *cache, *right;

static void build(const Variant *v, int pieces)
{
    builtin = tables_of(NULL);
    numbering_board_init(&board, v);
    built_tables_copy(v, pieces, place.path);
    right = tablebase_cache_new(builtin, 16 * BLOCKS);
}

/* Opens the files, none of which may be refused. */
static void open_tables(void)
{
    tables = tables_of(place.path);
    cache = tablebase_cache_new(tables, BLOCKS);
}

static void tear_down(void)
{
    tablebase_cache_free(cache);
    tablebase_cache_free(right);
    tablebase_free(tables);
    tablebase_free(builtin);
}

/* Probes the first numbers of a class. What is found must be right; returns how often nothing was found. */
static int probe_class(TablebaseCache *by, TableClass class, uint64_t numbers)
{
    const Numbering *const n = &tablebase_file(builtin, board.variant, class, BLOCK_RESULTS)->numbering;
    NumberingCursor cursor = {.begun = false};
    int unknown = 0;
    for (uint64_t number = 0; number < numbers && number < n->count; number++) {
        TablePieces pieces;
        if (numbering_pieces(n, number, &cursor, &pieces)) {
            const Position p = table_position(board.variant, pieces);
            const Wdl found = tablebase_probe_wdl(by, &p);
            expect(found == WDL_NONE || found == tablebase_probe_wdl(right, &p), "result", class, number);
            unknown += found == WDL_NONE;
        }
    }
    return unknown;
}

/* All positions of a class in which a king can often choose which man to capture, through a cache of few blocks. */
TEST_EACH(positions_are_found, VARIANT_COUNT)
{
    build(variant_at(_i), 3);
    open_tables();
    ck_assert_int_eq(tablebase_pieces(tables, variant_at(_i)), 3);
    ck_assert_int_eq(tablebase_pieces(tables, variant_at(1 - _i)), 0);
    ck_assert_int_eq(tablebase_count(tables, variant_at(_i)), 2 * (3 + 6) - 2);
    ck_assert_int_eq(probe_class(cache, (TableClass){1, 0, 0, 2}, UINT64_MAX), 0);
}

/* Where a table is missing, only what does not depend on it is known. */
TEST(missing_tables_are_unknown)
{
    RandomPlay r = {SEED};
    const Variant *const v = &VARIANT_10X10;
    int wins = 0, unknown = 0;
    build(v, 3);
    ck_assert_int_eq(remove(table_file_path(place.path, v, KING_KING, BLOCK_RESULTS).text), 0);
    open_tables();
    for (int i = 0; i < SCATTERED; i++) {
        const Position p = random_play_scatter(&r, v, 2, 2);
        int children[WDL_NONE + 1] = {0};
        MoveList moves;
        if (popcount(position_occupied(&p)) != 3 || !movegen_can_capture(&p, p.side)) {
            continue;
        }
        legal_moves(&p, &moves);
        for (int k = 0; k < moves.count; k++) {
            const Position next = position_after(&p, moves.moves[k]);
            children[tablebase_probe_wdl(cache, &next)]++;
        }
        move_list_free(&moves);
        const Wdl wanted = children[WDL_LOSS] > 0   ? WDL_WIN
                           : children[WDL_NONE] > 0 ? WDL_NONE
                           : children[WDL_DRAW] > 0 ? WDL_DRAW
                                                    : WDL_LOSS;
        expect(tablebase_probe_wdl(cache, &p) == wanted, "result", table_class_of(table_pieces_of(&p)), 0);
        wins += children[WDL_LOSS] > 0 && children[WDL_NONE] > 0;
        unknown += wanted == WDL_NONE;
    }
    ck_assert_int_gt(wins, 0);
    ck_assert_int_gt(unknown, 0);
}

/* Fails unless the file, opened as that of K-K, is refused for this reason. */
static void expect_refused(const char *path, const NumberingBoard *b, const char *why)
{
    Error e;
    TableFile f;
    ck_assert_int_eq(table_file_open(&f, path, b, KING_KING, BLOCK_RESULTS, &e), ERROR_SYNTAX);
    ck_assert_msg(strstr(e.text, path) == e.text && strstr(e.text, why) != NULL, "\"%s\", not \"%s\"", e.text, why);
}

TEST(bad_files_are_refused)
{
    static const char DIRECTORY[] = "is damaged: its directory does not fit";
    static const char *const others[][2] = {
        {"cp @/bushka9x11-K-K.results @/bushka-K-K.results", "belongs to another board"},
        {"cp @/bushka-K-M.results @/bushka-K-K.results", "holds another class"},
        {"cp @/bushka-K-K.plies @/bushka-K-K.results", "holds another class"}};
    size_t size;
    build(&VARIANT_10X10, 2);
    built_tables_copy(&VARIANT_9X11, 2, place.path);
    const FilePath path = in(&place, "bushka-K-K.results");
    unsigned char *const good = content(path.text, &size);
    for (size_t at = 0; at < size - 8; at += at < TABLE_FILE_HEADER ? 1 : 101) { /* the last bytes are code */
        good[at] ^= 4;
        set_content(path.text, good, size);
        expect_refused(path.text, &board,
                       at < sizeof TABLE_FILE_MAGIC ? "is not a tablebase"
                       : at < TABLE_FILE_HEADER     ? "is damaged: its header"
                                                    : DIRECTORY);
        good[at] ^= 4;
    }
    for (size_t length = 0; length < size; length += length < 80 || length + 97 >= size ? 1 : 97) {
        set_content(path.text, good, length);
        expect_refused(path.text, &board, length < TABLE_FILE_HEADER ? "is not a tablebase" : "is damaged: it has ");
    }
    for (int i = 0; i < ROWS(others); i++) {
        must_run("%s", others[i][0]);
        expect_refused(path.text, &board, others[i][1]);
    }
    /* With checksums that fit: blocks that end before they begin, and another version. */
    const size_t directory = table_file_directory_bytes(BLOCK_RESULTS, 3), ends = TABLE_FILE_HEADER + directory - 24;
    bytes_put(good + ends, bytes_get(good + ends + 4, 4) + 1, 4);
    bytes_put(good + 56, bytes_crc(0, good + TABLE_FILE_HEADER, directory), 4);
    for (int version = 1; version <= 2; version++) {
        good[16] = (unsigned char)version;
        bytes_put(good + 60, bytes_crc(0, good, 60), 4);
        set_content(path.text, good, size);
        expect_refused(path.text, &board, version == 1 ? DIRECTORY : "has version 2 of the format, not 1");
    }
    expect_refused(place.path, &board, "is a directory, not a regular file");
    free(good);
}

/* Tables in memory, like the built-in ones, that are cut short or are something else. */
TEST(bad_tables_in_memory_are_refused)
{
    enum { AT_CLASS = 22, AT_BLOCKS = 40, AT_CODE_BYTES = 48, BAD = 9 };
    static const int places[] = {0, AT_CLASS, AT_BLOCKS, AT_CODE_BYTES + 2, TABLE_FILE_HEADER}; /* of a wrong byte */
    Error e;
    TableFile f;
    size_t size;
    build(&VARIANT_10X10, 2);
    unsigned char *const bytes = content(in(&place, "bushka-K-K.results").text, &size);
    for (int i = 0; i < ROWS(places); i++) {
        bytes[places[i]] ^= BAD;
        ck_assert_int_eq(table_file_open_memory(&f, "a table", bytes, size, &board, &e), ERROR_SYNTAX);
        ck_assert_str_eq(e.text, places[i] < TABLE_FILE_HEADER
                                     ? "a table is not a tablebase"
                                     : "a table is damaged: its directory does not fit its checksum");
        bytes[places[i]] ^= BAD;
    }
    /* What is shorter than a header is not read at all. */
    ck_assert_int_eq(table_file_open_memory(&f, "a table", NULL, TABLE_FILE_HEADER - 1, &board, &e), ERROR_SYNTAX);
    ck_assert_str_eq(e.text, "a table is not a tablebase");
    ck_assert_int_eq(table_file_open_memory(&f, "a table", bytes, size + 1, &board, &e), ERROR_NONE);
    ck_assert_uint_eq(f.size, size);
    table_file_close(&f);
    free(bytes);
}

/* Damage to the results of K-M, three blocks, before the file is opened or while it is open. */
static const struct {
    bool open;
    int percent;    /* of it that is left */
    uint8_t change; /* of the last byte that is left */
} DAMAGES[] = {{false, 100, 1}, {true, 100, 1}, {true, 90, 0}, {true, 10, 0}, {true, 0, 0}};

/* Damage within a block, and a file cut short while it is open, are found when a block is read: the table is not used
 * from then on, except for the blocks that were read before. */
TEST_EACH(damage_is_noticed, ROWS(DAMAGES))
{
    size_t size;
    build(&VARIANT_10X10, 2);
    const FilePath path = in(&place, "bushka-K-M.results");
    unsigned char *const bytes = content(path.text, &size);
    const size_t left = size * (size_t)DAMAGES[_i].percent / 100;
    if (left > 0) {
        bytes[left - 1] ^= DAMAGES[_i].change;
    }
    if (!DAMAGES[_i].open) {
        set_content(path.text, bytes, left);
    }
    open_tables();
    TablebaseCache *const small = tablebase_cache_new(tables, 1);
    ck_assert_int_eq(probe_class(cache, KING_MAN, BLOCK_SYMBOLS), 0);
    if (DAMAGES[_i].open) {
        set_content(path.text, bytes, left);
    }
    ck_assert_int_gt(probe_class(small, KING_MAN, UINT64_MAX), 0);
    ck_assert_int_gt(probe_class(small, KING_MAN, UINT64_MAX), 0);
    ck_assert_int_gt(probe_class(small, KING_MAN, BLOCK_SYMBOLS), 0);
    ck_assert_int_eq(probe_class(cache, KING_MAN, BLOCK_SYMBOLS), 0);
    ck_assert_int_gt(probe_class(cache, KING_MAN, UINT64_MAX), 0);
    ck_assert(tablebase_file(tables, board.variant, KING_MAN, BLOCK_RESULTS)->damaged);
    tablebase_cache_free(small);
    free(bytes);
}

/* Keeps the last reason in the Error that `context` points to. */
static void keep_reason(void *context, const char *why)
{
    error_set(context, ERROR_SYNTAX, "%s", why);
}

/* Lists of folders: one with all tables of two pieces, an empty one, one with a letter instead of a table, and one that
 * does not exist. */
static const struct {
    const char *folders;
    int count, pieces; /* -1: refused */
    bool ignored;      /* the letter is reported */
} FOLDERS[] = {{"", 0, 0, false},           {"@/empty", 0, 0, false},     {"@/letter", 0, 0, true},
               {"@:@/letter", 4, 2, false}, {"@:/nowhere", -1, 0, false}, {"@/empty:@/letter:@", 4, 2, true}};

TEST_EACH(folders_are_listed, ROWS(FOLDERS))
{
    Error e, refused = {.code = ERROR_NONE};
    const Variant *const v = variant_at(0);
    const Position p = {.kings = {bit(0), bit(9)}, .variant = v, .side = WHITE};
    char folders[4 * PLACE_SIZE];
    build(v, 2);
    must_run("mkdir @/empty @/letter && echo Dear aunt, >@/letter/bushka-K-K.results");
    place_text(&place, FOLDERS[_i].folders, folders, sizeof folders);
    if (tablebase_open(folders, NULL, keep_reason, &refused, &tables, &e) != ERROR_NONE) {
        ck_assert_int_eq(FOLDERS[_i].count, -1);
        ck_assert_str_eq(e.text, "/nowhere is not a folder that can be read");
        ck_assert_ptr_null(tables);
        return;
    }
    cache = tablebase_cache_new(tables, 1);
    ck_assert_int_eq(FOLDERS[_i].ignored, strstr(refused.text, "letter/bushka-K-K.results is not a tablebase") != NULL);
    ck_assert_int_eq(tablebase_count(tables, v), FOLDERS[_i].count);
    ck_assert_int_eq(tablebase_pieces(tables, v), FOLDERS[_i].pieces);
    ck_assert_int_eq(tablebase_probe_wdl(cache, &p), FOLDERS[_i].count > 0 ? WDL_DRAW : WDL_NONE);
}

SUITE(.timeout = 120, .with = {&WITH_PLACE}, .tear_down = tear_down, .once = &BUILT_TABLES);
