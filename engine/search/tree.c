/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/tree.h"

#include "core/movegen.h"
#include "search/movepicker.h"
#include "search/params.h"
#include "search/probe.h"
#include "search/reports.h"

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

/* Late move reductions: plies by which the search of the count-th move is reduced, 0 to depth - 2. */
static int reduction(const SearchThread *t, const Node *node, Move m, int count)
{
    const int first = node->pv ? 2 : 1; /* that many moves are searched to the full depth */
    if (node->depth < REDUCTION_DEPTH || count <= first || move_is_capture(m)) {
        return 0;
    }
    const int logs = log_of(node->depth) * log_of(count) / (LOG_UNIT * LOG_UNIT / HUNDREDTHS);
    const int plain = (REDUCTION_BASE + logs * HUNDREDTHS / REDUCTION_DIVISOR) / HUNDREDTHS;
    const int history = movepicker_history(t, node, m) / REDUCTION_HISTORY;
    const int cut = t->stack[node->ply + 1 + STACK_BELOW].cutoffs > REDUCTION_CUTOFFS;
    const int plies = plain - node->pv - history + cut;
    return plies < 0 ? 0 : plies > node->depth - 2 ? node->depth - 2 : plies;
}

/* Counts the node and checks the limits now and then, those of time on the main thread alone. Returns false when the
 * search ends. */
static inline bool enter_node(SearchThread *t, int ply)
{
    if (threads_stopping(t)) {
        return false;
    }
    const uint64_t own = atomic_load_explicit(&t->nodes, memory_order_relaxed) + 1;
    atomic_store_explicit(&t->nodes, own, memory_order_relaxed);
    if (ply > t->seldepth) {
        t->seldepth = ply;
    }
    if (own >= t->next_check) {
        Search *const s = t->shared;
        const uint64_t all = threads_nodes(s);
        t->next_check = t->id == 0 ? time_check(&s->time, all, own, s->thread_count)
                                   : time_check_nodes(&s->time, all, own, s->thread_count);
        return !threads_stopping(t);
    }
    return true;
}

/* The key of the position `back` plies before the one at `ply`, which may lie in the game before the root. */
static uint64_t key_before(SearchThread *t, int ply, int back)
{
    const int i = ply - back;
    return i >= 0 ? threads_stack(t, i)->key : t->shared->game_keys[t->shared->game_key_count + i];
}

/* True when the position at this ply is to count as a draw by repetition: it stood on the board in this search
 * before, or twice in the game. */
static bool is_repetition(SearchThread *t, int ply)
{
    const StackEntry *const entry = threads_stack(t, ply);
    int seen = 0;
    for (int back = REPETITION_PLIES; back <= entry->reversible_plies; back += 2) {
        if (key_before(t, ply, back) == entry->key) {
            seen++;
            /* A repetition of the root itself or of what came before needs a third occurrence. */
            if (back < ply || seen == REPETITIONS) {
                return true;
            }
        }
    }
    return false;
}

/* Makes the principal variation at a ply of the move and the variation at the next ply. */
static void update_pv(SearchThread *t, Move m, int ply)
{
    Pv *const pv = &t->pv[ply];
    const Pv *const rest = &t->pv[ply + 1];
    pv->moves[0] = m;
    pv->length = 1;
    for (int i = 0; i < rest->length && pv->length < SEARCH_PLY_MAX; i++) {
        pv->moves[pv->length++] = rest->moves[i];
    }
}

/* The exact value of the position. */
static Score evaluate(SearchThread *t, const Position *p, int ply)
{
    return evaluation_value(t->shared->evaluation, t->evaluation_stack, p, ply, -SCORE_INFINITE, SCORE_INFINITE);
}

/* Bounds of the value of a position, which hold except in rare cases. */
typedef struct LazyBounds {
    Score lower, upper; /* -SCORE_INFINITE and SCORE_INFINITE: not known */
} LazyBounds;

/* The bounds of a quiet position at that ply, at least 1, from the last position before it whose value is known and the
 * material captured since. Having the move is worth something: a side that had it then and has it now has hardly gained
 * more than it captured, and a side that has it only now has hardly lost more than was captured from it. */
static inline LazyBounds lazy_bounds(SearchThread *t, const Position *p, int ply)
{
    LazyBounds b = {.lower = -SCORE_INFINITE, .upper = SCORE_INFINITE};
    int back = 1;
    while (back < LAZY_PLIES && back < ply && threads_stack(t, ply - back)->value == SCORE_NONE) {
        back++;
    }
    const StackEntry *const before = threads_stack(t, ply - back);
    if (before->value == SCORE_NONE) {
        return b;
    }
    const int side = back % 2 == 0 ? 1 : -1; /* 1: the same side was to move then; -1: the other */
    /* A single quiet move captures nothing. */
    const Score gained = back == 1 ? 0 : evaluation_material(p) - side * evaluation_material(before->position);
    if (side > 0) {
        b.upper = before->value + gained + LAZY_CAPTURE_MARGIN;
    } else {
        b.lower = -before->value + gained - LAZY_MARGIN;
    }
    return b;
}

