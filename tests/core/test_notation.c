/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "core/fen.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "core/piece_capture.h"
#include "core/square.h"
#include "support/random_play.h"
#include "support/test.h"

enum { GAMES = 60, PLIES = 200, SCATTERS = 2000, ROUTES_MAX = 2000, WORDS = 40000, WORD_MAX = 12 };

static Position position_of(const Variant *v, const char *fen)
{
    Position p;
    Error e;
    ck_assert_msg(fen_parse(v, fen, &p, &e) == ERROR_NONE, "%s: %s", fen, e.text);
    return p;
}

/* Asserts that the word means exactly this move. */
static void assert_means(const Position *p, const char *word, Move m)
{
    Move parsed = {.kind = MOVE_NONE};
    Error e;
    ck_assert_msg(notation_parse(p, word, strlen(word), &parsed, &e) == ERROR_NONE, "%s: %s", word, e.text);
    ck_assert_msg(move_equal(parsed, m) && parsed.kind == m.kind, "%s", word);
    ck_assert_str_eq(e.text, "");
}

/* Asserts that every legal move reads back from every style, and that no two print alike. */
static void assert_round_trips(const Position *p)
{
    MoveList legal;
    move_list_init(&legal);
    movegen_legal(p, &legal);
    for (int i = 0; i < legal.count; i++) {
        char text[NOTATION_SIZE];
        for (int style = 0; style < NOTATION_STYLE_COUNT; style++) {
            const int length = notation_print(p, legal.moves[i], (NotationStyle)style, text);
            ck_assert_int_eq(length, (int)strlen(text));
            assert_means(p, text, legal.moves[i]);
        }
        if (i > 0) {
            char before[NOTATION_SIZE];
            notation_print(p, legal.moves[i], NOTATION_COORDINATE, text);
            notation_print(p, legal.moves[i - 1], NOTATION_COORDINATE, before);
            ck_assert_str_ne(text, before);
        }
    }
    move_list_free(&legal);
}

TEST_EACH(games_round_trip_in_all_styles, VARIANT_COUNT)
{
    RandomPlay r = {.state = 3};
    const Variant *const v = variant_at(_i);
    int positions = 0;
    for (int game = 0; game < GAMES; game++) {
        Position p = position_start(v);
        int ply = 0;
        do {
            assert_round_trips(&p);
            positions++;
        } while (++ply < PLIES && random_play_step(&r, &p));
    }
    ck_assert_int_gt(positions / 10, GAMES);
}

TEST(scattered_positions_round_trip_in_all_styles)
{
    RandomPlay r = {.state = 4};
    int formal = 0;
    for (int i = 0; i < SCATTERS; i++) {
        const Position p = random_play_scatter(&r, variant_at(i % VARIANT_COUNT), 4, 8);
        assert_round_trips(&p);
        MoveList legal;
        move_list_init(&legal);
        movegen_legal(&p, &legal);
        for (int m = 0; m < legal.count; m++) {
            char text[NOTATION_SIZE];
            formal += notation_print(&p, legal.moves[m], NOTATION_SHORT, text) > (int)sizeof "d6e5x" ? 1 : 0;
        }
        move_list_free(&legal);
    }
    /* The short form that cannot be short did occur. */
    ck_assert_int_gt(formal, 0);
}

/* The walk over every sequence of capturing steps of one piece. */
typedef struct Walk {
    const Position *position;
    Square route[ROUTE_MAX];
    int majority;
    int accepted;
    int refused;
} Walk;

/* Writes the route with the sign `signs[i]` before square i + 1; ' ' is none. */
static void write_route(const Walk *w, int count, const char *signs, char text[NOTATION_SIZE])
{
    char *at = text;
    const size_t sign_count = strlen(signs);
    for (int i = 0; i < count; i++) {
        const char sign = i > 0 ? signs[(size_t)i % sign_count] : ' ';
        if (sign != ' ') {
            *at++ = sign;
        }
        square_name(w->route[i], at);
        at += SQUARE_NAME_SIZE - 1;
    }
    *at = '\0';
}

