/* SPDX-License-Identifier: GPL-3.0-or-later */
/* RULES "Notation": how moves are printed and read, and what is refused. */
#include <stdio.h>
#include <string.h>

#include "core/notation.h"
#include "core/notation_parse.h"
#include "core/piece_capture.h"
#include "support/positions.h"
#include "support/random_play.h"
#include "support/test.h"

#define TEN &VARIANT_10X10
#define NINE &VARIANT_9X11

enum { GAMES = 60, PLIES = 200, SCATTERS = 2000, WORDS = 40000, WORD_MAX = 12 };

/* Fails unless the word means exactly this move. */
static void expect_means(const Position *p, const char *word, Move m)
{
    const Move parsed = move_of(p, word);
    ck_assert_msg(move_equal(parsed, m) && parsed.kind == m.kind, "%s", word);
}

/* A move in every style, and other spellings of it. */
static const struct {
    const Variant *variant;
    const char *fen; /* NULL: the start position */
    const char *text[NOTATION_STYLE_COUNT], *others;
} PRINTED[] = {
    {TEN, NULL, {"f2f5", "f2-f5", "f25"}, "f2-5 f25! f25?!??"},
    {TEN, NULL, {"g5f5", "g5-f5", "gf5"}, "g-f5"},
    {TEN, "W:Wf4:B", {"f4f5", "f4-f5", "f45"}, ""},
    {TEN, "W:Wf6,g6,h6:B", {"h6e6", "h6-e6", "he6"}, ""},
    {TEN, "W:WKh6:B", {"h6e6", "h6-e6", "he6"}, ""},
    {TEN, "W:We9:B", {"e9e0", "e9-e0", "e90"}, ""},
    {NINE, "W:Wf9:B", {"f9f0", "f9-f0", "f90"}, ""},
    {TEN, "W:Wf4,g4,h4:Bd4,c4", {"h4e4", "h4xe4", "hxe4"}, "h4-e4"},
    {TEN, "W:Wf4,g4,h4:Bd4,c4", {"g4e4", "g4xe4", "gxe4"}, "ge4 g4-e4x"},
    {TEN, "W:Wg3,g4:Bg6", {"g3g5", "g3xg5", "g3x5"}, "g35"},
    {TEN, "B:Wg3:Bg6,g5", {"g6g4", "g6xg4", "g6x4"}, ""},
    {TEN, "W:Wd6:Be4,f6", {"d6e6e5", "d6xe6xe5", "d6e5x"}, "d6-e6-e5 d6-e6xe5x d6e6-e5 d6e5 d6xe5x!"},
    {TEN, "W:Wf6:Bf4,f7", {"f6f5f6", "f6xf5xf6", "f6x"}, "f6x?? f6f6"},
    {TEN, "B:Wc3:Bc5", {"c5c4", "c5xc4", "c54x"}, "c54"},
    {NINE, "B:Wg8:Be8", {"e8f8", "e8xf8", "ef8x"}, ""},
    {TEN, "W:WKe1:Be7", {"e1e6", "e1xe6", "e16x"}, ""},
    {TEN, "W:Wf6:Be4,d5,f7,f4", {"f6f5e5", "f6xf5xe5", "f6e5x"}, ""}, /* f6xf5xf6 begins there too */
    /* Two moves with one start and end: neither has a short form. */
    {NINE, "W:Wh6:Be2,f6,f7,f9,g8,h8", {"h6h7g7", "h6xh7xg7", "h6xh7xg7"}, ""},
    {NINE, "W:WKc4,Kg9:Be5,e9,Kf4,Kg4", {"g9g5f5", "g9xg5xf5", "g9xg5xf5"}, ""},
    {NINE, "W:WKc4,Kg9:Be5,e9,Kf4,Kg4", {"g9f9f5", "g9xf9xf5", "g9xf9xf5"}, ""},
};

