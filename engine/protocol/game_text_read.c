/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "core/fen.h"
#include "core/notation.h"
#include "protocol/game_text.h"
#include "system/words.h"

enum { TAG_SIZE = 256 /* room for the name or the value of a tag */ };

/* Where the reader is. */
typedef struct Reader {
    const char *name; /* of the file */
    const char *next;
    const char *end;
    unsigned long line;
    Error *error;
} Reader;

/* The tags that count; "" when absent. */
typedef struct Tags {
    unsigned long line; /* of the first tag */
    char result[TAG_SIZE];
    char variant[TAG_SIZE];
    char fen[TAG_SIZE];
} Tags;

/* What a step of the reader came to. */
typedef enum Step { STEP_DONE, STEP_WORD, STEP_END, STEP_FAILED } Step;

static Step fail(const Reader *r, const char *why)
{
    error_set(r->error, ERROR_SYNTAX, "%s:%lu: %s", r->name, r->line, why);
    return STEP_FAILED;
}

/* Takes bytes up to and with that one. Returns false, at the end, when there is none. */
static bool take_through(Reader *r, char last)
{
    while (r->next < r->end) {
        const char c = *r->next++;
        r->line += c == '\n' ? 1 : 0;
        if (c == last) {
            return true;
        }
    }
    return false;
}

/* Takes blanks and comments. */
static Step skip(Reader *r)
{
    const unsigned long begun = r->line;
    while (r->next < r->end) {
        const char c = *r->next;
        if (word_is_blank(c)) {
            r->line += c == '\n' ? 1 : 0;
            r->next++;
        } else if (c == ';') {
            take_through(r, '\n');
        } else if (c != '{') {
            break;
        } else if (!take_through(r, '}')) {
            r->line = begun;
            return fail(r, "the comment has no closing brace");
        }
    }
    return STEP_DONE;
}

/* Reads a tag from its opening bracket on. */
static Step read_tag(Reader *r, char name[TAG_SIZE], char value[TAG_SIZE])
{
    size_t n = 0;
    r->next++;
    while (r->next < r->end && *r->next == ' ') {
        r->next++;
    }
    while (r->next < r->end && !word_is_blank(*r->next) && *r->next != '"' && *r->next != ']' && n + 1 < TAG_SIZE) {
        name[n++] = *r->next++;
    }
    name[n] = '\0';
    while (r->next < r->end && *r->next == ' ') {
        r->next++;
    }
    if (n == 0 || r->next == r->end || *r->next++ != '"') {
        return fail(r, "a tag has the form [Name \"value\"]");
    }
    for (n = 0; r->next < r->end && *r->next != '"' && *r->next != '\n'; r->next++) {
        if (*r->next == '\\' && r->next + 1 < r->end) {
            r->next++;
        }
        if (n + 1 < TAG_SIZE) {
            value[n++] = *r->next;
        }
    }
    value[n] = '\0';
    if (r->end - r->next < 2 || r->next[0] != '"' || r->next[1] != ']') {
        return fail(r, "a tag has the form [Name \"value\"]");
    }
    r->next += 2;
    return STEP_DONE;
}

/* Reads the tags before the moves. STEP_END when nothing is left of the text. */
static Step read_tags(Reader *r, Tags *tags)
{
    const struct {
        const char *name;
        char *value;
    } known[] = {{"Result", tags->result}, {"Variant", tags->variant}, {"FEN", tags->fen}};
    memset(tags, 0, sizeof *tags);
    Step step = skip(r);
    tags->line = r->line;
    if (step == STEP_DONE && r->next == r->end) {
        return STEP_END;
    }
    while (step == STEP_DONE && r->next < r->end && *r->next == '[') {
        char name[TAG_SIZE];
        char value[TAG_SIZE];
        step = read_tag(r, name, value);
        for (size_t i = 0; i < sizeof known / sizeof known[0] && step == STEP_DONE; i++) {
            if (strcmp(name, known[i].name) == 0 && known[i].value[0] != '\0') {
                step = fail(r, "a tag that stands there already");
            } else if (strcmp(name, known[i].name) == 0) {
                memcpy(known[i].value, value, sizeof value);
            }
        }
        step = step == STEP_DONE ? skip(r) : step;
    }
    return step;
}

/* Takes the next word of the moves: STEP_WORD, or STEP_FAILED where the text or the game ends without a result. */
static Step read_word(Reader *r, const char **word, size_t *length)
{
    const Step step = skip(r);
    if (step != STEP_DONE) {
        return step;
    }
    if (r->next == r->end || *r->next == '[') {
        return fail(r, "the result of the game is missing: 1-0, 0-1, 1/2-1/2 or *");
    }
    *word = r->next;
    while (r->next < r->end && !word_is_blank(*r->next) && *r->next != '{' && *r->next != ';' && *r->next != '[') {
        r->next++;
    }
    *length = (size_t)(r->next - *word);
    if (*length == 0) {
        return fail(r, "a move is expected here");
    }
    return STEP_WORD;
}

