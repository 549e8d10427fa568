/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report of a match: on standard output a line for each game, ratings at intervals and the final result; in a file
 * a JSON summary. */
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

/* Prints engines, board and limits. */
void report_begin(const ReportHead *h);

/* Prints how long the match is expected to take, if that is an hour or more. */
void report_duration(const ReportHead *h, double seconds);

/* Prints how many games are finished, and how long the others are expected to take. */
void report_left(const ReportHead *h, const Standing *s, double seconds);

/* Prints a game, and the standing of its pairing after it. */
void report_game(const ReportHead *h, const Standing *s, const GameOutcome *game, const char *remark);

/* Prints the rating of every pairing that has games and, of more than two engines, of each against all. */
void report_rating(const ReportHead *h, const Standing *s);

/* Prints the end: ratings, anomalies, the score of White, and for two engines a result line for a commit message. */
void report_end(const ReportHead *h, const Standing *s);

/* The beginning of every summary; report_json() replaces no file that begins otherwise. */
#define REPORT_JSON_BEGIN "{\n  \"state\": "

/* Writes the summary as JSON, as a whole or not at all, to a file that does not exist, is empty, or is a summary
 * already. `state` is "finished", "interrupted"... On error *e says why. */
ErrorCode report_json(const char *path, const ReportHead *h, const Standing *s, const char *state, Error *e);

#endif
