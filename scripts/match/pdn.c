/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/pdn.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/fen.h"
#include "core/notation.h"
#include "match/pdn_scan.h"
#include "system/clock.h"
#include "system/numbers.h"

/* The comment of an opening move. */
static const char PDN_BOOK[] = "book";

enum {
    SCORE_DIGITS = 2,   /* decimals of a score */
    SCORE_UNIT = 100,   /* a man */
    SECOND_DIGITS = 3,  /* decimals of a time */
    FRACTION_MAX = 1000 /* above any decimals */
};

/* Writes the figures as text, without braces: "+0.12/9 0.105s", "book", or nothing where there are none. */
static void print_comment(const PdnMoveInfo *info, char text[PDN_COMMENT_SIZE])
{
    int n = 0;
    text[0] = '\0';
    if (info->book) {
        snprintf(text, PDN_COMMENT_SIZE, "%s", PDN_BOOK);
        return;
    }
    if (info->has_score) {
        const int size = abs(info->score);
        const char sign = info->score < 0 || (info->forced && info->score == 0) ? '-' : '+';
        if (info->forced) {
            n = snprintf(text, PDN_COMMENT_SIZE, "%cM%d/%d", sign, size, info->depth);
        } else {
            n = snprintf(text, PDN_COMMENT_SIZE, "%c%d.%02d/%d", sign, size / SCORE_UNIT, size % SCORE_UNIT,
                         info->depth);
        }
    }
    if (info->has_time) {
        snprintf(text + n, PDN_COMMENT_SIZE - (size_t)n, "%s%" PRId64 ".%03ds", n > 0 ? " " : "",
                 info->time_ms / MS_PER_S, (int)(info->time_ms % MS_PER_S));
    }
}

/* Takes the digits of a number of at most max from *text; false when there are none or the number is greater. */
static bool take_number(const char **text, int64_t max, int64_t *number)
{
    const size_t length = number_digits(*text, NUMBER_TO_NUL, max, number);
    *text += length;
    return length > 0;
}

/* Takes a point and exactly that many digits. */
static bool take_decimals(const char **text, int digits, int64_t *number)
{
    if (**text != '.') {
        return false;
    }
    ++*text;
    const char *const first = *text;
    return take_number(text, FRACTION_MAX, number) && *text - first == digits;
}

/* Takes "+1.23/9" or "-M4/9". */
static bool take_score(const char **text, PdnMoveInfo *info)
{
    const bool negative = **text == '-';
    int64_t whole;
    int64_t part = 0;
    int64_t depth;
    ++*text;
    info->forced = **text == 'M';
    *text += info->forced ? 1 : 0;
    if (!take_number(text, PDN_SCORE_MAX, &whole)) {
        return false;
    }
    if (!info->forced) {
        if (!take_decimals(text, SCORE_DIGITS, &part)) {
            return false;
        }
        whole = whole * SCORE_UNIT + part;
    }
    if (whole > PDN_SCORE_MAX || **text != '/') {
        return false;
    }
    ++*text;
    if (!take_number(text, PDN_DEPTH_MAX, &depth)) {
        return false;
    }
    info->has_score = true;
    info->score = (int)(negative ? -whole : whole);
    info->depth = (int)depth;
    return true;
}

bool pdn_comment_parse(const char *text, PdnMoveInfo *info)
{
    *info = (PdnMoveInfo){0};
    if (strcmp(text, PDN_BOOK) == 0) {
        info->book = true;
        return true;
    }
    if (*text == '+' || *text == '-') {
        if (!take_score(&text, info)) {
            return false;
        }
        if (*text != ' ') {
            return *text == '\0';
        }
        text++;
    } else if (*text == '\0') {
        return true;
    }
    int64_t seconds;
    int64_t part;
    if (!take_number(&text, PDN_TIME_MAX / MS_PER_S, &seconds) || !take_decimals(&text, SECOND_DIGITS, &part) ||
        strcmp(text, "s") != 0) {
        return false;
    }
    info->has_time = true;
    info->time_ms = seconds * MS_PER_S + part;
    return true;
}

enum {
    FIRST_CAPACITY = 64, /* moves of a new record's comments */
    LINE_WIDTH = 100,    /* columns of movetext */
    NUMBER_SIZE = 32,    /* room for a move number */
    PLIES_PER_NUMBER = 2
};

const char *const PDN_TAG_NAMES[PDN_TAG_COUNT] = {
    [PDN_EVENT] = "Event",
    [PDN_DATE] = "Date",
    [PDN_ROUND] = "Round",
    [PDN_WHITE] = "White",
    [PDN_BLACK] = "Black",
    [PDN_TIME_CONTROL] = "TimeControl",
    [PDN_WHITE_TIME_CONTROL] = "WhiteTimeControl",
    [PDN_BLACK_TIME_CONTROL] = "BlackTimeControl",
    [PDN_OPENING] = "Opening",
    [PDN_SEED] = "Seed",
    [PDN_OPENING_SET] = "OpeningSet",
    [PDN_ADJUDICATION] = "Adjudication",
    [PDN_WHITE_ENGINE] = "WhiteEngine",
    [PDN_BLACK_ENGINE] = "BlackEngine",
    [PDN_WHITE_COUNTS] = "WhiteCounts",
    [PDN_BLACK_COUNTS] = "BlackCounts",
};

