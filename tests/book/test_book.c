/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opening books: their entries and moves, scores, and damaged files. */
#include "book/book.h"

#include <stdlib.h>
#include <string.h>

#include "support/place.h"
#include "support/positions.h"
#include "support/random_play.h"
#include "support/test.h"
#include "system/bytes.h"
#include "system/random.h"

/* Offsets in a file and in an entry, and sizes, in bytes (BOOK.md). */
enum {
    VERSION = 8,
    BOARD = 9,
    ZERO = 15,
    ENTRIES = 24,
    GAMES = 28,
    HEADER = 32,
    ENTRY = 14,
    SCORE = 6,
    SEARCHES = 8,
    DROP_OUT_SCORE = 12,
    GAMES_SIZE = 16,
    SUM = 4
};

enum { WALKS = 100, DAMAGES = 500, SEED = 5, BYTES_MAX = 512 };

static const char *const BOOKS[VARIANT_COUNT] = {"tests/data/bushka.book", "tests/data/bushka9x11.book"};

static Book *read_sound(const char *path)
{
    Error e;
    Book *const b = book_read(path, &e);
    ck_assert_msg(b != NULL, "%s", e.text);
    return b;
}

/* Fails unless the book is refused with an error that contains `why`. */
static void expect_refused(const unsigned char *bytes, size_t size, const char *why)
{
    Error e;
    set_content(in(&place, "book").text, bytes, size);
    Book *const b = book_read(in(&place, "book").text, &e);
    ck_assert_msg(b == NULL, "accepted, instead of: %s", why);
    ck_assert_msg(e.code == ERROR_SYNTAX && strstr(e.text, why) != NULL, "%s, instead of: %s", e.text, why);
}

/* Puts in the checksum of what the file holds. */
static void sum_up(unsigned char *bytes, size_t size)
{
    bytes_put(bytes + size - SUM, bytes_crc(0, bytes, size - SUM), SUM);
}

static bool same_entry(const BookEntry *a, const BookEntry *b)
{
    return a->score == b->score && a->searches == b->searches && a->wins == b->wins && a->draws == b->draws &&
           a->losses == b->losses;
}

/* Fails unless the moves of the book are in order and agree with the entries of the positions after them, and at most
 * one, with its mirror image, leads out of the book. Returns their number. */
static int check_moves(const Book *b, const Game *g)
{
    const Position *const p = game_position(g);
    BookMoves moves;
    MoveList legal;
    int known = 0, outside = 0;
    ck_assert_int_eq(book_moves(b, g, &moves, NULL), ERROR_NONE);
    legal_moves(p, &legal);
    for (int i = 0; i < legal.count; i++) {
        const Position next = position_after(p, legal.moves[i]);
        BookEntry after;
        known += book_find(b, &next, &after);
    }
    move_list_free(&legal);
    for (int i = 0; i < moves.count; i++) {
        const BookMove *const m = &moves.moves[i];
        const Position next = position_after(p, m->move);
        BookEntry after;
        ck_assert(i == 0 || m->entry.score <= moves.moves[i - 1].entry.score);
        if (book_find(b, &next, &after)) {
            const BookEntry seen = {-after.score, after.searches, after.losses, after.draws, after.wins};
            ck_assert(same_entry(&m->entry, &seen));
        } else {
            outside++;
        }
    }
    ck_assert_int_le(outside, p->variant->has_mirror ? 2 : 1);
    ck_assert_int_eq(moves.count, known + outside);
    ck_assert(book_moves_playable(&moves) == (known > 0));
    const int count = moves.count;
    book_moves_free(&moves);
    return count;
}

/* Along random walks through a book, an entry is the same for all images of its position, and has moves. */
TEST_EACH(walks, VARIANT_COUNT)
{
    const Variant *const v = variant_at(_i);
    Book *const b = read_sound(BOOKS[_i]);
    RandomPlay r = {SEED};
    const Position start = position_start(v);
    int met = 0, games = 0;
    ck_assert_ptr_eq(book_variant(b), v);
    ck_assert_int_eq((int)book_size(b), _i == 0 ? 300 : 200);
    ck_assert_int_eq((int)book_nodes(b), 20000);
    for (int walk = 0; walk < WALKS; walk++) {
        Game g = game_from(&start);
        BookEntry entry, image;
        while (book_find(b, game_position(&g), &entry)) {
            const Position turned = position_turned(game_position(&g));
            ck_assert(book_find(b, &turned, &image) && same_entry(&entry, &image));
            if (v->has_mirror) {
                const Position mirrored = position_mirrored(game_position(&g));
                ck_assert(book_find(b, &mirrored, &image) && same_entry(&entry, &image));
            }
            games += entry.wins + entry.draws + entry.losses > 0;
            met++;
            ck_assert_int_gt(check_moves(b, &g), 0);
            BookMoves moves;
            ck_assert_int_eq(book_moves(b, &g, &moves, NULL), ERROR_NONE);
            const Move m = moves.moves[random_play_below(&r, moves.count)].move;
            book_moves_free(&moves);
            ck_assert_int_eq(game_play(&g, m), ERROR_NONE);
        }
        BookMoves none;
        ck_assert_int_eq(book_moves(b, &g, &none, NULL), ERROR_NONE);
        ck_assert(none.count == 0 && !book_moves_playable(&none));
        book_moves_free(&none);
        game_free(&g);
    }
    ck_assert_int_gt(met, 2 * WALKS);
    ck_assert((games > 0) == (_i == 0));
    book_free(b);
}

