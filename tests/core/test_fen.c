/* SPDX-License-Identifier: GPL-3.0-or-later */
/* RULES "Positions as text": what is read and printed, and what is refused. */
#include <string.h>

#include "core/fen.h"
#include "support/positions.h"
#include "support/random_play.h"
#include "support/test.h"

enum { GAMES = 60, PLIES = 120, SCATTERS = 1500, MUTATIONS = 10000 };

#define START_9X11                                                                                                     \
    "W:Wd2,e1,e2,e3,f2,f3,f4,g3,g4,g5,h4,h5,h6,i5,i6,i7,j6:Ba5,b4,b5,b6,c5,c6,c7,d6,d7,d8,e7,e8,e9,f8,f9,f0,g9"

/* A FEN that is accepted, and how it is printed. */
static const struct {
    const Variant *variant;
    const char *text, *printed; /* NULL: the text itself */
    int pieces[COLOR_COUNT], kings[COLOR_COUNT];
} READ[] = {
    {&VARIANT_10X10, START_FEN, NULL, {15, 15}, {0, 0}},
    {&VARIANT_9X11, START_9X11, NULL, {17, 17}, {0, 0}},
    {&VARIANT_10X10, "W:Wf2,f3,Kg5:Bc6,Kd7", NULL, {3, 2}, {1, 1}},
    /* The sides, and the pieces of each, may come in any order. */
    {&VARIANT_10X10, "B:BKd7,c6:WKg5,f2", "B:Wf2,Kg5:Bc6,Kd7", {2, 2}, {1, 1}},
    /* A king may stand anywhere; the number 0 means ten and comes last. */
    {&VARIANT_10X10, "W:WKe0,Ke1,e9:BKe2", "W:WKe1,e9,Ke0:BKe2", {3, 1}, {2, 1}},
    /* A side may be empty. */
    {&VARIANT_9X11, "W:Wf2:B", NULL, {1, 0}, {0, 0}},
    {&VARIANT_9X11, "B:W:Bc6", NULL, {0, 1}, {0, 0}},
    {&VARIANT_9X11, "B:W:B", NULL, {0, 0}, {0, 0}},
};

TEST_EACH(positions_as_text, ROWS(READ))
{
    Position p;
    Error e = {.code = ERROR_SYNTAX, .text = "stale"};
    char text[FEN_SIZE];
    const char *const printed = READ[_i].printed != NULL ? READ[_i].printed : READ[_i].text;
    ck_assert_msg(fen_parse(READ[_i].variant, READ[_i].text, &p, &e) == ERROR_NONE, "%s", e.text);
    ck_assert_int_eq(e.code, ERROR_NONE);
    ck_assert_str_eq(e.text, "");
    ck_assert_int_eq(p.side, READ[_i].text[0] == 'W' ? WHITE : BLACK);
    for (int c = 0; c < COLOR_COUNT; c++) {
        ck_assert_int_eq(popcount(position_pieces(&p, (Color)c)), READ[_i].pieces[c]);
        ck_assert_int_eq(popcount(p.kings[c]), READ[_i].kings[c]);
    }
    ck_assert_int_eq(fen_print(&p, text), (int)strlen(printed));
    ck_assert_str_eq(text, printed);
}

static void expect_round_trip(const Position *p)
{
    char text[FEN_SIZE];
    Position parsed;
    Error e;
    const int length = fen_print(p, text);
    ck_assert_int_eq(length, (int)strlen(text));
    ck_assert_msg(fen_parse(p->variant, text, &parsed, &e) == ERROR_NONE, "%s: %s", text, e.text);
    ck_assert_msg(position_equal(p, &parsed) && parsed.key == position_compute_key(p), "%s", text);
}

TEST_EACH(random_positions_round_trip, VARIANT_COUNT)
{
    RandomPlay r = {.state = (uint64_t)_i};
    const Variant *const v = variant_at(_i);
    for (int i = 0; i < GAMES / VARIANT_COUNT; i++) {
        Position p = position_start(v);
        for (int ply = 0; ply < PLIES && random_play_step(&r, &p); ply++) {
            expect_round_trip(&p);
        }
    }
    for (int i = 0; i < SCATTERS / VARIANT_COUNT; i++) {
        const Position p = random_play_scatter(&r, v, 12, 12);
        expect_round_trip(&p);
    }
    Position full = position_empty(v);
    for (Bitboard squares = v->board; squares != 0;) {
        position_put(&full, WHITE, true, pop_lowest(&squares));
    }
    expect_round_trip(&full);
}

