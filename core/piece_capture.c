/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/piece_capture.h"

#include <stdlib.h>
#include <string.h>

#define HASH_NONFATAL_OOM 1
#define uthash_nonfatal_oom(added) (failed = true)
#include <uthash.h>

/* A state of a capture under way: where the piece is and what it has taken. What may follow depends on nothing else, so
 * a state that was reached before by another route need not be searched again. */
typedef struct CaptureState {
    Bitboard taken;
    uint64_t square; /* 64 bits wide, so that the state, whose bytes are a key, has no padding */
} CaptureState;

/* A state in a hash table. */
typedef struct HashedState {
    CaptureState state;
    UT_hash_handle hh;
} HashedState;

enum { STATES_LOCAL = 16 };

/* A set of states: the first ones are in a list, which is nearly always enough; the others are hashed. */
typedef struct StateSet {
    int count;           /* states in the list */
    HashedState *hashed; /* uthash, by state */
    CaptureState local[STATES_LOCAL];
} StateSet;

/* The search for the captures of one piece. */
typedef struct CaptureSearch {
    const Variant *variant;
    Bitboard vacant; /* with the square of the capturing piece; taken pieces stay until the end */
    Bitboard enemies;
    Square from;
    bool king;
    int best;       /* pieces taken by the captures in the list */
    MoveList *list; /* of piece_capture_generate() */
    StateSet seen;
} CaptureSearch;

static bool hashed_has(const StateSet *set, CaptureState s)
{
    HashedState *found;
    HASH_FIND(hh, set->hashed, &s, sizeof s, found);
    return found != NULL;
}

static inline bool states_has(const StateSet *set, CaptureState s)
{
    for (int i = 0; i < set->count; i++) {
        if (set->local[i].taken == s.taken && set->local[i].square == s.square) {
            return true;
        }
    }
    return set->hashed != NULL && hashed_has(set, s);
}

static bool hashed_add(StateSet *set, CaptureState s)
{
    HashedState *const added = malloc(sizeof *added);
    bool failed = added == NULL;
    if (!failed) {
        added->state = s;
        /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): uthash hashes all bytes of the key */
        HASH_ADD(hh, set->hashed, state, sizeof s, added);
    }
    if (failed) {
        free(added);
    }
    return !failed;
}

/* Adds a state that is not in the set. Returns false when memory ran out. */
static inline bool states_add(StateSet *set, CaptureState s)
{
    if (set->count < STATES_LOCAL) {
        set->local[set->count++] = s;
        return true;
    }
    return hashed_add(set, s);
}

static void states_free(StateSet *set)
{
    HashedState *next, *one;
    HASH_ITER(hh, set->hashed, one, next)
    {
        /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): uthash frees its table with the last element */
        HASH_DEL(set->hashed, one);
        free(one);
    }
}

/* The landing square, as a set, of a capturing step from s in direction d, and what the step takes; 0 if there is
 * none. */
static inline Bitboard capture_step(const CaptureSearch *search, Square s, Bitboard taken, Direction d,
                                    Bitboard *victim)
{
    Bitboard landing;
    const Bitboard targets = search->enemies & ~taken;
    if (search->king) {
        landing = reach_king_front(search->variant, ~search->vacant, targets, s, d);
    } else {
        landing = reach_man_fronts(bit(s), search->vacant, targets, d);
    }
    *victim = step(landing, d);
    return landing;
}

static void search_begin(CaptureSearch *search, const Sides *s, Square from)
{
    search->variant = s->variant;
    search->vacant = s->vacant | bit(from);
    search->enemies = sides_enemies(s);
    search->from = from;
    search->king = (s->kings & bit(from)) != 0;
    search->seen.count = 0;
    search->seen.hashed = NULL;
}

static void record(CaptureSearch *search, Square to, Bitboard taken, int depth)
{
    if (depth < search->best) {
        return;
    }
    if (depth > search->best) {
        search->best = depth;
        search->list->count = 0;
    }
    const Move m = {.taken = taken,
                    .from = search->from,
                    .to = to,
                    .kind = (uint8_t)(search->king ? MOVE_KING_CAPTURE : MOVE_MAN_CAPTURE)};
    move_list_add(search->list, m);
}

