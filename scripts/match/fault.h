/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an engine can do wrong, and what is counted about it. */
#ifndef BUSHKA_MATCH_FAULT_H
#define BUSHKA_MATCH_FAULT_H

#include <stdint.h>

#include "match/pdn.h"

/* Faults that lose the game, each a result of its own. */
typedef enum Fault {
    FAULT_NONE = 0,
    FAULT_CRASH,    /* the process ended */
    FAULT_STALL,    /* no answer by the deadline, margin and grace included */
    FAULT_TIME,     /* an answer after the clock had run out */
    FAULT_ILLEGAL,  /* a move that is not legal */
    FAULT_PROTOCOL, /* no move where one is due, an endless line, a flood, a bestmove unasked */
    FAULT_COUNT
} Fault;

/* What is counted about one engine, in one game or in many. */
typedef struct Tally {
    uint64_t faults[FAULT_COUNT];
    uint64_t moves;         /* answered searches */
    uint64_t lines;         /* searches with a line of play: how often one is told may depend on the time */
    uint64_t illegal_lines; /* searches with one that cannot be played */
    uint64_t timed;         /* moves with a reported time; those below are about them */
    int64_t measured_ms, reported_ms;
    int64_t worst_ms; /* greatest difference between measured and reported time of a move */
} Tally;

/* Name of a fault: "crash", "stall", "time loss", "illegal move", "protocol error". */
const char *fault_name(Fault f);

/* The termination that stands for a fault in a game file, and back (FAULT_NONE for those that are none). */
PdnTermination fault_termination(Fault f);
Fault fault_of_termination(PdnTermination t);

/* Adds the counts of *more to *t. */
void tally_add(Tally *t, const Tally *more);

#endif
