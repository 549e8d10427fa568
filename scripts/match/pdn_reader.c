/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "core/fen.h"
#include "core/notation.h"
#include "match/pdn_scan.h"
#include "system/numbers.h"
#include "system/regular_file.h"

enum {
    WORD_SIZE = 192,      /* room for a word of the movetext: a move with its number */
    NUMBER_MAX = 1000000, /* above any move number or ply count */
    PLIES_PER_NUMBER = 2
};

static bool result_by_text(const char *text, GameResult *result)
{
    static const GameResult ALL[] = {GAME_ONGOING, GAME_WHITE_WINS, GAME_BLACK_WINS, GAME_DRAW};
    for (size_t i = 0; i < sizeof ALL / sizeof ALL[0]; i++) {
        if (strcmp(text, game_result_text(ALL[i])) == 0) {
            *result = ALL[i];
            return true;
        }
    }
    return false;
}

/* Makes the record from its tags. On success the caller must free it. */
static bool start_game(const PdnReader *r, unsigned long line, const PdnTags *t, PdnGame *g, Error *e)
{
    const Variant *const v = variant_by_name(t->variant);
    if (v == NULL) {
        return pdn_refuse(r, line, e, "unknown variant \"%s\"", t->variant);
    }
    Position start = position_start(v);
    if ((t->setup[0] != '\0' && strcmp(t->setup, "1") != 0) || (t->setup[0] != '\0' && t->fen[0] == '\0')) {
        return pdn_refuse(r, line, e, "SetUp must be \"1\" and needs the tag FEN");
    }
    if (t->fen[0] != '\0') {
        Error why;
        if (fen_parse(v, t->fen, &start, &why) != ERROR_NONE) {
            return pdn_refuse(r, line, e, "FEN: %s", why.text);
        }
    }
    GameResult result;
    PdnTermination termination;
    if (!result_by_text(t->result, &result)) {
        return pdn_refuse(r, line, e, "unknown result \"%s\"", t->result);
    }
    if (!pdn_termination_by_text(t->termination, &termination)) {
        return pdn_refuse(r, line, e, "unknown termination \"%s\"", t->termination);
    }
    if (pdn_game_init(g, &start) != ERROR_NONE) {
        return pdn_refuse(r, line, e, "out of memory");
    }
    g->result = result;
    g->termination = termination;
    for (int tag = 0; tag < PDN_TAG_COUNT; tag++) {
        pdn_set_tag(g, (PdnTag)tag, t->text[tag]);
    }
    return true;
}

/* Reads a word of the movetext: everything up to a space or a brace. */
static bool read_word(PdnReader *r, char word[WORD_SIZE], Error *e)
{
    size_t n = 0;
    for (int c = pdn_peek(r); c != EOF && !pdn_is_space(c) && c != '{' && c != '['; c = pdn_peek(r)) {
        if (c <= ' ' || c > '~') {
            return pdn_refuse(r, r->line, e, "byte %d in the moves", c);
        }
        if (n + 1 == WORD_SIZE) {
            return pdn_refuse(r, r->line, e, "a word that is too long for a move");
        }
        word[n++] = (char)pdn_take(r);
    }
    word[n] = '\0';
    if (n == 0) {
        return pdn_refuse(r, r->line, e, "unexpected '%c' in the moves; the result is missing", pdn_peek(r));
    }
    /* Any of its beginnings may be a word too. */
    if (pdn_peek(r) == EOF) {
        return pdn_refuse_end(r, e, "inside the moves of a game");
    }
    return true;
}

/* Checks a move number at the beginning of the word and returns what follows it, or NULL on error. */
static const char *check_number(const PdnReader *r, const PdnGame *g, const char *word, Error *e)
{
    const Position *const p = game_position(&g->game);
    const size_t offset = g->game.positions[0].side == BLACK ? 1 : 0;
    const int64_t expected = (int64_t)((g->game.plies + offset) / PLIES_PER_NUMBER + 1);
    const char *c = word;
    int64_t number = 0;
    if (*c < '0' || *c > '9') {
        return c;
    }
    const size_t digits = number_digits(c, NUMBER_TO_NUL, NUMBER_MAX, &number);
    const bool valid = digits > 0;
    c += digits;
    const size_t points = valid ? strspn(c, ".") : 0;
    if (!valid || number != expected || points != (p->side == WHITE ? 1U : 3U)) {
        pdn_refuse(r, r->line, e, "\"%s\" where move number %d%s was expected", word, (int)expected,
                   p->side == WHITE ? "." : "...");
        return NULL;
    }
    return c + points;
}

/* Replays one move. */
static bool play_word(const PdnReader *r, PdnGame *g, const char *word, Error *e)
{
    const Position *const p = game_position(&g->game);
    const int ply = (int)g->game.plies + 1;
    const GameResult over = game_result(&g->game);
    Error why;
    Move m;
    if (over != GAME_ONGOING) {
        return pdn_refuse(r, r->line, e, "ply %d, \"%s\": the game ended before it, %s", ply, word,
                          game_result_text(over));
    }
    if (ply > PDN_PLIES_MAX) {
        return pdn_refuse(r, r->line, e, "the game is longer than %d plies", (int)PDN_PLIES_MAX);
    }
    if (notation_parse(p, word, strlen(word), &m, &why) != ERROR_NONE) {
        return pdn_refuse(r, r->line, e, "ply %d, \"%s\": %s", ply, word, why.text);
    }
    if (pdn_game_play(g, m, NULL) != ERROR_NONE) {
        return pdn_refuse(r, r->line, e, "out of memory");
    }
    return true;
}

