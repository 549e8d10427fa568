/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One game of a match under way: its record, whose turn it is, the commands to the engines and what they answer. How it
 * ends is decided in verdict.c. Knows nothing of processes. */
#ifndef BUSHKA_MATCH_MATCH_GAME_H
#define BUSHKA_MATCH_MATCH_GAME_H

#include "match/config.h"
#include "match/match_clock.h"
#include "match/standing.h"
#include "system/text.h"

enum { MATCH_GAME_REMARK_SIZE = 240 };

/* What the engine to move has said in this search. */
typedef struct MatchSaid {
    PdnMoveInfo info;                /* with the time that the engine reports */
    bool has_line, has_illegal_line; /* a principal variation; one that cannot be played */
} MatchSaid;

/* A game under way. Start it with match_game_begin() and end it with match_game_free(). Do not copy it. */
typedef struct MatchGame {
    const MatchConfig *config;
    Fixture fixture;
    PdnGame record; /* the game so far, and its result: GAME_ONGOING until it is over */
    Fault fault;    /* the fault that ended it, and how */
    char fault_text[MATCH_GAME_REMARK_SIZE];
    Tally tallies[COLOR_COUNT];
    char illegal_line[MATCH_GAME_REMARK_SIZE]; /* why the first illegal line is so; empty: none */

    MatchClock clocks[COLOR_COUNT];
    Nanoseconds went;   /* when go was sent */
    Nanoseconds waited; /* how long the system has kept the mover waiting since then; known for a late move only */
    MatchSaid said;
    int winning_run[COLOR_COUNT]; /* plies in a row whose scores agree that this side wins */
    int draw_run;                 /* plies in a row whose scores are level */
    Text command;                 /* the position since the last move that cannot be undone, and the go line */
    size_t position_length;       /* of the command without the go line */
    bool failed;                  /* memory ran out */
    TablebaseCache *cache;        /* of the tablebases that end games, not owned; NULL: none */
} MatchGame;

/* Starts a game from its opening. The cache, that of the thread, may be NULL. Returns ERROR_MEMORY when memory runs
 * out; nothing to free then. */
ErrorCode match_game_begin(MatchGame *g, const MatchConfig *config, const Fixture *fixture, const Opening *opening,
                           TablebaseCache *cache);

/* Frees what the game owns. */
void match_game_free(MatchGame *g);

/* The side to move. */
Color match_game_side(const MatchGame *g);

/* The lines that set the engine to move thinking, sent at `now`; valid until the next move. */
const char *match_game_command(MatchGame *g, Nanoseconds now);

/* Takes an info line of the engine to move, after its first word: score, depth, time; replays its principal
 * variation. */
void match_game_info(MatchGame *g, Words words);

/* Plays a legal move in the record and in the command. Returns false, with g->failed set, when memory runs out. */
bool match_game_play(MatchGame *g, Move m, const PdnMoveInfo *info);

#endif
