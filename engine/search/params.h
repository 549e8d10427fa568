/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tunable numbers of the search, in one place. Each technique names its own; TECHNIQUES.md shows what they are
 * worth. scripts/spsa and scripts/trial change them: a line begins with the name and a number in decimal digits. */
#ifndef BUSHKA_SEARCH_PARAMS_H
#define BUSHKA_SEARCH_PARAMS_H

enum {
    /* Late move reductions: the search of the n-th quiet move at depth d is reduced by about BASE / 100 + ln(d) ln(n) /
     * (DIVISOR / 100) plies, less for moves with a good history. It is reduced by a ply more when more than CUTOFFS of
     * the positions after moves of this node or its siblings were cut off: one more will hardly do better. */
    REDUCTION_DEPTH = 3,       /* least depth, plies */
    REDUCTION_BASE = 80,       /* hundredths of a ply */
    REDUCTION_DIVISOR = 200,   /* hundredths */
    REDUCTION_HISTORY = 15000, /* history points worth one ply */
    REDUCTION_CUTOFFS = 3,     /* nodes */

    /* A forced reply, the only legal move, does not cost depth. */
    EXTENSION_SINGLE_REPLY = 1, /* plies */

    /* Nor does a capture, which is compulsory: exchanges are searched to their end. */
    EXTENSION_CAPTURE = 1, /* plies */

    /* Reverse futility pruning: a quiet position this much above beta for each ply left is cut off. */
    FUTILITY_DEPTH = 6,   /* greatest depth, plies */
    FUTILITY_MARGIN = 40, /* points a ply */

    /* Lazy evaluation: a quiet position is not evaluated when a value known up to PLIES plies earlier, plus the
     * material captured since, is far enough outside the window: MARGIN points above beta if the other side was to move
     * then, CAPTURE_MARGIN below alpha if the same side was. In 5 to 17 of 10,000 such positions the evaluation would
     * have been on the other side of the bound. */
    LAZY_PLIES = 4,
    LAZY_MARGIN = 100,         /* points */
    LAZY_CAPTURE_MARGIN = 230, /* points */

    /* Razoring: a quiet position whose evaluation is MARGIN below alpha, and PLY more for each ply left but the last,
     * is not searched. If it is below alpha by less, but by enough for the lazy evaluation of leaves and the futility
     * pruning before them, only moves that let the enemy capture are searched. */
    RAZOR_MARGIN = 150, /* points */
    RAZOR_PLY = 100,    /* points a ply */

    /* Internal iterative reduction: a node without a move from the table is searched a ply less deep. */
    IIR_DEPTH = 4, /* least depth, plies */

    /* Aspiration: from this depth on the first window is the last score plus and minus WINDOW; a search that ends
     * outside widens it. */
    ASPIRATION_DEPTH = 5,    /* plies */
    ASPIRATION_WINDOW = 15,  /* points */
    ASPIRATION_GROWTH = 100, /* percent */

    /* A draw known by tablebases counts as a fraction of the position's value, within bounds. */
    TABLE_DRAW_SHARE = 16, /* what the value is divided by */
    TABLE_DRAW_MAX = 20,   /* points */

    /* History of quiet moves. */
    HISTORY_MAX = 16384,    /* values lie within plus and minus this */
    HISTORY_BONUS = 1600,   /* of a move that cuts off; the moves tried before it lose as much */
    CONTINUATION_WEIGHT = 1 /* of the history that depends on the move before, beside the others */
};

#endif
