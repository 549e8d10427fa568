/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/openings.h"

#include <stdlib.h>
#include <string.h>

#include "core/movegen.h"
#include "match/openings_set.h"
#include "system/random.h"

enum {
    FIRST_CAPACITY = 256, /* openings, keys (a power of two) */
    FIRST_MOVES = 1024,   /* moves of all openings */
    MISSES_MAX = 20000,   /* tries in a row without a new opening after which no more are expected */
    KEY_LOAD_DIVISOR = 2  /* the table of keys is at most half full */
};

bool openings_balanced(const Position *p)
{
    return popcount(p->men[WHITE]) == popcount(p->men[BLACK]) &&
           popcount(p->kings[WHITE]) == popcount(p->kings[BLACK]) && movegen_is_quiet(p) && movegen_any(p);
}

uint64_t openings_key(const Position *p)
{
    const Position turned = position_turned(p);
    uint64_t key = turned.key < p->key ? turned.key : p->key;
    if (p->variant->has_mirror) {
        const uint64_t mirrored = position_mirrored(p).key;
        const uint64_t both = position_mirrored(&turned).key;
        key = mirrored < key ? mirrored : key;
        key = both < key ? both : key;
    }
    return key;
}

/* Where the key is in the table, or the free place where it would be. 0 marks a free place; a key of 0 would
 * only pass for new each time. */
static size_t key_place(const uint64_t *keys, size_t capacity, uint64_t key)
{
    size_t i = (size_t)key & (capacity - 1);
    while (keys[i] != 0 && keys[i] != key) {
        i = (i + 1) & (capacity - 1);
    }
    return i;
}

/* Makes the table of keys larger. */
static bool grow_keys(Openings *o)
{
    const size_t capacity = o->key_capacity == 0 ? FIRST_CAPACITY : 2 * o->key_capacity;
    uint64_t *const keys = calloc(capacity, sizeof *keys);
    if (keys == NULL) {
        return false;
    }
    for (size_t i = 0; i < o->key_capacity; i++) {
        if (o->keys[i] != 0) {
            keys[key_place(keys, capacity, o->keys[i])] = o->keys[i];
        }
    }
    free(o->keys);
    o->keys = keys;
    o->key_capacity = capacity;
    return true;
}

/* Makes room for one more opening of that many plies. */
static bool reserve(Openings *o, size_t plies)
{
    if (o->count == o->capacity) {
        const size_t capacity = o->capacity == 0 ? FIRST_CAPACITY : 2 * o->capacity;
        Entry *const entries = realloc(o->entries, capacity * sizeof *entries);
        if (entries == NULL) {
            return false;
        }
        o->entries = entries;
        o->capacity = capacity;
    }
    if (o->move_count + plies > o->move_capacity) {
        size_t capacity = o->move_capacity == 0 ? FIRST_MOVES : 2 * o->move_capacity;
        while (capacity < o->move_count + plies) {
            capacity *= 2;
        }
        Move *const moves = realloc(o->moves, capacity * sizeof *moves);
        if (moves == NULL) {
            return false;
        }
        o->moves = moves;
        o->move_capacity = capacity;
    }
    return (o->count + 1) * KEY_LOAD_DIVISOR <= o->key_capacity || grow_keys(o);
}

Added openings_add(Openings *o, const Position *start, const Move *moves, int plies, unsigned number)
{
    const size_t n = (size_t)plies;
    if (!reserve(o, n)) {
        return ADDED_NO_MEMORY;
    }
    const Opening opening = {.start = *start, .moves = moves, .plies = plies, .number = number};
    const Position end = openings_end(&opening);
    const uint64_t key = openings_key(&end);
    const size_t place = key_place(o->keys, o->key_capacity, key);
    if (o->keys[place] == key && key != 0) {
        o->duplicates++;
        return ADDED_DUPLICATE;
    }
    o->keys[place] = key;
    o->entries[o->count++] = (Entry){.start = *start, .first = o->move_count, .plies = plies, .number = number};
    if (n > 0) {
        memcpy(o->moves + o->move_count, moves, n * sizeof *moves);
    }
    o->move_count += n;
    return ADDED_NEW;
}

/* Plays random moves from the start position. Returns false when the game ends on the way, the last position is
 * not balanced, or (with *failed set) memory runs out. */
