/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The standing of a match: the results of every pairing, and what each engine did wrong. */
#ifndef BUSHKA_MATCH_STANDING_H
#define BUSHKA_MATCH_STANDING_H

#include "games/pdn.h"
#include "match/config.h"

/* Faults that lose the game; each kind is counted. */
typedef enum Fault {
    FAULT_NONE = 0,
    FAULT_CRASH,    /* the process ended */
    FAULT_STALL,    /* no answer by the deadline, margin and grace included */
    FAULT_TIME,     /* an answer after the clock had run out */
    FAULT_ILLEGAL,  /* a move that is not legal */
    FAULT_PROTOCOL, /* no move where one is due, an unterminated line, too much output, an unexpected bestmove */
    FAULT_COUNT
} Fault;

/* What is counted about one engine, in one game or in many. */
typedef struct Tally {
    uint64_t faults[FAULT_COUNT];
    int64_t moves;         /* answered searches */
    int64_t lines;         /* searches with a principal variation (how many are sent may depend on the time) */
    int64_t illegal_lines; /* searches with one that cannot be played */
    int64_t timed;         /* moves with a reported time; the next three are about these */
    int64_t measured_ms, reported_ms;
    int64_t worst_ms;     /* greatest difference between measured and reported time of a move */
    int64_t kept_waiting; /* time losses explained by waiting for a processor */
} Tally;

/* The names of each fault but FAULT_NONE: in messages, as a JSON key, and in the game file. */
typedef struct FaultNames {
    const char *name, *key;
    PdnTermination termination;
} FaultNames;

extern const FaultNames STANDING_FAULTS[FAULT_COUNT];

/* The fault of which a game with that termination was lost; FAULT_NONE for other terminations. */
Fault standing_fault_of(PdnTermination t);

/* What a finished game adds to the standing. */
typedef struct GameOutcome {
    Fixture fixture;
    GameResult result; /* not GAME_ONGOING */
    PdnTermination termination;
    uint64_t plies; /* opening included */
    Tally tallies[COLOR_COUNT];
    bool timed; /* the tallies hold times */
} GameOutcome;

/* What is known of a match, whether played here or read from files. Owns its arrays. */
typedef struct Standing {
    Schedule schedule; /* only engines, kind and repeat are used */
    uint64_t games, plies;
    StatsCounts *pairings;    /* each as seen by its first engine */
    Tally *tallies;           /* one for each engine */
    StatsCounts white;        /* all games as seen by White; without pairs */
    StatsResult first_result; /* of the last pair's first game */
} Standing;

/* Makes an empty standing. Returns ERROR_MEMORY when memory runs out; nothing to free then. */
ErrorCode standing_init(Standing *s, const Schedule *schedule);

/* Frees what the standing owns. */
void standing_free(Standing *s);

/* Adds a game. The two games of a pair must follow each other. */
void standing_add(Standing *s, const GameOutcome *game);

/* All games of one engine, from its point of view. */
StatsCounts standing_of(const Standing *s, int engine);

#endif
