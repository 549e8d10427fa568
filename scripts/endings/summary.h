/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How solved endings end: counts over all positions of a class, and the report that is printed. */
#ifndef BUSHKA_ENDINGS_SUMMARY_H
#define BUSHKA_ENDINGS_SUMMARY_H

#include <stdio.h>

#include "endings/solve.h"

/* Which positions are counted. Quiet ones, without a capture for either side, are those that an evaluation sees. */
typedef enum EndingCounted { ENDING_ALL, ENDING_QUIET } EndingCounted;

/* Results for one side, and the plies to the end, together and at the most. */
typedef struct EndingTally {
    uint64_t wins, draws, losses;
    uint64_t win_plies, loss_plies;
    int longest_win, longest_loss;
} EndingTally;

/* Counts the positions of a class from the view of its side to move. Once the endings are stopped, this and what
 * follows end soon and mean nothing. */
EndingTally ending_tally(const Endings *endings, EndingClass c, EndingCounted counted);

/* Counts the quiet positions of a class and those with the other side to move, both from the view of the side named
 * first: by_mover[0] where that one is to move, by_mover[1] where the other is. */
void ending_tally_quiet(const Endings *endings, EndingClass c, EndingTally by_mover[2]);

/* All positions counted. */
uint64_t ending_tally_positions(const EndingTally *t);

/* Prints a table of the quiet positions of all classes, two lines for each pair: either side to move, from the view of
 * the side named first. */
void ending_summary_print(const Endings *endings, FILE *out);

#endif