static bool play_random(const Variant *v, int plies, uint64_t *state, Move *moves, bool *failed)
{
    Position p = position_start(v);
    MoveList list;
    for (int ply = 0; ply < plies; ply++) {
        move_list_init(&list);
        movegen_legal(&p, &list);
        *failed = list.failed;
        const bool played = !list.failed && list.count > 0;
        if (played) {
            moves[ply] = list.moves[random_below(state, (size_t)list.count)];
            p = position_after(&p, moves[ply]);
        }
        move_list_free(&list);
        if (!played) {
            return false;
        }
    }
    return openings_balanced(&p);
}

Openings *openings_random(const Variant *v, int count, int plies, uint64_t seed, Error *e)
{
    if (count < 1 || count > OPENINGS_COUNT_MAX) {
        error_set(e, ERROR_SYNTAX, "the number of openings must be 1 to %d", (int)OPENINGS_COUNT_MAX);
        return NULL;
    }
    if (plies < 0 || plies > OPENINGS_PLIES_MAX) {
        error_set(e, ERROR_SYNTAX, "the plies of an opening must be 0 to %d", (int)OPENINGS_PLIES_MAX);
        return NULL;
    }
    const Position start = position_start(v);
    Openings *const o = calloc(1, sizeof *o);
    bool failed = o == NULL;
    uint64_t state = seed;
    for (int misses = 0; !failed && misses < MISSES_MAX && o->count < (size_t)count; misses++) {
        Move moves[OPENINGS_PLIES_MAX];
        if (play_random(v, plies, &state, moves, &failed)) {
            const Added added = openings_add(o, &start, moves, plies, (unsigned)o->count + 1);
            failed = added == ADDED_NO_MEMORY;
            misses = added == ADDED_NEW ? -1 : misses;
        }
    }
    if (failed) {
        openings_free(o);
        error_set(e, ERROR_MEMORY, "out of memory");
        return NULL;
    }
    if (o->count == 0) {
        openings_free(o);
        error_set(e, ERROR_SYNTAX, "found no balanced opening of %d random plies", plies);
        return NULL;
    }
    o->duplicates = 0; /* tries that led nowhere, not openings left out */
    error_clear(e);
    return o;
}

void openings_free(Openings *o)
{
    if (o != NULL) {
        free(o->entries);
        free(o->moves);
        free(o->keys);
        free(o);
    }
}

static int compare_numbers(const void *a, const void *b)
{
    const Entry *const x = a;
    const Entry *const y = b;
    return (x->number > y->number) - (x->number < y->number);
}

void openings_arrange(Openings *o, OpeningsOrder order, uint64_t seed)
{
    /* From the same order, whatever was arranged before. */
    qsort(o->entries, o->count, sizeof *o->entries, compare_numbers);
    uint64_t state = seed;
    for (size_t i = o->count; order == OPENINGS_RANDOM && i > 1; i--) {
        const size_t other_place = random_below(&state, i);
        const Entry entry = o->entries[other_place];
        o->entries[other_place] = o->entries[i - 1];
        o->entries[i - 1] = entry;
    }
}

size_t openings_count(const Openings *o)
{
    return o->count;
}

size_t openings_duplicates(const Openings *o)
{
    return o->duplicates;
}

Opening openings_at(const Openings *o, uint64_t round)
{
    const Entry *const e = &o->entries[round % o->count];
    const Move *const moves = e->plies > 0 ? o->moves + e->first : NULL;
    return (Opening){.start = e->start, .moves = moves, .plies = e->plies, .number = e->number};
}

Position openings_end(const Opening *opening)
{
    Position p = opening->start;
    for (int i = 0; i < opening->plies; i++) {
        p = position_after(&p, opening->moves[i]);
    }
    return p;
}

bool openings_format_by_name(const char *name, OpeningsFormat *format)
{
    const bool pdn = strcmp(name, "pdn") == 0;
    if (!pdn && strcmp(name, "epd") != 0) {
        return false;
    }
    *format = pdn ? OPENINGS_PDN : OPENINGS_EPD;
    return true;
}

bool openings_order_by_name(const char *name, OpeningsOrder *order)
{
    const bool random = strcmp(name, "random") == 0;
    if (!random && strcmp(name, "sequential") != 0) {
        return false;
    }
    *order = random ? OPENINGS_RANDOM : OPENINGS_SEQUENTIAL;
    return true;
}
