/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the solved endings (eval_endings.c) enter the evaluation. */
#include <string.h>

#include "evaluation/eval_endings.h"
#include "evaluation/sets.h"

enum {
    WON = 600,         /* endings worth as much are to be won: pieces go to where that is short */
    DRAWN_DIVISOR = 4, /* in the others the terms say little; they keep some so that there is a better and a worse */
    PROGRESS = 50      /* points for each step of a king towards the centre: both its own and the hunted one are worst
                          placed at the border, the solved endings say */
};

void eval_endings_prepare(EvalEndingTable *table, const Variant *v)
{
    memset(table, 0, sizeof *table);
    for (int i = 0; i < EVAL_ENDING_COUNT; i++) {
        const EvalEnding *const e = &EVAL_ENDINGS[i];
        const int16_t points = e->points[variant_index(v)];
        table->points[e->kings][e->men][e->enemy_kings][e->enemy_men] = points;
        table->points[e->enemy_kings][e->enemy_men][e->kings][e->men] = (int16_t)-points;
    }
    for (Bitboard squares = v->board; squares != 0;) {
        const Square s = pop_lowest(&squares);
        table->centre[s] = (int16_t)king_centre(v, s);
    }
}

/* What the count of pieces says. */
static Score points_of_count(const EvalEndingTable *table, const Position *p)
{
    const int white = popcount(position_pieces(p, WHITE));
    const int black = popcount(position_pieces(p, BLACK));
    if (white + black > EVAL_ENDING_PIECES) {
        return white > black ? EVAL_ENDING_POINTS_MAX : -EVAL_ENDING_POINTS_MAX;
    }
    return table->points[popcount(p->kings[WHITE])][popcount(p->men[WHITE])][popcount(p->kings[BLACK])]
                        [popcount(p->men[BLACK])];
}

Score eval_ending(const EvalEndingTable *table, const Position *p, Score terms)
{
    const Score points = points_of_count(table, p);
    if (points < WON && points > -WON) {
        return points + terms / DRAWN_DIVISOR;
    }
    Score progress = 0;
    for (Bitboard kings = p->kings[WHITE] | p->kings[BLACK]; kings != 0; kings &= kings - 1) {
        progress += table->centre[lowest(kings)] * PROGRESS;
    }
    return score_of_eval(points + terms + (points > 0 ? progress : -progress));
}