static Score quiescence(SearchThread *t, Node *node);
static Score search_node(SearchThread *t, Node *node);

/* The value of the position after a move of the node, from the mover's side, searched to that depth. */
static inline Score search_child(SearchThread *t, const Node *node, const Position *next, Score alpha, Score beta,
                                 int depth)
{
    Node child = {
        .position = next, .alpha = -beta, .beta = -alpha, .depth = depth, .ply = node->ply + 1, .pv = beta - alpha > 1};
    return depth <= 0 ? -quiescence(t, &child) : -search_node(t, &child);
}

/* The value of a position with a capture pending. Captures are compulsory, so there is no standing pat. */
static Score follow_captures(SearchThread *t, Node *node)
{
    const Position *const p = node->position;
    if (node->ply >= SEARCH_PLY_MAX - 1) {
        return evaluate(t, p, node->ply);
    }
    MoveList list;
    threads_stack(t, node->ply)->value = SCORE_NONE;
    Score best = -SCORE_INFINITE;
    move_list_init(&list);
    movegen_legal(p, &list);
    for (int i = 0; i < list.count; i++) {
        const Move m = list.moves[i];
        const Position next = position_after_keyed(p, m, p->key);
        t->pv[node->ply + 1].length = 0;
        const Score score = search_child(t, node, &next, node->alpha, node->beta, 0);
        if (threads_stopping(t)) {
            break;
        }
        if (score > best) {
            best = score;
            if (score > node->alpha) {
                node->alpha = score;
                if (node->pv) {
                    update_pv(t, m, node->ply);
                }
                if (score >= node->beta) {
                    break;
                }
            }
        }
    }
    move_list_free(&list);
    return best;
}

/* Quiescence search: follows compulsory captures to their end and evaluates the quiet positions behind them. Neither
 * the position's key nor its stack entry is read. */
static Score quiescence(SearchThread *t, Node *node)
{
    const Position *const p = node->position;
    if (!enter_node(t, node->ply)) {
        return SCORE_DRAW;
    }
    if (movegen_can_capture(p, p->side)) {
        return follow_captures(t, node);
    }
    if (!movegen_has_move(p)) {
        return -(SCORE_WIN - node->ply);
    }
    const LazyBounds lazy = lazy_bounds(t, p, node->ply);
    if (lazy.lower >= node->beta || lazy.upper <= node->alpha) {
        return lazy.lower >= node->beta ? lazy.lower : lazy.upper;
    }
    return evaluation_value(t->shared->evaluation, t->evaluation_stack, p, node->ply, node->alpha, node->beta);
}

/* True when the enemy could capture if it were to move, in a position where the side to move has no capture: only kings
 * can. */
static bool kings_threaten(const Position *p)
{
    return p->kings[other(p->side)] != 0 && movegen_can_capture(p, other(p->side));
}

/* Reverse futility pruning: a lower bound, beta or above, of a quiet position so far above beta that the few plies left
 * will not change it; else SCORE_NONE. */
static Score reverse_futility_score(SearchThread *t, const Node *node)
{
    const Position *const p = node->position;
    const Score high = node->beta + FUTILITY_MARGIN * node->depth;
    if (node->depth > FUTILITY_DEPTH || score_is_mate(node->beta)) {
        return SCORE_NONE;
    }
    Score value = lazy_bounds(t, p, node->ply).lower;
    if (value < high || kings_threaten(p)) { /* a node that is searched needs a value, for lazy_bounds() */
        /* With enemy kings, which may threaten, the value has to be exact: a lower bound here would be an upper bound
         * of what follows. */
        value = p->kings[other(p->side)] != 0
                    ? evaluate(t, p, node->ply)
                    : evaluation_value(t->shared->evaluation, t->evaluation_stack, p, node->ply, high - 1, high);
        threads_stack(t, node->ply)->value = value;
        threads_stack(t, node->ply)->position = p;
        if (value < high || kings_threaten(p)) {
            return SCORE_NONE;
        }
    }
    return movegen_has_move(p) ? (value + node->beta) / 2
                               : SCORE_NONE; /* half of the surplus over beta may yet be lost */
}

/* An upper bound, at most alpha, of those moves of a quiet node that do not let the enemy capture, when the positions
 * after them would be cut off without an evaluation: by reverse_futility_score(), except for what the side's own kings
 * then threaten, or, at leaves, by lazy_bounds() with that very score. Then these moves need not be searched.
 * -SCORE_INFINITE when they must be. */
