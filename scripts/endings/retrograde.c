/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endings/retrograde.h"

#include <stdatomic.h>

#include "core/movegen.h"
#include "system/memory.h"

/* Every number has a slot of 16 bits: a value (value.h), and how many of the moves that stay in the pair are not known
 * to lose. The first pass evaluates each position by its moves that leave the pair. Then the plies are visited in
 * ascending order: a position whose value is certain is passed on to its predecessors, those from which a move leads to
 * it. Slots are changed by compare-and-exchange, so that several threads may work anywhere; the effect of a level on
 * the slots does not depend on the order within it, and only values of later levels are set. For each chunk of slots
 * the levels that occur in it are noted, so that a level skips the chunks without it. */

enum {
    SLOT_VALUE_BITS = 8,
    SLOT_VALUE_MASK = 255,
    SETTLED = 255, /* instead of the count of moves: the side to move must capture, or the number is unused */
    CHUNK = 1024,  /* slots */
    SLICE_CHUNKS = 64,
    SLICE = SLICE_CHUNKS * CHUNK,
    LEVEL_WORDS = 4, /* of 64 bits, one bit for each value */
    PORTION = 128    /* slices between two reports of progress */
};

/* Approximate share of the first pass in the work. */
static const double BEGIN_SHARE = 0.5;

/* One of a pair of classes while it is solved. */
typedef struct Half {
    Numbering numbering;
    size_t slot_bytes, level_bytes;
    _Atomic uint16_t *slots;
    _Atomic uint64_t *levels; /* LEVEL_WORDS for each chunk */
    struct Half *before;      /* the half from which moves that change no pieces lead to this one */
} Half;

typedef struct Pair {
    const Store *store;
    ThreadPool *pool;
    Half halves[2];
    int count; /* of halves: 1 when swapping the sides gives the same class */
    bool plies;
    atomic_int greatest; /* value */
    atomic_bool failed;  /* not enough memory for a list of moves */
    RetrogradeProgress progress;
    void *context;
} Pair;

/* A task of the pool. */
typedef struct RetrogradeTask {
    Pair *pair;
    Half *half;
    int level;
    int first; /* slice */
    StoreClass *to;
} RetrogradeTask;

static uint64_t chunks_of(uint64_t numbers)
{
    return (numbers + CHUNK - 1) / CHUNK;
}

static int slices_of(const Half *h)
{
    return (int)((h->numbering.count + SLICE - 1) / SLICE);
}

uint64_t retrograde_bytes(uint64_t numbers)
{
    return numbers * sizeof(uint16_t) + chunks_of(numbers) * LEVEL_WORDS * sizeof(uint64_t);
}