/* FENs that are refused, and the whole message. */
/* clang-format off */
static const struct {
    const char *text;
    ErrorCode code;
    const char *message;
} REFUSALS[] = {
    {"", ERROR_SYNTAX, "the FEN ends too early: expected the side to move, W or B"},
    {"startpos", ERROR_SYNTAX, "FEN character 1: expected the side to move, W or B, found 'startpos'"},
    {"w:Wf2:B", ERROR_SYNTAX, "FEN character 1: expected the side to move, W or B, found 'w:Wf2:B'"},
    {" W:Wf2:B", ERROR_SYNTAX, "FEN character 1: expected the side to move, W or B, found ' W:Wf2:B'"},
    {"W", ERROR_SYNTAX, "the FEN ends too early: expected ':' after the side to move"},
    {"WW:B", ERROR_SYNTAX, "FEN character 2: expected ':' after the side to move, found 'W:B'"},
    {"W:", ERROR_SYNTAX, "the FEN ends too early: expected W or B before the pieces of that side"},
    {"W:f2:Bc6", ERROR_SYNTAX, "FEN character 3: expected W or B before the pieces of that side, found 'f2:Bc6'"},
    {"W:Wf2:bc6", ERROR_SYNTAX, "FEN character 7: expected W or B before the pieces of that side, found 'bc6'"},
    {"W:Wf2", ERROR_SYNTAX, "the FEN ends too early: expected ':' and the pieces of the other side"},
    {"W:Wf2:", ERROR_SYNTAX, "the FEN ends too early: expected W or B before the pieces of that side"},
    {"W:Wf2:Wf3", ERROR_SYNTAX, "the pieces of W are given twice: expected those of B"},
    {"W:Bc6:Bc7", ERROR_SYNTAX, "the pieces of B are given twice: expected those of W"},
    {"W:Wf2:Bc6:", ERROR_SYNTAX, "FEN character 10: expected the end, found ':'"},
    {"W:Wf2:Bc6:Wf3", ERROR_SYNTAX, "FEN character 10: expected the end, found ':Wf3'"},
    {"W:Wf2:Bc6.", ERROR_SYNTAX, "FEN character 10: expected ',' or ':' or the end after a square, found '.'"},
    {"W:Wf2:Bc6 ", ERROR_SYNTAX, "FEN character 10: expected ',' or ':' or the end after a square, found ' '"},
    {"W:Wf2:Bc6\n", ERROR_SYNTAX, "FEN character 10: expected ',' or ':' or the end after a square, found '?'"},
    {"W:Wf2f3:B", ERROR_SYNTAX, "FEN character 6: expected ',' or ':' or the end after a square, found 'f3:B'"},
    {"W:Wf10:B", ERROR_SQUARE, "f1 is not a square of the board bushka"},
    {"W:Wf2,:B", ERROR_SYNTAX, "FEN character 7: expected a square such as f2, or Kf2 for a king, found ':B'"},
    {"W:Wf2:Bc6,", ERROR_SYNTAX, "the FEN ends too early: expected a square such as f2, or Kf2 for a king"},
    {"W:W,f2:B", ERROR_SYNTAX, "FEN character 4: expected a square such as f2, or Kf2 for a king, found ',f2:B'"},
    {"W:Wf2,,f3:B", ERROR_SYNTAX, "FEN character 7: expected a square such as f2, or Kf2 for a king, found ',f3:B'"},
    {"W:WK:B", ERROR_SYNTAX, "FEN character 4: expected a square such as f2, or Kf2 for a king, found 'K:B'"},
    {"W:WKKf2:B", ERROR_SYNTAX, "FEN character 4: expected a square such as f2, or Kf2 for a king, found 'KKf2:B'"},
    {"W:Wkf2:B", ERROR_SYNTAX, "FEN character 4: expected a square such as f2, or Kf2 for a king, found 'kf2:B'"},
    {"W:WF2:B", ERROR_SYNTAX, "FEN character 4: expected a square such as f2, or Kf2 for a king, found 'F2:B'"},
    {"W:W31,32:B", ERROR_SYNTAX, "FEN character 4: expected a square such as f2, or Kf2 for a king, found '31,32:B'"},
    {"W:Wa1:B", ERROR_SQUARE, "a1 is not a square of the board bushka"},
    {"W:Wj6:B", ERROR_SQUARE, "j6 is not a square of the board bushka"},
    {"W:W:BKz9", ERROR_SQUARE, "z9 is not a square of the board bushka"},
    {"W:Wf2,f2:B", ERROR_DUPLICATE, "f2 is named twice: a square holds one piece"},
    {"W:Wf2,Kf2:B", ERROR_DUPLICATE, "f2 is named twice: a square holds one piece"},
    {"W:Wf4:Bf4", ERROR_DUPLICATE, "f4 is named twice: a square holds one piece"},
    {"W:We0:B", ERROR_PROMOTION, "a white man on e0 would have become a king there: write Ke0 for a king"},
    {"W:W:Be1", ERROR_PROMOTION, "a black man on e1 would have become a king there: write Ke1 for a king"},
    /* A long word is cut short. */
    {"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", ERROR_SYNTAX,
     "FEN character 1: expected the side to move, W or B, found 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'"},
    {"W:Wf2:Bc6,\xC4\x8D" "6", ERROR_SYNTAX,
     "FEN character 11: expected a square such as f2, or Kf2 for a king, found '??6'"},
};
/* clang-format on */

