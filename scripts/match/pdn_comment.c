/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/pdn_comment.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "system/clock.h"

/* The comment of an opening move. */
static const char PDN_BOOK[] = "book";

enum {
    DECIMAL = 10,       /* base of numbers */
    SCORE_DIGITS = 2,   /* decimals of a score */
    SCORE_UNIT = 100,   /* a man */
    SECOND_DIGITS = 3,  /* decimals of a time */
    FRACTION_MAX = 1000 /* above any decimals */
};

void pdn_comment_print(const PdnMoveInfo *info, char text[PDN_COMMENT_SIZE])
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

bool pdn_take_number(const char **text, int64_t max, int64_t *number)
{
    int64_t n = 0;
    const char *c = *text;
    for (; *c >= '0' && *c <= '9'; c++) {
        n = n * DECIMAL + (*c - '0');
        if (n > max) {
            return false;
        }
    }
    const bool any = c != *text;
    *text = c;
    *number = n;
    return any;
}

/* Takes a point and exactly that many digits. */
static bool take_decimals(const char **text, int digits, int64_t *number)
{
    if (**text != '.') {
        return false;
    }
    ++*text;
    const char *const first = *text;
    return pdn_take_number(text, FRACTION_MAX, number) && *text - first == digits;
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
    if (!pdn_take_number(text, PDN_SCORE_MAX, &whole)) {
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
    if (!pdn_take_number(text, PDN_DEPTH_MAX, &depth)) {
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
    if (!pdn_take_number(&text, PDN_TIME_MAX / MS_PER_S, &seconds) || !take_decimals(&text, SECOND_DIGITS, &part) ||
        strcmp(text, "s") != 0) {
        return false;
    }
    info->has_time = true;
    info->time_ms = seconds * MS_PER_S + part;
    return true;
}