static Score futility_bound(SearchThread *t, const Node *node)
{
    const Position *const p = node->position;
    const Score value = threads_stack(t, node->ply)->value;
    const bool hopeless = !node->pv && value != SCORE_NONE && !t->shared->converting &&
                          value + LAZY_MARGIN + FUTILITY_MARGIN * (node->depth - 1) <= node->alpha &&
                          p->kings[other(p->side)] == 0 && movegen_has_choice(p, p->side) &&
                          movegen_has_choice(p, other(p->side));
    if (!hopeless) {
        return -SCORE_INFINITE;
    }
    return node->depth > 1 ? (value + LAZY_MARGIN + node->alpha) / 2
                           : value + LAZY_MARGIN; /* as reverse_futility_score() */
}

/* Principal variation search of the position after a move: a null window, first at the reduced depth, tells whether the
 * move beats alpha. Only then is it searched with the window of the node, and the first move of a PV node at once. */
static inline Score search_pvs(SearchThread *t, const Node *node, const Position *next, int full, int reduced,
                               bool first)
{
    if (!node->pv || !first) {
        Score score = search_child(t, node, next, node->alpha, node->alpha + 1, reduced);
        if (score > node->alpha && reduced < full) {
            score = search_child(t, node, next, node->alpha, node->alpha + 1, full);
        }
        if (score <= node->alpha || !node->pv) {
            return score;
        }
    }
    t->pv[node->ply + 1].length = 0; /* a child with a null window does not touch it */
    return search_child(t, node, next, node->alpha, node->beta, full);
}

/* The value of a move after which no depth is left, found without the transposition table and the stack. */
static inline Score search_leaf(SearchThread *t, const Node *node, Move m, bool first)
{
    const Position next = position_after_keyed(node->position, m, node->position->key);
    Score known;
    if (t->shared->converting && probe_position(t, &next, node->ply + 1, m.kind != MOVE_KING, &known)) {
        t->pv[node->ply + 1].length = 0;
        return -known;
    }
    return search_pvs(t, node, &next, 0, 0, first);
}

/* Sets up the stack for the next ply, where the move leads to `next`. Separate from position_after(), so that the
 * position is not copied. */
static void descend(SearchThread *t, Move m, const Position *next, int ply)
{
    StackEntry *const entry = threads_stack(t, ply);
    entry[0].to = m.to;
    entry[1].key = next->key;
    entry[1].reversible_plies = m.kind == MOVE_KING ? entry[0].reversible_plies + 1 : 0;
}

/* The value of the count-th move of a node, the root or another, with `full` plies to search after it. */
static inline Score search_move(SearchThread *t, const Node *node, Move m, int full, int count)
{
    if (full <= 0) {
        return search_leaf(t, node, m, count == 1);
    }
    const int reduced = full - reduction(t, node, m, count);
    const Position next = position_after(node->position, m);
    tt_prefetch(&t->shared->tt, next.key);
    descend(t, m, &next, node->ply);
    return search_pvs(t, node, &next, full, reduced, count == 1);
}

