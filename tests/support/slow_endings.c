/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/slow_endings.h"

#include <check.h>
#include <stdlib.h>

#include "support/slow_rules.h"

enum { KINDS = 4, SQUARES = 64, PIECES = 3, NOWHERE = 64 };

/* A position is a number: for each of three pieces its kind and square, in falling order; a piece that is not there
 * comes last. Kinds: men and kings of White, of Black. */
enum { CODES = KINDS * SQUARES + 1, STATES = CODES * CODES * CODES };

enum { UNKNOWN = -2, NO_POSITION = -3 };

struct SlowEndings {
    const Variant *variant;
    int16_t *values; /* by state */
    uint32_t *first; /* where its children begin, by state */
    uint32_t *children;
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

/* What the children that are settled in fewer plies make of a state: settled in so many, or unknown. */
static int look(const SlowEndings *s, uint32_t state, int plies)
{
    bool lost = true;
    for (uint32_t i = s->first[state]; i < s->first[state + 1]; i++) {
        const int child = s->values[s->children[i]];
        const bool settled = child >= 0 && child < plies;
        if (settled && child % 2 == 0) {
            return plies;
        }
        lost = lost && settled;
    }
    return lost ? plies : UNKNOWN;
}

/* Visits all states in rising order. */
static void each_state(SlowEndings *s, int pieces, void (*visit)(SlowEndings *s, uint32_t state, const Position *p))
{
    for (uint32_t state = 0; state < STATES; state++) {
        const uint32_t codes[PIECES] = {state / (CODES * CODES), state / CODES % CODES, state % CODES};
        const int count = (codes[0] != 0) + (codes[1] != 0) + (codes[2] != 0);
        Position p;
        const bool ordered = codes[0] > codes[1] && (codes[1] > codes[2] || (codes[1] != 0 && codes[2] == 0));
        s->first[state] = s->count;
        if (ordered && count >= 2 && count <= pieces && make(s, codes, count, &p)) {
            visit(s, state, &p);
        }
    }
    s->first[STATES] = s->count;
}

static void begin(SlowEndings *s, uint32_t state, const Position *p)
{
    s->values[state] = UNKNOWN;
    add_children(s, p);
}

SlowEndings *slow_endings_new(const Variant *v, int pieces)
{
    SlowEndings *const s = calloc(1, sizeof *s);
    ck_assert_ptr_nonnull(s);
    s->variant = v;
    s->values = malloc(STATES * sizeof *s->values);
    s->first = malloc((STATES + 1) * sizeof *s->first);
    ck_assert(s->values != NULL && s->first != NULL);
    for (uint32_t state = 0; state < STATES; state++) {
        s->values[state] = NO_POSITION;
    }
    each_state(s, pieces, begin);
    s->values[0] = 0;
    /* What is settled in so many plies follows from what was so in one less: after a pass without any there is no more.
     */
    bool more = true;
    for (int plies = 0; more; plies++) {
        more = plies == 0; /* the first pass finds only those without a move */
        for (uint32_t state = 0; state < STATES; state++) {
            if (s->values[state] == UNKNOWN) {
                s->values[state] = (int16_t)look(s, state, plies);
                more = more || s->values[state] == plies;
            }
        }
    }
    return s;
}

void slow_endings_free(SlowEndings *s)
{
    free(s->values);
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
