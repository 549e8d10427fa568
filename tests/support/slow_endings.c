/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/slow_endings.h"

#include <check.h>
#include <stdlib.h>

#include "support/slow_rules.h"

enum { KINDS = 4, SQUARES = 64, PIECES = 3, NOWHERE = 64 };

/* A position is a number: for each of three pieces its kind and square, in falling order; a piece that is not there
 * comes last. Kinds: men and kings of White, of Black. */
enum { CODES = KINDS * SQUARES + 1, STATES = CODES * CODES * CODES, POSITIONS_MOST = STATES / 6 };

enum { UNKNOWN = -2 };

struct SlowEndings {
    const Variant *variant;
    int16_t *values;  /* by state */
    uint32_t *states; /* those that are positions */
    uint32_t *first;  /* where the children of each of these begin, and behind the last one's */
    uint32_t state_count;
    uint32_t *children; /* states */
    uint32_t count, room;
};

static uint32_t state_of(const Position *p)
{
    const Bitboard sets[KINDS] = {p->men[WHITE], p->kings[WHITE], p->men[BLACK], p->kings[BLACK]};
    uint32_t state = 0;
    int pieces = 0;
    for (int kind = KINDS - 1; kind >= 0; kind--) {
        for (int s = SQUARES - 1; s >= 0; s--) {
            if ((sets[kind] >> s & 1) != 0) {
                state = state * CODES + (uint32_t)(kind * SQUARES + s + 1);
                pieces++;
            }
        }
    }
    for (; pieces < PIECES; pieces++) {
        state *= CODES;
    }
    return state;
}

/* Makes the position of three codes. Returns false when there is none. */
static bool make(const SlowEndings *s, const uint32_t codes[PIECES], int pieces, Position *p)
{
    *p = position_empty(s->variant);
    for (int i = 0; i < pieces; i++) {
        const uint32_t code = codes[i] - 1;
        const Color c = code / SQUARES >= KINDS / 2 ? BLACK : WHITE;
        const bool king = code / SQUARES % 2 != 0;
        const Bitboard square = (Bitboard)1 << code % SQUARES;
        if ((position_vacant(p) & square) == 0 || (!king && (s->variant->promotion[c] & square) != 0)) {
            return false;
        }
        position_put(p, c, king, (Square)(code % SQUARES));
    }
    return position_pieces(p, WHITE) != 0 && position_pieces(p, BLACK) != 0;
}

static void add_child(SlowEndings *s, uint32_t child)
{
    if (s->count == s->room) {
        s->room = s->room * 2 + SQUARES;
        s->children = realloc(s->children, s->room * sizeof *s->children);
        ck_assert_ptr_nonnull(s->children);
    }
    s->children[s->count++] = child;
}

/* Lists the children of a position as White sees them who is to move then. */
static void add_children(SlowEndings *s, const Position *p)
{
    MoveList moves;
    move_list_init(&moves);
    ck_assert(slow_legal(p, SLOW_STEPS_DEFAULT, &moves));
    for (int i = 0; i < moves.count; i++) {
        const Position after = position_after(p, moves.moves[i]);
        const Position turned = position_turned(&after);
        /* Nothing left is lost: the state of no pieces at all, 0, stands for it. */
        add_child(s, position_pieces(&turned, WHITE) == 0 ? 0 : state_of(&turned));
    }
    move_list_free(&moves);
}

/* What the children that are settled in fewer plies make of the i-th state: settled in that many, or unknown. */
static int look(const SlowEndings *s, uint32_t i, int plies)
{
    bool lost = true;
    for (uint32_t k = s->first[i]; k < s->first[i + 1]; k++) {
        const int child = s->values[s->children[k]];
        const bool settled = child >= 0 && child < plies;
        if (settled && child % 2 == 0) {
            return plies;
        }
        lost = lost && settled;
    }
    return lost ? plies : UNKNOWN;
}

/* Lists the state of three codes, of which those that are 0 stand for no piece, and its children. */
static void add_state(SlowEndings *s, const uint32_t codes[PIECES])
{
    Position p;
    if (make(s, codes, codes[2] != 0 ? 3 : 2, &p)) {
        const uint32_t state = (codes[0] * CODES + codes[1]) * CODES + codes[2];
        s->values[state] = UNKNOWN;
        s->states[s->state_count] = state;
        s->first[s->state_count++] = s->count;
        add_children(s, &p);
    }
}

/* Settles states until there are no more; whatever is settled in some plies follows from what was so in one less. */
static void settle(SlowEndings *s)
{
    bool more = true;
    for (int plies = 0; more; plies++) {
        more = plies == 0; /* the first pass finds only those without a move */
        for (uint32_t i = 0; i < s->state_count; i++) {
            int16_t *const value = &s->values[s->states[i]];
            if (*value == UNKNOWN) {
                *value = (int16_t)look(s, i, plies);
                more = more || *value == plies;
            }
        }
    }
}

SlowEndings *slow_endings_new(const Variant *v, int pieces)
{
    SlowEndings *const s = calloc(1, sizeof *s);
    ck_assert_ptr_nonnull(s);
    s->variant = v;
    s->values = malloc(STATES * sizeof *s->values);
    s->states = malloc(POSITIONS_MOST * sizeof *s->states);
    s->first = malloc((POSITIONS_MOST + 1) * sizeof *s->first);
    ck_assert(s->values != NULL && s->states != NULL && s->first != NULL);
    for (uint32_t a = 2; a < CODES; a++) {
        for (uint32_t b = 1; b < a; b++) {
            for (uint32_t c = 0; c < (pieces < PIECES ? 1 : b); c++) {
                add_state(s, (uint32_t[PIECES]){a, b, c});
            }
        }
    }
    s->first[s->state_count] = s->count;
    s->values[0] = 0;
    settle(s);
    return s;
}

void slow_endings_free(SlowEndings *s)
{
    free(s->values);
    free(s->states);
    free(s->first);
    free(s->children);
    free(s);
}

int slow_endings_value(const SlowEndings *s, const Position *p)
{
    const Position seen = p->side == WHITE ? *p : position_turned(p);
    const int value = s->values[state_of(&seen)];
    return value == UNKNOWN ? SLOW_ENDING_DRAW : value;
}
