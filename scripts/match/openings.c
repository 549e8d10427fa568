/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/openings.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HASH_NONFATAL_OOM 1
#include <uthash.h>

#include "core/fen.h"
#include "core/game.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "games/pdn_read.h"
#include "system/file.h"
#include "system/random.h"

enum {
    MISSES_MAX = 20000, /* tries in a row without a new opening after which no more are expected */
    LINE_SIZE = 32768   /* room for the longest line: OPENINGS_PLIES_MAX moves of NOTATION_SIZE */
};

/* An opening, by its key. */
typedef struct OpeningEntry {
    uint64_t key;
    UT_hash_handle hh;
    Position start;
    unsigned number;
    int plies;
    Move moves[];
} OpeningEntry;

struct Openings {
    OpeningEntry *table;    /* uthash: by key, in the order of reading or making */
    OpeningEntry **entries; /* in the order of playing; owned, the entries are the table's */
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

/* Adds an opening unless the same is there; plies is 0 to OPENINGS_PLIES_MAX and the moves are legal. */
static Added add_opening(Openings *o, const Position *start, const Move *moves, int plies, unsigned number)
{
    const size_t size = (size_t)plies * sizeof *moves;
    const Opening opening = {.start = *start, .moves = moves, .plies = plies, .number = number};
    const Position end = openings_end(&opening);
    const uint64_t key = openings_key(&end);
    OpeningEntry *entry;
    HASH_FIND(hh, o->table, &key, sizeof key, entry);
    if (entry != NULL) {
        o->duplicates++;
        return ADDED_DUPLICATE;
    }
    entry = malloc(sizeof *entry + size);
    if (entry == NULL) {
        return ADDED_NO_MEMORY;
    }
    *entry = (OpeningEntry){.key = key, .start = *start, .number = number, .plies = plies};
    if (size > 0) {
        memcpy(entry->moves, moves, size);
    }
    HASH_ADD(hh, o->table, key, sizeof entry->key, entry);
    if (entry->hh.tbl == NULL) {
        free(entry);
        return ADDED_NO_MEMORY;
    }
    return ADDED_NEW;
}

/* Lists the openings of the table, of which there are some, in its order; false without memory. */
static bool list_entries(Openings *o)
{
    o->entries = malloc(openings_count(o) * sizeof *o->entries);
    if (o->entries != NULL) {
        openings_arrange(o, OPENINGS_SEQUENTIAL, 0);
    }
    return o->entries != NULL;
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
    for (int misses = 0; !failed && misses < MISSES_MAX && openings_count(o) < (size_t)count; misses++) {
        Move moves[OPENINGS_PLIES_MAX];
        if (play_random(v, plies, &state, moves, &failed)) {
            const Added added = add_opening(o, &start, moves, plies, (unsigned)openings_count(o) + 1);
            failed = added == ADDED_NO_MEMORY;
            misses = added == ADDED_NEW ? -1 : misses;
        }
    }
    if (!failed && openings_count(o) == 0) {
        openings_free(o);
        error_set(e, ERROR_SYNTAX, "found no balanced opening of %d random plies", plies);
        return NULL;
    }
    if (failed || !list_entries(o)) {
        openings_free(o);
        error_set(e, ERROR_MEMORY, "not enough memory");
        return NULL;
    }
    o->duplicates = 0; /* tries that led nowhere, not openings left out */
    error_clear(e);
    return o;
}

void openings_free(Openings *o)
{
    OpeningEntry *entry, *next;
    if (o != NULL) {
        HASH_ITER(hh, o->table, entry, next)
        {
            HASH_DEL(o->table, entry);
            free(entry);
        }
        free(o->entries);
        free(o);
    }
}

void openings_arrange(Openings *o, OpeningsOrder order, uint64_t seed)
{
    uint64_t state = seed;
    size_t n = 0;
    for (OpeningEntry *entry = o->table; entry != NULL; entry = entry->hh.next) {
        o->entries[n++] = entry;
    }
    for (; order == OPENINGS_RANDOM && n > 1; n--) {
        const size_t other_place = random_below(&state, n);
        OpeningEntry *const entry = o->entries[other_place];
        o->entries[other_place] = o->entries[n - 1];
        o->entries[n - 1] = entry;
    }
}

size_t openings_count(const Openings *o)
{
    return HASH_COUNT(o->table);
}

size_t openings_duplicates(const Openings *o)
{
    return o->duplicates;
}

Opening openings_at(const Openings *o, uint64_t round)
{
    const OpeningEntry *const e = o->entries[round % openings_count(o)];
    return (Opening){.start = e->start, .moves = e->moves, .plies = e->plies, .number = e->number};
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
    if (openings_count(o) == OPENINGS_COUNT_MAX) {
        return refuse(at, "more than %d openings", (int)OPENINGS_COUNT_MAX);
    }
    if (add_opening(o, &g->positions[0], g->moves, (int)g->plies, at->line) == ADDED_NO_MEMORY) {
        return refuse(at, "not enough memory");
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
            return refuse(at, "not enough memory");
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
        return refuse(at, "not enough memory");
    }
    const bool done = play_words(&g, &text, at) && add_game(o, &g, max_plies, at);
    game_free(&g);
    return done;
}

static bool read_epd(Openings *o, const Variant *v, const char *path, int max_plies, Error *e)
{
    FILE *const file = file_stream(path, e);
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
        error_set(e, ERROR_MEMORY, "not enough memory");
        return NULL;
    }
    bool done = format == OPENINGS_PDN ? read_pdn(o, v, path, max_plies, e) : read_epd(o, v, path, max_plies, e);
    if (done && openings_count(o) == 0) {
        error_set(e, ERROR_SYNTAX, "%s: no opening in it", path);
        done = false;
    } else if (done && !list_entries(o)) {
        error_set(e, ERROR_MEMORY, "not enough memory");
        done = false;
    }
    if (!done) {
        openings_free(o);
        return NULL;
    }
    error_clear(e);
    return o;
}