TEST_EACH(notation, ROWS(PRINTED))
{
    const Position p = position_of(PRINTED[_i].variant, PRINTED[_i].fen);
    const Move m = move_of(&p, PRINTED[_i].text[NOTATION_FORMAL]);
    for (int style = 0; style < NOTATION_STYLE_COUNT; style++) {
        char text[NOTATION_SIZE];
        notation_print(&p, m, (NotationStyle)style, text);
        ck_assert_str_eq(text, PRINTED[_i].text[style]);
        expect_means(&p, text, m);
    }
    const char *words = PRINTED[_i].others;
    for (char word[NOTATION_SIZE]; sscanf(words, "%15s", word) == 1; words += strcspn(words, " ")) {
        words += strspn(words, " ");
        expect_means(&p, word, m);
    }
}

/* Fails unless every legal move is read back from every style. Returns how many have no short form. */
static int expect_round_trips(const Position *p)
{
    MoveList legal;
    int formal = 0;
    legal_moves(p, &legal);
    for (int i = 0; i < legal.count; i++) {
        for (int style = 0; style < NOTATION_STYLE_COUNT; style++) {
            char text[NOTATION_SIZE];
            const int length = notation_print(p, legal.moves[i], (NotationStyle)style, text);
            ck_assert_int_eq(length, (int)strlen(text));
            expect_means(p, text, legal.moves[i]);
            formal += style == NOTATION_SHORT && length > (int)strlen("d6e5x") ? 1 : 0;
        }
    }
    move_list_free(&legal);
    return formal;
}

TEST_EACH(moves_round_trip_in_all_styles, VARIANT_COUNT)
{
    RandomPlay r = {.state = (uint64_t)_i};
    const Variant *const v = variant_at(_i);
    int formal = 0;
    for (int game = 0; game < GAMES; game++) {
        Position p = position_start(v);
        int ply = 0;
        do {
            expect_round_trips(&p);
        } while (++ply < PLIES && random_play_step(&r, &p));
    }
    for (int i = 0; i < SCATTERS / VARIANT_COUNT; i++) {
        const Position p = random_play_scatter(&r, v, 4, 8);
        formal += expect_round_trips(&p);
    }
    /* Moves without a short form did occur. */
    ck_assert_int_gt(formal, 0);
}

#define LINEAR "W:Wc5,e3,e4,g5,g6:Bc7,e6,e7,g8"
#define MANY "W:We1,e2,e3,e4,f2,f3,f4,g3,g4,g5:Be6,f6,g7,Kb5,Kc8"
#define TWO_WAYS "W:Wh6:Be2,f6,f7,f9,g8,h8"
#define QUIET "W:WKe4,e6:Bi6"
#define FORMS "; a move looks like f2f5, f2-f5, f25, hxe4, d6xe6xe5 or d6e5x"