/* ---- A book of a few positions ---- */

typedef struct Row {
    const char *fen;
    int score, searches;
    const char *drop_out; /* the position after it; NULL: none */
    int drop_out_score;
} Row;

/* The least key of the images with White to move, written with the highest byte first. */
static void put_key(unsigned char bytes[8], const Variant *v, const char *fen)
{
    const Position p = position_of(v, fen);
    const Position white = p.side == WHITE ? p : position_turned(&p);
    uint64_t key = white.key;
    if (v->has_mirror) {
        const uint64_t mirrored = position_mirrored(&white).key;
        key = mirrored < key ? mirrored : key;
    }
    for (int i = 7; i >= 0; i--, key >>= 8) {
        bytes[i] = (unsigned char)key;
    }
}

static int by_key(const void *a, const void *b)
{
    return memcmp(a, b, SCORE);
}

/* Writes the file of those positions; returns its size. */
static size_t write_book(const Variant *v, const Row *rows, int count, unsigned char bytes[BYTES_MAX])
{
    const size_t size = HEADER + (size_t)count * ENTRY + SUM;
    memset(bytes, 0, size);
    memcpy(bytes, "BushkaBk\1", VERSION + 1);
    bytes[BOARD] = (unsigned char)variant_index(v);
    bytes_put(bytes + ENTRIES, (uint64_t)count, 4);
    for (int i = 0; i < count; i++) {
        unsigned char *const entry = bytes + HEADER + i * ENTRY;
        unsigned char key[8];
        put_key(key, v, rows[i].fen);
        memcpy(entry, key, SCORE);
        bytes_put(entry + SCORE, (uint64_t)rows[i].score, 2);
        entry[SEARCHES] = (unsigned char)rows[i].searches;
        if (rows[i].drop_out != NULL) {
            put_key(key, v, rows[i].drop_out);
            memcpy(entry + SEARCHES + 1, key + 5, 3);
        }
        bytes_put(entry + DROP_OUT_SCORE, (uint64_t)(rows[i].drop_out != NULL ? rows[i].drop_out_score : -32768), 2);
    }
    qsort(bytes + HEADER, (size_t)count, ENTRY, by_key);
    sum_up(bytes, size);
    return size;
}

#define FIRST "W:WKe1,Kd2:BKa5,Kb6"
#define SECOND "B:WKe4,Kd2:BKa5,Kb6"
#define THIRD "W:WKe4,Kd2:BKa6,Kb6"
#define OTHER "W:WKe4,Kd2:BKb5,Kb6"
#define BACK "B:WKe1,Kd2:BKa6,Kb6"

/* The score of a move after others from a position: the negated one of the position after it, a mate a ply later; a
 * draw where it repeats a position. */
static const struct {
    const char *fen, *moves, *move;
    Score score;
} SCORES[] = {
    {FIRST, "", "e1e4", -25},
    {FIRST, "", "e1e2", SCORE_NONE},
    {SECOND, "", "a5a6", 29990},
    {SECOND, "", "a5b5", 25},
    {BACK, "", "a6a5", -29989},
    {FIRST, "e1e4 a5a6 e4e1", "a6a5", SCORE_DRAW},
    {FIRST, "e1e4 a5a6 e4e1", "b6b5", -9},
};