/* Searches a position other than the root to a depth of at least 1. */
static Score search_node(SearchThread *t, Node *node)
{
    Search *const s = t->shared;
    const Position *const p = node->position;
    const int ply = node->ply;
    const Score old_alpha = node->alpha;
    StackEntry *const entry = threads_stack(t, ply);

    if (!enter_node(t, ply)) {
        return SCORE_DRAW;
    }
    if (entry->reversible_plies >= REPETITION_PLIES && is_repetition(t, ply)) {
        return SCORE_DRAW;
    }
    /* Tablebases are probed after irreversible moves, and while converting everywhere: within an endgame of the same
     * pieces the search goes on, to make progress. From a drawn root they are not probed: all moves that are left there
     * keep the draw, and what counts is how. */
    ProbeBounds bounds = {.lower = -SCORE_INFINITE, .upper = SCORE_INFINITE};
    if (s->converting || (s->probe_limit != 0 && entry->reversible_plies == 0 && s->root_wdl != WDL_DRAW)) {
        if (probe_node(t, node, &bounds)) {
            return bounds.upper <= node->alpha ? bounds.upper : bounds.lower;
        }
        node->alpha = bounds.lower > node->alpha ? bounds.lower : node->alpha;
    }
    if (ply >= SEARCH_PLY_MAX - 1) {
        return evaluate(t, p, ply);
    }

    entry->value = SCORE_NONE;
    entry[2].cutoffs = 0;
    const bool captures = movegen_can_capture(p, p->side);
    /* Computed before the transposition table is probed, though that may make it needless: meanwhile the entry,
     * prefetched with the move, arrives. */
    const bool prunable = !node->pv && !captures && bounds.upper == SCORE_INFINITE;
    const Score pruned = prunable ? reverse_futility_score(t, node) : SCORE_NONE;
    TTData known = {.move = 0, .score = SCORE_NONE, .depth = 0, .bound = BOUND_NONE};
    tt_probe(&s->tt, p->key, ply, &known);
    const int depth = node->depth - (node->depth >= IIR_DEPTH && known.move == 0); /* as it will be searched */
    if (!node->pv && known.depth >= depth) {
        const Bound needed = known.score >= node->beta ? BOUND_LOWER : BOUND_UPPER;
        if ((known.bound & needed) != 0) {
            return known.score;
        }
    }
    if (pruned != SCORE_NONE) {
        return pruned;
    }
    const Score hopeless = captures ? -SCORE_INFINITE : futility_bound(t, node);
    Score best = hopeless > bounds.lower ? hopeless : bounds.lower;
    if (hopeless > -SCORE_INFINITE && entry->value + RAZOR_MARGIN + RAZOR_PLY * (node->depth - 1) <= node->alpha) {
        return best;
    }
    node->depth = depth;

    MovePicker picker;
    Move m;
    Move best_move = {.kind = MOVE_NONE};
    Move tried[TRIED_MAX];
    int tried_count = 0;
    int count = 0;
    const MoveChoice choice = captures ? CHOICE_CAPTURES : hopeless > -SCORE_INFINITE ? CHOICE_EXPOSING : CHOICE_QUIET;
    movepicker_init(&picker, t, node, known.move, choice);
    const int extension = captures ? EXTENSION_CAPTURE : movepicker_is_single(&picker) ? EXTENSION_SINGLE_REPLY : 0;
    const int full = node->depth - 1 + extension;
    while (movepicker_next(&picker, &m)) {
        count++;
        const Score score = search_move(t, node, m, full, count);
        if (threads_stopping(t)) {
            movepicker_free(&picker);
            return SCORE_DRAW;
        }
        if (score > best) {
            best = score;
            if (score > node->alpha) {
                node->alpha = score;
                best_move = m;
                if (node->pv) {
                    update_pv(t, m, ply);
                }
                if (score >= node->beta) {
                    entry->cutoffs++;
                    if (!move_is_capture(m)) {
                        movepicker_update_history(t, node, m, tried, tried_count);
                    }
                    break;
                }
            }
        }
        if (!move_is_capture(m) && tried_count < TRIED_MAX) {
            tried[tried_count++] = m;
        }
    }
    movepicker_free(&picker);
    if (count == 0 && choice != CHOICE_EXPOSING) {
        return -(SCORE_WIN - ply);
    }

    const bool clipped = best > bounds.upper;
    best = clipped ? bounds.upper : best;
    const TTData found = {.move = tt_pack(best_move),
                          .score = best,
                          .depth = node->depth,
                          .bound = clipped                                      ? BOUND_UPPER
                                   : best >= node->beta || best == bounds.lower ? BOUND_LOWER
                                   : best > old_alpha                           ? BOUND_EXACT
                                                                                : BOUND_UPPER};
    tt_store(&s->tt, p->key, ply, found);
    return best;
}

Score tree_search_root(SearchThread *t, Score alpha, Score beta, int depth)
{
    Search *const s = t->shared;
    Score best = -SCORE_INFINITE;
    if (!enter_node(t, 0)) {
        return best;
    }
    threads_stack(t, 1)->cutoffs = threads_stack(t, 2)->cutoffs = 0;
    for (int i = t->multipv_index; i < t->root_count; i++) {
        RootMove *const root = &t->root_moves[i];
        const Node node = {.position = &s->root,
                           .alpha = strength_lowered(alpha, root->bonus),
                           .beta = strength_lowered(beta, root->bonus),
                           .depth = depth,
                           .ply = 0,
                           .pv = true};
        if (t->id == 0) {
            reports_root_move(t, i, depth);
        }
        t->seldepth = 0;
        t->pv[1].length = 0;
        const Score found =
            depth == 1 && threads_game_occurrences(s, position_after(&s->root, root->move).key) >= REPETITIONS
                ? SCORE_DRAW
                : search_move(t, &node, root->move, depth - 1, i - t->multipv_index + 1);
        if (threads_stopping(t)) {
            break;
        }
        const Score score = strength_raised(found, root->bonus);
        root->upper_bound = score < beta ? score : SCORE_INFINITE;
        if (i == t->multipv_index || score > alpha) {
            root->score = score;
            root->seldepth = t->seldepth;
            update_pv(t, root->move, 0);
            root->pv = t->pv[0];
        } else {
            /* Only known to be no better than the best; the stable sort keeps the order. */
            root->score = -SCORE_INFINITE;
        }
        best = score > best ? score : best;
        alpha = score > alpha ? score : alpha;
        if (alpha >= beta) {
            break;
        }
    }
    return best;
}
