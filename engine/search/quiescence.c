/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quiescence search: positions are evaluated only where no capture is pending. */
#include "core/movegen.h"
#include "search/params.h"
#include "search/worker.h"

/* Brings the captures that take kings to the front. All legal captures take the same number of pieces. */
static void put_kings_first(MoveList *list, Bitboard kings)
{
    int front = 0;
    for (int i = 0; i < list->count; i++) {
        if ((list->moves[i].taken & kings) != 0) {
            const Move held = list->moves[front];
            list->moves[front++] = list->moves[i];
            list->moves[i] = held;
        }
    }
}

/* The value of a position with a capture pending. Captures are compulsory, so there is no standing pat. */
static Score follow_captures(Worker *w, const Position *p, Score alpha, Score beta, int ply)
{
    const bool pv_node = beta - alpha > 1;
    if (ply >= SEARCH_PLY_MAX - 1) {
        return evaluation_value(w->search->evaluation, w->evaluated, p, ply, -SCORE_INFINITE, SCORE_INFINITE);
    }
    MoveList list;
    stack_at(w, ply)->value = SCORE_NONE;
    Score best = -SCORE_INFINITE;
    move_list_init(&list);
    movegen_legal(p, &list);
    if (p->kings[other(p->side)] != 0) {
        put_kings_first(&list, p->kings[other(p->side)]);
    }
    for (int i = 0; i < list.count; i++) {
        const Move m = list.moves[i];
        const Position next = position_after_keyed(p, m, p->key);
        w->lines[ply + 1].length = 0;
        const Score score = -quiescence(w, &next, -beta, -alpha, ply + 1);
        if (search_stopping(w)) {
            break;
        }
        if (score > best) {
            best = score;
            if (score > alpha) {
                alpha = score;
                if (pv_node) {
                    worker_extend_line(w, m, ply);
                }
                if (alpha >= beta) {
                    break;
                }
            }
        }
    }
    move_list_free(&list);
    return best;
}

Score quiescence(Worker *w, const Position *p, Score alpha, Score beta, int ply)
{
    if (!worker_enter(w, ply)) {
        return SCORE_DRAW;
    }
    if (movegen_can_capture(p, p->side)) {
        return follow_captures(w, p, alpha, beta, ply);
    }
    if (!movegen_any(p)) {
        return -(SCORE_WIN - ply);
    }
    const Score least = worker_lazy_least(w, ply), most = worker_lazy_most(w, ply);
    if (least >= beta || most <= alpha) {
        return least >= beta ? least : most;
    }
    return evaluation_value(w->search->evaluation, w->evaluated, p, ply, alpha, beta);
}