/* Takes a comment into the record: figures after a move, a remark only before the result. */
static bool take_comment(PdnReader *r, PdnGame *g, bool *commented, Error *e)
{
    const unsigned long line = r->line;
    char text[PDN_TEXT_SIZE];
    if (!pdn_read_comment(r, text, e)) {
        return false;
    }
    if (!*commented) {
        if (!pdn_comment_parse(text, &g->infos[g->game.plies - 1])) {
            return pdn_refuse(r, line, e, "the comment {%s} is not of the form {+0.12/9 0.105s}, {book} or {}", text);
        }
        *commented = true;
        return true;
    }
    if (g->remark[0] != '\0' || text[0] == '\0') {
        return pdn_refuse(r, line, e, "a comment too many: {%s}", text);
    }
    pdn_set_remark(g, text);
    return true;
}

/* Reads the moves and comments up to the result. */
static bool read_moves(PdnReader *r, PdnGame *g, Error *e)
{
    bool commented = true; /* before the first move there can only be a remark */
    for (;;) {
        pdn_skip_space(r);
        if (pdn_peek(r) == EOF) {
            return pdn_refuse_end(r, e, "inside the moves of a game");
        }
        if (pdn_peek(r) == '{') {
            if (!take_comment(r, g, &commented, e)) {
                return false;
            }
            continue;
        }
        char word[WORD_SIZE] = "";
        GameResult result;
        if (!read_word(r, word, e)) {
            return false;
        }
        if (result_by_text(word, &result)) {
            if (result == g->result) {
                return true;
            }
            return pdn_refuse(r, r->line, e, "the moves end with %s, but the tag Result says %s", word,
                              game_result_text(g->result));
        }
        if (g->remark[0] != '\0') {
            return pdn_refuse(r, r->line, e, "\"%s\" after the closing remark, where the result was expected", word);
        }
        const char *const move = check_number(r, g, word, e);
        if (move == NULL) {
            return false;
        }
        if (*move != '\0') {
            if (!play_word(r, g, move, e)) {
                return false;
            }
            commented = false;
        }
    }
}

/* Reads the end of the result's line and the empty line that closes a game. */
static bool read_close(PdnReader *r, Error *e)
{
    for (int lines = 0; lines < 2;) {
        const int c = pdn_peek(r);
        if (c == EOF) {
            return pdn_refuse_end(r, e, "before the empty line that closes a game");
        }
        if (!pdn_is_space(c)) {
            return pdn_refuse(r, r->line, e, "an empty line must follow the result");
        }
        lines += pdn_take(r) == '\n' ? 1 : 0;
    }
    return true;
}

/* Checks what can be known only after the last move. */
static bool check_game(const PdnReader *r, unsigned long line, const PdnTags *t, const PdnGame *g, Error *e)
{
    Error why;
    int64_t plies = 0;
    const size_t digits = number_digits(t->plies, NUMBER_TO_NUL, NUMBER_MAX, &plies);
    if (digits == 0 || t->plies[digits] != '\0' || (size_t)plies != g->game.plies) {
        return pdn_refuse(r, line, e, "PlyCount is \"%s\", but %d plies were played", t->plies, (int)g->game.plies);
    }
    if (pdn_check(g, &why) != ERROR_NONE) {
        return pdn_refuse(r, line, e, "%s", why.text);
    }
    return true;
}

PdnRead pdn_reader_next(PdnReader *r, PdnGame *g, Error *e)
{
    PdnTags tags;
    pdn_skip_space(r);
    if (pdn_peek(r) == EOF && !ferror(r->stream)) {
        error_clear(e);
        return PDN_READ_END;
    }
    const unsigned long line = r->line;
    if (!pdn_read_tags(r, &tags, e) || !start_game(r, line, &tags, g, e)) {
        return PDN_READ_ERROR;
    }
    if (!read_moves(r, g, e) || !check_game(r, line, &tags, g, e) || !read_close(r, e)) {
        pdn_game_free(g);
        return PDN_READ_ERROR;
    }
    r->end = r->offset;
    error_clear(e);
    return PDN_READ_GAME;
}

PdnReader *pdn_reader_stream(FILE *stream, const char *name, Error *e)
{
    PdnReader *const r = calloc(1, sizeof *r);
    if (r == NULL) {
        error_set(e, ERROR_MEMORY, "out of memory");
        return NULL;
    }
    r->stream = stream;
    r->line = 1;
    snprintf(r->name, sizeof r->name, "%s", name);
    return r;
}

PdnReader *pdn_reader_open(const char *path, Error *e)
{
    FILE *const stream = regular_file_stream(path, e);
    if (stream == NULL) {
        return NULL;
    }
    PdnReader *const r = pdn_reader_stream(stream, path, e);
    if (r == NULL) {
        fclose(stream);
        return NULL;
    }
    r->owned = true;
    return r;
}

void pdn_reader_close(PdnReader *r)
{
    if (r != NULL && r->owned) {
        fclose(r->stream);
    }
    free(r);
}

uint64_t pdn_reader_offset(const PdnReader *r)
{
    return r->end;
}

bool pdn_reader_truncated(const PdnReader *r)
{
    return r->truncated;
}