/* Words that are refused, and the whole message. */
/* clang-format off */
static const struct {
    const Variant *variant;
    const char *fen; /* NULL: the start position */
    const char *word;
    ErrorCode code;
    const char *message;
} REFUSALS[] = {
    /* not in the form of a move */
    {TEN, NULL, "", ERROR_SYNTAX, "a move is missing" FORMS},
    {TEN, NULL, "!?", ERROR_SYNTAX, "a move is missing" FORMS},
    {TEN, NULL, "f2", ERROR_SYNTAX,
     "f2: a single square is a move only for a capture that returns to it, as in f6x" FORMS},
    {TEN, NULL, "F2F5", ERROR_SYNTAX, "F2F5: capital letters are not used in moves" FORMS},
    {TEN, NULL, "f2f5q", ERROR_SYNTAX, "f2f5q: it is not a move" FORMS},
    {TEN, NULL, "2f5", ERROR_SYNTAX, "2f5: it is not a move" FORMS},
    {TEN, NULL, "abc", ERROR_SYNTAX, "abc: it is not a move" FORMS},
    {TEN, NULL, "f-2f5", ERROR_SYNTAX, "f-2f5: it is not a move" FORMS},
    {TEN, NULL, "gf-5", ERROR_SYNTAX, "gf-5: it is not a move" FORMS},
    {TEN, NULL, "f-25", ERROR_SYNTAX, "f-25: it is not a move" FORMS},
    {TEN, NULL, "-f2", ERROR_SYNTAX, "-f2: a '-' or 'x' stands where a square is expected" FORMS},
    {TEN, NULL, "x", ERROR_SYNTAX, "x: a '-' or 'x' stands where a square is expected" FORMS},
    {TEN, NULL, "f2--f5", ERROR_SYNTAX, "f2--f5: a '-' or 'x' stands where a square is expected" FORMS},
    {TEN, NULL, "f2-", ERROR_SYNTAX, "f2-: a square is missing after '-'" FORMS},
    {TEN, NULL, "f2.f5", ERROR_SYNTAX, "f2.f5: it contains a character that no move has" FORMS},
    {TEN, NULL, "f2!f5", ERROR_SYNTAX, "f2!f5: it contains a character that no move has" FORMS},
    {TEN, NULL, "f2\xC3\x97" "f5", ERROR_SYNTAX, "f2??f5: it contains a character that no move has" FORMS},
    /* not a square of the board */
    {TEN, NULL, "f2g2", ERROR_SQUARE, "f2g2: g2 is not a square of the board bushka"},
    {TEN, NULL, "z9f5", ERROR_SQUARE, "z9f5: z9 is not a square of the board bushka"},
    {NINE, NULL, "e90", ERROR_SQUARE, "e90: e0 is not a square of the board bushka9x11"},
    {TEN, NULL, "ji6", ERROR_SQUARE, "ji6: j6 is not a square of the board bushka"},
    /* not legal where there is no capture */
    {TEN, NULL, "f5f6", ERROR_ILLEGAL, "f5f6: White is to move and has no piece on f5"},
    {TEN, NULL, "e8e7", ERROR_ILLEGAL, "e8e7: White is to move and has no piece on e8"},
    {TEN, "B:Wf2:Bc6", "f2f3", ERROR_ILLEGAL, "f2f3: Black is to move and has no piece on f2"},
    {TEN, NULL, "f2f3", ERROR_ILLEGAL, "f2f3: f3 is occupied; to move the line: f2-f5"},
    {TEN, NULL, "f24", ERROR_ILLEGAL, "f24: f4 is occupied; to move the line: f2-f5"},
    {TEN, NULL, "h6g6h5", ERROR_ILLEGAL, "h6g6h5: only a capture has more than two squares, and White has none"},
    {TEN, NULL, "g5g4", ERROR_ILLEGAL, "g5g4: g4 is occupied"},
    {TEN, NULL, "g5d9", ERROR_ILLEGAL, "g5d9: d9 is occupied"},
    {TEN, QUIET, "e4e6", ERROR_ILLEGAL, "e4e6: e6 is occupied"},
    {TEN, "W:Wf2,f3:Bf4,f6", "f2f3", ERROR_ILLEGAL, "f2f3: f3 is occupied"},
    {TEN, NULL, "f26", ERROR_ILLEGAL,
     "f26: a man moves one square, or over an unbroken row of its own side, and there is none on f5"},
    {TEN, NULL, "f2f4f5", ERROR_ILLEGAL,
     "f2f4f5: only a capture has more than two squares, and White has none"},
    {TEN, NULL, "f2x", ERROR_ILLEGAL, "f2x: only a capture can end where it began, and White has none"},
    {TEN, QUIET, "e4e8", ERROR_ILLEGAL, "e4e8: the way is blocked on e6"},
    {TEN, QUIET, "e4g5", ERROR_ILLEGAL, "e4g5: no line leads from e4 to g5"},
    {TEN, QUIET, "e65", ERROR_ILLEGAL,
     "e65: the man on e6 moves backward only to capture, and White has no capture"},
    {TEN, "B:WKe4,e5,f3:Bb4,c6,c7,g8", "c64", ERROR_ILLEGAL,
     "c64: a man moves one square, or over an unbroken row of its own side, and there is none on c5"},
    /* an x where nothing is taken */
    {TEN, NULL, "f2xf5", ERROR_ILLEGAL, "f2xf5: the move takes nothing, so it is f2-f5 without an x"},
    {TEN, NULL, "f2-f5x", ERROR_ILLEGAL, "f2-f5x: the move takes nothing, so it is f2-f5 without an x"},
    {TEN, NULL, "f2f5x!", ERROR_ILLEGAL, "f2f5x!: the move takes nothing, so it is f2-f5 without an x"},
    {TEN, NULL, "f25x", ERROR_ILLEGAL, "f25x: the move takes nothing, so it is f2-f5 without an x"},
    {TEN, NULL, "gxf5", ERROR_ILLEGAL, "gxf5: the move takes nothing, so it is g5-f5 without an x"},
    {TEN, QUIET, "e4xe5", ERROR_ILLEGAL, "e4xe5: the move takes nothing, so it is e4-e5 without an x"},
    {TEN, NULL, "f2xf3", ERROR_ILLEGAL, "f2xf3: f3 is occupied; to move the line: f2-f5"},
    /* linear captures */
    {TEN, LINEAR, "e3d3", ERROR_ILLEGAL, "e3d3: a capture is compulsory: e3xe5"},
    {TEN, LINEAR, "g5x7", ERROR_ILLEGAL, "g5x7: another capture takes more pieces (2): e3xe5"},
    {TEN, LINEAR, "c56x", ERROR_ILLEGAL, "c56x: a linear capture has precedence: e3xe5"},
    {TEN, LINEAR, "e4e5e4", ERROR_ILLEGAL, "e4e5e4: a linear capture has precedence: e3xe5"},
    {TEN, LINEAR, "c7c6", ERROR_ILLEGAL, "c7c6: White is to move and has no piece on c7"},
    {TEN, "W:Wd6,g5,g6:Be4,f6,g8", "d6e5x", ERROR_ILLEGAL,
     "d6e5x: a linear capture has precedence: g5xg7"},
    {TEN, MANY, "f2f3", ERROR_ILLEGAL,
     "f2f3: a capture is compulsory: f2xf5, f3xf5, g4xg6, e3xe5, g3xg6, ..."},
    /* piece captures */
    {NINE, TWO_WAYS, "h6i6", ERROR_ILLEGAL, "h6i6: a capture is compulsory: h6xg6xg7, h6xh7xg7"},
    {NINE, TWO_WAYS, "hg6x", ERROR_ILLEGAL, "hg6x: another capture takes more pieces (2): h6xg6xg7, h6xh7xg7"},
    {NINE, TWO_WAYS, "h6xg6xf6", ERROR_ILLEGAL,
     "h6xg6xf6: nothing is taken from g6 to f6; the captures are: h6xg6xg7, h6xh7xg7"},
    {NINE, TWO_WAYS, "h6h6h7", ERROR_ILLEGAL,
     "h6h6h7: nothing is taken from h6 to h6; the captures are: h6xg6xg7, h6xh7xg7"},
    {NINE, TWO_WAYS, "h6g7x", ERROR_AMBIGUOUS,
     "h6g7x is ambiguous, name every square: h6xg6xg7, h6xh7xg7"},
    {NINE, TWO_WAYS, "h6xg7", ERROR_AMBIGUOUS,
     "h6xg7 is ambiguous, name every square: h6xg6xg7, h6xh7xg7"},
    {NINE, "W:WKc4,Kg9:Be5,e9,Kf4,Kg4", "g9f5x", ERROR_AMBIGUOUS,
     "g9f5x is ambiguous, name every square: g9xf9xf5, g9xg5xf5"},
    {TEN, "W:We4,h5:Bc5,d7,e6,f6,h7", "h5xh6xg6", ERROR_ILLEGAL,
     "h5xh6xg6: another capture takes more pieces (3): e4xe5xd5xd6"},
    {TEN, "W:We4,h5:Bc5,d7,e6,f6,h7", "h5g6x", ERROR_ILLEGAL,
     "h5g6x: it is none of the captures: e4xe5xd5xd6"},
    /* a lost position */
    {TEN, "W:W:Bc6", "f2f3", ERROR_GAME_OVER, "f2f3: White has no legal move and has lost"},
};
/* clang-format on */

