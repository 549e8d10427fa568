/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search proper: principal variation search with the transposition table. */
#include "core/movegen.h"
#include "search/order.h"
#include "search/params.h"
#include "search/worker.h"

enum {
    TRIED_MAX = 64,      /* quiet moves remembered for the history */
    REPETITION_PLIES = 4 /* the fewest king moves after which a position can stand on the board again */
};

/* Thousandths of the natural logarithm of 0 (taken as 1) to 63: integers, so that every build searches alike. */
static const int LOG[] = {
    0,    0,    693,  1099, 1386, 1609, 1792, 1946, 2079, 2197, 2303, 2398, 2485, 2565, 2639, 2708,
    2773, 2833, 2890, 2944, 2996, 3045, 3091, 3135, 3178, 3219, 3258, 3296, 3332, 3367, 3401, 3434,
    3466, 3497, 3526, 3555, 3584, 3611, 3638, 3664, 3689, 3714, 3738, 3761, 3784, 3807, 3829, 3850,
    3871, 3892, 3912, 3932, 3951, 3970, 3989, 4007, 4025, 4043, 4060, 4078, 4094, 4111, 4127, 4143,
};
enum { LOG_COUNT = sizeof LOG / sizeof LOG[0], LOG_UNIT = 1000, HUNDREDTHS = 100 };

static int log_of(int n)
{
    return LOG[n < LOG_COUNT ? n : LOG_COUNT - 1];
}

void worker_fill_reductions(struct Search *s)
{
    for (int depth = 0; depth < REDUCTIONS; depth++) {
        for (int count = 0; count < REDUCTIONS; count++) {
            const int logs = log_of(depth) * log_of(count) / (LOG_UNIT * LOG_UNIT / HUNDREDTHS);
            s->reductions[depth][count] = (int16_t)(REDUCTION_BASE + logs * HUNDREDTHS / REDUCTION_DIVISOR);
        }
    }
}

/* Plies by which the search of the count-th move is reduced, 0 to depth - 2. */
static int reduction(const Worker *w, const Position *p, int ply, Move m, int depth, int count, bool pv_node)
{
    const int first = pv_node ? 2 : 1; /* so many moves are searched to the full depth */
    if (depth < REDUCTION_DEPTH || count <= first || move_is_capture(m)) {
        return 0;
    }
    const int plain =
        w->search->reductions[depth < REDUCTIONS ? depth : REDUCTIONS - 1][count < REDUCTIONS ? count : REDUCTIONS - 1];
    const int plies = plain / HUNDREDTHS - pv_node - order_history(w, p->side, ply, m) / REDUCTION_HISTORY;
    return plies < 0 ? 0 : plies > depth - 2 ? depth - 2 : plies;
}

/* The key of the position `back` plies before the one at `ply`, which may lie in the game before the root. */
static uint64_t key_before(const Worker *w, int ply, int back)
{
    const int i = ply - back;
    return i >= 0 ? stack_at(w, i)->key : w->search->game_keys[w->search->game_key_count + i];
}

/* True when the position at this ply is to count as a draw by repetition: it stood on the board in this search
 * before, or twice in the game. */
static bool is_repetition(const Worker *w, int ply)
{
    const StackEntry *const entry = stack_at(w, ply);
    int seen = 0;
    for (int back = 4; back <= entry->reversible && back <= ply + w->search->game_key_count; back += 2) {
        if (key_before(w, ply, back) == entry->key) {
            seen++;
            /* A repetition of the root itself or of what came before needs a third occurrence. */
            if (back < ply || seen == 2) {
                return true;
            }
        }
    }
    return false;
}

/* Sets up the stack for the next ply: the move leads to next. Apart from position_after(), so that nobody copies
 * the position. */
static void descend(Worker *w, Move m, const Position *next, int ply)
{
    StackEntry *const entry = stack_at(w, ply);
    entry[0].to = m.to;
    entry[1].key = next->key;
    entry[1].reversible = m.kind == MOVE_KING ? entry[0].reversible + 1 : 0;
}

void worker_extend_line(Worker *w, Move m, int ply)
{
    Line *const line = &w->lines[ply];
    const Line *const rest = &w->lines[ply + 1];
    line->moves[0] = m;
    line->length = 1;
    for (int i = 0; i < rest->length && line->length < SEARCH_PLY_MAX; i++) {
        line->moves[line->length++] = rest->moves[i];
    }
}

/* Reverse futility pruning: true when a quiet position is so far above beta that the few plies left will not
 * change it. Captures by men are mutual, so nothing hangs where the mover has none; kings are looked at. */
static bool can_cut_quiet(Worker *w, const Position *p, Score beta, int depth, int ply)
{
    const Score high = beta + FUTILITY_MARGIN * depth;
    if (depth > FUTILITY_DEPTH || score_is_mate(beta)) {
        return false;
    }
    Score value = worker_lazy_least(w, ply);
    if (value < high) {
        value = evaluation_value(w->search->evaluation, w->evaluated, p, ply, high - 1, high);
        stack_at(w, ply)->value = value;
    }
    return value >= high && (p->kings[other(p->side)] == 0 || !movegen_can_capture(p, other(p->side))) &&
           movegen_any(p);
}