TEST_EACH(scores, ROWS(SCORES))
{
    const Variant *const v = &VARIANT_10X10;
    unsigned char bytes[BYTES_MAX];
    const Row rows[] = {{FIRST, 29990, 3, SECOND, 10},
                        {BACK, -7, 2, "W:WKe1,Kd2:BKa6,Kb5", -9},
                        {SECOND, 25, 9, OTHER, 25},
                        {THIRD, -29991, 1, NULL, 0}};
    const size_t size = write_book(v, rows, ROWS(rows), bytes);
    set_content(in(&place, "book").text, bytes, size);
    Book *const b = read_sound(in(&place, "book").text);
    Game g = game_of(v, SCORES[_i].fen);
    game_play_words(&g, SCORES[_i].moves);
    const Move m = move_of(game_position(&g), SCORES[_i].move);
    BookMoves moves;
    Score score = SCORE_NONE; /* where the move is not in the book */
    ck_assert_int_eq(book_moves(b, &g, &moves, NULL), ERROR_NONE);
    for (int i = 0; i < moves.count; i++) {
        score = move_equal(moves.moves[i].move, m) ? moves.moves[i].entry.score : score;
    }
    ck_assert_int_eq(score, SCORES[_i].score);
    book_moves_free(&moves);
    game_free(&g);
    book_free(b);
}

/* ---- Damage ---- */

/* A file cut anywhere, or with any byte changed, is refused. */
TEST_EACH(cut_and_changed, VARIANT_COUNT)
{
    size_t size;
    unsigned char *const bytes = content(BOOKS[_i], &size);
    for (size_t i = 0; i < size; i += i < 2 * HEADER ? 1 : 31) {
        expect_refused(bytes, i, i < HEADER ? "not an opening book" : "damaged");
        bytes[i] ^= 0x40;
        expect_refused(bytes, size,
                       i < VERSION    ? "not an opening book; scripts/book makes them"
                       : i == VERSION ? "a book of version 65; this engine reads version 1"
                                      : "damaged; build it again");
        bytes[i] ^= 0x40;
    }
    free(bytes);
}

/* Contents that are refused even with the right checksum. The 10x10 book has 300 entries. */
enum { FIRST_ENTRY = HEADER, SECOND_ENTRY = HEADER + ENTRY, FIRST_GAMES = HEADER + 300 * ENTRY };
static const struct {
    int at, size;
    int64_t number;
} WRONG[] = {
    {BOARD, 1, VARIANT_COUNT},
    {ZERO, 1, 1},
    {ENTRIES, 4, 0},
    {ENTRIES, 4, 299},
    {ENTRIES, 4, UINT32_MAX},
    {GAMES, 4, 0},
    {GAMES, 4, UINT32_MAX},
    {SECOND_ENTRY, 6, 0}, /* keys that do not ascend */
    {FIRST_ENTRY + SCORE, 2, 30001},
    {FIRST_ENTRY + SCORE, 2, -30001},
    {FIRST_ENTRY + SEARCHES, 1, 0},
    {FIRST_ENTRY + DROP_OUT_SCORE, 2, 30000},
    {FIRST_ENTRY + DROP_OUT_SCORE, 2, -32767},
    {FIRST_GAMES, 4, 300},
    {FIRST_GAMES + GAMES_SIZE, 4, 0}, /* games whose entries do not ascend */
};

TEST_EACH(wrong_contents, ROWS(WRONG))
{
    size_t size;
    unsigned char *const bytes = content(BOOKS[0], &size);
    bytes_put(bytes + WRONG[_i].at, (uint64_t)WRONG[_i].number, WRONG[_i].size);
    sum_up(bytes, size);
    expect_refused(bytes, size, "damaged");
    free(bytes);
}

/* With random changes and the right checksum, a book is refused or can be used. */
TEST_EACH(random_contents, VARIANT_COUNT)
{
    const Position start = position_start(variant_at(_i));
    RandomPlay r = {SEED};
    size_t size;
    int read = 0;
    unsigned char *const bytes = content(BOOKS[_i], &size);
    for (int i = 0; i < DAMAGES; i++) {
        const size_t at = (size_t)random_play_below(&r, (int)size);
        const unsigned char before = bytes[at];
        bytes[at] = (unsigned char)random_next(&r.state);
        sum_up(bytes, size);
        set_content(in(&place, "book").text, bytes, size);
        Book *const b = book_read(in(&place, "book").text, NULL);
        if (b != NULL && book_variant(b) == start.variant) {
            Game g = game_from(&start);
            BookMoves moves;
            bool more = true;
            read++;
            while (more) {
                ck_assert_int_eq(book_moves(b, &g, &moves, NULL), ERROR_NONE);
                more = moves.count > 0 && game_play(&g, moves.moves[0].move) == ERROR_NONE;
                book_moves_free(&moves);
            }
            game_free(&g);
        }
        book_free(b);
        bytes[at] = before;
    }
    ck_assert_int_gt(read, DAMAGES / 4);
    ck_assert_int_lt(read, DAMAGES);
    free(bytes);
}

SUITE(.with = {&WITH_PLACE});