static const char *const TERMINATIONS[PDN_TERMINATION_COUNT] = {
    [PDN_UNTERMINATED] = "unterminated",
    [PDN_NORMAL] = "normal",
    [PDN_ADJUDICATED_WIN] = "adjudication: resign",
    [PDN_ADJUDICATED_DRAW] = "adjudication: draw",
    [PDN_ADJUDICATED_LIMIT] = "adjudication: moves",
    [PDN_ADJUDICATED_TABLE] = "adjudication: tables",
    [PDN_TIME_LOSS] = "time forfeit",
    [PDN_ILLEGAL_MOVE] = "illegal move",
    [PDN_STALL] = "stalled connection",
    [PDN_CRASH] = "abandoned",
    [PDN_PROTOCOL_ERROR] = "rules infraction",
    [PDN_AGREEMENT] = "agreement",
};

const char *pdn_termination_text(PdnTermination t)
{
    return TERMINATIONS[t];
}

bool pdn_termination_by_text(const char *text, PdnTermination *t)
{
    for (int i = 0; i < PDN_TERMINATION_COUNT; i++) {
        if (strcmp(text, TERMINATIONS[i]) == 0) {
            *t = (PdnTermination)i;
            return true;
        }
    }
    return false;
}

ErrorCode pdn_game_init(PdnGame *g, const Position *start)
{
    memset(g, 0, sizeof *g);
    if (game_init(&g->game, start) != ERROR_NONE) {
        return ERROR_MEMORY;
    }
    for (int tag = 0; tag < PDN_TAG_REQUIRED; tag++) {
        pdn_set_tag(g, (PdnTag)tag, "");
    }
    return ERROR_NONE;
}

void pdn_game_free(PdnGame *g)
{
    game_free(&g->game);
    free(g->infos);
    g->infos = NULL;
    g->info_capacity = 0;
}

void pdn_printable(char to[PDN_TEXT_SIZE], const char *text)
{
    size_t n = 0;
    for (; n < PDN_TEXT_SIZE - 1 && text[n] != '\0'; n++) {
        to[n] = text[n] >= ' ' && text[n] <= '~' ? text[n] : '?';
    }
    to[n] = '\0';
}

void pdn_set_tag(PdnGame *g, PdnTag tag, const char *text)
{
    pdn_printable(g->tag[tag], text[0] == '\0' && tag < PDN_TAG_REQUIRED ? "?" : text);
}

void pdn_set_remark(PdnGame *g, const char *text)
{
    pdn_printable(g->remark, text);
    for (char *c = g->remark; *c != '\0'; c++) {
        if (*c == '{') {
            *c = '(';
        } else if (*c == '}') {
            *c = ')';
        }
    }
}

static int clamp(int x, int low, int high)
{
    return x < low ? low : x > high ? high : x;
}

/* The comment with its figures in range and those that do not hold zero, so that equal texts come from equal
 * structs. */
static PdnMoveInfo normalized(const PdnMoveInfo *info)
{
    PdnMoveInfo n = {0};
    if (info == NULL) {
        return n;
    }
    if (info->book) {
        n.book = true;
        return n;
    }
    if (info->has_score) {
        n.has_score = true;
        n.forced = info->forced;
        n.score = clamp(info->score, -PDN_SCORE_MAX, PDN_SCORE_MAX);
        n.depth = clamp(info->depth, 0, PDN_DEPTH_MAX);
    }
    if (info->has_time) {
        n.has_time = true;
        n.time_ms = info->time_ms < 0 ? 0 : info->time_ms > PDN_TIME_MAX ? PDN_TIME_MAX : info->time_ms;
    }
    return n;
}

ErrorCode pdn_game_play(PdnGame *g, Move m, const PdnMoveInfo *info)
{
    if (g->game.plies == g->info_capacity) {
        const size_t capacity = g->info_capacity == 0 ? FIRST_CAPACITY : 2 * g->info_capacity;
        PdnMoveInfo *const infos = realloc(g->infos, capacity * sizeof *infos);
        if (infos == NULL) {
            return ERROR_MEMORY;
        }
        g->infos = infos;
        g->info_capacity = capacity;
    }
    const ErrorCode code = game_play(&g->game, m);
    if (code == ERROR_NONE) {
        g->infos[g->game.plies - 1] = normalized(info);
    }
    return code;
}

