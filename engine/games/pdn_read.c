/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "games/pdn_read.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "core/fen.h"
#include "core/notation_parse.h"
#include "system/file.h"
#include "system/text.h"

enum {
    FILE_NAME_SIZE = 256, /* bytes of the file's name in messages */
    TAG_NAME_SIZE = 64,
    WORD_SIZE = 192 /* bytes of a move with its number */
};

static const char DIGITS[] = "0123456789";

struct PdnReader {
    FILE *stream;
    bool owned;
    bool strict;
    bool truncated;
    char name[FILE_NAME_SIZE];
    unsigned long line; /* of the next byte, from 1 */
    uint64_t offset;    /* of the next byte */
    uint64_t end;       /* offset after the last complete game */
    Error *error;       /* of the current call; every function that returns false has set it */
};

/* The tags of the game being read; those not seen are empty. */
typedef struct Tags {
    unsigned long line; /* of the first */
    bool seen[PDN_TAG_COUNT];
    char text[PDN_TAG_COUNT][PDN_TEXT_SIZE];
} Tags;

/* ---- Bytes ---- */

/* Sets the error to "FILE:LINE: message" and returns false. */
__attribute__((format(printf, 3, 4))) static bool refuse(const PdnReader *r, unsigned long line, const char *format,
                                                         ...)
{
    char text[ERROR_TEXT];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    error_set(r->error, ERROR_SYNTAX, "%s:%lu: %s", r->name, line, text);
    return false;
}

/* Refuses a file that ends inside a game ("the file ends ..."), or cannot be read any further there. */
static bool refuse_end(PdnReader *r, unsigned long line, const char *where)
{
    if (ferror(r->stream)) {
        return refuse(r, line, "cannot read further: %s", strerror(errno));
    }
    r->truncated = true;
    return refuse(r, line, "the file ends %s", where);
}

static bool refuse_memory(const PdnReader *r)
{
    error_set(r->error, ERROR_MEMORY, "not enough memory for the game");
    return false;
}

/* The next byte, or EOF; peek() does not take it. */
static int take(PdnReader *r)
{
    const int c = getc(r->stream);
    if (c != EOF) {
        r->offset++;
        r->line += c == '\n' ? 1 : 0;
    }
    return c;
}

static int peek(const PdnReader *r)
{
    const int c = getc(r->stream);
    if (c != EOF) {
        ungetc(c, r->stream);
    }
    return c;
}

static bool is_space(int c)
{
    return c != EOF && char_is_blank((char)c);
}

static void skip_space(PdnReader *r)
{
    while (is_space(peek(r))) {
        take(r);
    }
}

/* Bytes that are not ASCII are shown as '?'. */
static char printable(int c)
{
    return (char)(c <= '~' ? c : '?');
}

/* Reads a comment, beginning with its opening brace; ends of lines become spaces. When a lenient reader skips a long
 * one, the text is only its beginning. */
static bool read_comment(PdnReader *r, char text[PDN_TEXT_SIZE])
{
    const unsigned long line = r->line;
    size_t n = 0;
    take(r);
    for (int c = take(r); c != '}'; c = take(r)) {
        if (c == EOF) {
            return refuse_end(r, line, "before the comment's closing brace");
        }
        if (r->strict && c < ' ' && !is_space(c)) {
            return refuse(r, line, "a control character in a comment");
        }
        if (r->strict && (c == '{' || n + 1 == PDN_TEXT_SIZE)) {
            return refuse(r, line, "the comment has no closing brace, or is too long");
        }
        if (n + 1 < PDN_TEXT_SIZE) {
            text[n++] = is_space(c) ? ' ' : printable(c);
        }
    }
    text[n] = '\0';
    return true;
}

/* Skips a comment: {...}, or from ; to the end of the line. */
static bool skip_comment(PdnReader *r)
{
    char text[PDN_TEXT_SIZE];
    if (peek(r) == '{') {
        return read_comment(r, text);
    }
    int c = take(r);
    while (c != '\n' && c != EOF) {
        c = take(r);
    }
    return true;
}

