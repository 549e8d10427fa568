/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an engine may spend on a move: a clock, a time per move, a depth, a number of nodes. */
#ifndef BUSHKA_MATCH_MATCH_LIMITS_H
#define BUSHKA_MATCH_MATCH_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/error.h"

enum {
    LIMITS_TEXT = 128,           /* room for limits as text and a NUL */
    LIMITS_DEPTH_MAX = 1000,     /* plies */
    LIMITS_MOVES_MAX = 1000,     /* moves of a period */
    LIMITS_SECONDS_MAX = 604800, /* a week */
    LIMITS_MARGIN_MAX = 3600000  /* ms */
};

#define LIMITS_NODES_MAX INT64_C(1000000000000000)

/* Limits of one engine; those that are 0 (has_clock: false) do not apply. Several may apply together. */
typedef struct Limits {
    bool has_clock;       /* base, increment and moves hold */
    int64_t base_ms;      /* time for a period, or for the game */
    int64_t increment_ms; /* added after each move */
    int moves;            /* moves of a period; 0: the game is one period */
    int64_t movetime_ms;  /* for each move */
    int depth;            /* plies */
    int64_t nodes;
} Limits;

/* Reads "moves/time+increment" into the clock: 10+0.1, 40/60, 0:30+1 (minutes:seconds). Seconds may have
 * decimals. Returns ERROR_SYNTAX, with *l unchanged, when the text is anything else. */
ErrorCode limits_parse_clock(const char *text, Limits *l, Error *e);

/* Reads seconds with up to three decimals as ms, 1 to LIMITS_SECONDS_MAX s; false when it is anything else. */
bool limits_parse_seconds(const char *text, int64_t *ms);

/* True when at least one limit applies. */
bool limits_any(const Limits *l);

/* True when the same search gives the same move on any machine: neither clock nor time per move. */
bool limits_repeatable(const Limits *l);

/* Writes the limits as on the command line: "10+0.1", "st=0.05", "nodes=1000", several with blanks between. */
void limits_print(const Limits *l, char text[LIMITS_TEXT]);

#endif
