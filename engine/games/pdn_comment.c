/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "games/pdn_comment.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system/clock.h"
#include "system/text.h"

/* The comment of an opening move. */
static const char BOOK[] = "book";

enum {
    SCORE_DIGITS = 2,   /* decimals of a score */
    SCORE_UNIT = 100,   /* a man */
    SECOND_DIGITS = 3,  /* decimals of a time */
    FRACTION_MAX = 1000 /* above any decimals */
};

static int clamp(int x, int low, int high)
{
    return x < low ? low : x > high ? high : x;
}

PdnMoveInfo pdn_comment_normal(const PdnMoveInfo *info)
{
    PdnMoveInfo n = {0};
    if (info == NULL) {
        return n;
    }
    n.book = info->book;
    if (info->has_score && !n.book) {
        n.has_score = true;
        n.mate = info->mate;
        n.score = clamp(info->score, -PDN_SCORE_MAX, PDN_SCORE_MAX);
        n.depth = clamp(info->depth, 0, PDN_DEPTH_MAX);
    }
    if (info->has_time && !n.book) {
        n.has_time = true;
        n.time_ms = info->time_ms < 0 ? 0 : info->time_ms > PDN_TIME_MAX ? PDN_TIME_MAX : info->time_ms;
    }
    return n;
}

void pdn_comment_print(const PdnMoveInfo *info, char text[PDN_COMMENT_SIZE])
{
    int n = snprintf(text, PDN_COMMENT_SIZE, "%s", info->book ? BOOK : "");
    if (info->has_score) {
        const int size = abs(info->score);
        const char sign = info->score < 0 || (info->mate && info->score == 0) ? '-' : '+';
        n = info->mate ? snprintf(text, PDN_COMMENT_SIZE, "%cM%d/%d", sign, size, info->depth)
                       : snprintf(text, PDN_COMMENT_SIZE, "%c%d.%02d/%d", sign, size / SCORE_UNIT, size % SCORE_UNIT,
                                  info->depth);
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
    info->mate = **text == 'M';
    *text += info->mate ? 1 : 0;
    if (!take_number(text, PDN_SCORE_MAX, &whole)) {
        return false;
    }
    if (!info->mate) {
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

/* Takes "0.105s", which is the end of the comment. */
static bool take_time(const char *text, PdnMoveInfo *info)
{
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

bool pdn_comment_parse(const char *text, PdnMoveInfo *info)
{
    *info = (PdnMoveInfo){.book = strcmp(text, BOOK) == 0};
    if (info->book || *text == '\0') {
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
    }
    return take_time(text, info);
}
