/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/capture.h"

#include <stdlib.h>
#include <string.h>

#include "core/mix.h"
#include "core/reach.h"

/* A state of a capture under way: where the piece is and what it has taken. What may follow depends on
 * nothing else, so a state that was reached before by another route need not be looked at again. */
typedef struct State {
    Bitboard taken;
    Square square;
} State;

enum { STATES_LOCAL = 16, STATES_HASHED = 128, STATES_LOAD = 2 };

/* A set of states. While they are few, as nearly always, they are a list that needs no preparation; then an
 * open-addressing table that grows to keep at most 1 / STATES_LOAD of its slots filled. An empty slot has an empty
 * taken set, which no state has. */
typedef struct StateSet {
    State *slots;    /* NULL while the set is a list */
    size_t capacity; /* slots */
    size_t count;
    State local[STATES_LOCAL]; /* the list */
} StateSet;

/* What stays the same while the captures of one piece are searched. */
typedef struct Search {
    const Variant *variant;
    Bitboard occupied; /* without the capturing piece; taken pieces stay until the end */
    Bitboard enemies;
    Square from;
    bool king;
    int best;  /* pieces taken by the captures in the list */
    int first; /* index in the list where they begin */
    MoveList *list;
    StateSet seen;
} Search;

static inline void states_init(StateSet *set)
{
    set->slots = NULL;
    set->capacity = 0;
    set->count = 0;
}

static inline void states_free(StateSet *set)
{
    free(set->slots);
}

static inline bool state_equal(State a, State b)
{
    return a.taken == b.taken && a.square == b.square;
}

/* The slot of a table that holds the state or where it belongs. */
static State *states_find(State *slots, size_t capacity, State s)
{
    const uint64_t mixed = (s.taken ^ ((uint64_t)s.square << 57)) * MIX_STEP;
    size_t i = (size_t)(mixed >> 20) & (capacity - 1);
    while (slots[i].taken != 0 && !state_equal(slots[i], s)) {
        i = (i + 1) & (capacity - 1);
    }
    return &slots[i];
}

/* Moves the states to a table, or to a larger one. */
static bool states_grow(StateSet *set)
{
    const bool listed = set->slots == NULL;
    const State *const old = listed ? set->local : set->slots;
    const size_t old_size = listed ? set->count : set->capacity;
    const size_t capacity = listed ? STATES_HASHED : set->capacity * 4;
    State *const slots = calloc(capacity, sizeof(State));
    if (slots == NULL) {
        return false;
    }
    for (size_t i = 0; i < old_size; i++) {
        if (old[i].taken != 0) {
            *states_find(slots, capacity, old[i]) = old[i];
        }
    }
    states_free(set);
    set->slots = slots;
    set->capacity = capacity;
    return true;
}

/* The same as states_add(), for more states than the list holds. */
static bool states_add_hashed(StateSet *set, State s, bool *failed)
{
    const bool listed = set->slots == NULL;
    if (!listed && states_find(set->slots, set->capacity, s)->taken != 0) {
        return false;
    }
    if ((listed || (set->count + 1) * STATES_LOAD > set->capacity) && !states_grow(set)) {
        *failed = true;
        return false;
    }
    *states_find(set->slots, set->capacity, s) = s;
    set->count++;
    return true;
}

/* True when the state was added before. */
static bool states_has(const StateSet *set, State s)
{
    if (set->slots != NULL) {
        return states_find(set->slots, set->capacity, s)->taken != 0;
    }
    for (size_t i = 0; i < set->count; i++) {
        if (state_equal(set->local[i], s)) {
            return true;
        }
    }
    return false;
}

/* True when the state is new; remembers it. */
static inline bool states_add(StateSet *set, State s, bool *failed)
{
    if (set->slots == NULL) {
        for (size_t i = 0; i < set->count; i++) {
            if (state_equal(set->local[i], s)) {
                return false;
            }
        }
        if (set->count < STATES_LOCAL) {
            set->local[set->count++] = s;
            return true;
        }
    }
    return states_add_hashed(set, s, failed);
}

/* The landing square, as a set, of a capturing step from s in direction d, and what it takes; 0 if none. */
static inline Bitboard capture_step(const Search *search, Square s, Bitboard taken, Direction d, Bitboard *victim)
{
    Bitboard landing;
    const Bitboard targets = search->enemies & ~taken;
    if (search->king) {
        landing = reach_king_front(search->variant, search->occupied, targets, s, d);
    } else {
        const Bitboard vacant = search->variant->board & ~search->occupied;
        landing = reach_man_fronts(bit(s), vacant, targets, d);
    }
    *victim = step(landing, d);
    return landing;
}

static void record(Search *search, Square to, Bitboard taken, int depth)
{
    if (depth < search->best) {
        return;
    }
    if (depth > search->best) {
        search->best = depth;
        search->list->count = search->first;
    }
    const Move m = {.taken = taken,
                    .from = search->from,
                    .to = to,
                    .kind = (uint8_t)(search->king ? MOVE_KING_CAPTURE : MOVE_MAN_CAPTURE)};
    move_list_add(search->list, m);
}

