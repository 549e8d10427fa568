/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/openings.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HASH_NONFATAL_OOM 1
#include <uthash.h>

#include "core/fen.h"
#include "core/game.h"
#include "core/movegen.h"
#include "core/notation_parse.h"
#include "games/pdn_read.h"
#include "system/file.h"
#include "system/random.h"
#include "system/text.h"

enum {
    MISSES_MAX = 20000, /* tries in a row without a new opening after which generation ends */
    LINE_SIZE = 32768   /* room for the longest line: OPENINGS_PLIES_MAX moves of NOTATION_SIZE */
};

/* An opening, by its key. */
typedef struct OpeningEntry {
    uint64_t key;
    UT_hash_handle hh;
    Opening opening;
    Move moves[]; /* those of the opening */
} OpeningEntry;

struct Openings {
    OpeningEntry *table;    /* uthash: by key, in the order of reading or making */
    OpeningEntry **entries; /* in the order of playing; owned, the entries are the table's */
};

/* True if the position is balanced as openings_random() requires. */
static bool is_balanced(const Position *p)
{
    return popcount(p->men[WHITE]) == popcount(p->men[BLACK]) &&
           popcount(p->kings[WHITE]) == popcount(p->kings[BLACK]) && movegen_is_quiet(p) && movegen_has_move(p);
}

/* The position after the opening's moves. */
static Position end_of(const Opening *opening)
{
    Position p = opening->start;
    for (int i = 0; i < opening->plies; i++) {
        p = position_after(&p, opening->moves[i]);
    }
    return p;
}

/* Adds a copy of an opening unless the set has the same; plies is 0 to OPENINGS_PLIES_MAX and the moves are legal.
 * Returns false when memory runs out. */
static bool add_opening(Openings *o, const Opening *opening)
{
    const size_t size = (size_t)opening->plies * sizeof *opening->moves;
    const Position end = end_of(opening);
    const uint64_t key = position_image_key(&end);
    OpeningEntry *entry;
    HASH_FIND(hh, o->table, &key, sizeof key, entry);
    if (entry != NULL) {
        return true;
    }
    entry = malloc(sizeof *entry + size);
    if (entry == NULL) {
        return false;
    }
    *entry = (OpeningEntry){.key = key, .opening = *opening};
    entry->opening.moves = entry->moves;
    if (size > 0) {
        memcpy(entry->moves, opening->moves, size);
    }
    HASH_ADD(hh, o->table, key, sizeof entry->key, entry);
    if (entry->hh.tbl == NULL) {
        free(entry);
        return false;
    }
    return true;
}

/* Lists the openings of the table, which is not empty, in its order; false when memory runs out. */
static bool list_entries(Openings *o)
{
    o->entries = malloc(openings_count(o) * sizeof *o->entries);
    if (o->entries == NULL) {
        return false;
    }
    size_t n = 0;
    for (OpeningEntry *entry = o->table; entry != NULL; entry = entry->hh.next) {
        o->entries[n++] = entry;
    }
    return true;
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
    return is_balanced(&p);
}

Openings *openings_random(const Variant *v, int count, int plies, uint64_t seed, Error *e)
{
    const Position start = position_start(v);
    Openings *const o = calloc(1, sizeof *o);
    bool failed = o == NULL;
    uint64_t state = seed;
    for (int misses = 0; !failed && misses < MISSES_MAX && openings_count(o) < (size_t)count; misses++) {
        Move moves[OPENINGS_PLIES_MAX];
        if (play_random(v, plies, &state, moves, &failed)) {
            const size_t before = openings_count(o);
            const Opening opening = {.start = start, .moves = moves, .plies = plies, .number = (unsigned)before + 1};
            failed = !add_opening(o, &opening);
            misses = openings_count(o) > before ? -1 : misses;
        }
    }
    if (!failed && openings_count(o) == 0) {
        openings_free(o);
        error_set(e, ERROR_SYNTAX, "found no opening of %d random plies with equal material and nothing to capture",
                  plies);
        return NULL;
    }
    if (failed || !list_entries(o)) {
        openings_free(o);
        error_set(e, ERROR_MEMORY, "not enough memory");
        return NULL;
    }
    error_clear(e);
    return o;
}

void openings_free(Openings *o)
{
    OpeningEntry *entry, *next;
    if (o != NULL) {
        HASH_ITER(hh, o->table, entry, next)
        {
            /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): uthash frees its table with the last element */
            HASH_DEL(o->table, entry);
            free(entry);
        }
        free(o->entries);
        free(o);
    }
}

