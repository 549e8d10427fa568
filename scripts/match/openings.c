/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/openings.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/fen.h"
#include "core/game.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "games/pdn_read.h"
#include "system/random.h"
#include "system/regular_file.h"

enum {
    FIRST_CAPACITY = 256, /* openings, keys (a power of two) */
    FIRST_MOVES = 1024,   /* moves of all openings */
    MISSES_MAX = 20000,   /* tries in a row without a new opening after which no more are expected */
    KEY_LOAD_DIVISOR = 2, /* the table of keys is at most half full */
    LINE_SIZE = 32768     /* room for the longest line: OPENINGS_PLIES_MAX moves of NOTATION_SIZE */
};

/* An opening; its moves stand in the array of all moves, which may still be moved in memory. */
typedef struct Entry {
    Position start;
    size_t first; /* index of its first move */
    int plies;
    unsigned number;
} Entry;

struct Openings {
    Entry *entries;
    size_t count, capacity;
    Move *moves;
    size_t move_count, move_capacity;
    uint64_t *keys; /* open addressing, a power of two of places; 0 is a free one */
    size_t key_capacity;
    size_t duplicates;
};

/* What became of an opening that was to be added. */
typedef enum Added { ADDED_NEW, ADDED_DUPLICATE, ADDED_NO_MEMORY } Added;

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

/* Adds an opening unless the same is there; plies is 0 to OPENINGS_PLIES_MAX and the moves are legal. */
static Added add_opening(Openings *o, const Position *start, const Move *moves, int plies, unsigned number)
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
            const Added added = add_opening(o, &start, moves, plies, (unsigned)o->count + 1);
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

static const char BLANKS[] = " \t\r\n";

/* A line of a file under way. */
typedef struct Place {
    const char *path;
    unsigned line;
    Error *e;
} Place;

/* Fills the error with "FILE:LINE: message" and returns false. */
__attribute__((format(printf, 2, 3))) static bool refuse(const Place *at, const char *format, ...)
{
    char text[ERROR_TEXT];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    error_set(at->e, ERROR_SYNTAX, "%s:%u: %s", at->path, at->line, text);
    return false;
}

/* The next word of *text, cut off with a NUL, or NULL at the end. */
static char *next_word(char **text)
{
    char *const word = *text + strspn(*text, BLANKS);
    if (*word == '\0') {
        return NULL;
    }
    char *const end = word + strcspn(word, BLANKS);
    *text = *end == '\0' ? end : end + 1;
    *end = '\0';
    return word;
}

/* Adds the first max_plies plies of a game that is not over then. */
static bool add_game(Openings *o, Game *g, int max_plies, const Place *at)
{
    while (max_plies > 0 && g->plies > (size_t)max_plies) {
        game_undo(g);
    }
    if (game_result(g) != GAME_ONGOING) {
        return refuse(at, "the opening ends in a finished game, %s", game_result_text(game_result(g)));
    }
    if (g->plies > OPENINGS_PLIES_MAX) {
        return refuse(at, "the opening is longer than %d plies", (int)OPENINGS_PLIES_MAX);
    }
    if (o->count == OPENINGS_COUNT_MAX) {
        return refuse(at, "more than %d openings", (int)OPENINGS_COUNT_MAX);
    }
    if (add_opening(o, &g->positions[0], g->moves, (int)g->plies, at->line) == ADDED_NO_MEMORY) {
        return refuse(at, "out of memory");
    }
    return true;
}

/* Plays the words of *text as moves. */
static bool play_words(Game *g, char **text, const Place *at)
{
    for (char *word = next_word(text); word != NULL; word = next_word(text)) {
        Move m;
        Error why;
        if (notation_parse(game_position(g), word, strlen(word), &m, &why) != ERROR_NONE) {
            return refuse(at, "ply %d, \"%s\": %s", (int)g->plies + 1, word, why.text);
        }
        if (game_play(g, m) != ERROR_NONE) {
            return refuse(at, "out of memory");
        }
    }
    return true;
}

/* Reads one line of the EPD form. */
static bool read_line(Openings *o, const Variant *v, char *text, int max_plies, const Place *at)
{
    char *const comment = strchr(text, ';');
    if (comment != NULL) {
        *comment = '\0';
    }
    const char *const fen = next_word(&text);
    if (fen == NULL || fen[0] == '#') {
        return true;
    }
    Position start = position_start(v);
    Error why;
    if (strcmp(fen, "startpos") != 0 && fen_parse(v, fen, &start, &why) != ERROR_NONE) {
        return refuse(at, "%s", why.text);
    }
    const char *const word = next_word(&text);
    if (word != NULL && strcmp(word, "moves") != 0) {
        return refuse(at, "\"%.*s\" where \"moves\" or \"; comment\" was expected", error_excerpt(strlen(word)), word);
    }
    Game g;
    if (game_init(&g, &start) != ERROR_NONE) {
        return refuse(at, "out of memory");
    }
    const bool done = play_words(&g, &text, at) && add_game(o, &g, max_plies, at);
    game_free(&g);
    return done;
}

static bool read_epd(Openings *o, const Variant *v, const char *path, int max_plies, Error *e)
{
    FILE *const file = regular_file_stream(path, e);
    if (file == NULL) {
        return false;
    }
    Place at = {.path = path, .line = 0, .e = e};
    bool done = true;
    char text[LINE_SIZE];
    while (done && fgets(text, sizeof text, file) != NULL) {
        at.line++;
        const size_t length = strlen(text);
        if (length == 0 || (text[length - 1] != '\n' && !feof(file))) {
            done = refuse(&at, "the line is too long, or holds a NUL");
        } else {
            done = read_line(o, v, text, max_plies, &at);
        }
    }
    if (done && ferror(file)) {
        done = refuse(&at, "cannot read on: %s", strerror(errno));
    }
    fclose(file);
    return done;
}

static bool read_pdn(Openings *o, const Variant *v, const char *path, int max_plies, Error *e)
{
    PdnReader *const reader = pdn_reader_open(path, PDN_STRICT, e);
    if (reader == NULL) {
        return false;
    }
    /* Here games are counted, not lines. */
    Place at = {.path = path, .line = 0, .e = e};
    PdnGame g;
    PdnRead read = PDN_READ_GAME;
    bool done = true;
    while (done && (read = pdn_reader_next(reader, &g, e)) == PDN_READ_GAME) {
        at.line++;
        if (game_position(&g.game)->variant != v) {
            done = refuse(&at, "game %u is of variant %s, not %s", at.line, game_position(&g.game)->variant->name,
                          v->name);
        } else {
            done = add_game(o, &g.game, max_plies > 0 ? max_plies : OPENINGS_PLIES_DEFAULT, &at);
        }
        pdn_game_free(&g);
    }
    pdn_reader_close(reader);
    return done && read == PDN_READ_END;
}

Openings *openings_read(const Variant *v, const char *path, OpeningsFormat format, int max_plies, Error *e)
{
    Openings *const o = calloc(1, sizeof *o);
    if (o == NULL) {
        error_set(e, ERROR_MEMORY, "out of memory");
        return NULL;
    }
    const bool done = format == OPENINGS_PDN ? read_pdn(o, v, path, max_plies, e) : read_epd(o, v, path, max_plies, e);
    if (done && o->count == 0) {
        error_set(e, ERROR_SYNTAX, "%s: no opening in it", path);
    }
    if (!done || o->count == 0) {
        openings_free(o);
        return NULL;
    }
    error_clear(e);
    return o;
}
