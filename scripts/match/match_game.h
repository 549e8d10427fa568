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

/* What the engine to move has reported in its search. */
typedef struct MatchSearchInfo {
    PdnMoveInfo info;                /* with the time that the engine reports */
    bool has_line, has_illegal_line; /* a principal variation; one that cannot be played */
} MatchSearchInfo;

/* A game under way. Start it with match_game_begin() and end it with match_game_free(). Do not copy it. */
typedef struct MatchGame {
    const MatchConfig *config;
    Fixture fixture;
    PdnGame record; /* the game so far, and its result: GAME_ONGOING until it is over */
    Fault fault;    /* the fault that ended the game, described in fault_text */
    char fault_text[MATCH_GAME_REMARK_SIZE];
    Tally tallies[COLOR_COUNT];
    char illegal_line[MATCH_GAME_REMARK_SIZE]; /* what is wrong with the first illegal line; empty: none */

    MatchClock clocks[COLOR_COUNT];
    Nanoseconds go_sent; /* when go was sent */
    Nanoseconds waited;  /* time the mover has waited for a processor since then; set for a late move only */
    MatchSearchInfo search_info;
    int winning_run[COLOR_COUNT]; /* plies in a row whose scores agree that this side wins */
    int draw_run;                 /* plies in a row whose scores are level */
    Text command;                 /* position line, from the last irreversible move on, and go line */
    size_t position_length;       /* length of the position line in the command */
    bool failed;                  /* memory ran out */
    TablebaseCache *cache;        /* of the tablebases that end games, not owned; NULL: none */
} MatchGame;

/* Starts a game from its opening. `cache` is that of the calling thread, or NULL. Returns ERROR_MEMORY when memory runs
 * out; nothing to free then. */
ErrorCode match_game_begin(MatchGame *g, const MatchConfig *config, const Fixture *fixture, const Opening *opening,
                           TablebaseCache *cache);

/* Frees what the game owns. */
void match_game_free(MatchGame *g);

/* The side to move. */
Color match_game_side(const MatchGame *g);

/* The position and go lines that start the search of the engine to move, to be sent at `now`; valid until the next
 * move. */
const char *match_game_command(MatchGame *g, Nanoseconds now);

/* Takes an info line of the engine to move, without its first word: score, depth and time; replays its principal
 * variation. */
void match_game_info(MatchGame *g, Words words);

/* Plays a legal move in the record and adds it to the command. Returns false, with g->failed set, when memory runs out.
 */
bool match_game_play(MatchGame *g, Move m, const PdnMoveInfo *info);

#endif