void openings_shuffle(Openings *o, uint64_t seed)
{
    uint64_t state = seed;
    for (size_t n = openings_count(o); n > 1; n--) {
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

Opening openings_at(const Openings *o, uint64_t round)
{
    assert(o->table != NULL); /* a set holds one at least */
    return o->entries[round % openings_count(o)]->opening;
}

/* Adds the first max_plies plies of a game (0: all of it); refuses a game that is over by then. */
static ErrorCode add_game(Openings *o, Game *g, int max_plies, unsigned number, Error *e)
{
    while (max_plies > 0 && g->plies > (size_t)max_plies) {
        game_undo(g);
    }
    if (game_result(g) != GAME_ONGOING) {
        return error_set(e, ERROR_SYNTAX, "the game ends within the opening, %s", game_result_text(game_result(g)));
    }
    if (g->plies > OPENINGS_PLIES_MAX) {
        return error_set(e, ERROR_SYNTAX, "the opening is longer than %d plies", (int)OPENINGS_PLIES_MAX);
    }
    if (openings_count(o) == OPENINGS_COUNT_MAX) {
        return error_set(e, ERROR_SYNTAX, "more than %d openings", (int)OPENINGS_COUNT_MAX);
    }
    const Opening opening = {.start = g->positions[0], .moves = g->moves, .plies = (int)g->plies, .number = number};
    return add_opening(o, &opening) ? error_clear(e) : error_set(e, ERROR_MEMORY, "not enough memory");
}

/* Plays the words as moves. */
static ErrorCode play_words(Game *g, Words *words, Error *e)
{
    Word word;
    while (words_next(words, &word)) {
        Move m;
        Error why;
        if (notation_parse(game_position(g), word.text, word.length, &m, &why) != ERROR_NONE) {
            return error_set(e, ERROR_SYNTAX, "ply %d, \"%s\": %s", (int)g->plies + 1, WORD_SHOWN(word), why.text);
        }
        if (game_play(g, m) != ERROR_NONE) {
            return error_set(e, ERROR_MEMORY, "not enough memory");
        }
    }
    return error_clear(e);
}

/* Reads one line of the EPD form. */
static ErrorCode read_line(Openings *o, const Variant *v, const char *text, int max_plies, unsigned number, Error *e)
{
    Words words = words_of(text, strcspn(text, ";"));
    char fen[LINE_SIZE];
    Word word;
    Game g;
    if (!words_next(&words, &word) || word.text[0] == '#') {
        return error_clear(e);
    }
    Position start = position_start(v);
    word_copy(word, fen, sizeof fen);
    if (!word_is(word, "startpos") && fen_parse(v, fen, &start, e) != ERROR_NONE) {
        return e->code;
    }
    if (words_next(&words, &word) && !word_is(word, "moves")) {
        return error_set(e, ERROR_SYNTAX, "\"%s\" where \"moves\" or \"; comment\" was expected", WORD_SHOWN(word));
    }
    if (game_init(&g, &start) != ERROR_NONE) {
        return error_set(e, ERROR_MEMORY, "not enough memory");
    }
    if (play_words(&g, &words, e) == ERROR_NONE) {
        add_game(o, &g, max_plies, number, e);
    }
    game_free(&g);
    return e->code;
}

static ErrorCode read_epd(Openings *o, const Variant *v, const char *path, int max_plies, Error *e)
{
    FILE *const file = file_open_stream(path, e);
    if (file == NULL) {
        return e->code;
    }
    char text[LINE_SIZE];
    unsigned line = 0;
    error_clear(e);
    while (e->code == ERROR_NONE && fgets(text, sizeof text, file) != NULL) {
        line++;
        const size_t length = strlen(text);
        if (length == 0 || (text[length - 1] != '\n' && !feof(file))) {
            error_set(e, ERROR_SYNTAX, "the line is too long, or holds a NUL");
        } else {
            read_line(o, v, text, max_plies, line, e);
        }
    }
    if (e->code == ERROR_NONE && ferror(file)) {
        error_set(e, ERROR_SYNTAX, "cannot read further: %s", strerror(errno));
    }
    fclose(file);
    return e->code == ERROR_NONE ? ERROR_NONE : error_set(e, e->code, "%s:%u: %s", path, line, e->text);
}

/* Reads PDN games; their numbers are those of games, not of lines. */
static ErrorCode read_pdn(Openings *o, const Variant *v, const char *path, int max_plies, Error *e)
{
    PdnReader *const reader = pdn_reader_open(path, PDN_LENIENT, e);
    PdnGame g;
    unsigned number = 0;
    if (reader == NULL) {
        return e->code;
    }
    error_clear(e);
    while (e->code == ERROR_NONE && pdn_reader_next(reader, &g, e) == PDN_READ_GAME) {
        const Variant *const other = game_position(&g.game)->variant;
        number++;
        if (other != v) {
            error_set(e, ERROR_SYNTAX, "it is of variant %s, not %s", other->name, v->name);
        } else {
            add_game(o, &g.game, max_plies > 0 ? max_plies : OPENINGS_PLIES_DEFAULT, number, e);
        }
        if (e->code != ERROR_NONE) {
            error_set(e, e->code, "%s, game %u: %s", path, number, e->text);
        }
        pdn_game_free(&g);
    }
    pdn_reader_close(reader);
    return e->code;
}

Openings *openings_read(const Variant *v, const char *path, OpeningsFormat format, int max_plies, Error *e)
{
    Openings *const o = calloc(1, sizeof *o);
    if (o == NULL) {
        error_set(e, ERROR_MEMORY, "not enough memory");
        return NULL;
    }
    const ErrorCode code =
        format == OPENINGS_PDN ? read_pdn(o, v, path, max_plies, e) : read_epd(o, v, path, max_plies, e);
    if (code == ERROR_NONE && openings_count(o) == 0) {
        error_set(e, ERROR_SYNTAX, "%s: it holds no opening", path);
    } else if (code == ERROR_NONE && !list_entries(o)) {
        error_set(e, ERROR_MEMORY, "not enough memory");
    }
    if (e->code != ERROR_NONE) {
        openings_free(o);
        return NULL;
    }
    return o;
}