/* Reads the route of `count` squares in every spelling and compares with what it takes. */
static void check_route(Walk *w, int count, Bitboard taken)
{
    static const char *const SIGNS[] = {" ", "x", "-", "x-", "- x"};
    char text[NOTATION_SIZE + 1];
    for (size_t i = 0; i < sizeof SIGNS / sizeof SIGNS[0]; i++) {
        Move m = {.kind = MOVE_NONE};
        Error e;
        write_route(w, count, SIGNS[i], text);
        if (i % 2 == 1) {
            memcpy(text + strlen(text), "x", sizeof "x");
        }
        const ErrorCode code = notation_parse(w->position, text, strlen(text), &m, &e);
        if (popcount(taken) == w->majority) {
            ck_assert_msg(code == ERROR_NONE, "%s: %s", text, e.text);
            ck_assert_int_eq(m.from, w->route[0]);
            ck_assert_int_eq(m.to, w->route[count - 1]);
            ck_assert(m.taken == taken);
            w->accepted++;
        } else if (count > 2) {
            /* Two squares may also be the start and end of a longer capture. */
            ck_assert_msg(code == ERROR_ILLEGAL, "%s", text);
            ck_assert_msg(strstr(e.text, "another capture takes more pieces") != NULL, "%s", e.text);
            w->refused++;
        }
    }
}

static void walk(Walk *w, int count)
{
    for (Bitboard squares = w->position->variant->board; squares != 0 && w->accepted + w->refused < ROUTES_MAX;) {
        w->route[count] = pop_lowest(&squares);
        const Bitboard taken = piece_capture_follow(w->position, w->route, count + 1);
        if (taken != 0) {
            check_route(w, count + 1, taken);
            walk(w, count + 1);
        }
    }
}

TEST(every_route_of_a_piece_capture_is_accepted)
{
    RandomPlay r = {.state = 5};
    int accepted = 0;
    int refused = 0;
    for (int i = 0; i < SCATTERS; i++) {
        const Position p = random_play_scatter(&r, variant_at(i % VARIANT_COUNT), 2, 9);
        MoveList legal;
        move_list_init(&legal);
        movegen_legal(&p, &legal);
        if (legal.count > 0 && legal.moves[0].kind >= MOVE_MAN_CAPTURE) {
            Walk w = {.position = &p, .majority = popcount(legal.moves[0].taken)};
            for (Bitboard pieces = position_pieces(&p, p.side); pieces != 0;) {
                w.route[0] = pop_lowest(&pieces);
                walk(&w, 1);
            }
            ck_assert_int_gt(w.accepted, 0);
            accepted += w.accepted;
            refused += w.refused;
        }
        move_list_free(&legal);
    }
    ck_assert_int_gt(accepted, SCATTERS);
    ck_assert_int_gt(refused, 0);
}

/* A word, the board and position, and what it means in formal notation. */
typedef struct Meaning {
    const Variant *variant;
    const char *fen; /* NULL: the start position */
    const char *word;
    const char *formal;
} Meaning;