TEST_EACH(refusals_say_why, ROWS(REFUSALS))
{
    const Position before = position_start(&VARIANT_10X10);
    Position p = before;
    Error e;
    ck_assert_int_eq(fen_parse(&VARIANT_10X10, REFUSALS[_i].text, &p, &e), REFUSALS[_i].code);
    ck_assert_int_eq(e.code, REFUSALS[_i].code);
    ck_assert_str_eq(e.text, REFUSALS[_i].message);
    ck_assert(position_equal(&p, &before) && p.key == before.key);
    ck_assert_int_eq(fen_parse(&VARIANT_10X10, REFUSALS[_i].text, &p, NULL), REFUSALS[_i].code);
}

/* Whatever is accepted is a sound position that survives printing and reading; everything else is refused with a
 * message. */
TEST(mutated_text_is_refused_or_read)
{
    static const char ALPHABET[] = "WBK:,abcdefghij0123456789 .-\x80";
    RandomPlay r = {.state = 2};
    int accepted = 0;
    for (int i = 0; i < MUTATIONS; i++) {
        const Variant *const v = variant_at(i % VARIANT_COUNT);
        char text[FEN_SIZE];
        Position p = random_play_scatter(&r, v, 3, 6);
        size_t length = (size_t)fen_print(&p, text);
        for (int changes = random_play_below(&r, 3); changes >= 0; changes--) {
            text[random_play_below(&r, (int)length)] = ALPHABET[random_play_below(&r, (int)sizeof ALPHABET)];
        }
        Error e;
        if (fen_parse(v, text, &p, &e) == ERROR_NONE) {
            accepted++;
            ck_assert((position_occupied(&p) & ~v->board) == 0);
            ck_assert(((p.men[WHITE] & v->promotion[WHITE]) | (p.men[BLACK] & v->promotion[BLACK])) == 0);
            expect_round_trip(&p);
        } else {
            ck_assert_int_gt((int)strlen(e.text), 0);
        }
    }
    ck_assert_int_gt(accepted, 0);
    ck_assert_int_lt(accepted, MUTATIONS);
}

TEST(errors_are_one_printable_line)
{
    enum { LONG = 2 * ERROR_TEXT };
    char text[LONG + 1];
    memset(text, 'a', LONG);
    text[LONG] = '\0';
    Error e;
    ck_assert_int_eq(error_set(&e, ERROR_ILLEGAL, "%s: why", text), ERROR_ILLEGAL);
    ck_assert_int_eq((int)strlen(e.text), ERROR_TEXT - 1);
    ck_assert_ptr_nonnull(strstr(e.text, "a...a"));
    ck_assert_str_eq(e.text + ERROR_TEXT - 7, "a: why");
    error_set(&e, ERROR_SYNTAX, "one\ntwo\t%c", '\x7f');
    ck_assert_str_eq(e.text, "one?two??");
    error_set(&e, ERROR_SYNTAX, "line 7: %s", e.text);
    ck_assert_str_eq(e.text, "line 7: one?two??");
    ck_assert_int_eq(error_set(NULL, ERROR_MEMORY, "unseen"), ERROR_MEMORY);
    ck_assert_int_eq(error_clear(&e), ERROR_NONE);
    ck_assert_str_eq(e.text, "");
    ck_assert_int_eq(error_clear(NULL), ERROR_NONE);
    ck_assert_str_eq(error_excerpt("a\0\n", 3).text, "a??");
    ck_assert_uint_eq(strlen(error_excerpt(text, strlen(text)).text), ERROR_EXCERPT);
}
