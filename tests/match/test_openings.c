/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "core/movegen.h"
#include "games/pdn_write.h"
#include "match/openings.h"
#include "support/place.h"
#include "support/test.h"

enum { COUNT = 300, PLIES = 8, SEED = 42 };

/* Reads text as a file. */
static Openings *read_text(const Variant *v, const char *text, size_t length, OpeningsFormat format, int plies,
                           Error *e)
{
    const FilePath path = in(&place, "openings");
    set_content(path.text, (const unsigned char *)text, length);
    return openings_read(v, path.text, format, plies, e);
}

static Openings *make(const Variant *v, int count, int plies, uint64_t seed)
{
    Error e;
    Openings *const o = openings_random(v, count, plies, seed, &e);
    ck_assert_msg(o != NULL, "%s", e.text);
    return o;
}

static bool same(const Opening *a, const Opening *b)
{
    bool equal = a->plies == b->plies && position_equal(&a->start, &b->start);
    for (int i = 0; equal && i < a->plies; i++) {
        equal = move_equal(a->moves[i], b->moves[i]);
    }
    return equal;
}

TEST_EACH(random_openings_are_balanced_and_distinct, VARIANT_COUNT)
{
    Openings *const o = make(variant_at(_i), COUNT, PLIES, SEED);
    ck_assert_uint_eq(openings_count(o), COUNT);
    uint64_t keys[COUNT];
    for (int i = 0; i < COUNT; i++) {
        const Opening opening = openings_at(o, (uint64_t)i);
        Position end = opening.start;
        for (int ply = 0; ply < opening.plies; ply++) {
            end = position_after(&end, opening.moves[ply]);
        }
        ck_assert_int_eq(opening.plies, PLIES);
        ck_assert_int_eq(popcount(end.men[WHITE]), popcount(end.men[BLACK]));
        ck_assert_int_eq(popcount(end.kings[WHITE]), popcount(end.kings[BLACK]));
        ck_assert(movegen_is_quiet(&end) && movegen_any(&end));
        keys[i] = position_image_key(&end);
        for (int j = 0; j < i; j++) {
            ck_assert_uint_ne(keys[i], keys[j]);
        }
    }
    openings_free(o);
}

/* From the start position of 9x11 the 26 moves are 13 with their mirror images: at most so many openings of one
 * ply are distinct; 10x10 has all its 24. None gives a capture. */
TEST(mirror_images_are_one_opening)
{
    Openings *const ten = make(&VARIANT_10X10, COUNT, 1, SEED);
    ck_assert_uint_eq(openings_count(ten), 24);
    openings_free(ten);
    Openings *const nine = make(&VARIANT_9X11, COUNT, 1, SEED);
    ck_assert_uint_eq(openings_count(nine), 13);
    openings_free(nine);
    Openings *const none = make(&VARIANT_9X11, COUNT, 0, SEED);
    ck_assert_uint_eq(openings_count(none), 1);
    openings_free(none);
}

TEST(epd_file)
{
    static const char TEXT[] = "# a comment\n"
                               "\n"
                               "startpos moves f4-f5 c6c5 ; two plies\r\n"
                               "startpos\n"
                               "  startpos moves f45 c65\n" /* line 3 again */
                               "W:WKf2:BKc8;no moves\n"
                               "W:WKf2:BKc8 moves f2-f3 c8-c7 f3-f2";
    Error e;
    Openings *o = read_text(&VARIANT_10X10, TEXT, strlen(TEXT), OPENINGS_EPD, 0, &e);
    ck_assert_msg(o != NULL, "%s", e.text);
    ck_assert_uint_eq(openings_count(o), 4);
    ck_assert_int_eq(openings_at(o, 0).plies, 2);
    ck_assert_uint_eq(openings_at(o, 0).number, 3);
    ck_assert_int_eq(openings_at(o, 1).plies, 0);
    ck_assert_int_eq(openings_at(o, 2).plies, 0);
    ck_assert_int_eq(openings_at(o, 3).plies, 3);
    openings_free(o);
    o = read_text(&VARIANT_10X10, TEXT, strlen(TEXT), OPENINGS_EPD, 1, &e);
    ck_assert_msg(o != NULL, "%s", e.text);
    ck_assert_uint_eq(openings_count(o), 4);
    ck_assert_int_eq(openings_at(o, 3).plies, 1);
    openings_free(o);
}