/* Follows every capture from square s on, with `taken` (depth pieces) taken. */
static void extend(Search *search, Square s, Bitboard taken, int depth)
{
    bool ended = true;
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        Bitboard victim;
        const Bitboard landing = capture_step(search, s, taken, (Direction)d, &victim);
        if (landing == 0) {
            continue;
        }
        ended = false;
        const State next = {taken | victim, lowest(landing)};
        /* After one step no two routes can meet: each took a different piece. */
        if (depth > 0 && !states_add(&search->seen, next, &search->list->failed)) {
            continue;
        }
        extend(search, next.square, next.taken, depth + 1);
    }
    if (ended && depth > 0) {
        record(search, s, taken, depth);
    }
}

static void search_begin(Search *search, const Position *p, Square from)
{
    search->variant = p->variant;
    search->occupied = position_occupied(p) & ~bit(from);
    search->enemies = position_pieces(p, other(p->side));
    search->from = from;
    search->king = (p->kings[p->side] & bit(from)) != 0;
    states_init(&search->seen);
}

/* The men that can take a first step; kings are all tried. */
static Bitboard starters(const Position *p)
{
    const Bitboard men = p->men[p->side];
    const Bitboard vacant = position_vacant(p);
    const Bitboard enemies = position_pieces(p, other(p->side));
    Bitboard found = p->kings[p->side];
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        found |= men & step(reach_approach(vacant, enemies, (Direction)d), opposite((Direction)d));
    }
    return found;
}

void capture_generate(const Position *p, MoveList *list)
{
    Search search;
    search.best = 1;
    search.first = list->count;
    search.list = list;
    Bitboard pieces = starters(p);
    while (pieces != 0) {
        search_begin(&search, p, pop_lowest(&pieces));
        extend(&search, search.from, 0, 0);
        states_free(&search.seen);
    }
}

/* Finds the first route from s that takes exactly `goal` and ends on `to`; fills route from index n on. */
static int find_route(Search *search, Square s, Bitboard taken, Move m, Square *route, int n)
{
    if (taken == m.taken) {
        return s == m.to ? n : 0;
    }
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        Bitboard victim;
        const Bitboard landing = capture_step(search, s, taken, (Direction)d, &victim);
        if (landing == 0 || (victim & ~m.taken) != 0) {
            continue;
        }
        const State next = {taken | victim, lowest(landing)};
        if (!states_add(&search->seen, next, &search->list->failed)) {
            continue;
        }
        route[n] = next.square;
        const int length = find_route(search, next.square, next.taken, m, route, n + 1);
        if (length != 0) {
            return length;
        }
    }
    return 0;
}

int capture_route(const Position *p, Move m, Square route[ROUTE_MAX])
{
    MoveList unused;
    Search search;
    move_list_init(&unused);
    search.list = &unused;
    search_begin(&search, p, m.from);
    route[0] = m.from;
    const int length = m.taken == 0 ? 0 : find_route(&search, m.from, 0, m, route, 1);
    states_free(&search.seen);
    return length;
}

/* Copies every route from s on to *routes as long as there is room; path holds the n squares that led to s. Returns
 * true when there was one. States from which none leads to the end are remembered, so that no dead end is searched
 * twice. */
static bool find_routes(Search *search, Square s, Bitboard taken, Move m, Square *path, int n, CaptureRoutes *routes)
{
    bool found = false;
    if (taken == m.taken) {
        if (s == m.to && routes->count < CAPTURE_ROUTES_MAX) {
            memcpy(routes->route[routes->count++], path, (size_t)n * sizeof(Square));
            routes->length = n;
        }
        return s == m.to;
    }
    for (int d = 0; d < DIRECTION_COUNT && routes->count < CAPTURE_ROUTES_MAX; d++) {
        Bitboard victim;
        const Bitboard landing = capture_step(search, s, taken, (Direction)d, &victim);
        if (landing == 0 || (victim & ~m.taken) != 0) {
            continue;
        }
        const State next = {taken | victim, lowest(landing)};
        if (states_has(&search->seen, next)) {
            continue;
        }
        path[n] = next.square;
        if (find_routes(search, next.square, next.taken, m, path, n + 1, routes)) {
            found = true;
        } else {
            states_add(&search->seen, next, &search->list->failed);
        }
    }
    return found;
}

bool capture_routes(const Position *p, Move m, CaptureRoutes *routes)
{
    MoveList unused;
    Search search;
    Square path[ROUTE_MAX];
    move_list_init(&unused);
    search.list = &unused;
    search_begin(&search, p, m.from);
    path[0] = m.from;
    routes->count = 0;
    routes->length = 0;
    if (m.taken != 0) {
        find_routes(&search, m.from, 0, m, path, 1, routes);
    }
    states_free(&search.seen);
    return !unused.failed;
}

Bitboard capture_follow(const Position *p, const Square *route, int count)
{
    Search search;
    Bitboard taken = 0;
    if (count < 2 || (position_pieces(p, p->side) & bit(route[0])) == 0) {
        return 0;
    }
    search_begin(&search, p, route[0]);
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
