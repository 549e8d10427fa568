/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A game: the positions from the start on, with repetition and result (RULES "Turn and end of the game"). */
#ifndef BUSHKA_CORE_GAME_H
#define BUSHKA_CORE_GAME_H

#include <stddef.h>

#include "core/error.h"
#include "core/position.h"

/* The game is a draw when a position occurs this often with the same player to move. */
enum { GAME_DRAW_OCCURRENCES = 3 };

/* How a game stands. */
typedef enum GameResult {
    GAME_ONGOING = 0,
    GAME_WHITE_WINS, /* Black is to move and has no legal move */
    GAME_BLACK_WINS, /* White is to move and has no legal move */
    GAME_DRAW        /* by repetition of the position */
} GameResult;

/* A game under way. Owns its arrays; end it with game_free(). */
typedef struct Game {
    Position *positions; /* plies + 1 of them; positions[plies] is the current one */
    Move *moves;         /* moves[i] leads from positions[i] to positions[i + 1] */
    size_t plies;        /* half-moves played */
    size_t capacity;     /* plies that fit */
} Game;

/* Starts a game in that position. Returns ERROR_MEMORY when memory runs out, with *g empty but safe to free. */
ErrorCode game_init(Game *g, const Position *start);

/* Frees what the game owns. */
void game_free(Game *g);

/* The current position. */
static inline const Position *game_position(const Game *g)
{
    return &g->positions[g->plies];
}

/* Plays a move, which must be legal in the current position: this is not checked. Returns ERROR_MEMORY when memory runs
 * out, with the game unchanged. Playing on after a draw by repetition is possible, since people and programs may not
 * have noticed it. */
ErrorCode game_play(Game *g, Move m);

/* Takes the last move back; returns false when there is none. */
bool game_undo(Game *g);

/* The number of plies up to and including the last irreversible move, a capture or a man's move; 0 when there is none.
 * No position before it can recur: pieces are gone, or pace is spent. */
size_t game_irreversible_plies(const Game *g);

/* How often the current position has occurred, itself included: 1 or more. Compares whole positions, so a
 * collision of keys cannot matter. */
int game_occurrences(const Game *g);

/* The result at the current position. A side without a legal move has lost, also in a position that occurs for the
 * third time. */
GameResult game_result(const Game *g);

/* The result in PDN's words: "*", "1-0", "0-1" or "1/2-1/2". */
const char *game_result_text(GameResult r);

#endif