ErrorCode pdn_check(const PdnGame *g, Error *e)
{
    const GameResult board = game_result(&g->game);
    if (board != GAME_ONGOING) {
        if (g->result != board) {
            return error_set(e, ERROR_SYNTAX, "the result is %s, but by the rules the game ended %s",
                             game_result_text(g->result), game_result_text(board));
        }
        if (g->termination != PDN_NORMAL) {
            return error_set(e, ERROR_SYNTAX, "the termination is \"%s\", but the game ended by the rules: \"%s\"",
                             pdn_termination_text(g->termination), pdn_termination_text(PDN_NORMAL));
        }
        return error_clear(e);
    }
    if (g->termination == PDN_NORMAL) {
        return error_set(e, ERROR_SYNTAX, "the termination is \"%s\", but by the rules the game is not over",
                         pdn_termination_text(PDN_NORMAL));
    }
    if ((g->result == GAME_ONGOING) != (g->termination == PDN_UNTERMINATED)) {
        return error_set(e, ERROR_SYNTAX, "the result %s and the termination \"%s\" contradict each other",
                         game_result_text(g->result), pdn_termination_text(g->termination));
    }
    return error_clear(e);
}

/* A text being filled, and the column of the movetext. */
typedef struct Writer {
    Text *text;
    size_t column;
} Writer;

static void put(Writer *w, const char *text, size_t length)
{
    text_add_bytes(w->text, text, length);
}

static void put_text(Writer *w, const char *text)
{
    put(w, text, strlen(text));
}

/* A tag of its own line, with quotes and backslashes escaped. */
static void put_tag(Writer *w, const char *name, const char *value)
{
    put_text(w, "[");
    put_text(w, name);
    put_text(w, " \"");
    for (const char *c = value; *c != '\0'; c++) {
        if (*c == '"' || *c == '\\') {
            put(w, "\\", 1);
        }
        put(w, c, 1);
    }
    put_text(w, "\"]\n");
}

/* A word of the movetext, on a new line where it would not fit. */
static void put_word(Writer *w, const char *before, const char *word, const char *after)
{
    const size_t length = strlen(before) + strlen(word) + strlen(after);
    if (w->column > 0) {
        const bool fits = w->column + 1 + length <= LINE_WIDTH;
        put(w, fits ? " " : "\n", 1);
        w->column = fits ? w->column + 1 : 0;
    }
    put_text(w, before);
    put_text(w, word);
    put_text(w, after);
    w->column += length;
}

static void put_tags(Writer *w, const PdnGame *g)
{
    const Position *const start = &g->game.positions[0];
    const Position usual = position_start(start->variant);
    char number[NUMBER_SIZE];
    for (int tag = 0; tag <= PDN_BLACK; tag++) {
        put_tag(w, PDN_TAG_NAMES[tag], g->tag[tag]);
    }
    put_tag(w, "Result", game_result_text(g->result));
    put_tag(w, "Variant", start->variant->name);
    if (!position_equal(start, &usual)) {
        char fen[FEN_SIZE];
        fen_print(start, fen);
        put_tag(w, "SetUp", "1");
        put_tag(w, "FEN", fen);
    }
    for (int tag = PDN_TIME_CONTROL; tag < PDN_TAG_COUNT; tag++) {
        if (g->tag[tag][0] != '\0') {
            put_tag(w, PDN_TAG_NAMES[tag], g->tag[tag]);
        }
    }
    snprintf(number, sizeof number, "%zu", g->game.plies);
    put_tag(w, "PlyCount", number);
    put_tag(w, "Termination", pdn_termination_text(g->termination));
    put_text(w, "\n");
}

static void put_moves(Writer *w, const PdnGame *g)
{
    /* Counted as if Black had passed where he begins. */
    const size_t offset = g->game.positions[0].side == BLACK ? 1 : 0;
    for (size_t i = 0; i < g->game.plies; i++) {
        const Position *const p = &g->game.positions[i];
        char text[NOTATION_SIZE];
        if (p->side == WHITE || i == 0) {
            char number[NUMBER_SIZE];
            snprintf(number, sizeof number, "%zu%s", (i + offset) / PLIES_PER_NUMBER + 1,
                     p->side == WHITE ? "." : "...");
            put_word(w, "", number, "");
        }
        notation_print(p, g->game.moves[i], NOTATION_FORMAL, text);
        put_word(w, "", text, "");
        char comment[PDN_COMMENT_SIZE];
        print_comment(&g->infos[i], comment);
        /* An empty comment keeps a remark from being read as the figures of the last move. */
        if (comment[0] != '\0' || (i + 1 == g->game.plies && g->remark[0] != '\0')) {
            put_word(w, "{", comment, "}");
        }
    }
    if (g->remark[0] != '\0') {
        put_word(w, "{", g->remark, "}");
    }
    put_word(w, "", game_result_text(g->result), "\n\n");
}

ErrorCode pdn_write(const PdnGame *g, Text *text)
{
    Writer w = {.text = text};
    const size_t length = text->length;
    put_tags(&w, g);
    put_moves(&w, g);
    if (text->failed) {
        text->length = length;
        text->data[length] = '\0';
        return ERROR_MEMORY;
    }
    return ERROR_NONE;
}
