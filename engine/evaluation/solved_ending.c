/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "evaluation/solved_ending.h"

#include "core/square.h"

const SolvedEnding SOLVED_ENDINGS[] = {
    {.kings = 1, .men = 0, .enemy_kings = 1, .enemy_men = 0, .points = {0, 0}},
    {.kings = 2, .men = 0, .enemy_kings = 1, .enemy_men = 0, .points = {17, 17}},
    {.kings = 1, .men = 1, .enemy_kings = 1, .enemy_men = 0, .points = {11, 12}},
    {.kings = 3, .men = 0, .enemy_kings = 1, .enemy_men = 0, .points = {1200, 1200}},
    {.kings = 2, .men = 0, .enemy_kings = 2, .enemy_men = 0, .points = {0, 0}},
    {.kings = 2, .men = 1, .enemy_kings = 1, .enemy_men = 0, .points = {1101, 1096}},
    {.kings = 2, .men = 0, .enemy_kings = 1, .enemy_men = 1, .points = {9, 9}},
    {.kings = 1, .men = 2, .enemy_kings = 1, .enemy_men = 0, .points = {660, 676}},
    {.kings = 1, .men = 1, .enemy_kings = 1, .enemy_men = 1, .points = {0, 0}},
};

const int SOLVED_ENDING_COUNT = (int)(sizeof SOLVED_ENDINGS / sizeof SOLVED_ENDINGS[0]);

enum {
    WON = 600, /* endings worth that much are won: pieces head for where the win is short */
    DRAWN_DIVISOR =
        4,        /* in the others the evaluation says little; some is kept so that there is a better and a worse */
    PROGRESS = 50 /* points to the winner for each step of any king from the border: the winner's own kings and the
                     hunted one are worst for it there, as the solved endings show */
};

int solved_ending_border_steps(const Variant *v, Square s)
{
    const int column = square_column(s), row = square_row(s);
    const int across = column < v->columns + 1 - column ? column - 1 : v->columns - column;
    const int along = (row < v->rows + 1 - row ? row - 1 : v->rows - row) + (v->columns - v->rows) / 2;
    return across < along ? across : along;
}

/* The points of the row with those pieces, the sides in that order; 0 when there is none. */
static Score points_of_row(int board, int kings, int men, int enemy_kings, int enemy_men)
{
    for (int i = 0; i < SOLVED_ENDING_COUNT; i++) {
        const SolvedEnding *const e = &SOLVED_ENDINGS[i];
        if (e->kings == kings && e->men == men && e->enemy_kings == enemy_kings && e->enemy_men == enemy_men) {
            return e->points[board];
        }
    }
    return 0;
}

/* The points by the count of pieces, White's view. */
static Score points_of_count(const Position *p)
{
    const int men[] = {popcount(p->men[WHITE]), popcount(p->men[BLACK])};
    const int kings[] = {popcount(p->kings[WHITE]), popcount(p->kings[BLACK])};
    const int white = men[WHITE] + kings[WHITE], black = men[BLACK] + kings[BLACK];
    const int board = variant_index(p->variant);
    if (white + black > SOLVED_ENDING_PIECES) {
        return white > black ? SOLVED_ENDING_POINTS_MAX : -SOLVED_ENDING_POINTS_MAX;
    }
    return points_of_row(board, kings[WHITE], men[WHITE], kings[BLACK], men[BLACK]) -
           points_of_row(board, kings[BLACK], men[BLACK], kings[WHITE], men[WHITE]);
}

Score solved_ending_value(const Position *p, Score value)
{
    const Score points = points_of_count(p);
    if (points < WON && points > -WON) {
        return points + value / DRAWN_DIVISOR;
    }
    Score progress = 0;
    for (Bitboard kings = p->kings[WHITE] | p->kings[BLACK]; kings != 0; kings &= kings - 1) {
        progress += solved_ending_border_steps(p->variant, lowest(kings)) * PROGRESS;
    }
    return score_of_eval(points + value + (points > 0 ? progress : -progress));
}