/* clang-format off */
static const Meaning MEANINGS[] = {
    {&VARIANT_10X10, NULL, "f2f5", "f2-f5"},
    {&VARIANT_10X10, NULL, "f2-f5", "f2-f5"},
    {&VARIANT_10X10, NULL, "f25", "f2-f5"},
    {&VARIANT_10X10, NULL, "f2-5", "f2-f5"},
    {&VARIANT_10X10, NULL, "gf5", "g5-f5"},
    {&VARIANT_10X10, NULL, "g-f5", "g5-f5"},
    {&VARIANT_10X10, NULL, "f25!", "f2-f5"},
    {&VARIANT_10X10, NULL, "f25?!??", "f2-f5"},
    {&VARIANT_10X10, "W:We9:B", "e9e0", "e9-e0"},
    {&VARIANT_10X10, "W:We9:B", "e90", "e9-e0"},
    {&VARIANT_9X11, "W:Wf9:B", "f9f0", "f9-f0"},
    {&VARIANT_10X10, "W:Wf4,g4,h4:Bd4,c4", "h4e4", "h4xe4"},
    {&VARIANT_10X10, "W:Wf4,g4,h4:Bd4,c4", "h4-e4", "h4xe4"},
    {&VARIANT_10X10, "W:Wf4,g4,h4:Bd4,c4", "hxe4", "h4xe4"},
    {&VARIANT_10X10, "W:Wf4,g4,h4:Bd4,c4", "gxe4", "g4xe4"},
    {&VARIANT_10X10, "W:Wf4,g4,h4:Bd4,c4", "ge4", "g4xe4"},
    {&VARIANT_10X10, "W:Wf4,g4,h4:Bd4,c4", "g4-e4x", "g4xe4"},
    {&VARIANT_10X10, "W:Wg3,g4:Bg6", "g3x5", "g3xg5"},
    {&VARIANT_10X10, "B:Wg3:Bg6,g5", "g6x4", "g6xg4"},
    {&VARIANT_10X10, "W:Wd6:Be4,f6", "d6e6e5", "d6xe6xe5"},
    {&VARIANT_10X10, "W:Wd6:Be4,f6", "d6xe6xe5", "d6xe6xe5"},
    {&VARIANT_10X10, "W:Wd6:Be4,f6", "d6-e6xe5x", "d6xe6xe5"},
    {&VARIANT_10X10, "W:Wd6:Be4,f6", "d6e6-e5", "d6xe6xe5"},
    {&VARIANT_10X10, "W:Wd6:Be4,f6", "d6e5x", "d6xe6xe5"},
    {&VARIANT_10X10, "W:Wd6:Be4,f6", "d6e5", "d6xe6xe5"},
    {&VARIANT_10X10, "W:Wd6:Be4,f6", "d6xe5x!", "d6xe6xe5"},
    {&VARIANT_10X10, "W:Wf6:Bf4,f7", "f6x", "f6xf5xf6"},
    {&VARIANT_10X10, "W:Wf6:Bf4,f7", "f6x??", "f6xf5xf6"},
    {&VARIANT_10X10, "W:Wf6:Bf4,f7", "f6f6", "f6xf5xf6"},
    {&VARIANT_10X10, "W:Wf6:Bf4,f7", "f6f5f6", "f6xf5xf6"},
    {&VARIANT_10X10, "B:Wc3:Bc5", "c54x", "c5xc4"},
    {&VARIANT_10X10, "B:Wc3:Bc5", "c54", "c5xc4"},
    {&VARIANT_9X11, "B:Wg8:Be8", "ef8x", "e8xf8"},
    {&VARIANT_10X10, "W:WKe1:Be7", "e16x", "e1xe6"},
};
/* clang-format on */

TEST(words_mean_what_the_rules_say)
{
    for (size_t i = 0; i < sizeof MEANINGS / sizeof MEANINGS[0]; i++) {
        const Meaning *const meaning = &MEANINGS[i];
        const Position p =
            meaning->fen == NULL ? position_start(meaning->variant) : position_of(meaning->variant, meaning->fen);
        Move m = {.kind = MOVE_NONE};
        Error e;
        char formal[NOTATION_SIZE];
        ck_assert_msg(notation_parse(&p, meaning->word, strlen(meaning->word), &m, &e) == ERROR_NONE, "%s", e.text);
        notation_print(&p, m, NOTATION_FORMAL, formal);
        ck_assert_str_eq(formal, meaning->formal);
    }
}

/* A position with one legal move of interest, and how each style prints it. */
typedef struct Printed {
    const Variant *variant;
    const char *fen;
    const char *text[NOTATION_STYLE_COUNT];
} Printed;