static uint64_t minimum(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* The end of the numbers of a slice. */
static uint64_t slice_end(const Half *h, int slice)
{
    return minimum(h->numbering.count, ((uint64_t)slice + 1) * SLICE);
}

/* Notes that a slot of the number's chunk has that value. */
static void note_level(Pair *p, Half *h, uint64_t number, int value)
{
    _Atomic uint64_t *const word = &h->levels[number / CHUNK * LEVEL_WORDS + (unsigned)value / 64];
    const uint64_t mask = (uint64_t)1 << ((unsigned)value % 64);
    if ((atomic_load_explicit(word, memory_order_relaxed) & mask) == 0) {
        atomic_fetch_or_explicit(word, mask, memory_order_relaxed);
    }
    int seen = atomic_load_explicit(&p->greatest, memory_order_relaxed);
    while (value > seen && !atomic_compare_exchange_weak(&p->greatest, &seen, value)) {
    }
}

static void begin_number(Pair *pair, Half *h, uint64_t number, const Position *p)
{
    MoveList moves;
    move_list_init(&moves);
    movegen_legal(p, &moves);
    const bool captures = moves.count > 0 && move_is_capture(moves.moves[0]);
    BestValue best = {.loss = VALUE_LOSS};
    int others = 0; /* moves that stay in the pair */
    for (int i = 0; i < moves.count; i++) {
        const Move m = moves.moves[i];
        const bool promotes = m.kind != MOVE_KING && (bit(m.to) & p->variant->promotion[WHITE]) != 0;
        if (!captures && !promotes) {
            others++;
            continue;
        }
        const Position after = position_after_keyed(p, m, 0);
        best_value_add(&best, store_value(pair->store, &after));
    }
    if (moves.failed || best.unknown > 0) {
        atomic_store(&pair->failed, true);
    }
    move_list_free(&moves);
    const int value = best.win != VALUE_DRAW ? best.win : captures && best.draws > 0 ? VALUE_DRAW : best.loss;
    const int open = captures ? SETTLED : others + best.draws; /* draws stay open for good */
    atomic_store_explicit(&h->slots[number], (uint16_t)(open << SLOT_VALUE_BITS | value), memory_order_relaxed);
    if (value != VALUE_DRAW) {
        note_level(pair, h, number, value);
    }
}

static void begin_slice(void *context, int slice)
{
    const RetrogradeTask *const t = context;
    Half *const h = t->half;
    NumberingCursor cursor = {.begun = false};
    const uint64_t end = slice_end(h, t->first + slice);
    for (uint64_t number = (uint64_t)(t->first + slice) * SLICE; number < end; number++) {
        TablePieces pieces;
        if (numbering_pieces(&h->numbering, number, &cursor, &pieces)) {
            const Position p = table_position(h->numbering.board->variant, pieces);
            begin_number(t->pair, h, number, &p);
        } else {
            atomic_store_explicit(&h->slots[number], (uint16_t)(SETTLED << SLOT_VALUE_BITS), memory_order_relaxed);
        }
    }
}

/* True if no move is left that could change the value. */
static bool is_certain(unsigned slot)
{
    const unsigned open = slot >> SLOT_VALUE_BITS;
    return open == 0 || open == SETTLED || value_is_win((int)(slot & SLOT_VALUE_MASK));
}

/* Records for a position that one or two of its moves lead to a certain value. */
static void update_slot(Pair *pair, Half *h, uint64_t number, int child, unsigned moves)
{
    _Atomic uint16_t *const slot = &h->slots[number];
    uint16_t old = atomic_load_explicit(slot, memory_order_relaxed);
    for (;;) {
        const int value = old & SLOT_VALUE_MASK;
        unsigned open = (unsigned)old >> SLOT_VALUE_BITS;
        int changed;
        if (open == SETTLED) {
            return; /* it must capture */
        }
        if (value_is_loss(child)) {
            changed = !value_is_win(value) || value > child + 1 ? child + 1 : value;
        } else {
            open -= moves;
            changed = value_is_loss(value) && value < child + 1 ? child + 1 : value;
        }
        const uint16_t next = (uint16_t)(open << SLOT_VALUE_BITS | (unsigned)changed);
        if (next == old) {
            return;
        }
        if (atomic_compare_exchange_weak_explicit(slot, &old, next, memory_order_relaxed, memory_order_relaxed)) {
            if (changed != value) {
                note_level(pair, h, number, changed);
            }
            return;
        }
    }
}

/* Of two moves that are mirror images of each other, true for the one that counts. */
static bool is_first_image(const Variant *v, Move m)
{
    const Bitboard from = variant_mirror(v, bit(m.from));
    return bit(m.from) != from ? bit(m.from) < from : bit(m.to) < variant_mirror(v, bit(m.to));
}

/* Updates all positions from which a move that changes no pieces leads to this one. Such moves, taken back, are moves
 * of the other colour: kings slide either way, and a man goes back alone or over an unbroken row of its own men.
 *
 * Mirror images: if a position is its own mirror image, its moves come in pairs that lead to the same number, and so do
 * the moves that lead to it. A move never joins two such positions, since it changes the column of one piece. */
static void update_predecessors(Pair *pair, const Half *h, const Position *p, int value)
{
    const NumberingBoard *const b = h->numbering.board;
    const Variant *const v = b->variant;
    /* From the view of the side that has moved: that is White, but its pieces are made black in order to move back. */
    const Bitboard men = variant_turn(v, p->men[BLACK]), kings = variant_turn(v, p->kings[BLACK]);
    const Bitboard enemy_men = variant_turn(v, p->men[WHITE]), enemy_kings = variant_turn(v, p->kings[WHITE]);
    const Position back = {.men = {enemy_men, men}, .kings = {enemy_kings, kings}, .variant = v, .side = BLACK};
    const bool symmetric = numbering_symmetric(b, (TablePieces){men, kings, enemy_men, enemy_kings});
    MoveList moves;
    move_list_init(&moves);
    movegen_quiet(&back, false, &moves);
    if (moves.failed) {
        atomic_store(&pair->failed, true);
    }
    for (int i = 0; i < moves.count; i++) {
        const Move m = moves.moves[i];
        if (symmetric && !is_first_image(v, m)) {
            continue;
        }
        const Bitboard change = bit(m.from) | bit(m.to);
        const bool king = (kings & change) != 0;
        const TablePieces before = {king ? men : men ^ change, king ? kings ^ change : kings, enemy_men, enemy_kings};
        bool own_image;
        const uint64_t number = numbering_number(&h->before->numbering, before, &own_image);
        update_slot(pair, h->before, number, value, own_image ? 2 : 1);
    }
    move_list_free(&moves);
}

static void spread_chunk(const RetrogradeTask *t, uint64_t first, NumberingCursor *cursor)
{
    const Half *const h = t->half;
    const uint64_t end = minimum(first + CHUNK, h->numbering.count);
    for (uint64_t number = first; number < end; number++) {
        const unsigned slot = atomic_load_explicit(&h->slots[number], memory_order_relaxed);
        TablePieces pieces;
        if ((int)(slot & SLOT_VALUE_MASK) == t->level && is_certain(slot) &&
            numbering_pieces(&h->numbering, number, cursor, &pieces)) {
            const Position p = table_position(h->numbering.board->variant, pieces);
            update_predecessors(t->pair, h, &p, t->level);
        }
    }
}

/* Visits the slots of one level. A win that may still turn out shorter has a greater value than this level. */
static void spread_slice(void *context, int slice)
{
    const RetrogradeTask *const t = context;
    const Half *const h = t->half;
    const uint64_t end = slice_end(h, slice);
    NumberingCursor cursor = {.begun = false};
    for (uint64_t number = (uint64_t)slice * SLICE; number < end; number += CHUNK) {
        const uint64_t levels = atomic_load_explicit(&h->levels[number / CHUNK * LEVEL_WORDS + (unsigned)t->level / 64],
                                                     memory_order_relaxed);
        if ((levels >> ((unsigned)t->level % 64) & 1) != 0) {
            spread_chunk(t, number, &cursor);
        }
    }
}

/* Writes the values of a slice to the store; there a slice begins with a whole byte. */
static void keep_slice(void *context, int slice)
{
    const RetrogradeTask *const t = context;
    const Half *const h = t->half;
    const uint64_t end = slice_end(h, slice);
    for (uint64_t number = (uint64_t)slice * SLICE; number < end; number++) {
        const unsigned slot = atomic_load_explicit(&h->slots[number], memory_order_relaxed);
        const int value = slot >> SLOT_VALUE_BITS == SETTLED ? VALUE_NONE
                          : is_certain(slot)                 ? (int)(slot & SLOT_VALUE_MASK)
                                                             : VALUE_DRAW;
        if (t->to->plies) {
            t->to->values[number] = (uint8_t)value;
        } else {
            wdl_set(t->to->values, number, value_wdl(value));
        }
    }
}

static bool half_make(Half *h, const NumberingBoard *b, TableClass c)
{
    if (numbering_init(&h->numbering, b, c, NULL) != ERROR_NONE) {
        return false;
    }
    h->slot_bytes = (size_t)h->numbering.count * sizeof *h->slots;
    h->level_bytes = (size_t)chunks_of(h->numbering.count) * LEVEL_WORDS * sizeof *h->levels;
    h->slots = memory_new(h->slot_bytes);
    h->levels = memory_new(h->level_bytes);
    return h->slots != NULL && h->levels != NULL;
}

static void half_free(Half *h)
{
    memory_free((void *)h->slots, h->slot_bytes);
    memory_free((void *)h->levels, h->level_bytes);
    numbering_free(&h->numbering);
}

/* Evaluates all positions, then visits the levels. */
static void solve(Pair *p)
{
    RetrogradeTask t = {.pair = p};
    int all = 0, done = 0;
    for (int i = 0; i < p->count; i++) {
        all += slices_of(&p->halves[i]);
    }
    for (int i = 0; i < p->count; i++) {
        t.half = &p->halves[i];
        const int slices = slices_of(t.half);
        for (t.first = 0; t.first < slices && !thread_pool_stopped(p->pool); t.first += PORTION) {
            const int portion = (int)minimum(PORTION, (uint64_t)(slices - t.first));
            thread_pool_run(p->pool, begin_slice, &t, portion);
            done += portion;
            p->progress(p->context, BEGIN_SHARE * done / all);
        }
    }
    for (t.level = VALUE_LOSS; t.level <= atomic_load(&p->greatest) && t.level <= VALUE_MAX; t.level++) {
        for (int i = 0; i < p->count && !thread_pool_stopped(p->pool); i++) {
            t.half = &p->halves[i];
            thread_pool_run(p->pool, spread_slice, &t, slices_of(t.half));
        }
        /* Most of the work is in the first levels, and the number of levels is not known: each level counts as a share
         * of the rest. */
        p->progress(p->context, 1 - (1 - BEGIN_SHARE) / (1 + t.level / 4.0));
    }
}

/* Puts the values into the store. */
static bool keep(Pair *p, Store *s)
{
    for (int i = 0; i < p->count; i++) {
        const TableClass c = p->halves[i].numbering.class;
        RetrogradeTask t = {.pair = p, .half = &p->halves[i], .to = store_add(s, c, p->plies)};
        if (t.to == NULL) {
            store_remove(s, p->halves[0].numbering.class);
            return false;
        }
        thread_pool_run(p->pool, keep_slice, &t, slices_of(t.half));
    }
    return true;
}

static ErrorCode fail_memory(TableClass c, const Variant *v, Error *e)
{
    return error_set(e, ERROR_MEMORY, "not enough memory for %s on the board %s", table_class_name(c).text, v->name);
}

static ErrorCode solve_and_keep(Pair *p, Store *s, TableClass c, Error *e)
{
    const Variant *const v = s->board->variant;
    solve(p);
    if (atomic_load(&p->failed)) {
        return fail_memory(c, v, e);
    }
    if (!thread_pool_stopped(p->pool) && atomic_load(&p->greatest) > VALUE_MAX) {
        return error_set(e, ERROR_SYNTAX, "%s on the board %s: a win takes more than %d plies",
                         table_class_name(c).text, v->name, VALUE_MAX - 1);
    }
    if (!thread_pool_stopped(p->pool) && !keep(p, s)) {
        return fail_memory(c, v, e);
    }
    if (thread_pool_stopped(p->pool)) {
        store_remove(s, c);
        store_remove(s, table_class_swapped(c));
        return error_set(e, ERROR_INTERRUPTED, "interrupted");
    }
    return error_clear(e);
}

ErrorCode retrograde_solve(Store *s, TableClass c, bool plies, ThreadPool *pool, RetrogradeProgress progress,
                           void *context, Error *e)
{
    const TableClass swapped = table_class_swapped(c);
    Pair p = {.store = s,
              .pool = pool,
              .count = table_class_equal(c, swapped) ? 1 : 2,
              .plies = plies,
              .progress = progress,
              .context = context};
    p.halves[0].before = &p.halves[p.count - 1];
    p.halves[1].before = &p.halves[0];
    bool made = half_make(&p.halves[0], s->board, c);
    made = made && (p.count == 1 || half_make(&p.halves[1], s->board, swapped));
    const ErrorCode code = made ? solve_and_keep(&p, s, c, e) : fail_memory(c, s->board->variant, e);
    half_free(&p.halves[0]);
    half_free(&p.halves[1]);
    return code;
}
