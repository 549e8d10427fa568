/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `eval` prints: every piece with what it adds, at its square, and the value in the last line. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/square.h"
#include "evaluation/evaluation.h"
#include "protocol/display.h"
#include "support/random_network.h"
#include "support/random_play.h"
#include "support/test.h"

enum {
    POSITIONS = 120,
    PLIES = 60,
    SEED = 5,
    SQUARES = 64,
    WIDTH = 80,
    NARROW_WIDTH = 40,
    COLUMN = 6,
    NARROW_COLUMN = 3,
    LINE_SIZE = 512
};

enum { WIDE_NEURONS = 64, WIDE_BUCKETS = 2, WIDE_BOUND = 350 /* with which no sum can overflow */ };

static const char LAST_LINE[] = "Final evaluation: ";
static const char TERMS_LINE[] = "Terms of pace-tempo (not used by learned)";
static const char ENDING_LINE[] = "Solved ending: ";

/* What was drawn: the sign of each square, and the number beside it. */
typedef struct Drawing {
    char sign[SQUARES]; /* '\0': the square was not drawn */
    int added[SQUARES];
} Drawing;

/* Reads the squares of a line of the board, whose columns have that width; other lines name none. The numbers stand
 * beside the squares, or on the line below where there is no room for them. */
static void read_row(const Variant *v, const char *line, size_t length, int column_width, Drawing *d)
{
    for (size_t i = 0; i + 3 < length; i++) {
        if (line[i] == ' ' && strchr(".oOxX", line[i + 1]) != NULL && square_parse(v, &line[i + 2]) != SQUARE_NONE &&
            (i + 4 == length || line[i + 4] == ' ')) {
            const Square s = square_parse(v, &line[i + 2]);
            const char *const row = column_width == NARROW_COLUMN ? line + length + 1 : line;
            const size_t at = column_width == NARROW_COLUMN ? i + 1 : i + 5;
            const bool numbered = at < strcspn(row, "\n") && (row[at] == '+' || row[at] == '-');
            ck_assert_msg(d->sign[s] == '\0', "square %d is drawn twice", s);
            ck_assert_int_eq((int)i % column_width, 0);
            ck_assert_int_eq((int)i / column_width + 1, square_column(s));
            d->sign[s] = line[i + 1];
            d->added[s] = numbered ? (Score)strtol(row + at, NULL, 10) : 0;
            ck_assert_msg(numbered == (line[i + 1] != '.'), "square %d: %.*s", s, (int)length, line);
        }
    }
}

/* The sign that a square should have. */
static char sign_of(const Position *p, Square s)
{
    const Bitboard square = bit(s);
    return (p->men[WHITE] & square) != 0     ? 'o'
           : (p->kings[WHITE] & square) != 0 ? 'O'
           : (p->men[BLACK] & square) != 0   ? 'x'
           : (p->kings[BLACK] & square) != 0 ? 'X'
                                             : '.';
}

/* Checks every square of the board, and what its piece adds. */
static void expect_drawn(const Drawing *d, const Position *p, const Explanation *x, const char *text)
{
    for (Bitboard left = p->variant->board; left != 0; left &= left - 1) {
        const Square s = lowest(left);
        ck_assert_msg(d->sign[s] == sign_of(p, s) && d->added[s] == x->piece[s], "square %d: %c %d, not %c %d in\n%s",
                      s, d->sign[s], d->added[s], sign_of(p, s), x->piece[s], text);
    }
}

/* Checks the whole answer for a position, on a narrow screen or one of any width. */
static void expect_displayed(const Evaluation *e, const Position *p, bool narrow)
{
    const bool learned = evaluation_kind(e) == EVALUATION_LEARNED;
    const size_t width = narrow ? NARROW_WIDTH : WIDTH;
    char expected[LINE_SIZE];
    Drawing d = {.sign = {0}};
    Explanation x;
    Text t;
    text_init(&t);
    display_evaluation(&t, e, p, narrow ? NARROW_WIDTH : 0);
    ck_assert(!t.failed);
    const char *const text = t.data;
    const char *last = text;
    evaluation_explain(e, p, &x);
    for (const char *line = text; *line != '\0'; line = strchr(line, '\n') + 1) {
        const size_t length = strcspn(line, "\n");
        const bool words = isupper((unsigned char)*line) != 0 || line[1] == 'o'; /* which narrow screens break */
        ck_assert_msg(length <= width || (narrow && words), "%zu columns: %.*s", length, (int)length, line);
        const char *const bar = strstr(line, " | ");
        ck_assert_msg(narrow || length == 0 || line[length - 1] != ' ' || (bar != NULL && bar < line + length),
                      "ends in a space: %.*s", (int)length, line);
        read_row(p->variant, line, length, narrow ? NARROW_COLUMN : COLUMN, &d);
        last = line;
    }
    expect_drawn(&d, p, &x, text);
    snprintf(expected, sizeof expected, "Value by %s: %+d points (white side)\n", learned ? "learned" : "pace-tempo",
             x.value);
    ck_assert_msg(strncmp(text, expected, strlen(expected)) == 0, "%s", text);
    snprintf(expected, sizeof expected, "%s%+.2f (white side)\n", LAST_LINE, x.value / 100.0);
    ck_assert_str_eq(last, expected);
    ck_assert_int_eq(strstr(text, TERMS_LINE) != NULL, learned);
    ck_assert_int_eq(strstr(text, ENDING_LINE) != NULL, x.ending != 0);
    ck_assert_ptr_nonnull(strstr(text, "\n tempo  "));
    text_free(&t);
}

static Network *wide_network(const Variant *v)
{
    RandomPlay r = {SEED};
    Error e;
    Network *const n = random_network(&r, v, WIDE_NEURONS, WIDE_BUCKETS, WIDE_BOUND);
    n->scale = NETWORK_SCALE_MAX;
    ck_assert_msg(network_check(n, &e) == ERROR_NONE, "%s", e.text);
    return n;
}

/* By the built-in evaluations, and by networks whose values are as large as possible. */
TEST_EACH(every_piece_is_shown, EVALUATION_KINDS + 1)
{
    EvaluationChoice choice = {.kind = _i < EVALUATION_KINDS ? (EvaluationKind)_i : EVALUATION_LEARNED};
    for (int b = 0; b < VARIANT_COUNT && _i == EVALUATION_KINDS; b++) {
        choice.network[b] = wide_network(variant_at(b));
    }
    Evaluation *const e = evaluation_new(&choice, variant_at(0), NULL);
    RandomPlay r = {SEED};
    for (int i = 0; i < POSITIONS; i++) {
        const Variant *const v = variant_at(i % VARIANT_COUNT);
        ck_assert(evaluation_prepare(e, v));
        Position p =
            i % 3 == 0 ? random_game_position(&r, v, PLIES) : random_scatter(&r, v, (Scatter)(i / 3 % SCATTER_COUNT));
        for (Bitboard left = i < VARIANT_COUNT ? position_vacant(&p) : 0; left != 0;) { /* a full board */
            position_put(&p, random_play_below(&r, 2) == 0 ? WHITE : BLACK, true, pop_lowest(&left));
        }
        const Position turned = position_turned(&p);
        for (int narrow = 0; narrow < 2; narrow++) {
            expect_displayed(e, &p, narrow == 1);
            expect_displayed(e, &turned, narrow == 1);
        }
    }
    evaluation_free(e);
    network_free(choice.network[0]);
    network_free(choice.network[1]);
}