TEST_EACH(refusals_say_why, ROWS(REFUSALS))
{
    const Position p = position_of(REFUSALS[_i].variant, REFUSALS[_i].fen);
    const char *const word = REFUSALS[_i].word;
    const Move before = {.kind = MOVE_NONE, .from = SQUARE_NONE, .to = SQUARE_NONE};
    Move m = before;
    Error e;
    ck_assert_int_eq(notation_parse(&p, word, strlen(word), &m, &e), REFUSALS[_i].code);
    ck_assert_int_eq(e.code, REFUSALS[_i].code);
    ck_assert_str_eq(e.text, REFUSALS[_i].message);
    ck_assert(move_equal(m, before) && m.kind == before.kind);
    ck_assert_int_eq(notation_parse(&p, word, strlen(word), &m, NULL), REFUSALS[_i].code);
}

TEST(only_the_given_length_is_read)
{
    const Position p = position_start(&VARIANT_10X10);
    static char word[ROUTE_MAX * 40];
    Move m;
    Error e = {.code = ERROR_SYNTAX, .text = "stale"};
    ck_assert_int_eq(notation_parse(&p, "f2f5 and more", 4, &m, &e), ERROR_NONE);
    ck_assert_int_eq(e.code, ERROR_NONE);
    ck_assert_str_eq(e.text, "");
    ck_assert_int_eq(notation_parse(&p, "f2\0f5", 5, &m, &e), ERROR_SYNTAX);
    for (size_t i = 0; i < sizeof word; i++) {
        word[i] = "f2"[i % 2];
    }
    ck_assert_int_eq(notation_parse(&p, word, 2 * (size_t)ROUTE_MAX, &m, &e), ERROR_ILLEGAL);
    ck_assert_int_eq(notation_parse(&p, word, sizeof word, &m, &e), ERROR_SYNTAX);
    ck_assert_str_eq(e.text, "f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2: it has more squares than any move" FORMS);
}

