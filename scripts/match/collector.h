/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hands out the games of a match and collects them when finished. They are counted, written and reported in the order
 * of the schedule, so that the output does not depend on the number of games at a time. Thread-safe. */
#ifndef BUSHKA_MATCH_COLLECTOR_H
#define BUSHKA_MATCH_COLLECTOR_H

#include <stdio.h>

#include "match/report.h"
#include "system/text.h"

/* A finished game. */
typedef struct FinishedGame {
    GameOutcome outcome;
    char remark[PDN_TEXT_SIZE];
    Text text; /* its record in the game file */
} FinishedGame;

/* The answer of collector_take(). */
typedef enum TakeResult {
    TAKE_GAME,  /* play this one */
    TAKE_LATER, /* try again in a while: too many finished games wait for an earlier one */
    TAKE_NONE   /* no game is left */
} TakeResult;

/* How a match ended. */
typedef enum MatchEnd {
    MATCH_FINISHED,    /* all games were played, or the SPRT was decided */
    MATCH_INTERRUPTED, /* by a signal */
    MATCH_ABORTED,     /* by -norecover after a crash or a stall */
    MATCH_FAILED       /* by an error, whose message says why */
} MatchEnd;

typedef struct Collector Collector;

/* Makes the collector of a match and prints the head of the report. With -resume the games in the game file are taken
 * over first. `file` comes from game_file_open(), or is NULL for none; the caller keeps it. NULL with *e filled on
 * error. All arguments but *e must outlive the collector. */
Collector *collector_new(const MatchConfig *c, const Openings *o, FILE *file, Error *e);

/* Frees the collector. NULL is allowed. */
void collector_free(Collector *c);

/* Hands out the next game: with TAKE_GAME its number in the schedule is in *index. */
TakeResult collector_take(Collector *c, uint64_t *index);

/* Takes a finished game, made by malloc(), and its text; the collector owns both from then on. */
void collector_deliver(Collector *c, uint64_t index, FinishedGame *game);

/* True once the match is stopped: games under way are to be dropped, too. */
bool collector_stopped(const Collector *c);

/* Stops the match for that reason. `message` (may be NULL) is the error of MATCH_FAILED. Only the first call counts. */
void collector_stop(Collector *c, MatchEnd end, const char *message);

/* Notes that an engine is ready; returns true the first time for each engine. */
bool collector_note_ready(Collector *c, int engine);

/* True if the engine has been ready at least once. */
bool collector_was_ready(Collector *c, int engine);

/* Prints a line on the error output, clear of the progress bar; arguments as for printf(), without the newline. */
void collector_print(Collector *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints the end of the report and writes the JSON summary; no games may be under way any more. Returns how the match
 * ended, with *e filled for MATCH_FAILED. */
MatchEnd collector_finish(Collector *c, Error *e);

#endif