/* clang-format off */
static const Printed PRINTED[] = {
    {&VARIANT_10X10, "W:Wf4,f3,f2:B", {"f2f5", "f2-f5", "f25"}},
    {&VARIANT_10X10, "W:Wg5:B", {"g5f5", "g5-f5", "gf5"}},
    {&VARIANT_9X11, "W:Wf9:B", {"f9f0", "f9-f0", "f90"}},
    {&VARIANT_10X10, "W:Wf4,g4,h4:Bd4,c4", {"h4e4", "h4xe4", "hxe4"}},
    {&VARIANT_10X10, "W:Wg3,g4:Bg6", {"g3g5", "g3xg5", "g3x5"}},
    {&VARIANT_10X10, "W:Wd6:Be4,f6", {"d6e6e5", "d6xe6xe5", "d6e5x"}},
    {&VARIANT_10X10, "W:Wf6:Bf4,f7", {"f6f5f6", "f6xf5xf6", "f6x"}},
    {&VARIANT_10X10, "B:Wc3:Bc5", {"c5c4", "c5xc4", "c54x"}},
    {&VARIANT_9X11, "B:Wg8:Be8", {"e8f8", "e8xf8", "ef8x"}},
    {&VARIANT_9X11, "W:Wh6:Be2,f6,f7,f9,g8,h8", {"h6h7g7", "h6xh7xg7", "h6xh7xg7"}},
};
/* clang-format on */

TEST(moves_print_as_the_rules_say)
{
    for (size_t i = 0; i < sizeof PRINTED / sizeof PRINTED[0]; i++) {
        const Printed *const printed = &PRINTED[i];
        const Position p = position_of(printed->variant, printed->fen);
        Move m = {.kind = MOVE_NONE};
        const char *const word = printed->text[NOTATION_COORDINATE];
        ck_assert_msg(notation_parse(&p, word, strlen(word), &m, NULL) == ERROR_NONE, "%s", word);
        for (int style = 0; style < NOTATION_STYLE_COUNT; style++) {
            char text[NOTATION_SIZE];
            notation_print(&p, m, (NotationStyle)style, text);
            ck_assert_str_eq(text, printed->text[style]);
        }
    }
}

/* A word that is refused, and the whole message. */
typedef struct Refusal {
    const Variant *variant;
    const char *fen; /* NULL: the start position */
    const char *word;
    ErrorCode code;
    const char *message;
} Refusal;

#define LINEAR "W:Wc5,e3,e4,g5,g6:Bc7,e6,e7,g8"
#define MANY "W:We1,e2,e3,e4,f2,f3,f4,g3,g4,g5:Be6,f6,g7,Kb5,Kc8"
#define TWO_WAYS "W:Wh6:Be2,f6,f7,f9,g8,h8"
#define QUIET "W:WKe4,e6:Bi6"
#define FORMS "; a move looks like f2f5, f2-f5, f25, hxe4, d6xe6xe5 or d6e5x"