/* Skips a variation, beginning with its opening parenthesis, and those inside it. */
static bool skip_variation(PdnReader *r)
{
    const unsigned long line = r->line;
    int depth = 0;
    do {
        const int c = peek(r);
        if (c == EOF) {
            return refuse_end(r, line, "before the variation's closing parenthesis");
        }
        if (c == '{' || c == ';') {
            if (!skip_comment(r)) {
                return false;
            }
            continue;
        }
        take(r);
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    } while (depth > 0);
    return true;
}

/* Skips a byte order mark (UTF-8), with which some editors begin a file. */
static void skip_byte_order_mark(PdnReader *r)
{
    static const unsigned char MARK[] = {0xEF, 0xBB, 0xBF};
    for (size_t i = 0; i < sizeof MARK && peek(r) == MARK[i]; i++) {
        take(r);
    }
}

/* Skips spaces and, in the lenient form, comments and variations. */
static bool skip(PdnReader *r)
{
    skip_space(r);
    for (int c = peek(r); !r->strict && (c == '{' || c == ';' || c == '('); c = peek(r)) {
        if (!(c == '(' ? skip_variation(r) : skip_comment(r))) {
            return false;
        }
        skip_space(r);
    }
    return true;
}

/* ---- Tags ---- */

/* Reads the value of a tag after its opening quote; if it does not matter, only as much as there is room for. */
static bool read_value(PdnReader *r, bool matters, char value[PDN_TEXT_SIZE])
{
    const unsigned long line = r->line;
    size_t n = 0;
    for (int c = take(r); c != '"'; c = take(r)) {
        c = c == '\\' ? take(r) : c;
        if (c == EOF) {
            return refuse_end(r, r->line, "inside a tag");
        }
        if (c < ' ') {
            return refuse(r, line, c == '\n' ? "the tag's value has no closing quote" : "a control character in a tag");
        }
        if (n + 1 < PDN_TEXT_SIZE) {
            value[n++] = printable(c);
        } else if (matters) {
            return refuse(r, line, "the tag's value is too long");
        }
    }
    value[n] = '\0';
    return true;
}

static bool is_of_name(int c)
{
    return c > ' ' && c <= '~' && c != '"' && c != '[' && c != ']';
}

/* Reads a tag after its opening bracket. */
static bool read_tag(PdnReader *r, Tags *t)
{
    const unsigned long line = r->line;
    char name[TAG_NAME_SIZE];
    char value[PDN_TEXT_SIZE];
    size_t n = 0;
    skip_space(r);
    while (is_of_name(peek(r)) && n + 1 < TAG_NAME_SIZE) {
        name[n++] = (char)take(r);
    }
    name[n] = '\0';
    skip_space(r);
    int c = take(r);
    if (c != EOF && (n == 0 || c != '"')) {
        return refuse(r, line, "a tag has the form [Name \"value\"]");
    }
    int tag = 0;
    while (tag < PDN_TAG_COUNT && strcmp(name, PDN_TAG_NAMES[tag]) != 0) {
        tag++;
    }
    const bool known = tag < PDN_TAG_COUNT;
    if (c != EOF && !read_value(r, known, value)) {
        return false;
    }
    skip_space(r);
    c = take(r);
    if (c == EOF) {
        return refuse_end(r, r->line, "inside a tag");
    }
    if (c != ']') {
        return refuse(r, line, "tag %s has no closing bracket", name);
    }
    if (known && t->seen[tag]) {
        return refuse(r, line, "tag %s is given twice", name);
    }
    if (known) {
        t->seen[tag] = true;
        memcpy(t->text[tag], value, sizeof value);
    }
    return true;
}

