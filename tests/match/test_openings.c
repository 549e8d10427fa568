/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "core/movegen.h"
#include "match/openings.h"
#include "support/place.h"
#include "support/test.h"

enum { COUNT = 300, PLIES = 8, SEED = 42 };

/* Reads the text as a file of openings. */
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
        ck_assert(movegen_is_quiet(&end) && movegen_has_move(&end));
        keys[i] = position_image_key(&end);
        for (int j = 0; j < i; j++) {
            ck_assert_uint_ne(keys[i], keys[j]);
        }
    }
    openings_free(o);
}

/* The 26 moves from the start position of 9x11 are 13 and their mirror images, hence 13 distinct openings of one ply;
 * all 24 of 10x10 are distinct. None allows a capture. */
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

/* The plies asked for, and how many are taken of the first game of a file. */
static const int PDN_PLIES[][2] = {{1, 1}, {9, 9}, {0, OPENINGS_PLIES_DEFAULT}};

TEST_EACH(pdn_file, ROWS(PDN_PLIES))
{
    static const char TEXT[] = "1. i5-f5 d7-e7 2. f4-f6 b6-d6 3. f6xe6 c6xd6 4. d2-d3 c7-c6 5. d3-c3 *\n\n[FEN "
                               "\"B:WKf2:BKc8\"]\n\n1... c8c7 {a word} 2. f2-f3 *\n";
    Error e;
    Openings *const o = read_text(&VARIANT_10X10, TEXT, strlen(TEXT), OPENINGS_PDN, PDN_PLIES[_i][0], &e);
    ck_assert_msg(o != NULL, "%s", e.text);
    ck_assert_uint_eq(openings_count(o), 2);
    ck_assert_int_eq(openings_at(o, 0).plies, PDN_PLIES[_i][1]);
    openings_free(o);
    ck_assert_ptr_null(read_text(&VARIANT_9X11, TEXT, strlen(TEXT), OPENINGS_PDN, 0, &e));
    ck_assert_ptr_nonnull(strstr(e.text, ", game 1: it is of variant "));
}

SUITE(.with = {&WITH_PLACE});
