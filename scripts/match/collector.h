/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The games of a match: hands them out, takes them back finished, and puts them in order. They are counted, written and
 * reported in the order of the schedule, so that the output does not depend on the number of games at a time. Safe to
 * use from several threads. */
#ifndef BUSHKA_MATCH_COLLECTOR_H
#define BUSHKA_MATCH_COLLECTOR_H

#include <stdio.h>

#include "match/report.h"
#include "system/text.h"

/* A finished game. */
typedef struct FinishedGame {
    GameOutcome outcome;
    char remark[PDN_TEXT_SIZE];
    Text text; /* as it stands in the game file */
} FinishedGame;

/* What collector_take() says. */
typedef enum Take {
    TAKE_GAME,  /* play this one */
    TAKE_LATER, /* try again in a while: too many finished games wait for an earlier one */
    TAKE_NONE   /* no game is left */
} Take;

/* How a match ended. */
typedef enum MatchEnd {
    MATCH_FINISHED,    /* all games were played, or the SPRT was decided */
    MATCH_INTERRUPTED, /* by a signal */
    MATCH_BROKEN_OFF,  /* by -norecover after a crash or a stall */
    MATCH_FAILED       /* it cannot be played; the message says why */
} MatchEnd;

typedef struct Collector Collector;

/* Prints the head of the report, after continuing the match in the game file with -resume. `file` is what
 * game_file_open() gave, or NULL for none, and stays the caller's. NULL with *e filled on error. All arguments must
 * outlive the collector. */
Collector *collector_new(const MatchConfig *c, const Openings *o, FILE *file, Error *e);

/* Frees the collector. NULL is allowed. */
void collector_free(Collector *c);

/* Gives out the next game. */
Take collector_take(Collector *c, uint64_t *index);

/* Takes a finished game, and its text. */
void collector_deliver(Collector *c, uint64_t index, FinishedGame *game);

/* True when nothing more is to be played, not even the games under way. */
bool collector_stopped(const Collector *c);

/* Ends the match for that reason; message (may be NULL) is kept for MATCH_FAILED. The first reason stays. */
void collector_stop(Collector *c, MatchEnd end, const char *message);

/* Notes that an engine is ready for the first time, and returns true the first time for each. */
bool collector_note_ready(Collector *c, int engine);

/* True when the engine has been ready once. */
bool collector_was_ready(Collector *c, int engine);

/* Prints a line, as printf does but with its newline, on the error output and not into the progress bar. */
void collector_say(Collector *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints the end of the report and writes the JSON summary; to be called when no games are under way any more. Returns
 * how the match ended, with *e filled for MATCH_FAILED. */
MatchEnd collector_finish(Collector *c, Error *e);

#endif
