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

enum { SCORE_UNIT = 100 /* a man */ };

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

/* Reads the next digits as a number and advances *text past them. 0 when there are none, or the number is too large. */
static int64_t take_number(const char **text)
{
    int64_t number = 0;
    *text += strcspn(*text, "0123456789");
    *text += number_digits(*text, NUMBER_TO_NUL, PDN_TIME_MAX, &number);
    return number;
}

/* Reads the figures loosely, then requires that printing them gives the same text. */
bool pdn_comment_parse(const char *text, PdnMoveInfo *info)
{
    const char *rest = text;
    char again[PDN_COMMENT_SIZE];
    PdnMoveInfo read = {.book = strcmp(text, BOOK) == 0, .has_score = *text == '+' || *text == '-'};
    if (read.has_score) {
        read.mate = text[1] == 'M';
        const int64_t whole = take_number(&rest);
        const int64_t size = read.mate ? whole : whole * SCORE_UNIT + take_number(&rest);
        read.score = size > PDN_SCORE_MAX ? 0 : (int)(*text == '-' ? -size : size);
        read.depth = (int)(take_number(&rest) % (PDN_DEPTH_MAX + 1));
    }
    read.has_time = *rest != '\0';
    if (read.has_time) {
        read.time_ms = take_number(&rest) * MS_PER_S;
        read.time_ms += take_number(&rest);
    }
    *info = pdn_comment_normal(&read);
    pdn_comment_print(info, again);
    return strcmp(text, again) == 0;
}