static const struct {
    const char *text, *part;
} REFUSALS[] = {
    {"", "it holds no opening"},       {"# only words\n", "it holds no opening"},
    {"startpos\nW:Wf2\n", ":2: "},     {"startpos moves f2-f9\n", ":1: ply 1, \"f2-f9\""},
    {"startpos f2-f3\n", "\"moves\""}, {"startpos\n\nB:WKf2:B\n", ":3: the game ends within the opening, 1-0"},
};

TEST_EACH(refused_with_place_and_reason, ROWS(REFUSALS))
{
    Error e;
    const char *const text = REFUSALS[_i].text, *const part = REFUSALS[_i].part;
    ck_assert_ptr_null(read_text(&VARIANT_10X10, text, strlen(text), OPENINGS_EPD, 0, &e));
    ck_assert_msg(strstr(e.text, part) != NULL, "\"%s\" lacks \"%s\"", e.text, part);
}

TEST(a_line_without_end_is_refused)
{
    enum { LENGTH = 100000 };
    static const char WITH_NUL[] = "\0x\nstartpos\n";
    Error e;
    char *const text = malloc(LENGTH);
    ck_assert_ptr_nonnull(text);
    memset(text, ' ', LENGTH);
    ck_assert_ptr_null(read_text(&VARIANT_10X10, text, LENGTH, OPENINGS_EPD, 0, &e));
    ck_assert_ptr_nonnull(strstr(e.text, ":1: the line is too long"));
    ck_assert_ptr_null(read_text(&VARIANT_10X10, WITH_NUL, sizeof WITH_NUL - 1, OPENINGS_EPD, 0, &e));
    ck_assert_ptr_nonnull(strstr(e.text, ":1: the line is too long, or holds a NUL"));
    free(text);
}

TEST_EACH(pdn_file, VARIANT_COUNT)
{
    const Variant *const v = variant_at(_i);
    Openings *const o = make(v, COUNT, PLIES + 4, SEED);
    Text b;
    text_init(&b);
    for (uint64_t i = 0; i < COUNT; i++) {
        const Opening opening = openings_at(o, i);
        PdnGame g;
        ck_assert_int_eq(pdn_game_init(&g, &opening.start), ERROR_NONE);
        for (int ply = 0; ply < opening.plies; ply++) {
            ck_assert_int_eq(pdn_game_play(&g, opening.moves[ply], NULL), ERROR_NONE);
        }
        ck_assert_int_eq(pdn_write(&g, &b), ERROR_NONE);
        pdn_game_free(&g);
    }
    Error e;
    Openings *const read = read_text(v, b.data, b.length, OPENINGS_PDN, PLIES + 4, &e);
    ck_assert_msg(read != NULL, "%s", e.text);
    ck_assert_uint_eq(openings_count(read), COUNT);
    for (uint64_t i = 0; i < COUNT; i++) {
        const Opening x = openings_at(o, i);
        const Opening y = openings_at(read, i);
        ck_assert(same(&x, &y));
    }
    openings_free(read);
    Openings *const first = read_text(v, b.data, b.length, OPENINGS_PDN, 0, &e);
    ck_assert_msg(first != NULL, "%s", e.text);
    ck_assert_int_eq(openings_at(first, 0).plies, OPENINGS_PLIES_DEFAULT);
    openings_free(first);
    ck_assert_ptr_null(read_text(variant_at(1 - _i), b.data, b.length, OPENINGS_PDN, 0, &e));
    ck_assert_ptr_nonnull(strstr(e.text, ", game 1: it is of variant "));
    text_free(&b);
    openings_free(o);
}

SUITE(WITH_PLACE);