/* Reads all tags before the moves. */
static bool read_tags(PdnReader *r, Tags *t)
{
    memset(t, 0, sizeof *t);
    t->line = r->line;
    while (peek(r) == '[') {
        take(r);
        if (!read_tag(r, t) || !skip(r)) {
            return false;
        }
    }
    if (peek(r) == EOF) {
        return refuse_end(r, r->line, "after the tags of a game");
    }
    for (int tag = 0; r->strict && tag < PDN_TAG_COUNT; tag++) {
        const bool required = tag < PDN_TAG_REQUIRED || tag == PDN_RESULT || tag == PDN_VARIANT ||
                              tag == PDN_PLY_COUNT || tag == PDN_TERMINATION;
        if (required && !t->seen[tag]) {
            return refuse(r, t->line, "tag %s is missing", PDN_TAG_NAMES[tag]);
        }
    }
    return true;
}

static bool result_by_text(const char *text, GameResult *result)
{
    for (int r = GAME_ONGOING; r <= GAME_DRAW; r++) {
        if (strcmp(text, game_result_text((GameResult)r)) == 0) {
            *result = (GameResult)r;
            return true;
        }
    }
    return false;
}

static bool termination_by_text(const char *text, PdnTermination *termination)
{
    for (int i = 0; i < PDN_TERMINATION_COUNT; i++) {
        if (strcmp(text, PDN_TERMINATIONS[i]) == 0) {
            *termination = (PdnTermination)i;
            return true;
        }
    }
    return false;
}

/* Makes the record from its tags. On success the caller must free it. */
static bool start_game(const PdnReader *r, const Tags *t, PdnGame *g)
{
    const char *const setup = t->text[PDN_SETUP];
    const Variant *const v = t->seen[PDN_VARIANT] ? variant_by_name(t->text[PDN_VARIANT]) : variant_at(0);
    GameResult result = GAME_ONGOING;
    PdnTermination termination = PDN_UNTERMINATED;
    Error why;
    if (v == NULL) {
        return refuse(r, t->line, "unknown variant \"%s\"", t->text[PDN_VARIANT]);
    }
    Position start = position_start(v);
    if (r->strict && t->seen[PDN_SETUP] && (strcmp(setup, "1") != 0 || !t->seen[PDN_FEN])) {
        return refuse(r, t->line, "SetUp must be \"1\" and needs the tag FEN");
    }
    if (t->seen[PDN_FEN] && fen_parse(v, t->text[PDN_FEN], &start, &why) != ERROR_NONE) {
        return refuse(r, t->line, "FEN: %s", why.text);
    }
    if (t->seen[PDN_RESULT] && !result_by_text(t->text[PDN_RESULT], &result)) {
        return refuse(r, t->line, "unknown result \"%s\"", t->text[PDN_RESULT]);
    }
    if (!termination_by_text(t->text[PDN_TERMINATION], &termination) && r->strict) {
        return refuse(r, t->line, "unknown termination \"%s\"", t->text[PDN_TERMINATION]);
    }
    if (pdn_game_init(g, &start) != ERROR_NONE) {
        return refuse_memory(r);
    }
    g->result = result;
    g->termination = termination;
    for (int tag = 0; tag < PDN_TAG_TEXTS; tag++) {
        pdn_set_tag(g, (PdnTag)tag, t->text[tag]);
    }
    return true;
}

/* ---- Moves ---- */

/* Reads a word of the moves, up to a space, a comment, a variation or a tag. */
static bool read_word(PdnReader *r, char word[WORD_SIZE])
{
    size_t n = 0;
    int c = peek(r);
    for (; c != EOF && !is_space(c) && c != '{' && c != ';' && c != '[' && (r->strict || c != '('); c = peek(r)) {
        if (c <= ' ' || c > '~') {
            return refuse(r, r->line, "byte %d in the moves", c);
        }
        if (n + 1 == WORD_SIZE) {
            return refuse(r, r->line, "a word that is too long for a move");
        }
        word[n++] = (char)take(r);
    }
    word[n] = '\0';
    /* A truncated word may look like a complete one. */
    if (c == EOF && (n == 0 || r->strict)) {
        return refuse_end(r, r->line, "before the result of a game: 1-0, 0-1, 1/2-1/2 or *");
    }
    return n > 0 || refuse(r, r->line, "unexpected '%c' in the moves; the result is missing", c);
}

