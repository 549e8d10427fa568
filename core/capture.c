#include "capture.h"

#include <stdlib.h>
#include <string.h>

#include "reach.h"

/* A state of a capture under way: where the piece is and what it has taken. What may follow depends on
 * nothing else, so a state that was reached before by another route need not be looked at again. */
typedef struct State {
    Bitboard taken;
    Square square;
} State;

enum { STATES_LOCAL = 64, STATES_LOAD = 2 };

/* Open-addressing set of states; grows to keep at most 1 / STATES_LOAD of its slots filled. An empty slot
 * has an empty taken set, which no state has. */
typedef struct StateSet {
    State *slots;
    size_t capacity;
    size_t count;
    State local[STATES_LOCAL];
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
    bool seen_ready;
    StateSet seen;
} Search;

static void states_init(StateSet *set)
{
    memset(set->local, 0, sizeof set->local);
    set->slots = set->local;
    set->capacity = STATES_LOCAL;
    set->count = 0;
}

static void states_free(StateSet *set)
{
    if (set->slots != set->local) {
        free(set->slots);
    }
}

/* The slot that holds the state or where it belongs. */
static State *states_find(const StateSet *set, State s)
{
    const uint64_t mixed = (s.taken ^ ((uint64_t)s.square << 57)) * 0x9E3779B97F4A7C15u;
    size_t i = (size_t)(mixed >> 20) & (set->capacity - 1);
    while (set->slots[i].taken != 0 && (set->slots[i].taken != s.taken || set->slots[i].square != s.square)) {
        i = (i + 1) & (set->capacity - 1);
    }
    return &set->slots[i];
}

static bool states_grow(StateSet *set)
{
    StateSet grown = *set;
    grown.capacity = set->capacity * 4;
    grown.slots = calloc(grown.capacity, sizeof(State));
    if (grown.slots == NULL) {
        return false;
    }
    for (size_t i = 0; i < set->capacity; i++) {
        if (set->slots[i].taken != 0) {
            *states_find(&grown, set->slots[i]) = set->slots[i];
        }
    }
    states_free(set);
    set->slots = grown.slots;
    set->capacity = grown.capacity;
    return true;
}

/* True when the state is new; remembers it. */
static bool states_add(StateSet *set, State s, bool *failed)
{
    State *slot = states_find(set, s);
    if (slot->taken != 0) {
        return false;
    }
    if ((set->count + 1) * STATES_LOAD > set->capacity) {
        if (!states_grow(set)) {
            *failed = true;
            return false;
        }
        slot = states_find(set, s);
    }
    *slot = s;
    set->count++;
    return true;
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
        if (depth > 0) {
            if (!search->seen_ready) {
                states_init(&search->seen);
                search->seen_ready = true;
            }
            if (!states_add(&search->seen, next, &search->list->failed)) {
                continue;
            }
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
    search->seen_ready = false;
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
        if (search.seen_ready) {
            states_free(&search.seen);
        }
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
    states_init(&search.seen);
    route[0] = m.from;
    const int length = m.taken == 0 ? 0 : find_route(&search, m.from, 0, m, route, 1);
    states_free(&search.seen);
    return length;
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
