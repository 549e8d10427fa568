/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine as a value: game, searcher, options, and what runs at the moment. Several can live in one process. */
#ifndef BUSHKA_ENGINE_ENGINE_H
#define BUSHKA_ENGINE_ENGINE_H

#include "activity.h"
#include "game.h"
#include "notation.h"
#include "options.h"
#include "output.h"
#include "search.h"

/* Names of the options, as announced. */
#define OPTION_HASH "Hash"
#define OPTION_CLEAR_HASH "Clear Hash"
#define OPTION_THREADS "Threads"
#define OPTION_MULTIPV "MultiPV"
#define OPTION_PONDER "Ponder"
#define OPTION_MOVE_OVERHEAD "Move Overhead"
#define OPTION_VARIANT "UCI_Variant"
#define OPTION_NOTATION "Notation"
#define OPTION_EVAL_FILE "EvalFile"
#define OPTION_SKILL "Skill Level"
#define OPTION_LIMIT_STRENGTH "UCI_LimitStrength"
#define OPTION_ELO "UCI_Elo"
#define OPTION_SEED "Seed"
#define OPTION_VARIETY "Variety"

typedef struct CommandTable CommandTable;

/* An engine. Made by engine_new(), ended by engine_free(). Unless said otherwise, its functions are for one
 * thread, the one that reads commands. */
typedef struct Engine {
    Output *output; /* not owned */
    Search *search;
    Options *options;
    CommandTable *commands;
    Game game;         /* what the next search works on */
    Activity activity; /* what runs now */
    Position root;     /* of the running search */
    NotationStyle style;
    int64_t received;   /* search_now() when the command came in */
    bool pondering;     /* the running search awaits ponderhit or stop */
    bool held;          /* no search runs, but "bestmove (none)" awaits ponderhit or stop */
    bool held_infinite; /* ponderhit does not release it */
    bool quitting;
    int watched; /* descriptor that answers go to, to notice when its reader is gone; -1: none */
} Engine;

/* An engine that writes to the output, with the start position of the default board; NULL when memory runs out. */
Engine *engine_new(Output *output);

/* Stops what runs, waits for it, and frees everything. NULL is allowed. */
void engine_free(Engine *e);

/* Executes one line of the protocol (protocol.md). Searches, perft and bench go on after it has returned. Returns
 * false when it was refused; the reason has been written then. */
bool engine_execute(Engine *e, const char *line, size_t length);

/* Waits until nothing runs, at most that many milliseconds (or ACTIVITY_FOREVER). Returns true when nothing runs. */
bool engine_wait(Engine *e, int milliseconds);

/* Waits for the end of a perft or bench, if one runs, or until the reader of e->watched is gone. A search is not
 * waited for. */
void engine_finish_work(Engine *e);

/* Asks what runs to stop and to write its result; returns at once. Harmless when nothing runs. */
void engine_stop(Engine *e);

/* Tells a pondering search that the expected move was played. */
void engine_ponderhit(Engine *e);

/* True after `quit`. */
bool engine_quitting(const Engine *e);

/* True when the last work (perft, bench) failed. */
bool engine_failed(const Engine *e);

/* The functions below are for the commands. */

/* Writes the error line. Returns false, so that a command can return the call. */
bool engine_refuse(Engine *e, const Error *error);

/* Gets the engine idle: waits for a perft or bench and for what is about to end. Returns false when a search runs
 * that nobody has asked to stop, with an error that says so. */
bool engine_settle(Engine *e, Error *error);

/* Replaces the game by *game, which then belongs to the engine. */
void engine_take_game(Engine *e, Game *game);

/* Starts a game from the start position of a board. On ERROR_MEMORY the old game stands. */
ErrorCode engine_reset(Engine *e, const Variant *v, Error *error);

/* The board in use. */
const Variant *engine_variant(const Engine *e);

/* Searches the position. In a finished game it says why, and `bestmove (none)`; held back as UCI wants it when
 * the limits are infinite or ponder. */
ErrorCode engine_go(Engine *e, const SearchLimits *limits, Error *error);

/* Runs the work, which belongs to the engine from now on. */
ErrorCode engine_start_work(Engine *e, Work *work, Error *error);

#endif
