/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/fen.h"
#include "core/game.h"
#include "core/notation.h"
#include "match/openings_set.h"
#include "match/pdn.h"
#include "system/regular_file.h"

enum { LINE_SIZE = 32768 /* room for the longest line: OPENINGS_PLIES_MAX moves of NOTATION_SIZE */ };

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
    if (openings_add(o, &g->positions[0], g->moves, (int)g->plies, at->line) == ADDED_NO_MEMORY) {
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
    PdnReader *const reader = pdn_reader_open(path, e);
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