/* Returns the part of the word after a move number, which it may begin with; NULL when the number is wrong. */
static const char *skip_move_number(const PdnReader *r, const Game *g, const char *word)
{
    const size_t digits = strspn(word, DIGITS);
    const size_t points = strspn(word + digits, ".");
    char expected[PDN_NUMBER_SIZE];
    if (!r->strict) {
        return points > 0 || word[digits] == '\0' ? word + digits + points : word;
    }
    pdn_move_number(g, g->plies, expected);
    if (digits > 0 && (strncmp(word, expected, digits + points) != 0 || strlen(expected) != digits + points)) {
        refuse(r, r->line, "\"%s\" where move number %s was expected", word, expected);
        return NULL;
    }
    return word + digits + (digits > 0 ? points : 0);
}

/* Replays one move. */
static bool play_word(const PdnReader *r, PdnGame *g, const char *word)
{
    const int ply = (int)g->game.plies + 1;
    const GameResult over = game_result(&g->game);
    Error why;
    Move m;
    if (over != GAME_ONGOING) {
        return refuse(r, r->line, "ply %d: %s: the game ended before it, %s", ply, word, game_result_text(over));
    }
    if (ply > PDN_PLIES_MAX) {
        return refuse(r, r->line, "the game is longer than %d plies", (int)PDN_PLIES_MAX);
    }
    if (notation_parse(game_position(&g->game), word, strlen(word), &m, &why) != ERROR_NONE) {
        return refuse(r, r->line, "ply %d: %s", ply, why.text);
    }
    return pdn_game_play(g, m, NULL) == ERROR_NONE || refuse_memory(r);
}

/* Takes a comment into the record: the figures after a move, or a remark before the result. */
static bool take_comment(PdnReader *r, PdnGame *g, bool *commented)
{
    const unsigned long line = r->line;
    char text[PDN_TEXT_SIZE] = "";
    if (!read_comment(r, text)) {
        return false;
    }
    if (!*commented) {
        *commented = true;
        return pdn_comment_parse(text, &g->infos[g->game.plies - 1]) ||
               refuse(r, line, "the comment {%s} is not of the form {+0.12/9 0.105s}, {book} or {}", text);
    }
    if (g->remark[0] != '\0' || text[0] == '\0') {
        return refuse(r, line, "a comment too many: {%s}", text);
    }
    pdn_set_remark(g, text);
    return true;
}

/* True for an annotation of a move in other programs' files: $1. */
static bool is_nag(const char *word)
{
    return word[0] == '$' && word[1] != '\0' && word[1 + strspn(word + 1, DIGITS)] == '\0';
}

/* Takes a word that is not a result: a move, its number, or both. */
static bool take_word(const PdnReader *r, PdnGame *g, const char *word, bool *commented)
{
    if (g->remark[0] != '\0') {
        return refuse(r, r->line, "\"%s\" after the closing remark, where the result was expected", word);
    }
    if (!r->strict && is_nag(word)) {
        return true;
    }
    const char *const move = skip_move_number(r, &g->game, word);
    if (move == NULL || *move == '\0') {
        return move != NULL;
    }
    *commented = false;
    return play_word(r, g, move);
}

/* Reads the moves and comments up to the result. Without a record they are skipped. */
static bool read_moves(PdnReader *r, PdnGame *g, GameResult *result)
{
    const bool strict = r->strict;
    assert(g != NULL || !strict);
    bool commented = true; /* before the first move there can only be a remark */
    for (;;) {
        char word[WORD_SIZE] = "";
        if (!skip(r)) {
            return false;
        }
        if (strict && peek(r) == '{') {
            if (!take_comment(r, g, &commented)) {
                return false;
            }
            continue;
        }
        if (!read_word(r, word)) {
            return false;
        }
        if (result_by_text(word, result)) {
            return true;
        }
        if (g != NULL && !take_word(r, g, word, &commented)) {
            return false;
        }
    }
}

