/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/match_limits.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "system/clock.h"
#include "system/numbers.h"

enum { SECONDS_PER_MINUTE = 60 };

/* Takes seconds: "10", "0.1", ".5" or, where minutes are allowed, "1:30". */
static bool take_seconds(const char **text, bool minutes, int64_t *ms)
{
    int64_t whole = 0;
    const size_t digits = number_digits(*text, NUMBER_TO_NUL, LIMITS_SECONDS_MAX, &whole);
    const bool colon = minutes && digits > 0 && (*text)[digits] == ':';
    *text += colon ? digits + 1 : 0;
    const size_t length =
        number_thousandths(*text, NUMBER_TO_NUL, colon ? SECONDS_PER_MINUTE - 1 : LIMITS_SECONDS_MAX, ms);
    if (length == 0 || (colon && **text == '.') || (*text)[length - 1] == '.') {
        return false;
    }
    *text += length;
    *ms += colon ? whole * SECONDS_PER_MINUTE * MS_PER_S : 0;
    return *ms / MS_PER_S <= LIMITS_SECONDS_MAX;
}

bool limits_parse_seconds(const char *text, int64_t *ms)
{
    int64_t value;
    if (!take_seconds(&text, false, &value) || *text != '\0' || value == 0) {
        return false;
    }
    *ms = value;
    return true;
}

ErrorCode limits_parse_clock(const char *text, Limits *l, Error *e)
{
    const char *c = text;
    int64_t moves = 0;
    int64_t base = 0;
    int64_t increment = 0;
    bool good = true;
    const char *const slash = strchr(text, '/');
    if (slash != NULL) {
        c += number_digits(c, NUMBER_TO_NUL, LIMITS_MOVES_MAX, &moves);
        good = c == slash && moves > 0;
        c = slash + 1;
    }
    good = good && take_seconds(&c, true, &base);
    if (good && *c == '+') {
        c++;
        good = take_seconds(&c, false, &increment);
    }
    if (!good || *c != '\0' || base + increment == 0) {
        return error_set(e, ERROR_SYNTAX,
                         "\"%.*s\" is no time control; it looks like 10+0.1 (seconds+increment), 40/60 or 1:30+1",
                         error_excerpt(strlen(text)), text);
    }
    l->has_clock = true;
    l->base_ms = base;
    l->increment_ms = increment;
    l->moves = (int)moves;
    return error_clear(e);
}

bool limits_any(const Limits *l)
{
    return l->has_clock || l->movetime_ms > 0 || l->depth > 0 || l->nodes > 0;
}

bool limits_repeatable(const Limits *l)
{
    return !l->has_clock && l->movetime_ms == 0;
}

/* A text of fixed size being filled. */
typedef struct Line {
    char *text;
    size_t length;
} Line;

/* Appends ms as seconds, without needless zeros. */
static void add_seconds(Line *line, const char *before, int64_t ms)
{
    line->length += (size_t)snprintf(line->text + line->length, LIMITS_TEXT - line->length, "%s%" PRId64 ".%03d",
                                     before, ms / MS_PER_S, (int)(ms % MS_PER_S));
    while (line->text[line->length - 1] == '0') {
        line->length--;
    }
    if (line->text[line->length - 1] == '.') {
        line->length--;
    }
    line->text[line->length] = '\0';
}

static void add_number(Line *line, const char *before, int64_t number)
{
    line->length += (size_t)snprintf(line->text + line->length, LIMITS_TEXT - line->length, "%s%s%" PRId64,
                                     line->length > 0 ? " " : "", before, number);
}

void limits_print(const Limits *l, char text[LIMITS_TEXT])
{
    Line line = {.text = text, .length = 0};
    text[0] = '\0';
    if (l->has_clock) {
        if (l->moves > 0) {
            add_number(&line, "", l->moves);
        }
        add_seconds(&line, l->moves > 0 ? "/" : "", l->base_ms);
        if (l->increment_ms > 0) {
            add_seconds(&line, "+", l->increment_ms);
        }
    }
    if (l->movetime_ms > 0) {
        add_seconds(&line, line.length > 0 ? " st=" : "st=", l->movetime_ms);
    }
    if (l->depth > 0) {
        add_number(&line, "depth=", l->depth);
    }
    if (l->nodes > 0) {
        add_number(&line, "nodes=", l->nodes);
    }
}