/* Any word is read as a legal move or refused with a message. */
TEST(random_words_are_refused_or_legal)
{
    static const char ALPHABET[] = "abcdefghij0123456789xx--!?XK k\xff";
    RandomPlay r = {.state = 6};
    int accepted = 0;
    for (int i = 0; i < WORDS; i++) {
        const Position p = random_play_scatter(&r, variant_at(i % VARIANT_COUNT), 4, 10);
        char word[WORD_MAX];
        const int length = random_play_below(&r, WORD_MAX + 1);
        for (int c = 0; c < length; c++) {
            /* mostly a letter and a digit in turn, so that some words are moves */
            const bool any = random_play_below(&r, 8) == 0;
            word[c] = any ? ALPHABET[random_play_below(&r, (int)sizeof ALPHABET)]
                          : (char)((c % 2 == 0 ? 'a' : '0') + random_play_below(&r, 10));
        }
        Move m = {.kind = MOVE_NONE};
        Error e;
        if (notation_parse(&p, word, (unsigned long)length, &m, &e) != ERROR_NONE) {
            ck_assert_int_gt((int)strlen(e.text), 0);
            continue;
        }
        accepted++;
        ck_assert_msg(is_legal(&p, m), "%.*s", length, word);
    }
    ck_assert_int_gt(accepted, 0);
}