/* clang-format off */
static const Refusal REFUSALS[] = {
    /* no form of a move */
    {&VARIANT_10X10, NULL, "", ERROR_SYNTAX, "a move is missing" FORMS},
    {&VARIANT_10X10, NULL, "!?", ERROR_SYNTAX, "a move is missing" FORMS},
    {&VARIANT_10X10, NULL, "f2", ERROR_SYNTAX,
     "f2: a single square is a move only for a capture that returns to it, as in f6x" FORMS},
    {&VARIANT_10X10, NULL, "F2F5", ERROR_SYNTAX, "F2F5: capital letters are not used in moves" FORMS},
    {&VARIANT_10X10, NULL, "f2f5q", ERROR_SYNTAX, "f2f5q: it is not a move" FORMS},
    {&VARIANT_10X10, NULL, "2f5", ERROR_SYNTAX, "2f5: it is not a move" FORMS},
    {&VARIANT_10X10, NULL, "abc", ERROR_SYNTAX, "abc: it is not a move" FORMS},
    {&VARIANT_10X10, NULL, "f-2f5", ERROR_SYNTAX, "f-2f5: it is not a move" FORMS},
    {&VARIANT_10X10, NULL, "gf-5", ERROR_SYNTAX, "gf-5: it is not a move" FORMS},
    {&VARIANT_10X10, NULL, "f-25", ERROR_SYNTAX, "f-25: it is not a move" FORMS},
    {&VARIANT_10X10, NULL, "-f2", ERROR_SYNTAX, "-f2: a '-' or 'x' stands where a square is expected" FORMS},
    {&VARIANT_10X10, NULL, "x", ERROR_SYNTAX, "x: a '-' or 'x' stands where a square is expected" FORMS},
    {&VARIANT_10X10, NULL, "f2--f5", ERROR_SYNTAX, "f2--f5: a '-' or 'x' stands where a square is expected" FORMS},
    {&VARIANT_10X10, NULL, "f2-", ERROR_SYNTAX, "f2-: a square is missing after '-'" FORMS},
    {&VARIANT_10X10, NULL, "f2.f5", ERROR_SYNTAX, "f2.f5: it holds a character that no move has" FORMS},
    {&VARIANT_10X10, NULL, "f2!f5", ERROR_SYNTAX, "f2!f5: it holds a character that no move has" FORMS},
    {&VARIANT_10X10, NULL, "f2\xC3\x97" "f5", ERROR_SYNTAX, "f2??f5: it holds a character that no move has" FORMS},
    /* no square of the board */
    {&VARIANT_10X10, NULL, "f2g2", ERROR_SQUARE, "f2g2: g2 is not a square of the board bushka"},
    {&VARIANT_10X10, NULL, "z9f5", ERROR_SQUARE, "z9f5: z9 is not a square of the board bushka"},
    {&VARIANT_9X11, NULL, "e90", ERROR_SQUARE, "e90: e0 is not a square of the board bushka9x11"},
    {&VARIANT_10X10, NULL, "ji6", ERROR_SQUARE, "ji6: j6 is not a square of the board bushka"},
    /* no capture to make, and no legal move */
    {&VARIANT_10X10, NULL, "f5f6", ERROR_ILLEGAL, "f5f6: no own piece on f5, and White is to move"},
    {&VARIANT_10X10, NULL, "e8e7", ERROR_ILLEGAL, "e8e7: no own piece on e8, and White is to move"},
    {&VARIANT_10X10, "B:Wf2:Bc6", "f2f3", ERROR_ILLEGAL, "f2f3: no own piece on f2, and Black is to move"},
    {&VARIANT_10X10, NULL, "f2f3", ERROR_ILLEGAL, "f2f3: f3 is occupied"},
    {&VARIANT_10X10, NULL, "f26", ERROR_ILLEGAL,
     "f26: a man moves one square, or over an unbroken row of own men, and none is on f5"},
    {&VARIANT_10X10, NULL, "f2f4f5", ERROR_ILLEGAL,
     "f2f4f5: only a capture has more than two squares, and White has none"},
    {&VARIANT_10X10, NULL, "f2x", ERROR_ILLEGAL, "f2x: only a capture can end where it began, and White has none"},
    {&VARIANT_10X10, QUIET, "e4e8", ERROR_ILLEGAL, "e4e8: the way is blocked on e6"},
    {&VARIANT_10X10, QUIET, "e4g5", ERROR_ILLEGAL, "e4g5: no line leads from e4 to g5"},
    {&VARIANT_10X10, QUIET, "e65", ERROR_ILLEGAL,
     "e65: the man on e6 moves backward only to capture, and White has no capture"},
    {&VARIANT_10X10, "B:WKe4,e5,f3:Bb4,c6,c7,g8", "c64", ERROR_ILLEGAL,
     "c64: a man moves one square, or over an unbroken row of own men, and none is on c5"},
    /* an x where nothing is taken */
    {&VARIANT_10X10, NULL, "f2xf5", ERROR_ILLEGAL, "f2xf5: the move takes nothing, so it is f2-f5 without an x"},
    {&VARIANT_10X10, NULL, "f2-f5x", ERROR_ILLEGAL, "f2-f5x: the move takes nothing, so it is f2-f5 without an x"},
    {&VARIANT_10X10, NULL, "f2f5x!", ERROR_ILLEGAL, "f2f5x!: the move takes nothing, so it is f2-f5 without an x"},
    {&VARIANT_10X10, NULL, "f25x", ERROR_ILLEGAL, "f25x: the move takes nothing, so it is f2-f5 without an x"},
    {&VARIANT_10X10, NULL, "gxf5", ERROR_ILLEGAL, "gxf5: the move takes nothing, so it is g5-f5 without an x"},
    {&VARIANT_10X10, QUIET, "e4xe5", ERROR_ILLEGAL, "e4xe5: the move takes nothing, so it is e4-e5 without an x"},
    {&VARIANT_10X10, NULL, "f2xf3", ERROR_ILLEGAL, "f2xf3: f3 is occupied"},
    /* linear captures */
    {&VARIANT_10X10, LINEAR, "e3d3", ERROR_ILLEGAL, "e3d3: a capture is compulsory: e3xe5"},
    {&VARIANT_10X10, LINEAR, "g5x7", ERROR_ILLEGAL, "g5x7: another capture takes more pieces (2): e3xe5"},
    {&VARIANT_10X10, LINEAR, "c56x", ERROR_ILLEGAL, "c56x: a linear capture has precedence: e3xe5"},
    {&VARIANT_10X10, LINEAR, "e4e5e4", ERROR_ILLEGAL, "e4e5e4: a linear capture has precedence: e3xe5"},
    {&VARIANT_10X10, LINEAR, "c7c6", ERROR_ILLEGAL, "c7c6: no own piece on c7, and White is to move"},
    {&VARIANT_10X10, "W:Wd6,g5,g6:Be4,f6,g8", "d6e5x", ERROR_ILLEGAL,
     "d6e5x: a linear capture has precedence: g5xg7"},
    {&VARIANT_10X10, MANY, "f2f3", ERROR_ILLEGAL,
     "f2f3: a capture is compulsory: f2xf5, f3xf5, g4xg6, e3xe5, g3xg6, ..."},
    /* piece captures */
    {&VARIANT_9X11, TWO_WAYS, "h6i6", ERROR_ILLEGAL, "h6i6: a capture is compulsory: h6xg6xg7, h6xh7xg7"},
    {&VARIANT_9X11, TWO_WAYS, "hg6x", ERROR_ILLEGAL, "hg6x: another capture takes more pieces (2): h6xg6xg7, h6xh7xg7"},
    {&VARIANT_9X11, TWO_WAYS, "h6xg6xf6", ERROR_ILLEGAL,
     "h6xg6xf6: nothing is taken from g6 to f6; the captures are: h6xg6xg7, h6xh7xg7"},
    {&VARIANT_9X11, TWO_WAYS, "h6h6h7", ERROR_ILLEGAL,
     "h6h6h7: nothing is taken from h6 to h6; the captures are: h6xg6xg7, h6xh7xg7"},
    {&VARIANT_9X11, TWO_WAYS, "h6g7x", ERROR_AMBIGUOUS,
     "h6g7x is ambiguous, name every square: h6xg6xg7, h6xh7xg7"},
    {&VARIANT_9X11, TWO_WAYS, "h6xg7", ERROR_AMBIGUOUS,
     "h6xg7 is ambiguous, name every square: h6xg6xg7, h6xh7xg7"},
    /* a lost position */
    {&VARIANT_10X10, "W:W:Bc6", "f2f3", ERROR_GAME_OVER, "f2f3: White has no legal move and has lost"},
};
/* clang-format on */