/* Reads the end of the line of the result, and the empty line that ends a game. */
static bool read_close(PdnReader *r)
{
    for (int lines = 0; lines < 2;) {
        const int c = peek(r);
        if (c == EOF) {
            return refuse_end(r, r->line, "before the empty line that closes a game");
        }
        if (!is_space(c)) {
            return refuse(r, r->line, "an empty line must follow the result");
        }
        lines += take(r) == '\n' ? 1 : 0;
    }
    return true;
}

/* Checks what is known only after the last move, and sets the result that ends the moves. */
static bool check_game(const PdnReader *r, const Tags *t, PdnGame *g, GameResult result)
{
    const GameResult board = game_result(&g->game);
    const char *const count = t->text[PDN_PLY_COUNT];
    int64_t plies = 0;
    Error why;
    if (t->seen[PDN_RESULT] && result != g->result) {
        return refuse(r, r->line, "the moves end with %s, but the tag Result says %s", game_result_text(result),
                      game_result_text(g->result));
    }
    g->result = result;
    if (!r->strict) {
        return board == GAME_ONGOING || board == result ||
               refuse(r, r->line, "the moves end with %s, but they lead to %s", game_result_text(result),
                      game_result_text(board));
    }
    const size_t digits = number_digits(count, NUMBER_TO_NUL, PDN_PLIES_MAX, &plies);
    if (digits == 0 || count[digits] != '\0' || (size_t)plies != g->game.plies) {
        return refuse(r, t->line, "PlyCount is \"%s\", but %zu plies were played", count, g->game.plies);
    }
    return pdn_check(g, &why) == ERROR_NONE || refuse(r, t->line, "%s", why.text);
}

/* Reads the rest of a game, whose record has been started. */
static bool read_game(PdnReader *r, const Tags *t, PdnGame *g)
{
    GameResult result = GAME_ONGOING;
    return read_moves(r, g, &result) && check_game(r, t, g, result) && (!r->strict || read_close(r));
}

PdnReadStatus pdn_reader_next(PdnReader *r, PdnGame *g, Error *e)
{
    Tags tags;
    GameResult result;
    assert(g != NULL || !r->strict);
    r->error = e;
    if (r->offset == 0 && !r->strict) {
        skip_byte_order_mark(r);
    }
    if (!skip(r)) {
        return PDN_READ_ERROR;
    }
    if (peek(r) == EOF && !ferror(r->stream)) {
        error_clear(e);
        return PDN_READ_END;
    }
    if (!read_tags(r, &tags) || (g != NULL && !start_game(r, &tags, g))) {
        return PDN_READ_ERROR;
    }
    if (g == NULL ? !read_moves(r, NULL, &result) : !read_game(r, &tags, g)) {
        if (g != NULL) {
            pdn_game_free(g);
        }
        return PDN_READ_ERROR;
    }
    r->end = r->offset;
    error_clear(e);
    return PDN_READ_GAME;
}

PdnReader *pdn_reader_stream(FILE *stream, const char *name, PdnForm form, Error *e)
{
    PdnReader *const r = calloc(1, sizeof *r);
    if (r == NULL) {
        error_set(e, ERROR_MEMORY, "not enough memory for a game file");
        return NULL;
    }
    r->stream = stream;
    r->strict = form == PDN_STRICT;
    r->line = 1;
    snprintf(r->name, sizeof r->name, "%s", name);
    return r;
}

PdnReader *pdn_reader_open(const char *path, PdnForm form, Error *e)
{
    FILE *const stream = file_open_stream(path, e);
    if (stream == NULL) {
        return NULL;
    }
    PdnReader *const r = pdn_reader_stream(stream, path, form, e);
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