/* Between what scores the value of a position lies by the tables. */
typedef struct TableBounds {
    Score least, most;
} TableBounds;

/* What a drawn position counts as, so that the search prefers draws in which the opponent can still go wrong: a small
 * part of its value. */
static Score drawn_value(Worker *w, const Position *p, int ply)
{
    const Score value = evaluation_value(w->search->evaluation, w->evaluated, p, ply, -SCORE_INFINITE, SCORE_INFINITE) /
                        TABLE_DRAW_SHARE;
    return value > TABLE_DRAW_MOST ? TABLE_DRAW_MOST : value < -TABLE_DRAW_MOST ? -TABLE_DRAW_MOST : value;
}

/* Asks the tables about a position. Returns true when what they say is enough for the window. Else what is left open is
 * how fast the end comes, or what a draw is like once a capture that is due is made. */
static bool ask_tables(Worker *w, const Position *p, Score alpha, Score beta, int ply, TableBounds *b)
{
    Score known;
    if (!worker_probe(w, p, ply, stack_at(w, ply)->reversible == 0, &known)) {
        return false;
    }
    if (known == SCORE_DRAW) {
        if (movegen_can_capture(p, p->side)) {
            return false;
        }
        b->least = b->most = drawn_value(w, p, ply);
        return true;
    }
    b->least = known > SCORE_DRAW ? known : b->least;
    b->most = known < SCORE_DRAW ? known : b->most;
    return b->least >= beta || b->most <= alpha;
}

static Score search_node(Worker *w, const Position *p, Score alpha, Score beta, int depth, int ply);

/* The value of the position after a move, from the mover's side, searched to the depth that is left. */
static inline Score search_child(Worker *w, const Position *next, Score alpha, Score beta, int depth, int ply)
{
    return depth <= 0 ? -quiescence(w, next, -beta, -alpha, ply + 1)
                      : -search_node(w, next, -beta, -alpha, depth, ply + 1);
}

/* The same to the full depth, or first to the reduced one. The window is closed at first, to tell whether the move is
 * better than what is known, but for the first move of a node with an open window (principal variation search). */
static inline Score search_window(Worker *w, const Position *next, Score alpha, Score beta, int full, int reduced,
                                  int ply, bool pv_node, bool first)
{
    if (!pv_node || !first) {
        Score score = search_child(w, next, alpha, alpha + 1, reduced, ply);
        if (score > alpha && reduced < full) {
            score = search_child(w, next, alpha, alpha + 1, full, ply);
        }
        if (score <= alpha || !pv_node) {
            return score;
        }
    }
    w->lines[ply + 1].length = 0; /* a child whose window is closed does not touch it */
    return search_child(w, next, alpha, beta, full, ply);
}

/* Fetches, early, what the table knows about the position after its own move, which will be searched first. */
static inline void prefetch_reply(const Worker *w, const Position *p, PackedMove packed)
{
    const Square from = tt_packed_from(packed);
    const Move m = {.taken = 0,
                    .from = from,
                    .to = tt_packed_to(packed),
                    .kind = (p->men[p->side] & bit(from)) != 0 ? MOVE_MAN : MOVE_KING};
    tt_prefetch(&w->search->tt, position_key_after_quiet(p, m));
}

/* The value of a move with no depth left after it: no table, no stack. */
static inline Score search_leaf(Worker *w, const Position *p, Move m, Score alpha, Score beta, int ply, bool pv_node,
                                bool first)
{
    const Position next = position_after_keyed(p, m, p->key);
    Score known;
    if (w->converting && worker_probe(w, &next, ply + 1, m.kind != MOVE_KING, &known)) {
        w->lines[ply + 1].length = 0;
        return -known;
    }
    return search_window(w, &next, alpha, beta, 0, 0, ply, pv_node, first);
}

/* The value of the count-th move of a node, the root or another, which leaves `full` plies of a search of `depth`. */
static inline Score search_move(Worker *w, const Position *p, Move m, Score alpha, Score beta, int depth, int full,
                                int count, int ply, bool pv_node)
{
    const bool first = count == 1;
    if (full <= 0) {
        return search_leaf(w, p, m, alpha, beta, ply, pv_node, first);
    }
    const int reduced = full - reduction(w, p, ply, m, depth, count, pv_node);
    const Position next = position_after(p, m);
    tt_prefetch(&w->search->tt, next.key);
    descend(w, m, &next, ply);
    return search_window(w, &next, alpha, beta, full, reduced, ply, pv_node, first);
}

