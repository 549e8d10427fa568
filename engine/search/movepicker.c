/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/movepicker.h"

#include "search/params.h"

enum {
    RATE_TT_MOVE = 1 << 22,
    RATE_KING = 1 << 16 /* for each king taken; the number of pieces taken is the same for all legal captures */
};

/* The square at that offset from the one in the centre. */
enum { WORD_BITS = 64, CENTRE = 2 * STEP_LETTER };
#define AT(offset) ((Bitboard)1 << (CENTRE + (offset)))

/* The squares one or two steps away from it. */
static const Bitboard AROUND = AT(STEP_LETTER) | AT(-STEP_LETTER) | AT(STEP_NUMBER) | AT(-STEP_NUMBER) |
                               AT(2 * STEP_LETTER) | AT(-2 * STEP_LETTER) | AT(2 * STEP_NUMBER) | AT(-2 * STEP_NUMBER) |
                               AT(STEP_LETTER + STEP_NUMBER) | AT(-STEP_LETTER - STEP_NUMBER) |
                               AT(STEP_LETTER - STEP_NUMBER) | AT(STEP_NUMBER - STEP_LETTER);

/* The pieces around the square, moved to the centre; at an edge also some that stand at the opposite edge. */
static inline Bitboard around(Bitboard pieces, Square s)
{
    const unsigned by = (unsigned)(s - CENTRE) % WORD_BITS;
    return (pieces >> by | pieces << (WORD_BITS - by) % WORD_BITS) & AROUND;
}

/* A hash of what stands around the end of a quiet move once it has been made, and of the way it went. What a man
 * attacks, offers or supports there is the same wherever on the board that is. The factors are random odd numbers. */
static inline size_t surroundings_of(const Position *p, Move m)
{
    const Bitboard own = around(position_pieces(p, p->side) ^ bit(m.from), m.to);
    const Bitboard enemy = around(position_pieces(p, other(p->side)), m.to);
    const uint64_t way = (uint64_t)(m.to - m.from);
    const uint64_t hash =
        own * UINT64_C(0x9E3779B97F4A7C15) + enemy * UINT64_C(0xC2B2AE3D27D4EB4F) + way * UINT64_C(0x165667B19E3779F9);
    return (size_t)(hash >> (WORD_BITS - SURROUNDINGS_BITS));
}

int movepicker_history(const SearchThread *t, const Node *node, Move m)
{
    const Color c = node->position->side;
    const Square before = t->stack[node->ply + STACK_BELOW - 1].to;
    return t->history[c][m.from][m.to] + t->surroundings[c][surroundings_of(node->position, m)] +
           CONTINUATION_WEIGHT * t->continuation[c][before][m.to];
}

/* Captures are rated by the kings that they take. */
static int rate_capture(const MovePicker *picker, Move m)
{
    const Position *const p = picker->node->position;
    const Bitboard kings = p->kings[other(p->side)] & m.taken;
    return tt_pack(m) == picker->packed ? RATE_TT_MOVE : kings != 0 ? popcount(kings) * RATE_KING : 0;
}

static int rate_quiet(const MovePicker *picker, Move m)
{
    return tt_pack_quiet(m) == picker->packed ? RATE_TT_MOVE : movepicker_history(picker->thread, picker->node, m);
}

/* The rating and the index of a move in one number: the greatest belongs to the best move, or the first of equal ones,
 * and is found without a branch. */
static int32_t key_of(int rating, int index)
{
    return rating * MOVE_LIST_LOCAL + (MOVE_LIST_LOCAL - 1 - index);
}

static int index_of(int32_t key)
{
    return MOVE_LIST_LOCAL - 1 - (int)((uint32_t)key % MOVE_LIST_LOCAL);
}

/* Prefetches the table's entries for the positions after the quiet moves, computing a key between any two, since a
 * burst of prefetches costs 4 % of the speed. WebAssembly can only read the entries: there the reads follow one another
 * directly, so that the processor has many under way at once. */
static inline void prefetch_all(const MovePicker *picker, int count)
{
    const TranspositionTable *const tt = &picker->thread->shared->tt;
#ifdef __wasm__
    uint64_t keys[MOVE_LIST_LOCAL];
    for (int i = 0; i < count; i++) {
        keys[i] = position_key_after_quiet(picker->node->position, picker->list.moves[i]);
    }
    for (int i = 0; i < count; i++) {
        tt_prefetch(tt, keys[i]);
    }
#else
    for (int i = 0; i < count; i++) {
        tt_prefetch(tt, position_key_after_quiet(picker->node->position, picker->list.moves[i]));
    }
#endif
}

/* Rates the moves. Meanwhile the table's entries for all positions that may follow are being fetched: waiting for one
 * costs more than fetching many. */
