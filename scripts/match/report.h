/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What people read: on standard output a line for each game, ratings now and then, the final result; and a JSON summary
 * in a file. */
#ifndef BUSHKA_MATCH_REPORT_H
#define BUSHKA_MATCH_REPORT_H

#include "match/standing.h"

/* What a report says about the match besides its results. */
typedef struct ReportHead {
    const char *names[CONFIG_ENGINES_MAX];
    const char *limits[CONFIG_ENGINES_MAX]; /* as in the game file */
    const char *variant;
    const StatsSprt *sprt; /* NULL: none */
    uint64_t total;        /* games of the match, or of its shard */
    bool timed;            /* times may be shown */
} ReportHead;

/* The head of a configured match. */
ReportHead report_head(const MatchConfig *c, uint64_t total);

/* What kind of match it is: engines, board, limits. */
void report_begin(const ReportHead *h);

/* How long the match is expected to take, where that is an hour or more. A test may end it earlier. */
void report_duration(const ReportHead *h, double seconds);

/* How many games there are by now, and how long the others are expected to take. */
void report_left(const ReportHead *h, const Standing *s, double seconds);

/* One game, and how the match stands after it. */
void report_game(const ReportHead *h, const Standing *s, const GameOutcome *game, const char *remark);

/* The rating of every pairing. */
void report_rating(const ReportHead *h, const Standing *s);

/* The end: ratings, anomalies, the score of White, and for two engines a result line for a commit message. */
void report_end(const ReportHead *h, const Standing *s);

/* How every summary begins: nothing else is replaced by one. */
#define REPORT_JSON_BEGIN "{\n  \"state\": "

/* Writes the summary as JSON, whole or not at all, to a file that does not exist, is empty, or is a summary already.
 * `state` is "finished", "interrupted"... On error *e says why. */
ErrorCode report_json(const char *path, const ReportHead *h, const Standing *s, const char *state, Error *e);

#endif