/* Follows every capture from square s on, with `taken` (depth pieces) already taken. */
static void extend(CaptureSearch *search, Square s, Bitboard taken, int depth)
{
    bool ended = true;
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        Bitboard victim;
        const Bitboard landing = capture_step(search, s, taken, (Direction)d, &victim);
        if (landing == 0) {
            continue;
        }
        ended = false;
        const CaptureState next = {taken | victim, lowest(landing)};
        /* After one step no two routes can meet: each took a different piece. */
        if (depth > 0 && states_has(&search->seen, next)) {
            continue;
        }
        if (depth > 0 && !states_add(&search->seen, next)) {
            search->list->failed = true;
        } else {
            extend(search, (Square)next.square, next.taken, depth + 1);
        }
    }
    if (ended && depth > 0) {
        record(search, s, taken, depth);
    }
}

/* The men that can take something with a step, and all kings. */
static Bitboard starters(const Sides *s)
{
    Bitboard found = s->kings;
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        found |= s->men & step(reach_approach(s->vacant, sides_enemies(s), (Direction)d), opposite((Direction)d));
    }
    return found;
}

void piece_capture_generate(const Sides *s, MoveList *list)
{
    CaptureSearch search;
    search.best = 1;
    search.list = list;
    Bitboard pieces = starters(s);
    while (pieces != 0) {
        search_begin(&search, s, pop_lowest(&pieces));
        extend(&search, search.from, 0, 0);
        states_free(&search.seen);
    }
}

/* Adds the routes of m from s on to *routes, as many as there is room for; path holds the n squares up to s. Returns
 * true when there is one. States from which none leads to the end are remembered, so that no dead end is searched
 * twice. */
static bool find_routes(CaptureSearch *search, Move m, Square s, Bitboard taken, Square *path, int n,
                        PieceCaptureRoutes *routes)
{
    bool found = false;
    if (taken == m.taken) {
        if (s == m.to) {
            memcpy(routes->route[routes->count++], path, (size_t)n * sizeof(Square));
            routes->length = n;
        }
        return s == m.to;
    }
    for (int d = 0; d < DIRECTION_COUNT && routes->count < PIECE_CAPTURE_ROUTES_MAX; d++) {
        Bitboard victim;
        const Bitboard landing = capture_step(search, s, taken, (Direction)d, &victim);
        const CaptureState next = {taken | victim, landing != 0 ? lowest(landing) : 0};
        if (landing == 0 || (victim & ~m.taken) != 0 || states_has(&search->seen, next)) {
            continue;
        }
        path[n] = (Square)next.square;
        if (find_routes(search, m, path[n], next.taken, path, n + 1, routes)) {
            found = true;
        } else {
            states_add(&search->seen, next); /* if memory runs out, it is searched again */
        }
    }
    return found;
}

void piece_capture_routes(const Position *p, Move m, PieceCaptureRoutes *routes)
{
    CaptureSearch search;
    Square path[ROUTE_MAX] = {m.from};
    routes->count = 0;
    routes->length = 0;
    if (!move_is_piece_capture(m)) {
        return;
    }
    const Sides sides = sides_of(p, p->side);
    search_begin(&search, &sides, m.from);
    find_routes(&search, m, m.from, 0, path, 1, routes);
    states_free(&search.seen);
}

Bitboard piece_capture_follow(const Position *p, const Square *route, int count)
{
    CaptureSearch search;
    Bitboard taken = 0;
    const Sides sides = sides_of(p, p->side);
    if (count < 2 || ((sides.men | sides.kings) & bit(route[0])) == 0) {
        return 0;
    }
    search_begin(&search, &sides, route[0]);
    for (int i = 1; i < count; i++) {
        Bitboard step_taken = 0;
        for (int d = 0; d < DIRECTION_COUNT; d++) {
            Bitboard victim;
            if (capture_step(&search, route[i - 1], taken, (Direction)d, &victim) == bit(route[i])) {
                step_taken = victim;
            }
        }
        if (step_taken == 0) {
            return 0;
        }
        taken |= step_taken;
    }
    return taken;
}