static void rate(MovePicker *picker)
{
    const MoveList *const list = &picker->list;
    const int count = list->count < MOVE_LIST_LOCAL ? list->count : MOVE_LIST_LOCAL;
    if (picker->choice == CHOICE_CAPTURES) {
        for (int i = 0; i < count; i++) {
            picker->keys[i] = key_of(rate_capture(picker, list->moves[i]), i);
        }
        return;
    }
    if (picker->node->depth > 1) { /* the positions after the moves will be looked up */
        prefetch_all(picker, count);
    }
    for (int i = 0; i < count; i++) {
        picker->keys[i] = key_of(rate_quiet(picker, list->moves[i]), i);
    }
}

/* Generates and rates the moves, without tt_move, which has been handed out. */
static void generate(MovePicker *picker)
{
    MoveList *const list = &picker->list;
    if (picker->choice == CHOICE_CAPTURES) {
        movegen_legal(picker->node->position, list);
    } else {
        movegen_quiet(picker->node->position, picker->choice == CHOICE_EXPOSING, list);
    }
    picker->generated = true;
    if (picker->tt_move.kind != MOVE_NONE) {
        const int i = move_index(list->moves, list->count, picker->tt_move);
        if (i < list->count) {
            list->moves[i] = list->moves[--list->count];
        }
    }
    rate(picker);
}

void movepicker_init(MovePicker *picker, const SearchThread *t, const Node *node, PackedMove packed, MoveChoice choice)
{
    const Position *const p = node->position;
    picker->thread = t;
    picker->node = node;
    picker->packed = packed;
    picker->choice = choice;
    picker->tt_move.kind = MOVE_NONE;
    picker->generated = false;
    picker->sorted = false;
    picker->next = 0;
    move_list_init(&picker->list);
    if (packed != 0 && choice != CHOICE_CAPTURES && movegen_has_choice(p, p->side)) {
        const Move m = movegen_quiet_move(p, tt_packed_from(packed), tt_packed_to(packed));
        if (m.kind != MOVE_NONE && tt_pack(m) == packed) {
            picker->tt_move = m;
            return;
        }
    }
    generate(picker);
}

bool movepicker_is_single(const MovePicker *picker)
{
    return picker->generated && picker->list.count == 1 && picker->choice != CHOICE_EXPOSING;
}

/* Brings the best of the moves from index n on to index n. A selection sort, one step at a time, since a cutoff often
 * makes the rest unnecessary. Moves that no history speaks for, and those beyond the rated ones in positions with
 * hundreds of moves, come last in the order of generation. */
static void select_best(MovePicker *picker, int n)
{
    MoveList *const list = &picker->list;
    if (picker->sorted || n >= MOVE_LIST_LOCAL) {
        return;
    }
    const int rated = list->count < MOVE_LIST_LOCAL ? list->count : MOVE_LIST_LOCAL;
    int32_t greatest = picker->keys[n];
    for (int i = n + 1; i < rated; i++) {
        greatest = picker->keys[i] > greatest ? picker->keys[i] : greatest;
    }
    const int best = index_of(greatest);
    const Move held = list->moves[best];
    list->moves[best] = list->moves[n];
    list->moves[n] = held;
    picker->keys[best] = picker->keys[n] + n - best;
    picker->sorted = greatest < key_of(1, MOVE_LIST_LOCAL - 1);
}

bool movepicker_next(MovePicker *picker, Move *m)
{
    if (!picker->generated) {
        if (picker->next == 0) {
            picker->next = 1;
            *m = picker->tt_move;
            return true;
        }
        generate(picker);
        picker->next = 0;
    }
    if (picker->next >= picker->list.count) {
        return false;
    }
    select_best(picker, picker->next);
    *m = picker->list.moves[picker->next++];
    return true;
}

void movepicker_free(MovePicker *picker)
{
    move_list_free(&picker->list);
}

/* Moves a history value towards its bound, the less the nearer it is (history gravity). */
static void apply_bonus(int16_t *value, int bonus)
{
    const int size = bonus < 0 ? -bonus : bonus;
    *value = (int16_t)(*value + bonus - *value * size / HISTORY_MAX);
}

static void update_history(SearchThread *t, const Node *node, Move m, int bonus)
{
    const Color c = node->position->side;
    const Square before = threads_stack(t, node->ply - 1)->to;
    apply_bonus(&t->history[c][m.from][m.to], bonus);
    apply_bonus(&t->surroundings[c][surroundings_of(node->position, m)], bonus);
    apply_bonus(&t->continuation[c][before][m.to], bonus);
}

void movepicker_update_history(SearchThread *t, const Node *node, Move best, const Move *tried, int tried_count)
{
    update_history(t, node, best, HISTORY_BONUS);
    for (int i = 0; i < tried_count; i++) {
        update_history(t, node, tried[i], -HISTORY_BONUS);
    }
}