TEST(refusals_say_why)
{
    for (size_t i = 0; i < sizeof REFUSALS / sizeof REFUSALS[0]; i++) {
        const Refusal *const refusal = &REFUSALS[i];
        const Position p =
            refusal->fen == NULL ? position_start(refusal->variant) : position_of(refusal->variant, refusal->fen);
        const Move before = {.kind = MOVE_NONE, .from = SQUARE_NONE, .to = SQUARE_NONE};
        Move m = before;
        Error e;
        ck_assert_msg(notation_parse(&p, refusal->word, strlen(refusal->word), &m, &e) == refusal->code, "%s",
                      refusal->word);
        ck_assert_int_eq(e.code, refusal->code);
        ck_assert_str_eq(e.text, refusal->message);
        ck_assert(move_equal(m, before) && m.kind == before.kind);
        ck_assert_int_eq(notation_parse(&p, refusal->word, strlen(refusal->word), &m, NULL), refusal->code);
    }
}

TEST(only_the_given_length_is_read)
{
    const Position p = position_start(&VARIANT_10X10);
    Move m;
    Error e;
    ck_assert_int_eq(notation_parse(&p, "f2f5 and more", 4, &m, &e), ERROR_NONE);
    ck_assert_int_eq(notation_parse(&p, "f2\0f5", 5, &m, &e), ERROR_SYNTAX);
    static char word[ROUTE_MAX * 40];
    for (size_t i = 0; i < sizeof word; i++) {
        word[i] = "f2"[i % 2];
    }
    ck_assert_int_eq(notation_parse(&p, word, sizeof word, &m, &e), ERROR_SYNTAX);
    ck_assert_str_eq(e.text, "f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2f2: it has more squares than any move" FORMS);
}

