/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/report.h"

#include <inttypes.h>

void report_score(Text *t, Score score)
{
    if (score_is_mate(score)) {
        text_add(t, "mate %d", score_mate_moves(score));
    } else {
        text_add(t, "cp %d", score);
    }
}

void report_info(Text *t, const Position *root, NotationStyle style, const SearchInfo *info)
{
    text_add(t, "info depth %d seldepth %d multipv %d score ", info->depth, info->seldepth, info->multipv);
    report_score(t, info->score);
    text_add(t, " nodes %" PRIu64 " nps %" PRIu64 " hashfull %d time %" PRId64, info->nodes, info->nps, info->hashfull,
             info->time);
    if (info->tables || info->table_hits > 0) {
        text_add(t, " tbhits %" PRIu64, info->table_hits);
    }
    Position p = *root;
    for (int i = 0; i < info->pv_length; i++) {
        char move[NOTATION_SIZE];
        notation_print(&p, info->pv[i], style, move);
        text_add(t, "%s %s", i == 0 ? " pv" : "", move);
        p = position_after(&p, info->pv[i]);
    }
    text_add(t, "\n");
}

void report_current(Text *t, const Position *root, NotationStyle style, const SearchCurrent *current)
{
    char move[NOTATION_SIZE];
    notation_print(root, current->move, style, move);
    text_add(t, "info depth %d currmove %s currmovenumber %d\n", current->depth, move, current->number);
}

void report_result(Text *t, const Position *root, NotationStyle style, const SearchResult *result)
{
    char move[NOTATION_SIZE];
    if (result->best.kind == MOVE_NONE) {
        text_add(t, "bestmove (none)\n");
        return;
    }
    notation_print(root, result->best, style, move);
    text_add(t, "bestmove %s", move);
    if (result->ponder.kind != MOVE_NONE) {
        const Position next = position_after(root, result->best);
        notation_print(&next, result->ponder, style, move);
        text_add(t, " ponder %s", move);
    }
    text_add(t, "\n");
}
