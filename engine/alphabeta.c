/* The search proper: principal variation search with the transposition table, and a quiescence search through
 * forced captures. */
#include "eval.h"
#include "movegen.h"
#include "order.h"
#include "params.h"
#include "worker.h"

enum {
    CHECK_INTERVAL = 1024, /* nodes between two looks at the clock */
    TRIED_MAX = 64         /* quiet moves remembered for the history */
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

/* Plies by which the search of the count-th move is reduced, 0 to depth - 2. */
static int reduction(const Worker *w, const Position *p, Move m, int depth, int count, bool pv_node)
{
    const int first = pv_node ? 2 : 1; /* so many moves are searched to the full depth */
    if (depth < REDUCTION_DEPTH || count <= first || move_is_capture(m)) {
        return 0;
    }
    const int plain = REDUCTION_BASE + log_of(depth) * log_of(count) / (LOG_UNIT * LOG_UNIT / HUNDREDTHS) * HUNDREDTHS /
                                           REDUCTION_DIVISOR;
    const int plies = plain / HUNDREDTHS - pv_node - w->history[p->side][m.from][m.to] / REDUCTION_HISTORY;
    return plies < 0 ? 0 : plies > depth - 2 ? depth - 2 : plies;
}

/* Counts the node and, on worker 0, looks at the limits now and then. Returns false when the search ends. */
static bool enter_node(Worker *w, int ply)
{
    worker_count_node(w);
    if (ply > w->selective) {
        w->selective = ply;
    }
    if (w->id == 0 && atomic_load_explicit(&w->nodes, memory_order_relaxed) >= w->next_check) {
        search_check_limits(w);
        const uint64_t nodes = atomic_load_explicit(&w->nodes, memory_order_relaxed);
        const uint64_t limit = w->search->limits.nodes;
        w->next_check = nodes + CHECK_INTERVAL;
        if (limit != 0 && nodes < limit && limit < w->next_check) {
            w->next_check = limit;
        }
    }
    return !search_stopping(w);
}

/* The key of the position `back` plies before the one at `ply`, which may lie in the game before the root. */
static uint64_t key_before(const Worker *w, int ply, int back)
{
    const int i = ply - back;
    return i >= 0 ? w->stack[i].key : w->search->game_keys[w->search->game_key_count + i];
}

/* True when the position at this ply is to count as a draw by repetition: it stood on the board in this search
 * before, or twice in the game. */
static bool is_repetition(const Worker *w, int ply)
{
    const StackEntry *const entry = &w->stack[ply];
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

/* Makes the move and sets up the stack for the next ply. */
static Position descend(Worker *w, const Position *p, Move m, int ply)
{
    const Position next = position_after(p, m);
    StackEntry *const entry = &w->stack[ply + 1];
    tt_prefetch(&w->search->tt, next.key);
    entry->key = next.key;
    entry->reversible = m.kind == MOVE_KING ? w->stack[ply].reversible + 1 : 0;
    return next;
}

/* Puts the move in front of the line of the next ply. */
static void extend_line(Line *line, Move m, const Line *rest)
{
    line->moves[0] = m;
    line->length = 1;
    for (int i = 0; i < rest->length && line->length < SEARCH_PLY_MAX; i++) {
        line->moves[line->length++] = rest->moves[i];
    }
}

/* Follows forced captures to their end and evaluates the quiet positions behind them. Captures are
 * compulsory, so there is no standing pat while one is pending. */
static Score quiescence(Worker *w, const Position *p, Score alpha, Score beta, int ply)
{
    w->stack[ply].line.length = 0;
    if (!enter_node(w, ply)) {
        return SCORE_DRAW;
    }
    if (!movegen_can_capture(p, p->side)) {
        return movegen_any(p) ? eval_position(p) : -(SCORE_WIN - ply);
    }
    if (ply >= SEARCH_PLY_MAX - 1) {
        return eval_position(p);
    }
    Picker picker;
    Score best = -SCORE_INFINITE;
    Move m;
    picker_init(&picker, w, p, ply, 0);
    while (picker_next(&picker, &m)) {
        const Position next = descend(w, p, m, ply);
        const Score score = -quiescence(w, &next, -beta, -alpha, ply + 1);
        if (search_stopping(w)) {
            break;
        }
        if (score > best) {
            best = score;
        }
        if (score > alpha) {
            alpha = score;
            extend_line(&w->stack[ply].line, m, &w->stack[ply + 1].line);
        }
        if (alpha >= beta) {
            break;
        }
    }
    picker_free(&picker);
    return best;
}

/* Reverse futility pruning: true when a quiet position is so far above beta that the few plies left will not
 * change it. Captures by men are mutual, so nothing hangs where the mover has none. */
static bool can_cut_quiet(const Position *p, Score beta, int depth)
{
    return depth <= FUTILITY_DEPTH && !score_is_forced(beta) && !movegen_can_capture(p, p->side) &&
           !movegen_can_capture(p, other(p->side)) && eval_position(p) - FUTILITY_MARGIN * depth >= beta &&
           movegen_any(p);
}

/* Searches the position at this ply to the given depth. */
static Score search_node(Worker *w, const Position *p, Score alpha, Score beta, int depth, int ply)
{
    const bool pv_node = beta - alpha > 1;
    const Score old_alpha = alpha;

    if (depth <= 0) {
        return quiescence(w, p, alpha, beta, ply);
    }
    w->stack[ply].line.length = 0;
    if (!enter_node(w, ply)) {
        return SCORE_DRAW;
    }
    if (is_repetition(w, ply)) {
        return SCORE_DRAW;
    }
    if (ply >= SEARCH_PLY_MAX - 1) {
        return eval_position(p);
    }

    TTData known = {.move = 0, .score = SCORE_NONE, .eval = SCORE_NONE, .depth = 0, .bound = BOUND_NONE};
    const bool hit = tt_load(&w->search->tt, p->key, ply, &known);
    if (hit && !pv_node && known.depth >= depth) {
        const Bound needed = known.score >= beta ? BOUND_LOWER : BOUND_UPPER;
        if ((known.bound & needed) != 0) {
            return known.score;
        }
    }

    if (!pv_node && can_cut_quiet(p, beta, depth)) {
        return beta;
    }

    Picker picker;
    Move m;
    Move best_move = {.kind = MOVE_NONE};
    Move tried[TRIED_MAX];
    int tried_count = 0;
    Score best = -SCORE_INFINITE;
    picker_init(&picker, w, p, ply, known.move);
    if (picker.list.count == 0) {
        picker_free(&picker);
        return -(SCORE_WIN - ply);
    }
    const int extension = picker.list.count == 1 ? EXTENSION_SINGLE_REPLY : 0;
    for (int count = 1; picker_next(&picker, &m); count++) {
        const Position next = descend(w, p, m, ply);
        const int full = depth - 1 + extension;
        const int reduced = full - reduction(w, p, m, depth, count, pv_node);
        Score score = SCORE_NONE;
        if (count > 1) {
            score = -search_node(w, &next, -alpha - 1, -alpha, reduced, ply + 1);
            if (score > alpha && reduced < full) {
                score = -search_node(w, &next, -alpha - 1, -alpha, full, ply + 1);
            }
        }
        if (count == 1 || (score > alpha && score < beta)) {
            score = -search_node(w, &next, -beta, -alpha, full, ply + 1);
        }
        if (search_stopping(w)) {
            picker_free(&picker);
            return SCORE_DRAW;
        }
        if (score > best) {
            best = score;
            best_move = m;
        }
        if (score > alpha) {
            alpha = score;
            extend_line(&w->stack[ply].line, m, &w->stack[ply + 1].line);
        }
        if (alpha >= beta) {
            if (!move_is_capture(m)) {
                order_update(w, p, ply, m, tried, tried_count, depth);
            }
            break;
        }
        if (!move_is_capture(m) && tried_count < TRIED_MAX) {
            tried[tried_count++] = m;
        }
    }
    picker_free(&picker);

    const TTData found = {.move = best > old_alpha ? tt_pack(best_move) : 0,
                          .score = best,
                          .eval = SCORE_NONE,
                          .depth = depth,
                          .bound = best >= beta       ? BOUND_LOWER
                                   : best > old_alpha ? BOUND_EXACT
                                                      : BOUND_UPPER};
    tt_store(&w->search->tt, p->key, ply, found);
    return best;
}

Score worker_search_root(Worker *w, Score alpha, Score beta, int depth)
{
    Score best = -SCORE_INFINITE;
    enter_node(w, 0);
    for (int i = w->multipv_index; i < w->root_count; i++) {
        RootMove *const root = &w->root_moves[i];
        const Position next = descend(w, &w->root, root->move, 0);
        Score score;
        w->selective = 0;
        if (i == w->multipv_index) {
            score = -search_node(w, &next, -beta, -alpha, depth - 1, 1);
        } else {
            score = -search_node(w, &next, -alpha - 1, -alpha, depth - 1, 1);
            if (score > alpha && score < beta) {
                score = -search_node(w, &next, -beta, -alpha, depth - 1, 1);
            }
        }
        if (search_stopping(w)) {
            break;
        }
        if (i == w->multipv_index || score > alpha) {
            root->score = score;
            root->selective = w->selective;
            extend_line(&root->line, root->move, &w->stack[1].line);
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