/* Searches the position at this ply to the given depth, at least 1. */
static Score search_node(Worker *w, const Position *p, Score alpha, Score beta, int depth, int ply)
{
    const bool pv_node = beta - alpha > 1;
    const Score old_alpha = alpha;
    StackEntry *const entry = stack_at(w, ply);

    if (!worker_enter(w, ply)) {
        return SCORE_DRAW;
    }
    if (entry->reversible >= REPETITION_PLIES && is_repetition(w, ply)) {
        return SCORE_DRAW;
    }
    /* Where the last move cannot be taken back: within a class of endings the search goes on, to make progress. From a
     * root that is drawn they are not asked: all moves that are left there keep the draw, and what counts is how. */
    TableBounds ends = {-SCORE_INFINITE, SCORE_INFINITE};
    if (w->converting || (w->search->table_pieces != 0 && entry->reversible == 0 && w->root_result != WDL_DRAW)) {
        if (ask_tables(w, p, alpha, beta, ply, &ends)) {
            return ends.most <= alpha ? ends.most : ends.least;
        }
        alpha = ends.least > alpha ? ends.least : alpha;
    }
    if (ply >= SEARCH_PLY_MAX - 1) {
        return evaluation_value(w->search->evaluation, w->evaluated, p, ply, -SCORE_INFINITE, SCORE_INFINITE);
    }

    entry->value = SCORE_NONE;
    const bool captures = movegen_can_capture(p, p->side);
    TTData known = {.move = 0, .score = SCORE_NONE, .depth = 0, .bound = BOUND_NONE};
    const bool hit = tt_load(&w->search->tt, p->key, ply, &known);
    if (hit && !pv_node && known.depth >= depth) {
        const Bound needed = known.score >= beta ? BOUND_LOWER : BOUND_UPPER;
        if ((known.bound & needed) != 0) {
            return known.score;
        }
    }

    if (known.move != 0 && !captures && depth > 1) {
        prefetch_reply(w, p, known.move);
    }
    if (!pv_node && !captures && ends.most == SCORE_INFINITE && can_cut_quiet(w, p, beta, depth, ply)) {
        return beta;
    }
    if (depth >= IIR_DEPTH && known.move == 0) {
        depth--;
    }

    Picker picker;
    Move m;
    Move best_move = {.kind = MOVE_NONE};
    Move tried[TRIED_MAX];
    int tried_count = 0;
    int count = 0;
    Score best = ends.least;
    picker_init(&picker, w, p, ply, known.move, captures, depth > 1);
    const int extension = picker_is_single(&picker) ? EXTENSION_SINGLE_REPLY : 0;
    const int full = depth - 1 + extension;
    while (picker_next(&picker, &m)) {
        count++;
        const Score score = search_move(w, p, m, alpha, beta, depth, full, count, ply, pv_node);
        if (search_stopping(w)) {
            picker_free(&picker);
            return SCORE_DRAW;
        }
        if (score > best) {
            best = score;
            if (score > alpha) {
                alpha = score;
                best_move = m;
                if (pv_node) {
                    worker_extend_line(w, m, ply);
                }
                if (alpha >= beta) {
                    if (!move_is_capture(m)) {
                        order_update(w, p->side, ply, m, tried, tried_count, depth);
                    }
                    break;
                }
            }
        }
        if (!move_is_capture(m) && tried_count < TRIED_MAX) {
            tried[tried_count++] = m;
        }
    }
    picker_free(&picker);
    if (count == 0) {
        return -(SCORE_WIN - ply);
    }

    const bool clipped = best > ends.most;
    best = clipped ? ends.most : best;
    const TTData found = {.move = tt_pack(best_move),
                          .score = best,
                          .depth = depth,
                          .bound = clipped                              ? BOUND_UPPER
                                   : best >= beta || best == ends.least ? BOUND_LOWER
                                   : best > old_alpha                   ? BOUND_EXACT
                                                                        : BOUND_UPPER};
    tt_store(&w->search->tt, p->key, ply, found);
    return best;
}

Score worker_search_root(Worker *w, Score alpha, Score beta, int depth)
{
    Score best = -SCORE_INFINITE;
    if (!worker_enter(w, 0)) {
        return best;
    }
    for (int i = w->multipv_index; i < w->root_count; i++) {
        RootMove *const root = &w->root_moves[i];
        const int count = i - w->multipv_index + 1;
        worker_report_current(w, i, depth);
        w->seldepth = 0;
        w->lines[1].length = 0;
        Score score = search_move(w, &w->root, root->move, strength_lowered(alpha, root->bonus),
                                  strength_lowered(beta, root->bonus), depth, depth - 1, count, 0, true);
        if (search_stopping(w)) {
            break;
        }
        score = strength_raised(score, root->bonus);
        root->most = score < beta ? score : SCORE_INFINITE;
        if (i == w->multipv_index || score > alpha) {
            root->score = score;
            root->seldepth = w->seldepth;
            worker_extend_line(w, root->move, 0);
            root->line = w->lines[0];
        } else {
            /* Only known to be no better than the best; the stable sort keeps the order. */
            root->score = -SCORE_INFINITE;
        }
        if (score > best) {
            best = score;
        }
        if (score > alpha) {
            alpha = score;
        }
        if (alpha >= beta) {
            break;
        }
    }
    return best;
}