static bool is_result(const char *word, size_t length, GameResult *result)
{
    static const GameResult all[] = {GAME_ONGOING, GAME_WHITE_WINS, GAME_BLACK_WINS, GAME_DRAW};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        const char *const text = game_result_text(all[i]);
        if (strlen(text) == length && memcmp(text, word, length) == 0) {
            *result = all[i];
            return true;
        }
    }
    return false;
}

/* Cuts a move number with its points off the word; nothing is left of "12." and of "$3". */
static void cut_number(const char **word, size_t *length)
{
    size_t digits = 0;
    while (digits < *length && (*word)[digits] >= '0' && (*word)[digits] <= '9') {
        digits++;
    }
    size_t points = digits;
    while (points < *length && (*word)[points] == '.') {
        points++;
    }
    const size_t cut = **word == '$' ? *length : digits > 0 && points > digits ? points : 0;
    *word += cut;
    *length -= cut;
}

/* Plays a word of the moves. */
static Step play_word(const Reader *r, Game *g, const char *word, size_t length)
{
    const GameResult over = game_result(g);
    Move m;
    Error why;
    if (over != GAME_ONGOING) {
        return fail(r, "a move after the end of the game");
    }
    if (g->plies == GAME_TEXT_PLIES_MAX) {
        return fail(r, "the game is too long");
    }
    if (notation_parse(game_position(g), word, length, &m, &why) != ERROR_NONE) {
        return fail(r, why.text);
    }
    if (game_play(g, m) != ERROR_NONE) {
        error_set(r->error, ERROR_MEMORY, "not enough memory for the game");
        return STEP_FAILED;
    }
    return STEP_DONE;
}

/* Reads the moves up to the result, and plays them on g; NULL: they are skipped. */
static Step read_moves(Reader *r, Game *g, GameResult *result)
{
    const char *word = NULL;
    size_t length = 0;
    Step step = read_word(r, &word, &length);
    while (step == STEP_WORD && !is_result(word, length, result)) {
        cut_number(&word, &length);
        step = length > 0 && g != NULL ? play_word(r, g, word, length) : STEP_DONE;
        step = step == STEP_DONE ? read_word(r, &word, &length) : step;
    }
    return step == STEP_WORD ? STEP_DONE : step;
}

/* Sets up the game that the tags describe. */
static Step start(Reader r, const Tags *tags, Game *g)
{
    r.line = tags->line;
    const Variant *const v = tags->variant[0] == '\0' ? variant_at(0) : variant_by_name(tags->variant);
    Error why;
    if (v == NULL) {
        return fail(&r, "the tag Variant names no board: bushka or bushka9x11");
    }
    Position p = position_start(v);
    if (tags->fen[0] != '\0' && fen_parse(v, tags->fen, &p, &why) != ERROR_NONE) {
        return fail(&r, why.text);
    }
    if (game_init(g, &p) != ERROR_NONE) {
        error_set(r.error, ERROR_MEMORY, "not enough memory for the game");
        return STEP_FAILED;
    }
    return STEP_DONE;
}

/* Reads the rest of the wanted game, whose tags are given. */
static Step read_game(Reader *r, const Tags *tags, Game *g, GameResult *result)
{
    Step step = start(*r, tags, g);
    if (step != STEP_DONE) {
        return step;
    }
    step = read_moves(r, g, result);
    if (step == STEP_DONE && tags->result[0] != '\0' && strcmp(tags->result, game_result_text(*result)) != 0) {
        step = fail(r, "the result after the moves is not that of the tag Result");
    }
    if (step == STEP_DONE && game_result(g) != GAME_ONGOING && game_result(g) != *result) {
        step = fail(r, "the result is not the one that the moves lead to");
    }
    if (step != STEP_DONE) {
        game_free(g);
    }
    return step;
}

ErrorCode game_text_read(const char *name, const char *data, size_t length, int number, Game *g, GameTextFound *found,
                         Error *e)
{
    Reader r = {.name = name, .next = data, .end = data + length, .line = 1, .error = e};
    Tags tags;
    bool taken = false;
    Step step = read_tags(&r, &tags);
    for (found->count = 0; step == STEP_DONE;) {
        found->count++;
        GameResult other_result;
        if (found->count == number) {
            step = read_game(&r, &tags, g, &found->result);
            taken = step == STEP_DONE;
        } else {
            step = read_moves(&r, NULL, &other_result);
        }
        step = step == STEP_DONE ? read_tags(&r, &tags) : step;
    }
    if (taken) {
        return error_clear(e); /* what is wrong with later games is not this one's business */
    }
    if (step == STEP_END && found->count == 0) {
        return error_set(e, ERROR_SYNTAX, "%s: there is no game in it", name);
    }
    return step == STEP_END
               ? error_set(e, ERROR_SYNTAX, "%s: there is no game %d, but %d in all", name, number, found->count)
               : e->code;
}