/* King captures with one start and one end that take different pieces. */
TEST(ambiguous_king_captures_are_printed_in_full)
{
    const Position p = position_of(&VARIANT_9X11, "W:WKc4,Kg9:Be5,e9,Kf4,Kg4");
    MoveList legal;
    move_list_init(&legal);
    movegen_legal(&p, &legal);
    ck_assert_int_eq(legal.count, 2);
    ck_assert_int_eq(legal.moves[0].from, legal.moves[1].from);
    ck_assert_int_eq(legal.moves[0].to, legal.moves[1].to);
    ck_assert(legal.moves[0].taken != legal.moves[1].taken);
    for (int i = 0; i < legal.count; i++) {
        char formal[NOTATION_SIZE];
        char text[NOTATION_SIZE];
        notation_print(&p, legal.moves[i], NOTATION_FORMAL, formal);
        notation_print(&p, legal.moves[i], NOTATION_SHORT, text);
        ck_assert_str_eq(text, formal);
        assert_means(&p, text, legal.moves[i]);
    }
    move_list_free(&legal);
    Move m;
    Error e;
    ck_assert_int_eq(notation_parse(&p, "g9f5x", 5, &m, &e), ERROR_AMBIGUOUS);
    ck_assert_ptr_nonnull(strstr(e.text, "g9xg5xf5"));
    ck_assert_ptr_nonnull(strstr(e.text, "g9xf9xf5"));
}

/* Whatever comes in, the answer is a legal move or an error with a message. */
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
            /* letters and digits in turn, mostly, so that some words are moves */
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
        MoveList legal;
        move_list_init(&legal);
        movegen_legal(&p, &legal);
        bool found = false;
        for (int k = 0; k < legal.count; k++) {
            found = found || move_equal(legal.moves[k], m);
        }
        ck_assert_msg(found, "%.*s", length, word);
        move_list_free(&legal);
    }
    ck_assert_int_gt(accepted, 0);
}
